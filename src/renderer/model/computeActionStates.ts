/** Computes the state of every key from the feed and the selected row. */
import type { DeskItem } from '../../contract/deskItem.ts';
import type { DeskFeed } from '../../contract/deskState.ts';
import type { RehearsalView } from '../../contract/history.ts';
import { countDifference } from '../../core/compare.ts';
import { matchGuard } from '../../core/guard.ts';
import { listNames } from '../../core/listNames.ts';
import { isolateName } from '../../core/outsideName.ts';
import { type ActionState, type ActionStates, disabled, enabled } from './actionState.ts';
import { actionNames, isSentAction, type SentAction } from './actions.ts';
import { type FeedIndex, onAirItems } from './feedIndex.ts';
import { hiddenReason, playHeadStatesOf, type RotationChoice, type SelectedRow } from './playHeadStates.ts';
import { isEmptySlot, type RowView } from './rowModel.ts';
import { severalStatesOf } from './severalStates.ts';
import { formatCount, formatDifference, nameOf, takeDifferenceOf } from './words/counts.ts';
import { unconfirmedBlocksOf } from './words/takedown.ts';

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
    const disconnected = disabled('not connected');
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
    checkNow: enabled('check now', { name: 'checkNow', input: {} }),
  };
}

/** The states of the keys of the gate, which need nothing but the feed. */
export function gateStatesOf(
  index: Pick<FeedIndex, 'feed'>,
  isCompact: boolean,
  { isRestartShown: canAcknowledge, canSave }: ActionContext,
): Pick<ActionStates, 'hold' | 'release' | 'takeAll' | 'takeRemovals' | 'clear' | 'back' | 'seen'> {
  const { feed } = index;
  const { gate, pending } = feed;
  const feedInput = { feed: feed.slug };
  const versionedInput = { ...feedInput, liveVersion: pending.liveVersion };
  const change = takeDifferenceOf(feed);
  const changeCount = countDifference(change);
  const isUnconfirmed = feed.collection !== null && (feed.freshness === 'stale' || feed.freshness === 'offline');
  const take = { name: 'take', input: { ...versionedInput, only: null } } as const;
  const removals = { name: 'take', input: { ...versionedInput, only: 'removals' } } as const;
  const target = `${feed.slug} ${feed.revision}`;
  // After a restart, a gate key with nothing to do acknowledges the notice while it is shown.
  const acknowledge = canAcknowledge && feed.served ? enabled('got it', { name: 'seen', input: feedInput }) : null;
  return {
    hold:
      gate === 'following' || (gate === 'held' && acknowledge !== null)
        ? enabled(gate === 'held' ? 'got it' : 'freezes air', { name: 'hold', input: feedInput })
        : disabled(gate === 'held' ? 'already held' : 'nothing to hold'),
    release:
      gate === 'following'
        ? (acknowledge ?? disabled('already following live', 'following live'))
        : enabled('follow live', { name: 'release', input: versionedInput }),
    takeAll:
      gate === 'cleared'
        ? enabled(`${change.added.length} on air, held`, take)
        : gate === 'held' && changeCount > 0
          ? enabled(isCompact ? formatDifference(change) : `${formatDifference(change)}, stays held`, take)
          : !canSave
            ? disabled('state can’t be saved, so added and edited posts wait', 'can’t be saved')
            : gate === 'held' && feed.guarded.length > 0
              ? disabled('only guarded posts are waiting', 'only guarded posts')
              : isUnconfirmed
                ? disabled('nothing is waiting here, and the service has not confirmed live recently', 'no changes')
                : disabled('nothing is waiting', 'no changes'),
    takeRemovals:
      gate === 'held' && pending.removed.length > 0
        ? enabled(`${pending.removed.length} off air`, removals)
        : disabled('no removals are waiting', 'no removals'),
    clear:
      gate === 'cleared'
        ? (acknowledge ??
          (feed.served ? disabled('already cleared') : enabled('nothing on air', { name: 'clear', input: feedInput })))
        : enabled(
            'all off air',
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
            { name: 'back', input: feedInput },
            { target: `${target} ${feed.beforeClear?.posts}`, confirm: backConfirmOf(feed.beforeClear) },
          )
        : disabled('nothing to undo'),
    seen: seenStateOf(feed, canAcknowledge),
  };
}

function seenStateOf(feed: DeskFeed, canAcknowledge: boolean): ActionState {
  if (!feed.restored) return disabled('nothing to acknowledge');
  if (!feed.served) return disabled('take, release, clear or restore a list');
  if (unconfirmedBlocksOf(feed).length > 0) return disabled('an alarm hides the notice');
  if (!canAcknowledge) return disabled('the notice is not on screen');
  return enabled('got it', { name: 'seen', input: { feed: feed.slug } });
}

function clearConfirmOf(onAirCount: number): string {
  if (onAirCount === 0) return 'Press {key} again within 2 seconds to clear.';
  const posts = onAirCount === 1 ? 'the post on air' : `all ${formatCount(onAirCount, 'post', 'posts')}`;
  return `Press {key} again within 2 seconds to clear ${posts}.`;
}

type BeforeClear = FeedIndex['feed']['beforeClear'];

/** The posts that Back puts on air now: a block or guard changed since the clear changes them. */
function backNoteOf(before: BeforeClear): string {
  const posts = before?.posts ?? 0;
  return `${posts === 0 ? 'nothing' : posts} on air, held`;
}

function backConfirmOf(before: BeforeClear): string {
  const posts = before?.posts ?? 0;
  const wasEmpty = before?.revision == null;
  if (posts === 0)
    return wasEmpty
      ? 'Press {key} again to hold. Nothing was on air before the clear.'
      : 'Press {key} again to hold with nothing on air.';
  const they = wasEmpty ? ` ${posts === 1 ? 'It was' : 'They were'} blocked or guarded before the clear.` : '';
  return `Press {key} again to put ${formatCount(posts, 'post', 'posts')} on air.${they}`;
}

function postStatesOf(
  index: FeedIndex,
  selected: SelectedRow,
): Pick<ActionStates, 'block' | 'unblock' | 'allow' | 'markUsed' | 'guardAuthor'> {
  if (selected === null || selected === 'hidden') {
    const none = disabled(selected === null ? 'select a post' : hiddenReason);
    return { block: none, unblock: none, allow: none, markUsed: none, guardAuthor: none };
  }
  const { feed } = index;
  const id = selected.item.id;
  const name = nameOf(selected.item);
  if (isEmptySlot(selected) && !index.onAir.has(id) && !index.liveItems.has(id)) {
    const gone = disabled('no longer in this list');
    return { block: gone, unblock: gone, allow: gone, markUsed: gone, guardAuthor: gone };
  }
  const isBlocked = index.blocked.has(id);
  const isUsed = index.used.has(id);
  const postOptions = { target: id, itemId: id };
  const postInput = { feed: feed.slug, itemId: id };
  return {
    block: isBlocked
      ? disabled('already blocked')
      : enabled(name, { name: 'block', input: { ...postInput, reason: null } }, postOptions),
    unblock: isBlocked
      ? enabled(
          name,
          { name: 'unblock', input: postInput },
          { ...postOptions, confirm: `Press {key} again to unblock ${name}.` },
        )
      : disabled('not blocked'),
    allow:
      index.guarded.has(id) && !isBlocked
        ? enabled(
            name,
            { name: 'allow', input: postInput },
            { ...postOptions, confirm: `Press {key} again to allow ${name} on air.` },
          )
        : disabled('not guarded'),
    markUsed: enabled(
      isUsed ? 'mark unused' : 'mark used',
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
  if (author === null) return disabled('the post has no author');
  const { words, authors, allowed, version } = feed.guards;
  if (authors.some((known) => known.replace(/^@/, '').toLowerCase() === author.toLowerCase()))
    return disabled('already guarded');
  const newAuthors = [...authors, author];
  const command = { name: 'guards', input: { feed: feed.slug, words, authors: newAuthors, version } } as const;
  // Changing the guards forgets which posts were allowed, so allowed posts may go off air too.
  const authorGuard = { words: [], authors: [author], allowed: [] };
  const newGuards = { words, authors: newAuthors, allowed: [] };
  // Only a post allowed on air can match the guards there, apart from the author's own posts.
  const alsoOff = onAirItems(index, allowed).filter(
    (post) => matchGuard(authorGuard, post) === null && matchGuard(newGuards, post) !== null,
  );
  if (alsoOff.length === 0)
    return enabled(`all posts by ${isolateName(author)}`, command, { target: item.id, itemId: item.id });
  return enabled(`all posts by ${isolateName(author)}`, command, {
    target: [item.id, ...alsoOff.map(({ id }) => id)].join(' '),
    itemId: item.id,
    confirm: `Press {key} again to guard all posts by ${isolateName(author)}. Posts allowed earlier also go off: ${listNames(alsoOff.map(nameOf))}.`,
  });
}

function rehearsalStatesOf(
  rehearsal: RehearsalView | null,
): Pick<ActionStates, 'rehearsePause' | 'rehearseStep' | 'rehearseEnd'> {
  if (rehearsal === null) {
    const none = disabled('no rehearsal');
    return { rehearsePause: none, rehearseStep: none, rehearseEnd: none };
  }
  const { isPaused, speed, step, steps } = rehearsal;
  return {
    rehearsePause:
      speed === 'step'
        ? disabled('playing step by step')
        : enabled(isPaused ? 'resume' : 'pause', { name: 'pauseRehearsal', input: { isPaused: !isPaused } }),
    rehearseStep:
      step >= steps ? disabled('the recording has ended') : enabled('next event', { name: 'stepRehearsal', input: {} }),
    rehearseEnd: enabled(
      'end rehearsal',
      { name: 'endRehearsal', input: {} },
      { target: rehearsal.recording, confirm: 'Press {key} again within 2 seconds to end the rehearsal.' },
    ),
  };
}
