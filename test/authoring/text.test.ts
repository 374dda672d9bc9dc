/** The page's sentences about times, deliveries and readers. */
import { describe, expect, test } from 'vitest';
import type { Collection } from '../../src/authoring/api/shapes.ts';
import { describeDeliveries } from '../../src/authoring/state/deliveryFact.ts';
import { findUrlProblem } from '../../src/authoring/state/mediaType.ts';
import {
  describeContent,
  describeDelivery,
  describeNotified,
  describeReaders,
  describeSaved,
  formatCounts,
  formatOrdinal,
} from '../../src/authoring/state/text.ts';
import { formatLocalTime, parseLocalTime } from '../../src/authoring/state/time.ts';
import type { Delivery } from '../../src/core/authoringDocument.ts';
import { formatMediaType } from '../../src/core/mediaKind.ts';

const now = Date.UTC(2026, 10, 20, 20, 42, 44);
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const deliveryWith = (fields: Partial<Delivery>): Delivery => ({
  id: 'd',
  webhookId: 'w',
  webhookName: 'Gallery 2',
  collectionId: 'c',
  collectionName: 'Studio B',
  version: 88,
  eventAt: at(-60),
  isLost: false,
  queuePosition: null,
  tries: 1,
  superseded: 0,
  state: 'delivered',
  lastTriedAt: at(-1),
  lastStatus: 200,
  lastFault: null,
  lastMs: 38,
  nextTryAt: null,
  ...fields,
});

test.each([
  [0, 'Studio B, 88'],
  [1, 'Studio B, 88, replaces 1 older version'],
  [14, 'Studio B, 88, replaces 14 older versions'],
])('says that a delivery replaced %i older versions', (superseded, text) => {
  expect(describeContent(deliveryWith({ superseded }))).toBe(text);
});

describe('a delivery', () => {
  test.each<[Partial<Delivery>, string, string]>([
    [{}, 'Delivered: 200 in 38 ms', 'good'],
    [{ tries: 2 }, 'Delivered on the 2nd try: 200', 'good'],
    [{ state: 'retrying', tries: 3, lastStatus: 503, nextTryAt: at(8) }, 'Next try in 8 s (4th)', 'warn'],
    [{ state: 'retrying', tries: 3, nextTryAt: at(-1) }, 'Trying now (4th)', 'warn'],
    [{ state: 'waiting', queuePosition: 3, tries: 0 }, 'Queued, 3rd in line', 'wait'],
    [{ state: 'waiting', queuePosition: 1, tries: 0 }, 'Sending', 'wait'],
    [{ state: 'failed', lastStatus: 404 }, 'Failed permanently: 404', 'bad'],
    [
      {
        state: 'gaveUp',
        tries: 297,
        eventAt: at(-86_401),
        lastTriedAt: at(-1),
        lastStatus: null,
        lastFault: 'timeout',
      },
      'Gave up after 24 h, 297 tries',
      'bad',
    ],
  ])('%j is described as %s', (fields, text, kind) => {
    expect(describeDelivery(deliveryWith(fields), null, now)).toMatchObject({ text, kind });
  });

  test('makes the strip’s fact amber while it is retried and shows the next try', () => {
    const webhooks = [
      { id: 'w', name: 'Gallery 2', url: '', signing: 'body', createdAt: '', isSetAtStartup: false, waiting: 1 },
    ];
    const late = deliveryWith({ state: 'retrying', tries: 2, queuePosition: 1, nextTryAt: at(8) });
    expect(describeDeliveries(webhooks, [late], now)).toEqual({
      main: '1 delivery waiting',
      note: 'Gallery 2: next try in 8 s (3rd)',
      isLate: true,
    });
    expect(describeDeliveries(webhooks, [deliveryWith({})], now).main).toBe('All delivered');
    expect(describeDeliveries(webhooks, [deliveryWith({ state: 'failed', isLost: true })], now).isLate).toBe(true);
    const lost = deliveryWith({ state: 'failed', isLost: true });
    // However many of other collections arrived since.
    expect(describeDeliveries(webhooks, [deliveryWith({}), lost], now).main).toBe('1 webhook failing');
    expect(describeDeliveries(webhooks, [deliveryWith({}), { ...lost, isLost: false }], now).main).toBe(
      'All delivered',
    );
    expect(describeDeliveries([], [], now).main).toBe('No webhooks');
    // A test is no delivery, and may have been sent.
    expect(describeDeliveries(webhooks, [], now).main).toBe('No change sent yet');
  });
});

test('names the keys used within the last minute and the time of the newest use', () => {
  const keys = [
    { name: 'gallery-1', lastUsedAt: at(-2), isSetAtStartup: false },
    { name: 'template', lastUsedAt: at(-30), isSetAtStartup: false },
    { name: 'old', lastUsedAt: at(-4000), isSetAtStartup: false },
    { name: 'new', lastUsedAt: null, isSetAtStartup: false },
  ];
  expect(describeReaders(keys, now)).toEqual({ main: 'Read 2 s ago', note: 'By 2 keys: gallery-1, template' });
  const unused = { name: 'demo', lastUsedAt: null };
  expect(describeReaders([{ ...unused, isSetAtStartup: false }], now).note).toBe('API key demo has not been used');
  expect(describeReaders([{ ...unused, isSetAtStartup: true }], now).note).toBe('The startup key has not been used');
});

test('says when readers get a change only if it changed live and nobody is notified', () => {
  expect(describeNotified(0, true)).toBe('Readers see the change at their next request.');
  expect(describeNotified(0, false)).toBe('');
  expect([1, 2].map((count) => describeNotified(count, false))).toEqual([
    '1 webhook to notify.',
    '2 webhooks to notify.',
  ]);
});

test('parses a local time that it formatted, and rejects an impossible one', () => {
  expect(parseLocalTime(formatLocalTime('2026-11-20T20:42:29.000Z'))).toBe('2026-11-20T20:42:29.000Z');
  for (const wrong of ['2026-13-01 10:00', '2026-11-31 10:00', '2026-11-20 24:00', '2026-11-20 10:60', '', 'now']) {
    expect(parseLocalTime(wrong)).toBeNull();
  }
});

test('formats ordinals, counts and media types', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(formatOrdinal)).toEqual(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th'.split(' '),
  );
  expect([formatCounts(0, 0), formatCounts(12, 0), formatCounts(8, 7)]).toEqual([
    'empty',
    '12 staging, none live',
    '8 staging, 7 live',
  ]);
  expect(['image/jpeg', 'image/webp', 'video/mp4', 'image/avif'].map(formatMediaType)).toEqual([
    'JPEG',
    'WebP',
    'MP4',
    'image/avif',
  ]);
});

test.each([
  ['https://media.example/a.svg', false, /SVG\. Use JPEG/],
  ['https://media.example/a.mp4', true, /video/],
  ['ftp://media.example/a.png', false, /not a URL/],
  ['quay.png', false, /not a URL/],
  ['https://media.example/a.PNG?w=200', false, null],
  ['https://media.example/picture/42', false, null],
])('checks %s before any request', (url, isPictureOnly, problem) => {
  const found = findUrlProblem(url, isPictureOnly);
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatch(problem);
});

test('says when the collection was saved, with the day if it was not today', () => {
  const collection = { version: 88, lastChange: { at: at(-1) } } as unknown as Collection;
  expect(describeSaved(collection, true, now).main).toMatch(/^Saved \d\d:\d\d:\d\d$/);
  expect(describeSaved(collection, true, now + 3 * 86_400_000).main).toMatch(/^Saved 2\d Nov \d\d:\d\d$/);
});
