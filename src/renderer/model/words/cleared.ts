/** The sentence about a cleared feed: what Back and Release put on air. */
import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { say } from '../../../core/language/say.ts';
import { formatDayTime } from '../../../core/time.ts';
import { takeDifferenceOf } from './counts.ts';
import { emphasise } from './emphasis.ts';

/** On a desk without keys, only when it was cleared. */
export function describeCleared(feed: DeskFeed, { right }: Pick<DeskState, 'right'>, nowMs: number): string {
  const cleared = say('Cleared at {time}.', { time: emphasise(formatDayTime(feed.gateSince, nowMs)) });
  if (right === 'view') return cleared;
  const release = say(
    '{count, plural, one {{release} puts the current live list on air: # post.} other {{release} puts the current live list on air: # posts.}}',
    { release: emphasise(say('Release')), count: takeDifferenceOf(feed).added.length },
  );
  return `${cleared} ${describeBack(feed.beforeClear)} ${release}`;
}

/** Counts the posts that Back puts on air now: a block or guard changed since the clear changes them. */
function describeBack(before: DeskFeed['beforeClear']): string {
  const count = before?.posts ?? 0;
  const back = emphasise(say('Back'));
  const sentence =
    count === 0
      ? say('{back} holds with nothing on air.', { back })
      : say('{count, plural, one {{back} puts # post on air, held.} other {{back} puts # posts on air, held.}}', {
          back,
          count,
        });
  return before?.revision == null ? `${say('Nothing was on air before.')} ${sentence}` : sentence;
}
