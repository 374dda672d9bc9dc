/** Compares an arriving list with the current ones step by step, before it is applied in one turn. */
import type { Collection } from '../../core/collection.ts';
import { type ShowState, snapshotOf } from '../../core/show.ts';
import type { Steps } from '../../core/steps.ts';
import { prepareComparison, prepareOnAir } from '../prepareLists.ts';

/**
 * Prepares what the store and its subscribers will compute if they accept this version now. It decides nothing: whatever has changed by then is
 * computed again.
 */
export function* prepareArrival(state: ShowState, collection: Collection): Steps<void> {
  const current = snapshotOf(state, collection.id)?.collection ?? null;
  if (current !== null) {
    yield* prepareComparison(current.live, collection.live);
    yield* prepareComparison(current.staging, collection.staging);
  }
  for (const feed of state.feeds)
    if (feed.collectionId === collection.id && feed.gate === 'following') yield* prepareOnAir(feed, collection.live);
}
