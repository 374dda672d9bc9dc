/** Describes a feed that started with an older state than what a consumer or a desk had before. */
import type { FeedState } from './feedState.ts';
import { describeProblem, type Problem } from './problem.ts';
import type { ShowEvent } from './show.ts';
import type { StartedOlder } from './startDoubt.ts';

/** `startedAt` is ISO 8601. */
export function describeStartedOlder(
  slug: string,
  { name, known, revision }: StartedOlder,
  startedAt: string,
): Problem {
  return describeProblem('FEED_STARTED_OLDER', `feed:${slug}`, startedAt, { name, known, feed: slug, revision });
}

/** The problem is raised also if the doubt can’t be saved. `feed` is as it started; times are ISO 8601. */
export function listStartedOlderEvents(
  { slug, onAir }: FeedState,
  reader: Pick<StartedOlder, 'name' | 'known'>,
  startedAt: string,
  at: string,
): readonly ShowEvent[] {
  const doubt: StartedOlder = { kind: 'older', ...reader, revision: onAir.revision };
  return [
    { type: 'problemRaised', problem: describeStartedOlder(slug, doubt, startedAt) },
    { type: 'startDoubted', feed: slug, doubt, by: null, at },
  ];
}
