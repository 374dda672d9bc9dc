/** Prepares the commands that can replace a whole list on air, step by step. */
import type { ListWithHeader } from '../../core/feedState.ts';
import { type FeedEvent, feedOf, type ShowState } from '../../core/show.ts';
import type { Steps } from '../../core/steps.ts';
import { nextTurn } from '../../disk/turns.ts';
import { longListLength, prepareComparison, prepareOnAir } from '../prepareLists.ts';

/**
 * Applies events in the order of the calls. `apply` is called now for short lists, otherwise once the event is prepared or the next one comes:
 * a clear never waits for a release, and never goes before it.
 */
export function createPreparedApply<Result>(
  state: () => ShowState,
  apply: (event: FeedEvent) => Promise<Result>,
): (event: FeedEvent) => Promise<Result> {
  let applyNow = (): void => {};

  return (event) => {
    applyNow();
    const steps = prepareFeedEvent(state(), event);
    if (steps.next().done === true) return apply(event);
    return new Promise((resolve) => {
      let isApplied = false;
      applyNow = () => {
        if (!isApplied) resolve(apply(event));
        isApplied = true;
      };
      void takeSteps(steps, () => isApplied).then(applyNow, applyNow);
    });
  };
}

async function takeSteps(steps: Steps<void>, isStopped: () => boolean): Promise<void> {
  do await nextTurn();
  while (!isStopped() && steps.next().done !== true);
}

/** Decides nothing: whatever has changed when the event is applied is computed again. */
function* prepareFeedEvent(state: ShowState, event: FeedEvent): Steps<void> {
  const feed = feedOf(state, event.feed);
  if (feed === null) return;
  const next = findNextBase(state, event);
  const guards =
    event.type === 'guardsSet'
      ? { ...feed.guards, words: event.words, authors: event.authors, allowed: [] }
      : feed.guards;
  const base = next ?? feed.base;
  if (
    (next === null && guards === feed.guards) ||
    Math.max(base.items.length, feed.base.items.length) <= longListLength
  )
    return;
  yield;
  yield* prepareComparison(feed.base.items, base.items);
  yield* prepareOnAir({ ...feed, guards }, base.items);
}

/** The list behind the gate after the event; `null` if the event keeps it. */
function findNextBase(state: ShowState, event: FeedEvent): ListWithHeader | null {
  switch (event.type) {
    case 'feedReleased':
      return feedOf(state, event.feed)?.live ?? null;
    case 'feedTaken':
      return event.only === null ? (feedOf(state, event.feed)?.live ?? null) : null;
    case 'feedBroughtBack':
      return feedOf(state, event.feed)?.beforeClear ?? null;
    case 'feedRolledBack':
      return event.list;
    default:
      return null;
  }
}
