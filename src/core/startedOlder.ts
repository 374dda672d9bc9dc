/** Describes a feed that started with an older state than what a consumer or a desk had before. */
import type { FeedState } from './feedState.ts';
import { describeProblem, type Problem } from './problem.ts';

/** `feed` as it started, `known` by whom and with which revision; `startedAt` is ISO 8601. */
export function describeStartedOlder(
  { slug, onAir }: FeedState,
  known: { readonly name: string; readonly revision: number },
  startedAt: string,
): Problem {
  const facts = { name: known.name, known: known.revision, feed: slug, revision: onAir.revision };
  return describeProblem('FEED_STARTED_OLDER', `feed:${slug}`, startedAt, facts);
}
