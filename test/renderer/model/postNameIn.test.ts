/** Tests how a sentence names a post. */
import { expect, it } from 'vitest';
import { emptyListsOf, indexFeed } from '../../../src/renderer/model/feedIndex.ts';
import { postNameIn } from '../../../src/renderer/model/words/postNameIn.ts';
import { baseFeed, baseLists, scenes } from '../states/show.ts';

it('names a post by its author, or by its id if it was blocked after it had left every list', () => {
  const [blocked] = scenes['onair-risk'].state.feeds.flatMap((feed) => feed.blocked);
  if (blocked === undefined) throw new Error('no block');
  const feed = { ...baseFeed, blocked: [{ ...blocked, itemId: 'left-long-ago', post: null }] };
  const name = postNameIn(indexFeed(feed, baseLists));
  const [first] = baseLists.live;
  expect(name(first?.id ?? '')).toContain(first?.fullName);
  expect(name('left-long-ago')).toBe('left-long-ago');
  expect(postNameIn(indexFeed(feed, emptyListsOf('main')))('left-long-ago')).toBe('left-long-ago');
});
