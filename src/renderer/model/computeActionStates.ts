/** Computes the state of every key from the feed and the selected row. */
import type { DeskFeed } from '../../contract/deskState.ts';
import type { RehearsalView } from '../../contract/history.ts';
import { countDifference, type Difference, noDifference } from '../../core/compare.ts';
import { formatNumber } from '../../core/formatNumber.ts';
import { say } from '../../core/language/say.ts';
import { type ActionState, type ActionStates, disabled, enabled } from './actionState.ts';
import { actionNames, isSentAction, type SentAction } from './actions.ts';
import type { FeedIndex } from './feedIndex.ts';
import { playHeadStatesOf, type RotationChoice, type SelectedRow } from './playHeadStates.ts';
import { postStatesOf } from './postStates.ts';
import type { RowView } from './rowModel.ts';
import { severalStatesOf } from './severalStates.ts';
import { blockedChangesOf, formatDifference, takeDifferenceOf } from './words/counts.ts';
import { describeFollowed } from './words/followed.ts';
import { unconfirmedBlocksOf } from './words/takedown.ts';

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
