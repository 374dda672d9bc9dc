/** The sentence about a cleared feed: what Back and Release put on air. */
import type { DeskFeed } from '../../../contract/deskState.ts';
import { formatClockTime } from '../../../core/time.ts';
import { formatCount, takeDifferenceOf } from './counts.ts';
import { emphasise } from './emphasis.ts';

export function describeCleared(feed: DeskFeed): string {
  const posts = formatCount(takeDifferenceOf(feed).added.length, 'post', 'posts');
  return `Cleared at ${emphasise(formatClockTime(feed.gateSince))}. ${describeBack(feed.beforeClear)} ${emphasise('Release')} puts the current live list on air: ${posts}.`;
}

function describeBack(before: DeskFeed['beforeClear']): string {
  if (before?.revision != null) return `${emphasise('Back')} puts revision ${before.revision} back on air, held.`;
  const posts = before?.posts ?? 0;
  return posts === 0
    ? `Nothing was on air before. ${emphasise('Back')} holds with nothing on air.`
    : `Nothing was on air before. ${emphasise('Back')} puts ${formatCount(posts, 'post', 'posts')} on air, held.`;
}
