import { setImmediate as immediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Item } from '../../../src/core/collection.ts';
import { createEmptyFeed, type FeedState } from '../../../src/core/feedState.ts';
import { emptyShow } from '../../../src/core/show.ts';
import { createDocumentCache } from '../../../src/engine/feed/documentCache.ts';
import { post } from '../../core/build.ts';

const base = 'http://127.0.0.1:7411';
const at = '2026-11-20T18:00:00.000Z';

function feedWith(items: readonly Item[], revision: number): FeedState {
  const feed = createEmptyFeed('main', at);
  return { ...feed, onAir: { ...feed.onAir, items, revision } };
}

it('a long live.json written in steps has the same bytes, also when the list is read or changes meanwhile', async () => {
  const items = Array.from({ length: 3500 }, (_, number) => post(`post-${number}`));
  const first = feedWith(items, 1);
  const second = feedWith(items.toReversed(), 2);
  const written = (feed: FeedState): string => String(createDocumentCache(emptyShow, feed, () => '').live(base));
  const cache = createDocumentCache(emptyShow, createEmptyFeed('main', at), () => '');

  cache.update(emptyShow, first);
  const prepared = cache.prepareLive(base);
  expect(String(cache.live(base))).toBe(written(first));
  await prepared;
  expect(String(cache.live(base))).toBe(written(first));

  cache.update(emptyShow, second);
  await cache.prepareLive(base);
  expect(String(cache.live(base))).toBe(written(second));

  cache.update(emptyShow, first);
  const abandoned = cache.prepareLive(base);
  await immediate();
  cache.update(emptyShow, second);
  await abandoned;
  expect(String(cache.live(base))).toBe(written(second));
});
