// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { DeskMedia } from '../../../../src/contract/deskItem.ts';
import type { MeasuredFit } from '../../../../src/core/fit.ts';
import { indexFeed } from '../../../../src/renderer/model/feedIndex.ts';
import { createLiveRows } from '../../../../src/renderer/model/rows.ts';
import { describeFits, describePosted, detailFactsOf } from '../../../../src/renderer/screens/panels/postFacts.ts';
import { posts } from '../../states/posts.ts';
import { baseFeed, baseLists } from '../../states/show.ts';

const whole: MeasuredFit = {
  ...{ itemId: 'mira', isWholeOnCard: true, isWholeOnWall: true, isCroppedOnWall: false, missing: '' },
};

function mediaLines(changes: Partial<DeskMedia>): readonly string[] | undefined {
  const [picture] = posts.kenji.media;
  if (picture === undefined) throw new Error('no picture');
  const item = { ...posts.kenji, media: [{ ...picture, ...changes }] };
  const index = indexFeed(baseFeed, { ...baseLists, live: [item] });
  const row = createLiveRows()(index, false)[0];
  if (row === undefined) throw new Error('no row');
  return new Map(detailFactsOf(row, index, null, {}, [], 0)).get('Media');
}

it('a picture has its host and its smaller sizes in lines of their own', () => {
  expect(mediaLines({ sizes: [320, 640] })).toEqual([
    'Square, 1080 × 1080, JPEG, 412\u00a0KB. Stored on this machine',
    'From pics.harbour.example',
    'Also 320 and 640 px wide',
  ]);
  expect(mediaLines({ sizes: [] })?.slice(1)).toEqual(['From pics.harbour.example']);
  expect(mediaLines({ sizes: [], host: null })).toHaveLength(1);
  // To know whom to ask.
  expect(mediaLines({ isBroken: true, sizes: [] })?.[1]).toBe('From pics.harbour.example');
});

it('writes formats and sizes as the service’s page does', () => {
  expect(mediaLines({ mediaType: 'image/webp', bytes: 25_400, sizes: [], host: null })).toEqual([
    'Square, 1080 × 1080, WebP, 25\u00a0KB. Stored on this machine',
  ]);
});

it('fits has one line for the overlays, and one for each target on a video', () => {
  expect(describeFits(posts.kenji, whole, ['obs'])).toEqual(['card, ticker and wall in full']);
  expect(describeFits(posts.kenji, null, ['obs'])).toEqual(['not measured']);
  expect(describeFits(posts.mira, { ...whole, isWholeOnWall: false, missing: 'x' }, ['obs', 'casparcg'])).toEqual([
    'text cut on wall, at the smallest size. no font of the overlays has x (U+0078)',
    'OBS plays H.264',
    'CasparCG can’t play H.264',
  ]);
});

it('fits names every target while none reads the feed, and says when the codec of a video is not known', () => {
  expect(describeFits(posts.mira, whole, []).slice(1)).toEqual([
    'OBS plays H.264',
    'vMix may not play H.264',
    'CasparCG can’t play H.264',
    'a browser plays H.264',
  ]);
  expect(describeFits(posts.zanele, whole, ['obs']).slice(1)).toEqual(['codec of a video not known']);
});

it('the time of a post has its age under an hour, and is said once after that', () => {
  const at = new Date(2026, 10, 20, 17, 55);
  const describe = (minutes: number) => describePosted(at.toISOString(), at.getTime() + minutes * 60_000);
  expect([describe(12), describe(90), describe(3 * 24 * 60)]).toEqual([
    '17:55:00, 12 min ago',
    '17:55:00',
    '20 Nov 17:55',
  ]);
});
