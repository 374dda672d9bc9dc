/** Tests that a push keeps the objects of unchanged posts, and which posts count as changed. */
import { describe, expect, it, test } from 'vitest';
import type { DeskItem } from '../../../src/contract/deskItem.ts';
import type { FeedLists } from '../../../src/contract/deskState.ts';
import { findChangedIds, keepUnchanged } from '../../../src/renderer/model/listChanges.ts';
import { marked, posts } from '../states/posts.ts';

const { mira, omar, tom } = posts;
const before: FeedLists = {
  slug: 'main',
  staging: [mira],
  live: [omar, tom],
  onAir: [omar.id, tom.id],
  onAirOnly: [],
  keptOff: [],
  otherInLive: [],
  onAirSince: '',
};

/** The lists as a connection delivers them: new objects. */
const receive = (change: Partial<FeedLists>): FeedLists =>
  keepUnchanged(before, structuredClone({ ...before, ...change }));

describe('a push', () => {
  it('keeps every list and post that is the same', () => {
    const lists = receive({});
    for (const name of ['staging', 'live', 'onAir', 'onAirOnly'] as const) expect(lists[name]).toBe(before[name]);
  });

  it('keeps the other posts when one is added above them', () => {
    const { live } = receive({ live: [mira, omar, tom] });
    expect(live).toEqual([mira, omar, tom]);
    expect(live[1]).toBe(omar);
    expect(live[2]).toBe(tom);
  });

  const changes: { readonly [Field in keyof DeskItem]: DeskItem[Field] } = {
    id: 'other',
    fullName: 'Other',
    username: 'other',
    source: 'OTHER',
    message: 'Other',
    avatarUrl: '/other.png',
    media: [
      {
        mediaType: 'image/png',
        url: null,
        posterUrl: null,
        thumbnailUrl: null,
        width: 1,
        height: 1,
        durationMs: null,
        codec: null,
        sizes: [],
        host: 'pics.example',
        bytes: null,
        progress: 0.5,
        isBroken: false,
      },
    ],
    publishedAt: '2026-11-20T00:00:00.000Z',
    lastModifiedDate: '2026-11-20T00:00:00.000Z',
    mark: { arrivedAt: '2026-11-20T00:00:00.000Z', editedAt: null, wentLiveAt: null, leftIndex: null },
  };
  test.each(Object.entries(changes))('replaces a post whose %s has changed', (field, value) => {
    const edited = { ...omar, [field]: value };
    const { live } = receive({ live: [edited, tom] });
    expect(live[0]).toEqual(edited);
    expect(live[1]).toBe(tom);
  });
});

describe('a row counts as changed', () => {
  const changedIds = (change: Partial<FeedLists>): readonly string[] => [...findChangedIds(before, receive(change))];

  test.each<[string, Partial<FeedLists>, readonly string[]]>([
    ['when its text changes', { live: [{ ...omar, message: 'Other' }, tom] }, [omar.id]],
    ['when its date changes', { live: [{ ...omar, lastModifiedDate: '2026-11-20T00:00:00Z' }, tom] }, [omar.id]],
    ['when it moves to another list', { staging: [], live: [mira, omar, tom] }, [mira.id]],
    ['when it leaves the collection', { live: [tom], onAir: [tom.id] }, [omar.id]],
    ['when it goes off air', { onAir: [tom.id] }, [omar.id]],
    ['when the posts after it are in another order: no', { live: [tom, omar] }, []],
    ['when only its mark changes: no', { live: [marked(omar, { editedAt: '2026-11-20T00:00:00Z' }), tom] }, []],
  ])('%s', (_, change, ids) => {
    expect(changedIds(change)).toEqual(ids);
  });
});
