/** What each key would do now, worked out from the feed and the chosen row. Pure. */
import type { DeskItem } from '../../contract/deskItem.ts';
import type { RehearsalView } from '../../contract/past.ts';
import { countDifference } from '../../core/compare.ts';
import { guardHit } from '../../core/guard.ts';
import { listNames } from '../../core/listNames.ts';
import { actionNames, isSent, type SentAction } from '../keys/actions.ts';
import type { RotationChoice } from '../state/hand.ts';
import { figures, nameOf, plural, takeOf } from '../words/counts.ts';
import { type FeedIndex, onAirItems } from './feedIndex.ts';
import { headOffers } from './headOffers.ts';
import { may, type Offer, type Offers, rests } from './offer.ts';
import { isEmptyPlace, type RowView } from './rowModel.ts';

/** `selected` is the chosen row as painted; `index` null while nothing is known or this desk is cut off. */
export function offersOf(
  index: FeedIndex | null,
  selected: RowView | null,
  isCompact: boolean,
  beside: { readonly rotation: RotationChoice; readonly rehearsal: RehearsalView | null },
): Offers {
  if (index === null) {
    const lost = rests('no engine');
    return Object.fromEntries(actionNames.filter(isSent).map((name) => [name, lost])) as Record<SentAction, Offer>;
  }
  return {
    ...gateOffers(index, isCompact),
    ...postOffers(index, selected),
    ...headOffers(index, selected, beside.rotation),
    ...rehearsalOffers(beside.rehearsal),
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
  const change = takeOf(feed);
  const waits = countDifference(change);
  const take = { name: 'take', input: { ...versioned, only: null } } as const;
  const removals = { name: 'take', input: { ...versioned, only: 'removals' } } as const;
  const target = `${feed.slug} ${feed.revision}`;
  // A key of the gate that can change nothing still says that somebody looked.
  const looked = feed.restored ? may('I have looked', { name: 'seen', input: on }) : null;
  return {
    hold:
      gate === 'following' || (gate === 'held' && feed.restored)
        ? may(gate === 'held' ? 'I have looked' : 'air stays', { name: 'hold', input: on })
        : rests(gate === 'held' ? 'held already' : 'nothing to hold'),
    release:
      gate === 'following'
        ? (looked ?? rests('following now'))
        : may(gate === 'held' ? (waits === 0 ? 'follow again' : 'take all, follow') : 'live on air, follow', {
            name: 'release',
            input: versioned,
          }),
    takeAll:
      gate === 'cleared'
        ? may(`${change.added.length} on air, then hold`, take)
        : gate === 'held' && waits > 0
          ? may(isCompact ? figures(change) : `${figures(change)}, then hold`, take)
          : rests(gate === 'held' && feed.guarded.length > 0 ? 'only guarded' : 'nothing waits'),
    takeRemovals:
      gate === 'held' && pending.removed.length > 0
        ? may(`take only ${pending.removed.length} off`, removals)
        : rests(gate === 'held' && waits > 0 ? 'none waits' : 'nothing waits'),
    clear:
      gate === 'cleared'
        ? (looked ?? rests('cleared already'))
        : may(
            'all off, twice',
            { name: 'clear', input: on },
            {
              target,
              confirm: `Press {key} again within 2 seconds to take ${feed.counts.onAir === 1 ? 'the one post' : `all ${plural(feed.counts.onAir, 'post', 'posts')}`} off air.`,
            },
          ),
    back:
      gate === 'cleared'
        ? may(
            backNote(feed.beforeClear),
            { name: 'back', input: on },
            { target, confirm: backConfirm(feed.beforeClear) },
          )
        : rests('nothing was cleared'),
    seen: feed.restored ? may('seen', { name: 'seen', input: on }) : rests('looked at already'),
  };
}

type BeforeClear = FeedIndex['feed']['beforeClear'];

function backNote(before: BeforeClear): string {
  if (before?.revision != null) return `revision ${before.revision}, held`;
  return before === null || before.posts === 0 ? 'nothing was on, held' : `${before.posts} on air, held`;
}

function backConfirm(before: BeforeClear): string {
  if (before?.revision != null) return `Press {key} again to put revision ${before.revision} on air.`;
  return before === null || before.posts === 0
    ? 'Press {key} again to hold. Nothing was on air before the clear, and Back puts nothing on.'
    : `Press {key} again to put ${plural(before.posts, 'post', 'posts')} on air that ${before.posts === 1 ? 'was' : 'were'} kept off before the clear.`;
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
  if (isEmptyPlace(selected) && !index.onAir.has(id) && !index.liveItems.has(id)) {
    const gone = rests('it left this list');
    return { block: gone, unblock: gone, allow: gone, markUsed: gone, guardAuthor: gone };
  }
  const isBlocked = index.blocked.has(id);
  const isUsed = index.used.has(id);
  const at = { target: id, itemId: id };
  const on = { feed: feed.slug, itemId: id };
  const goes = `Press {key} again to let ${name} go on air.`;
  return {
    block: isBlocked ? rests('blocked already') : may(name, { name: 'block', input: { ...on, reason: null } }, at),
    unblock: isBlocked ? may(name, { name: 'unblock', input: on }, { ...at, confirm: goes }) : rests('not blocked'),
    allow:
      index.guarded.has(id) && !isBlocked
        ? may(name, { name: 'allow', input: on }, { ...at, confirm: goes })
        : rests('not guarded'),
    markUsed: may(isUsed ? 'not used' : 'used', { name: 'used', input: { ...on, used: !isUsed } }, at),
    guardAuthor: guardAuthorOffer(index, selected.item),
  };
}

/** All posts of one author, now and later: by the handle, else by the name. */
function guardAuthorOffer(index: FeedIndex, item: DeskItem): Offer {
  const { feed } = index;
  const author = item.username?.replace(/^@/, '') ?? item.fullName;
  if (author === null) return rests('no name given');
  const { words, authors } = feed.guards;
  if (authors.some((known) => known.replace(/^@/, '').toLowerCase() === author.toLowerCase()))
    return rests('kept off already');
  const wanted = [...authors, author];
  const sending = { name: 'guards', input: { feed: feed.slug, words, authors: wanted } } as const;
  // Guards that are set anew forget whom they let through: what that takes off air besides is said first.
  const besides = onAirItems(index).filter(
    (post) =>
      guardHit({ words: [], authors: [author], allowed: [] }, post) === null &&
      guardHit({ words, authors: wanted, allowed: [] }, post) !== null,
  );
  if (besides.length === 0) return may(`all of ${author}`, sending, { target: item.id, itemId: item.id });
  const goes = besides.length === 1 ? 'goes' : 'go';
  return may(`all of ${author}`, sending, {
    target: [item.id, ...besides.map(({ id }) => id)].join(' '),
    itemId: item.id,
    confirm: `Press {key} again to keep all of ${author} off air; ${listNames(besides.map(nameOf))}, let through before, ${goes} off too.`,
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
        ? rests('goes by steps')
        : may(isPaused ? 'goes on' : 'pauses', { name: 'pauseRehearsal', input: { isPaused: !isPaused } }),
    rehearseStep: step >= steps ? rests('at the end') : may('next event', { name: 'stepRehearsal', input: {} }),
    rehearseEnd: may(
      'ends',
      { name: 'endRehearsal', input: {} },
      { target: rehearsal.recording, confirm: 'Press {key} again within 2 seconds to end the rehearsal.' },
    ),
  };
}
