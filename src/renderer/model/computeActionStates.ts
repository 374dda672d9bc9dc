/** Computes the state of every key from the feed and the selected row. */
import type { DeskItem } from '../../contract/deskItem.ts';
import type { DeskFeed } from '../../contract/deskState.ts';
import type { RehearsalView } from '../../contract/history.ts';
import { countDifference, type Difference, noDifference } from '../../core/compare.ts';
import { formatNumber } from '../../core/formatNumber.ts';
import { matchGuard } from '../../core/guard.ts';
import { say } from '../../core/language/say.ts';
import { listNames } from '../../core/listNames.ts';
import { isolateName } from '../../core/outsideName.ts';
import { type ActionState, type ActionStates, disabled, enabled } from './actionState.ts';
import { actionNames, isSentAction, type SentAction } from './actions.ts';
import { type FeedIndex, keptOffTextOf, onAirItems, seenTextOf } from './feedIndex.ts';
import { describeHidden, playHeadStatesOf, type RotationChoice, type SelectedRow } from './playHeadStates.ts';
import { isEmptySlot, type RowView } from './rowModel.ts';
import { severalStatesOf } from './severalStates.ts';
import { blockedChangesOf, formatDifference, nameOf, takeDifferenceOf } from './words/counts.ts';
import { describeFollowed } from './words/followed.ts';
import { unconfirmedBlocksOf } from './words/takedown.ts';
import { describeAllow, describeUnblock } from './words/unblock.ts';

/** Stays in the sentence for the label of the key. */
const key = '{key}';

export type ActionContext = {
  readonly rotation: RotationChoice;
  readonly rehearsal: RehearsalView | null;
  /** Whether the restart that a gate key can acknowledge is on screen. */
  readonly isRestartShown: boolean;
  /** Whether the state can be saved; otherwise added and edited posts wait at the service. */
  readonly canSave: boolean;
};

/** `index` is `null` without a connection, which disables every key. */
export function computeActionStates(
  index: FeedIndex | null,
  selected: SelectedRow,
  /** Empty unless several posts are selected. */
  several: readonly RowView[],
  isCompact: boolean,
  context: ActionContext,
): ActionStates {
  if (index === null) {
    const disconnected = disabled(say('not connected'));
    return Object.fromEntries(actionNames.filter(isSentAction).map((name) => [name, disconnected])) as Record<
      SentAction,
      ActionState
    >;
  }
  return {
    ...gateStatesOf(index, isCompact, context),
    ...postStatesOf(index, selected),
    ...playHeadStatesOf(index, selected, context.rotation),
    ...(several.length === 0 ? {} : severalStatesOf(index, several)),
    ...rehearsalStatesOf(context.rehearsal),
    checkNow: enabled(say('check now'), { name: 'checkNow', input: {} }),
  };
}

/** The states of the keys of the gate, which need nothing but the feed. */
export function gateStatesOf(
  { feed }: Pick<FeedIndex, 'feed'>,
  isCompact: boolean,
  { isRestartShown: canAcknowledge, canSave }: ActionContext,
): Pick<ActionStates, 'hold' | 'release' | 'takeAll' | 'takeRemovals' | 'clear' | 'back' | 'seen'> {
  const { gate, gateSince, pending } = feed;
  const feedInput = { feed: feed.slug };
  const versionedInput = { ...feedInput, liveVersion: pending.liveVersion, gate, revision: feed.revision };
  const change = takeDifferenceOf(feed);
  const changeCount = countDifference(change);
  const blockedChanges = blockedChangesOf(feed);
  const isUnconfirmed = feed.collectionId !== null && (feed.freshness === 'stale' || feed.freshness === 'offline');
  const take = { name: 'take', input: { ...versionedInput, gateSince, only: null } } as const;
  const removals = { name: 'take', input: { ...versionedInput, gateSince, only: 'removals' } } as const;
  const target = `${feed.slug} ${feed.revision}`;
  // After a restart, a gate key with nothing to do acknowledges the notice while it is shown.
  const acknowledge = canAcknowledge && feed.served ? enabled(say('got it'), { name: 'seen', input: feedInput }) : null;
  return {
    hold:
      gate === 'following' || (gate === 'held' && acknowledge !== null)
        ? enabled(gate === 'held' ? say('got it') : say('freezes air'), { name: 'hold', input: feedInput })
        : disabled(gate === 'held' ? say('already held') : say('nothing to hold')),
    release:
      gate === 'following'
        ? (acknowledge ?? disabled(...describeFollowed(feed)))
        : enabled(say('follow live'), { name: 'release', input: versionedInput }),
    takeAll:
      gate === 'cleared'
        ? enabled(say('{count} on air, held', { count: formatNumber(change.added.length) }), take)
        : gate === 'held' && changeCount > 0
          ? enabled(
              changeCount === countDifference(blockedChanges)
                ? noteOfBlocked(change)
                : isCompact
                  ? formatDifference(change)
                  : say('{changes}, stays held', { changes: formatDifference(change) }),
              take,
            )
          : !canSave
            ? disabled(say('state can’t be saved, so added and edited posts wait'), say('can’t be saved'))
            : gate === 'held' && feed.guarded.length > 0
              ? disabled(say('only guarded posts are waiting'), say('only guarded posts'))
              : isUnconfirmed
                ? disabled(
                    say('nothing is waiting here, and the service has not confirmed live recently'),
                    say('no changes'),
                  )
                : disabled(say('nothing is waiting'), say('no changes')),
    takeRemovals:
      gate === 'held' && pending.removed.length > 0
        ? enabled(removalsNoteOf(pending.removed.length - blockedChanges.removed.length, blockedChanges), removals)
        : disabled(say('no removals are waiting'), say('no removals')),
    clear:
      gate === 'cleared'
        ? (acknowledge ??
          (feed.served
            ? disabled(say('already cleared'))
            : enabled(say('nothing on air'), { name: 'clear', input: feedInput })))
        : enabled(
            say('all off air'),
            { name: 'clear', input: feedInput },
            {
              target,
              confirm: clearConfirmOf(feed.counts.onAir),
            },
          ),
    back:
      gate === 'cleared'
        ? enabled(
            backNoteOf(feed.beforeClear),
            { name: 'back', input: { ...feedInput, gate, revision: feed.revision } },
            { target: `${target} ${feed.beforeClear?.posts}`, confirm: backConfirmOf(feed.beforeClear) },
          )
        : disabled(say('nothing to undo')),
    seen: seenStateOf(feed, canAcknowledge),
  };
}

/** The take changes only posts of the held list that are off air. */
function noteOfBlocked(change: Difference): string {
  return say('{changes} blocked', { changes: formatDifference(change) });
}

function removalsNoteOf(offAirCount: number, { removed }: Difference): string {
  return offAirCount === 0
    ? noteOfBlocked({ ...noDifference, removed })
    : say('{count} off air', { count: formatNumber(offAirCount) });
}

function seenStateOf(feed: DeskFeed, canAcknowledge: boolean): ActionState {
  if (!feed.restored) return disabled(say('nothing to acknowledge'));
  if (!feed.served) return disabled(say('take, release, clear or restore a list'));
  if (unconfirmedBlocksOf(feed).length > 0) return disabled(say('an alarm hides the notice'));
  if (!canAcknowledge) return disabled(say('the notice is not on screen'));
  return enabled(say('got it'), { name: 'seen', input: { feed: feed.slug } });
}

function clearConfirmOf(onAirCount: number): string {
  if (onAirCount === 0) return say('Press {key} again within 2 seconds to clear.', { key });
  return say(
    '{count, plural, one {Press {key} again within 2 seconds to clear the post on air.} other {Press {key} again within 2 seconds to clear all # posts.}}',
    { key, count: onAirCount },
  );
}

type BeforeClear = FeedIndex['feed']['beforeClear'];

/** The posts that Back puts on air now: a block or guard changed since the clear changes them. */
function backNoteOf(before: BeforeClear): string {
  const posts = before?.posts ?? 0;
  return posts === 0 ? say('nothing on air, held') : say('{count} on air, held', { count: formatNumber(posts) });
}

function backConfirmOf(before: BeforeClear): string {
  const posts = before?.posts ?? 0;
  const wasEmpty = before?.revision == null;
  if (posts === 0)
    return wasEmpty
      ? say('Press {key} again to hold. Nothing was on air before the clear.', { key })
      : say('Press {key} again to hold with nothing on air.', { key });
  const values = { key, count: posts };
  return wasEmpty
    ? say(
        '{count, plural, one {Press {key} again to put # post on air. It was blocked or guarded before the clear.} other {Press {key} again to put # posts on air. They were blocked or guarded before the clear.}}',
        values,
      )
    : say(
        '{count, plural, one {Press {key} again to put # post on air.} other {Press {key} again to put # posts on air.}}',
        values,
      );
}

function postStatesOf(
  index: FeedIndex,
  selected: SelectedRow,
): Pick<ActionStates, 'block' | 'unblock' | 'allow' | 'markUsed' | 'guardAuthor'> {
  if (selected === null || selected === 'hidden') {
    const none = disabled(selected === null ? say('select a post') : describeHidden());
    return { block: none, unblock: none, allow: none, markUsed: none, guardAuthor: none };
  }
  const { feed } = index;
  const id = selected.item.id;
  const name = nameOf(selected.item);
  if (isEmptySlot(selected) && !index.onAir.has(id) && !index.liveItems.has(id)) {
    const gone = disabled(say('no longer in this list'));
    return { block: gone, unblock: gone, allow: gone, markUsed: gone, guardAuthor: gone };
  }
  const isBlocked = index.blocked.has(id);
  const isUsed = index.used.has(id);
  const postOptions = { target: id, itemId: id };
  const seenText = seenTextOf(index, selected.item);
  const keptOffText = keptOffTextOf(index, selected.item);
  // Another version or sentence needs another second press before it goes on air.
  const [confirmUnblock, confirmAllow] = [describeUnblock(index, selected.item), describeAllow(index, selected.item)];
  const postInput = { feed: feed.slug, itemId: id };
  return {
    block: isBlocked
      ? disabled(say('already blocked'))
      : enabled(name, { name: 'block', input: { ...postInput, reason: null } }, postOptions),
    unblock: isBlocked
      ? enabled(
          name,
          { name: 'unblock', input: { ...postInput, seenText: keptOffText } },
          { target: `${keptOffText} ${confirmUnblock}`, itemId: id, confirm: confirmUnblock },
        )
      : disabled(say('not blocked')),
    allow:
      index.guarded.has(id) && !isBlocked
        ? enabled(
            name,
            { name: 'allow', input: { ...postInput, seenText } },
            { target: `${seenText} ${confirmAllow}`, itemId: id, confirm: confirmAllow },
          )
        : disabled(say('not guarded')),
    markUsed: enabled(
      isUsed ? say('mark unused') : say('mark used'),
      { name: 'used', input: { ...postInput, used: !isUsed } },
      postOptions,
    ),
    guardAuthor: guardAuthorStateOf(index, selected.item),
  };
}

/** Keeps all posts of one author off air, identified by handle, else by name. */
function guardAuthorStateOf(index: FeedIndex, item: DeskItem): ActionState {
  const { feed } = index;
  const author = item.username?.replace(/^@/, '') ?? item.fullName;
  if (author === null) return disabled(say('the post has no author'));
  const { words, authors, allowed, version } = feed.guards;
  if (authors.some((known) => known.replace(/^@/, '').toLowerCase() === author.toLowerCase()))
    return disabled(say('already guarded'));
  const newAuthors = [...authors, author];
  const command = { name: 'guards', input: { feed: feed.slug, words, authors: newAuthors, version } } as const;
  // Changing the guards forgets which posts were allowed, so allowed posts may go off air too.
  const authorGuard = { words: [], authors: [author], allowed: [] };
  const newGuards = { words, authors: newAuthors, allowed: [] };
  // Only a post allowed on air can match the guards there, apart from the author's own posts.
  const alsoOff = onAirItems(index, allowed).filter(
    (post) => matchGuard(authorGuard, post) === null && matchGuard(newGuards, post) !== null,
  );
  const note = say('all posts by {author}', { author: isolateName(author) });
  if (alsoOff.length === 0) return enabled(note, command, { target: item.id, itemId: item.id });
  return enabled(note, command, {
    target: [item.id, ...alsoOff.map(({ id }) => id)].join(' '),
    itemId: item.id,
    confirm: say('Press {key} again to guard all posts by {author}. Posts allowed earlier also go off: {names}.', {
      key,
      author: isolateName(author),
      names: listNames(alsoOff.map(nameOf)),
    }),
  });
}

function rehearsalStatesOf(
  rehearsal: RehearsalView | null,
): Pick<ActionStates, 'rehearsePause' | 'rehearseStep' | 'rehearseEnd'> {
  if (rehearsal === null) {
    const none = disabled(say('no rehearsal'));
    return { rehearsePause: none, rehearseStep: none, rehearseEnd: none };
  }
  const { isPaused, speed, step, steps } = rehearsal;
  return {
    rehearsePause:
      speed === 'step'
        ? disabled(say('playing step by step'))
        : enabled(isPaused ? say('resume') : say('pause'), { name: 'pauseRehearsal', input: { isPaused: !isPaused } }),
    rehearseStep:
      step >= steps
        ? disabled(say('the recording has ended'))
        : enabled(say('next event'), { name: 'stepRehearsal', input: {} }),
    rehearseEnd: enabled(
      say('end rehearsal'),
      { name: 'endRehearsal', input: {} },
      {
        target: rehearsal.recording,
        confirm: say('Press {key} again within 2 seconds to end the rehearsal.', { key }),
      },
    ),
  };
}
