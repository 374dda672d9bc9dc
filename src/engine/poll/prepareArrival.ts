/** Compares an arriving list with the current ones step by step, before it is applied in one turn. */
import type { Collection, Item } from '../../core/collection.ts';
import { compareListsInSteps } from '../../core/compare.ts';
import { visibleItemsInSteps } from '../../core/feedState.ts';
import { type ShowState, snapshotOf } from '../../core/show.ts';
import type { Steps } from '../../core/steps.ts';
import { listHash } from '../feed/listHash.ts';
import { findPartsInSteps } from '../show/listParts.ts';

type Lists = readonly [before: readonly Item[], after: readonly Item[]];

const longListLength = 1000;

/**
 * Prepares what the store and its subscribers will compute if they accept this version now. It decides nothing: whatever has changed by then is
 * computed again.
 */
export function* prepareArrival(state: ShowState, collection: Collection): Steps<void> {
  const current = snapshotOf(state, collection.id)?.collection ?? null;
  const compared: Lists[] =
    current === null
      ? []
      : [
          [current.live, collection.live],
          [current.staging, collection.staging],
        ];
  for (const feed of state.feeds) {
    if (feed.collectionId !== collection.id || feed.gate !== 'following') continue;
    const shown = yield* visibleItemsInSteps(feed, collection.live);
    if (shown.length > longListLength) yield* listHash.inSteps(shown);
    compared.push([feed.onAir.items, shown]);
  }
  for (const [before, after] of compared) {
    if (before === after || Math.max(before.length, after.length) <= longListLength) continue;
    yield* compareListsInSteps(before, after);
    yield* findPartsInSteps(before, after);
  }
}
