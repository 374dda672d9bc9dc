import { describe, expect, it } from 'vitest';
import { resolveMediaAddress, toFeedItem } from '../../../src/core/feed/item.ts';
import { isSameToConsumers } from '../../../src/core/feed/publication.ts';
import type { MediaFacts } from '../../../src/core/show.ts';
import { post } from '../build.ts';

const facts = (changes: Partial<MediaFacts>): MediaFacts => ({
  ...{
    name: null,
    width: null,
    height: null,
    durationMs: null,
    codec: null,
    sizes: [],
    bytes: null,
    posterName: null,
    progress: 0,
    isBroken: false,
  },
  ...changes,
});
const address = 'http://169.254.169.254/latest/meta-data';
const lookupWith = (known: MediaFacts | undefined) => ({
  base: 'http://127.0.0.1:7411',
  media: new Map(known === undefined ? [] : [[address, known]]),
});

describe('a picture or video that was refused or can’t be fetched', () => {
  it('has no address that a renderer would load', () => {
    const lookup = lookupWith(facts({ isBroken: true }));
    expect(resolveMediaAddress(address, lookup)).toBe('');
    const media = [{ mediaUrl: address, mediaType: 'image/png' }];
    const item = toFeedItem(post('p1', { profileImageUrl: address, media }), 0, lookup);
    expect(item).toMatchObject({ profileImage: null, profileImageUrl: address, media: [{ url: '', ready: false }] });
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', '//host/x', ''])(
    'has none for %s, even before it is refused',
    (odd) => expect(resolveMediaAddress(odd, lookupWith(undefined))).toBe(''),
  );

  it('keeps its original address while it may still be fetched', () => {
    for (const known of [undefined, facts({ progress: 0.5 })])
      expect(resolveMediaAddress(address, lookupWith(known))).toBe(address);
  });

  it('is a change for consumers when it is refused', () => {
    const broken = facts({ isBroken: true });
    expect([undefined, facts({})].map((before) => isSameToConsumers(before, broken))).toEqual([false, false]);
    expect(isSameToConsumers(undefined, facts({ progress: 0.5 }))).toBe(true);
  });
});
