import { request } from 'node:http';
import { expect, it } from 'vitest';
import type { Item } from '../../../src/core/collection.ts';
import { createEmptyFeed, type FeedState } from '../../../src/core/feedState.ts';
import { emptyShow } from '../../../src/core/show.ts';
import { createDocumentCache, type DocumentCache } from '../../../src/engine/feed/documentCache.ts';
import { type Format, formatOf, formats } from '../../../src/engine/feed/formats.ts';
import { post } from '../../core/build.ts';
import { startShow } from './showHarness.ts';

const base = 'http://127.0.0.1:7411';
const at = '2026-11-20T18:00:00.000Z';
const items = Array.from({ length: 10_000 }, (_, number) => post(`post-${number}`));
const lists = Object.entries(formats).filter(([, { follows }]) => follows === 'list');

function feedWith(posts: readonly Item[], revision: number): FeedState {
  const feed = createEmptyFeed('main', at);
  return { ...feed, onAir: { ...feed.onAir, items: posts, revision } };
}

function cacheOf(feed: FeedState): DocumentCache {
  const cache = createDocumentCache(emptyShow, createEmptyFeed('main', at), () => '18:00');
  cache.update(emptyShow, feed);
  return cache;
}

/** Turns of the event loop until the work is done. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  return turns;
}

/** A format that counts how often its documents are begun and their steps. */
function counted(format: Format): { readonly format: Format; readonly counts: { begun: number; steps: number } } {
  if (format.follows !== 'list') throw new Error('not a document of the whole list');
  const counts = { begun: 0, steps: 0 };
  const write: typeof format.write = function* (...input) {
    counts.begun += 1;
    const steps = format.write(...input);
    for (let step = steps.next(); ; step = steps.next()) {
      counts.steps += 1;
      if (step.done === true) return step.value;
      yield;
    }
  };
  return { format: { ...format, write }, counts };
}

it.each(lists)(
  'a %s of 10,000 posts is written in steps with turns between them, with the same bytes',
  async (name, format) => {
    const feed = feedWith(items, 1);
    const cache = cacheOf(feed);
    const preparing = cache.prepare(name, format, '', base);
    if (preparing === null) throw new Error('written in one turn');
    expect(await countTurns(preparing)).toBeGreaterThanOrEqual(20);
    expect(cache.rendition(name, format, '', base).body).toEqual(cacheOf(feed).rendition(name, format, '', base).body);
    if (name !== 'live.json') expect(cache.prepare(name, format, '', base)).toBeNull();
  },
);

it('readers that wait for the same document share its steps', async () => {
  const { format, counts } = counted(formats['live.atom'] as Format);
  const cache = cacheOf(feedWith(items, 1));
  await Promise.all(Array.from({ length: 16 }, () => cache.prepare('live.atom', format, '', base)));
  expect(counts).toEqual({ begun: 1, steps: 40 });
  cache.rendition('live.atom', format, '', base);
  expect(counts.begun).toBe(1);
});

it('a list that changes while its document is written never mixes with the next one, and readers get the newest', async () => {
  const { format, counts } = counted(formats['live.csv'] as Format);
  const [first, second] = [feedWith(items, 1), feedWith(items.toReversed(), 2)];
  const cache = cacheOf(first);
  const preparing = cache.prepare('live.csv', format, '', base);
  await new Promise((resolve) => setImmediate(resolve));
  cache.update(emptyShow, second);
  await preparing;
  expect(counts.begun).toBe(2);
  const { body, etag } = cache.rendition('live.csv', format, '', base);
  expect(counts.begun).toBe(2);
  expect(body).toEqual(cacheOf(second).rendition('live.csv', format, '', base).body);
  expect(etag).toBe(cache.etag(format));
});

it('a list that changes faster than its document can be written still reaches its readers', async () => {
  const format = formatOf('live.atom') as Format;
  const cache = cacheOf(feedWith(items, 1));
  let revision = 1;
  const change = (): void => void cache.update(emptyShow, feedWith(items.slice(revision), ++revision));
  const preparing = cache.prepare('live.atom', format, '', base);
  let isDone = false;
  void preparing?.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    change();
  }
  const newest = String(cache.rendition('live.atom', format, '', base).body);
  expect(newest.match(/<entry>/g)).toHaveLength(items.length - revision + 1);
});

it('a short list is written without waiting', () => {
  const cache = cacheOf(feedWith(items.slice(0, 500), 1));
  for (const [name, format] of lists) expect(cache.prepare(name, format, '', base)).toBeNull();
});

it('a reader of one post is answered while a long document is written for another', async () => {
  const show = await startShow(items);
  const answered: string[] = [];
  const read = (path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: show.port, path, agent: false }, (response) => {
        answered.push(path);
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
        });
        response.on('end', () => resolve(bytes));
      });
      sent.on('error', reject);
      sent.end();
    });
  try {
    const [long, short] = await Promise.all([read('/feeds/main/live.atom'), read('/feeds/main/current.json')]);
    expect(answered).toEqual(['/feeds/main/current.json', '/feeds/main/live.atom']);
    expect(long).toBeGreaterThan(1_000_000);
    expect(short).toBeLessThan(10_000);
  } finally {
    await show.stop();
  }
});
