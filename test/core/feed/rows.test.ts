import { describe, expect, it } from 'vitest';
import type { Item } from '../../../src/core/collection.ts';
import { toFeedItemWithoutIndex } from '../../../src/core/feed/item.ts';
import { formatLiveRow } from '../../../src/core/feed/liveJson.ts';
import { formatVmixRowWithoutIndex, toVmixRow } from '../../../src/core/feed/vmix.ts';
import { fc } from '../../properties.ts';
import { formatTimeOfDay } from './samples.ts';

/** Any text: quotes, control characters, emojis and unpaired surrogates. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\u0000', '\u007f', '\u2028', '👋', '\ud800', '\udc00') }),
);
const date = fc.oneof(
  text,
  fc.date({ noInvalidDate: true }).map((value) => value.toISOString()),
  fc.constantFrom('2026-11-20T18:00:61Z', '2026-11-31T18:00:00Z', '2026-11-20T18:00:00.5+05:30'),
);
const item: fc.Arbitrary<Item> = fc.record({
  id: text,
  fullName: fc.option(text),
  username: fc.option(text),
  source: text,
  message: text,
  profileImageUrl: fc.option(text),
  media: fc.array(fc.record({ mediaUrl: text, mediaType: text }), { maxLength: 5 }),
  publishedAt: date,
  lastModifiedDate: date,
  extra: fc.option(fc.dictionary(fc.string(), fc.jsonValue())),
});
const lookup = { base: 'http://127.0.0.1:7411', media: new Map(), formatTimeOfDay };

describe('a row written field by field', () => {
  it('has the bytes of its post in live.json', () => {
    fc.assert(
      fc.property(item, (post) => {
        expect(`{${formatLiveRow(post, lookup)}`).toBe(JSON.stringify(toFeedItemWithoutIndex(post, lookup)));
      }),
    );
  });

  it('has the bytes of its row in vmix.json', () => {
    fc.assert(
      fc.property(item, (post) => {
        const { index: _, ...row } = toVmixRow(post, 0, lookup);
        expect(`{${formatVmixRowWithoutIndex(post, lookup)}`).toBe(JSON.stringify(row));
      }),
    );
  });
});
