/** Describes a feed that started with an older state than what a consumer or a desk had before. */
import type { FeedState } from './feedState.ts';
import { say } from './language/say.ts';
import { describeProblem, type Problem } from './problem.ts';
import type { ShowEvent } from './show.ts';
import type { StartedOlder } from './startDoubt.ts';

/** `startedAt` is ISO 8601. */
export function describeStartedOlder(
  { slug, gate }: Pick<FeedState, 'slug' | 'gate'>,
  { name, known, revision }: StartedOlder,
  startedAt: string,
): Problem {
  const check = (): string => (gate === 'following' ? say('the guards') : say('the guards, then take or release'));
  const facts = { name, known, feed: slug, revision, check };
  return describeProblem('FEED_STARTED_OLDER', `feed:${slug}`, startedAt, facts);
}

/** The problem is raised also if the doubt can’t be saved. `feed` is as it started; times are ISO 8601. */
export function listStartedOlderEvents(
  feed: FeedState,
  reader: Pick<StartedOlder, 'name' | 'known'>,
  startedAt: string,
  at: string,
): readonly ShowEvent[] {
  const doubt: StartedOlder = { kind: 'older', ...reader, revision: feed.onAir.revision };
  return [
    { type: 'problemRaised', problem: describeStartedOlder(feed, doubt, startedAt) },
    { type: 'startDoubted', feed: feed.slug, doubt, by: null, at },
  ];
}
