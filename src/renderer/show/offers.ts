/** Computes the state of every key from the feed and the selected row; pure. */
import type { DeskItem } from '../../contract/deskItem.ts';
import type { RehearsalView } from '../../contract/past.ts';
import { countDifference } from '../../core/compare.ts';
import { guardHit } from '../../core/guard.ts';
import { listNames } from '../../core/listNames.ts';
import { actionNames, isSentAction, type SentAction } from '../keys/actions.ts';
import type { RotationChoice } from '../state/hand.ts';
import { figures, nameOf, plural, takeDifference } from '../words/counts.ts';
import { type FeedIndex, onAirItems } from './feedIndex.ts';
import { headOffers } from './headOffers.ts';
import { may, type Offer, type Offers, rests } from './offer.ts';
import { isEmptySlot, type RowView } from './rowModel.ts';

/** `index` is `null` without a connection, which disables every key; `selected` is the selected row as painted. */
export function offersOf(
  index: FeedIndex | null,
  selected: RowView | null,
  isCompact: boolean,
  context: { readonly rotation: RotationChoice; readonly rehearsal: RehearsalView | null },
): Offers {
  if (index === null) {
    const disconnected = rests('not connected');
    return Object.fromEntries(actionNames.filter(isSentAction).map((name) => [name, disconnected])) as Record<
      SentAction,
      Offer
    >;
  }
  return {
    ...gateOffers(index, isCompact),
    ...postOffers(index, selected),
    ...headOffers(index, selected, context.rotation),
    ...rehearsalOffers(context.rehearsal),
    checkNow: may('check now', { name: 'checkNow', input: {} }),
  };
}

function gateOffers(
  index: FeedIndex,
  isCompact: boolean,
): Pick<Offers, 'hold' | 'release' | 'takeAll' | 'takeRemovals' | 'clear' | 'back' | 'seen'> {
  const { feed } = index;
  const { gate, pending } = feed;
  const on = { feed: feed.slug };
  const versioned = { ...on, liveVersion: pending.liveVersion };
  const change = takeDifference(feed);
  const changeCount = countDifference(change);
  const take = { name: 'take', input: { ...versioned, only: null } } as const;
  const removals = { name: 'take', input: { ...versioned, only: 'removals' } } as const;
  const target = `${feed.slug} ${feed.revision}`;
  // After a restart, a gate key with nothing to do acknowledges the notice.
  const acknowledge = feed.restored ? may('got it', { name: 'seen', input: on }) : null;
  return {
    hold:
      gate === 'following' || (gate === 'held' && feed.restored)
        ? may(gate === 'held' ? 'got it' : 'freezes air', { name: 'hold', input: on })
        : rests(gate === 'held' ? 'already held' : 'nothing to hold'),
    release:
      gate === 'following'
        ? (acknowledge ?? rests('following live'))
        : may('follow live', { name: 'release', input: versioned }),
    takeAll:
      gate === 'cleared'
        ? may(`${change.added.length} on air, held`, take)
        : gate === 'held' && changeCount > 0
          ? may(isCompact ? figures(change) : `${figures(change)}, stays held`, take)
          : rests(gate === 'held' && feed.guarded.length > 0 ? 'only guarded posts' : 'no changes'),
    takeRemovals:
      gate === 'held' && pending.removed.length > 0
        ? may(`${pending.removed.length} off air`, removals)
        : rests('no removals'),
    clear:
      gate === 'cleared'
        ? (acknowledge ?? rests('already cleared'))
        : may(
            'all off air',
            { name: 'clear', input: on },
            {
              target,
              confirm: `Press {key} again within 2 seconds to clear ${feed.counts.onAir === 1 ? 'the post on air' : `all ${plural(feed.counts.onAir, 'post', 'posts')}`}.`,
            },
          ),
    back:
      gate === 'cleared'
        ? may(
            backNote(feed.beforeClear),
            { name: 'back', input: on },
            { target, confirm: backConfirm(feed.beforeClear) },
          )
        : rests('nothing to undo'),
    seen: feed.restored ? may('got it', { name: 'seen', input: on }) : rests('nothing to acknowledge'),
  };
}

type BeforeClear = FeedIndex['feed']['beforeClear'];

function backNote(before: BeforeClear): string {
  if (before?.revision != null) return `revision ${before.revision}, held`;
  return before === null || before.posts === 0 ? 'nothing on air, held' : `${before.posts} on air, held`;
}

function backConfirm(before: BeforeClear): string {
  if (before?.revision != null) return `Press {key} again to put revision ${before.revision} back on air.`;
  return before === null || before.posts === 0
    ? 'Press {key} again to hold. Nothing was on air before the clear.'
    : `Press {key} again to put ${plural(before.posts, 'post', 'posts')} on air. ${before.posts === 1 ? 'It was' : 'They were'} kept off before the clear.`;
}

function postOffers(
  index: FeedIndex,
  selected: RowView | null,
): Pick<Offers, 'block' | 'unblock' | 'allow' | 'markUsed' | 'guardAuthor'> {
  if (selected === null) {
    const none = rests('select a post');
    return { block: none, unblock: none, allow: none, markUsed: none, guardAuthor: none };
  }
  const { feed } = index;
  const id = selected.item.id;
  const name = nameOf(selected.item);
  if (isEmptySlot(selected) && !index.onAir.has(id) && !index.liveItems.has(id)) {
    const gone = rests('no longer in this list');
    return { block: gone, unblock: gone, allow: gone, markUsed: gone, guardAuthor: gone };
  }
  const isBlocked = index.blocked.has(id);
  const isUsed = index.used.has(id);
  const at = { target: id, itemId: id };
  const on = { feed: feed.slug, itemId: id };
  return {
    block: isBlocked ? rests('already blocked') : may(name, { name: 'block', input: { ...on, reason: null } }, at),
    unblock: isBlocked
      ? may(name, { name: 'unblock', input: on }, { ...at, confirm: `Press {key} again to unblock ${name}.` })
      : rests('not blocked'),
    allow:
      index.guarded.has(id) && !isBlocked
        ? may(name, { name: 'allow', input: on }, { ...at, confirm: `Press {key} again to allow ${name} on air.` })
        : rests('not guarded'),
    markUsed: may(isUsed ? 'mark not used' : 'mark used', { name: 'used', input: { ...on, used: !isUsed } }, at),
    guardAuthor: guardAuthorOffer(index, selected.item),
  };
}

/** Keeps all posts of one author off air, identified by handle, else by name. */
function guardAuthorOffer(index: FeedIndex, item: DeskItem): Offer {
  const { feed } = index;
  const author = item.username?.replace(/^@/, '') ?? item.fullName;
  if (author === null) return rests('no author given');
  const { words, authors } = feed.guards;
  if (authors.some((known) => known.replace(/^@/, '').toLowerCase() === author.toLowerCase()))
    return rests('already kept off air');
  const newAuthors = [...authors, author];
  const sending = { name: 'guards', input: { feed: feed.slug, words, authors: newAuthors } } as const;
  // Replacing the guards forgets which posts were allowed, so the second press names the other posts that go off.
  const alsoOff = onAirItems(index).filter(
    (post) =>
      guardHit({ words: [], authors: [author], allowed: [] }, post) === null &&
      guardHit({ words, authors: newAuthors, allowed: [] }, post) !== null,
  );
  if (alsoOff.length === 0) return may(`all posts by ${author}`, sending, { target: item.id, itemId: item.id });
  return may(`all posts by ${author}`, sending, {
    target: [item.id, ...alsoOff.map(({ id }) => id)].join(' '),
    itemId: item.id,
    confirm: `Press {key} again to keep all posts by ${author} off air. Posts allowed earlier also go off: ${listNames(alsoOff.map(nameOf))}.`,
  });
}

function rehearsalOffers(
  rehearsal: RehearsalView | null,
): Pick<Offers, 'rehearsePause' | 'rehearseStep' | 'rehearseEnd'> {
  if (rehearsal === null) {
    const none = rests('no rehearsal');
    return { rehearsePause: none, rehearseStep: none, rehearseEnd: none };
  }
  const { isPaused, speed, step, steps } = rehearsal;
  return {
    rehearsePause:
      speed === 'step'
        ? rests('step by step')
        : may(isPaused ? 'resume' : 'pause', { name: 'pauseRehearsal', input: { isPaused: !isPaused } }),
    rehearseStep: step >= steps ? rests('at the end') : may('next event', { name: 'stepRehearsal', input: {} }),
    rehearseEnd: may(
      'end rehearsal',
      { name: 'endRehearsal', input: {} },
      { target: rehearsal.recording, confirm: 'Press {key} again within 2 seconds to end the rehearsal.' },
    ),
  };
}
