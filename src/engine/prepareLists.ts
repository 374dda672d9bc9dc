/** Compares long lists step by step, so that the turn in which the store applies a change finds the results. */
import type { Item } from '../core/collection.ts';
import { compareListsInSteps } from '../core/compare.ts';
import { type FeedState, visibleItemsInSteps } from '../core/feedState.ts';
import type { Steps } from '../core/steps.ts';
import { listHash } from './feed/listHash.ts';
import { findPartsInSteps } from './show/listParts.ts';

/** Shorter lists are compared when they are needed. */
export const longListLength = 1000;

/** For a feed whose next list behind the gate is `base`. */
export function* prepareOnAir(
  feed: Pick<FeedState, 'blocks' | 'guards' | 'onAir'>,
  base: readonly Item[],
): Steps<void> {
  const shown = yield* visibleItemsInSteps(feed, base);
  if (shown.length > longListLength) yield* listHash.inSteps(shown);
  yield* prepareComparison(feed.onAir.items, shown);
}

export function* prepareComparison(before: readonly Item[], after: readonly Item[]): Steps<void> {
  if (before === after || Math.max(before.length, after.length) <= longListLength) return;
  yield* compareListsInSteps(before, after);
  yield* findPartsInSteps(before, after);
}
