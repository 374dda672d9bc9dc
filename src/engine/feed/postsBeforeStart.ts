/** Lists the posts that a consumer from before the start may show, if it is not known which consumers there were. */
import type { FeedState } from '../../core/feedState.ts';
import { collectionsOf, type ShowState } from '../../core/show.ts';
import type { RestoredFeed } from './savedReaders.ts';

/** Returns the ids of all posts that the show knew at the start or that were on air in the day before; none if all consumers are known. */
export function listDoubtfulPosts(
  state: ShowState,
  { live, base, beforeClear, onAir, blocks }: FeedState,
  { isComplete, left, aired }: RestoredFeed,
): ReadonlySet<string> {
  if (isComplete) return new Set();
  // A post in staging may have been live before.
  const stored = collectionsOf(state).flatMap((collection) => [...collection.live, ...collection.staging]);
  const items = [...stored, ...live.items, ...base.items, ...(beforeClear?.items ?? []), ...onAir.items];
  return new Set([
    ...items.map(({ id }) => id),
    ...blocks.map(({ itemId }) => itemId),
    ...left.map(([id]) => id),
    ...aired,
  ]);
}
