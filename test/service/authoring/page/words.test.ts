/** The sentences of the page: times, deliveries, readers. */
import { describe, expect, test } from 'vitest';
import type { Sent } from '../../../../src/service/authoring/page/api/shapes.ts';
import { toldFact } from '../../../../src/service/authoring/page/state/facts.ts';
import { kindWord, typeFault } from '../../../../src/service/authoring/page/state/mediaType.ts';
import { localTimeOf, readLocalTime, spanOf } from '../../../../src/service/authoring/page/state/time.ts';
import { countWords, deliveryWords, ordinal, readerWords } from '../../../../src/service/authoring/page/state/words.ts';

const now = Date.UTC(2026, 10, 20, 20, 42, 44);
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const sent = (more: Partial<Sent>): Sent => ({
  id: 'd',
  webhookId: 'w',
  webhookName: 'Gallery 2',
  collectionName: 'Studio B',
  version: 88,
  eventAt: at(-60),
  place: null,
  tries: 1,
  state: 'delivered',
  lastTriedAt: at(-1),
  lastStatus: 200,
  lastFault: null,
  lastMs: 38,
  nextTryAt: null,
  ...more,
});

describe('a delivery', () => {
  test.each<[Partial<Sent>, string, string]>([
    [{}, 'Delivered: 200 in 38 ms', 'good'],
    [{ tries: 2 }, 'Delivered at the 2nd try: 200', 'good'],
    [{ state: 'retrying', tries: 3, lastStatus: 503, nextTryAt: at(8) }, 'Next try in 8 s, the 4th', 'warn'],
    [{ state: 'retrying', tries: 3, nextTryAt: at(-1) }, 'Being tried now, the 4th', 'warn'],
    [{ state: 'waiting', place: 3, tries: 0 }, 'Waits its turn, 3rd in line', 'wait'],
    [{ state: 'waiting', place: 1, tries: 0 }, 'Being sent', 'wait'],
    [{ state: 'failed', lastStatus: 404 }, 'Failed for good: 404', 'bad'],
    [
      {
        state: 'gaveUp',
        tries: 297,
        eventAt: at(-86_401),
        lastTriedAt: at(-1),
        lastStatus: null,
        lastFault: 'timeout',
      },
      'Given up after 24 h, 297 tries',
      'bad',
    ],
  ])('%j reads as a sentence', (more, words, kind) => {
    expect(deliveryWords(sent(more), now)).toMatchObject({ words, kind });
  });

  test('that waits makes the fact amber and says when it is tried', () => {
    const hooks = [{ id: 'w', name: 'Gallery 2', url: '', signing: 'body', createdAt: '', isGiven: false, waiting: 1 }];
    const late = sent({ state: 'retrying', tries: 2, place: 1, nextTryAt: at(8) });
    expect(toldFact(hooks, [late], now)).toEqual({
      main: '1 delivery waits',
      note: 'Gallery 2: next try in 8 s, the 3rd',
      isLate: true,
    });
    expect(toldFact(hooks, [sent({})], now).main).toBe('All delivered');
    expect(toldFact(hooks, [sent({ state: 'failed' })], now).isLate).toBe(true);
    expect(toldFact([], [], now).main).toBe('No webhook');
  });
});

test('readers are named by the keys used within a minute, the newest use first', () => {
  const keys = [
    { name: 'gallery-1', lastUsedAt: at(-2) },
    { name: 'template', lastUsedAt: at(-30) },
    { name: 'old', lastUsedAt: at(-4000) },
    { name: 'new', lastUsedAt: null },
  ];
  expect(readerWords(keys, now)).toEqual({ main: 'Read 2 s ago', note: 'By 2 keys: gallery-1, template' });
  expect(readerWords([{ name: 'demo', lastUsedAt: null }], now).note).toBe('Key demo has not been used');
});

test('a local time is read as it was written, and an impossible one is not', () => {
  expect(readLocalTime(localTimeOf('2026-11-20T20:42:29.000Z'))).toBe('2026-11-20T20:42:29.000Z');
  for (const wrong of ['2026-13-01 10:00', '2026-11-31 10:00', '2026-11-20 24:00', '2026-11-20 10:60', '', 'now']) {
    expect(readLocalTime(wrong)).toBeNull();
  }
});

test.each([
  [0, '0 s'],
  [59_400, '59 s'],
  [277_000, '4 min 37 s'],
  [300_000, '5 min'],
  [86_400_000, '24 h'],
  [-5, '0 s'],
])('%d ms is %s', (ms, words) => {
  expect(spanOf(ms)).toBe(words);
});

test('small words are right', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal)).toEqual(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th'.split(' '),
  );
  expect([countWords(0, 0), countWords(12, 0), countWords(8, 7)]).toEqual([
    'empty',
    '12 staging, none live',
    '8 staging, 7 live',
  ]);
  expect(['image/jpeg', 'image/webp', 'video/mp4', 'image/avif'].map(kindWord)).toEqual([
    'JPEG',
    'WebP',
    'MP4',
    'image/avif',
  ]);
});

test.each([
  ['https://media.example/a.svg', false, /SVG\. Right: JPEG/],
  ['https://media.example/a.mp4', true, /a film/],
  ['ftp://media.example/a.png', false, /not an address/],
  ['quay.png', false, /not an address/],
  ['https://media.example/a.PNG?w=200', false, null],
  ['https://media.example/picture/42', false, null],
])('%s is looked at before it is asked for', (address, isForPictureOnly, fault) => {
  const found = typeFault(address, isForPictureOnly);
  if (fault === null) expect(found).toBeNull();
  else expect(found).toMatch(fault);
});
