/** Chooses the one key that a feed needs now, for the wall of all feeds. */
import type { DeskFeed, DeskState } from '../../contract/deskState.ts';
import { countDifference } from '../../core/compare.ts';
import { type ActionState, enabled } from './actionState.ts';
import type { SentAction } from './actions.ts';
import { gateStatesOf } from './computeActionStates.ts';
import { hasOpenAlarm } from './offScreen.ts';
import { takeDifferenceOf } from './words/counts.ts';
import { canSave } from './words/saving.ts';
import { isRestartShown } from './words/shownProblems.ts';

/** `open`: somebody must look at the programme monitor and confirm on the Show screen, which says what can still be on it. */
export type FeedNeed =
  | { readonly kind: 'press'; readonly action: SentAction; readonly actionState: ActionState }
  | { readonly kind: 'open' }
  | { readonly kind: 'none' };

const none: FeedNeed = { kind: 'none' };
const notNeeded = { rotation: { seconds: 8 }, rehearsal: null } as const;
const checkNow = { name: 'checkNow', input: {} } as const;

export function feedNeedOf(state: DeskState, feed: DeskFeed): FeedNeed {
  if (hasOpenAlarm(feed)) return { kind: 'open' };
  const context = { ...notNeeded, isRestartShown: isRestartShown(state, feed, true), canSave: canSave(state) };
  const states = gateStatesOf({ feed }, true, context);
  const press = (action: keyof typeof states): FeedNeed =>
    states[action].disabledReason === null ? { kind: 'press', action, actionState: states[action] } : none;
  if (!feed.served) {
    const chosen = states.takeAll.disabledReason === null ? press('takeAll') : press('release');
    // Graphics can still show a post.
    return chosen.kind === 'none' ? { kind: 'open' } : chosen;
  }
  if (feed.restored) return press('seen');
  const isUnconfirmed = feed.freshness === 'stale' || feed.freshness === 'offline';
  if (isUnconfirmed && feed.collectionId !== null && state.source.state !== 'idle')
    return {
      kind: 'press',
      action: 'checkNow',
      actionState: enabled('', checkNow),
    };
  if (feed.gate === 'cleared') return (feed.beforeClear?.posts ?? 0) > 0 ? press('back') : press('release');
  if (feed.gate === 'held') return countDifference(takeDifferenceOf(feed)) > 0 ? press('takeAll') : press('release');
  return none;
}
