import { expect, it } from 'vitest';
import { toFeedItem } from '../../../src/core/feed/item.ts';
import { isSameToConsumers } from '../../../src/core/feed/publication.ts';
import { toVmixRow } from '../../../src/core/feed/vmix.ts';
import type { MediaFacts } from '../../../src/core/show.ts';
import { post } from '../build.ts';

const mediaUrl = 'https://pics.example/a.mp4';
const video: MediaFacts = {
  ...{
    name: 'a.mp4',
    posterName: 'p.jpg',
    width: 64,
    height: 48,
    durationMs: 500,
    codec: null,
    sizes: [],
    bytes: null,
    progress: 1,
    isBroken: false,
  },
};
const withoutPoster = { ...video, posterName: null };
const item = post('p1', { media: [{ mediaUrl, mediaType: 'video/mp4' }] });
const lookupWith = (facts: MediaFacts) => ({
  ...{ base: 'http://127.0.0.1:7411', media: new Map([[mediaUrl, facts]]) },
  formatTimeOfDay: (date: string) => date,
});

it('gives graphics the local address of a video’s poster, and none until there is one', () => {
  const posterUrl = 'http://127.0.0.1:7411/media/p.jpg';
  expect(toFeedItem(item, 0, lookupWith(video)).media).toMatchObject([{ posterUrl, ready: true }]);
  expect(toVmixRow(item, 0, lookupWith(video)).posterUrl).toBe(posterUrl);
  expect(toFeedItem(item, 0, lookupWith(withoutPoster)).media).toMatchObject([{ posterUrl: null, ready: true }]);
  expect(toVmixRow(item, 0, lookupWith(withoutPoster)).posterUrl).toBe('');
});

it('counts a new poster as a change for consumers', () => {
  expect(isSameToConsumers(withoutPoster, video)).toBe(false);
  expect(isSameToConsumers({ ...video, progress: 0.5 }, video)).toBe(true);
});
