/** The sentence about a cleared feed: what Back and Release put on air. */
import type { DeskFeed } from '../../../contract/deskState.ts';
import { formatClockTime } from '../../../core/time.ts';
import { formatCount, takeDifferenceOf } from './counts.ts';
import { emphasise } from './emphasis.ts';

export function describeCleared(feed: DeskFeed): string {
  const posts = formatCount(takeDifferenceOf(feed).added.length, 'post', 'posts');
  return `Cleared at ${emphasise(formatClockTime(feed.gateSince))}. ${describeBack(feed.beforeClear)} ${emphasise('Release')} puts the current live list on air: ${posts}.`;
}

/** Counts the posts that Back puts on air now: a block or guard changed since the clear changes them. */
function describeBack(before: DeskFeed['beforeClear']): string {
  const posts = before?.posts ?? 0;
  const wasEmpty = before?.revision == null ? 'Nothing was on air before. ' : '';
  return posts === 0
    ? `${wasEmpty}${emphasise('Back')} holds with nothing on air.`
    : `${wasEmpty}${emphasise('Back')} puts ${formatCount(posts, 'post', 'posts')} on air, held.`;
}
