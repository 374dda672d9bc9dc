import { describe, expect, it } from 'vitest';
import type { FeedLists } from '../../../src/contract/deskState.ts';
import type { Item } from '../../../src/core/collection.ts';
import type { FeedState } from '../../../src/core/feedState.ts';
import { mediaOfFeed } from '../../../src/core/heldMedia.ts';
import type { ShowEvent, ShowState } from '../../../src/core/show.ts';
import { viewPastItems } from '../../../src/engine/desk/deskView.ts';
import { createListViews } from '../../../src/engine/desk/listViews.ts';
import { notCached } from '../../../src/engine/media/fetchState.ts';
import { at, collection, createStoreInMemory, post } from '../feed/showHarness.ts';

const arrival = (live: readonly Item[], staging: readonly Item[]): ShowEvent => ({
  type: 'collectionArrived',
  collection: collection(live, staging),
  from: 'poll',
  accept: 'any',
  at,
});

const listsOf = (views: ReturnType<typeof createListViews>, state: ShowState): FeedLists => {
  const [lists] = Object.values(views.now(state));
  if (lists === undefined) throw new Error('there is no feed');
  return lists;
};

const mainFeedOf = ({ feeds: [feed] }: ShowState): FeedState => {
  if (feed === undefined) throw new Error('there is no feed');
  return feed;
};

describe('the lists of a desk', () => {
  it('are viewed in steps when posts are new, and after a change of one post in a single step', async () => {
    const long = (name: string) => Array.from({ length: 3000 }, (_, index) => post(`${name}-${index}`));
    const [live, staging] = [long('live'), long('staging')];
    const store = await createStoreInMemory();
    const views = createListViews();
    const countSteps = (): number => [...views.inSteps(store.state())].length;
    await store.apply(arrival(live, staging));
    expect(countSteps()).toBe(6);
    await store.apply(arrival(live.with(7, post('live-7', { message: 'changed' })), staging));
    expect(countSteps()).toBe(0);
  });

  it('keep their objects for lists and posts that did not change', async () => {
    const [live, staging] = [['a', 'b', 'c'].map((id) => post(id)), [post('w')]];
    const store = await createStoreInMemory();
    const views = createListViews();
    await store.apply(arrival(live, staging));
    const before = listsOf(views, store.state());
    await store.apply(arrival(live.with(1, post('b', { message: 'changed' })), staging));
    const after = listsOf(views, store.state());
    expect(after.staging).toBe(before.staging);
    expect(after.onAir).toBe(before.onAir);
    expect(after.live.map((view, index) => view === before.live[index])).toEqual([true, false, true]);
    expect(listsOf(views, store.state())).toBe(after);
  });

  it('show the marks of a post that is the same after the clock was set', async () => {
    const [a, b] = [post('a'), post('b')];
    const store = await createStoreInMemory();
    const views = createListViews();
    await store.apply(arrival([a], []));
    await store.apply(arrival([a, b], []));
    const arrivedAt = (): string | null | undefined => listsOf(views, store.state()).live[1]?.mark?.arrivedAt;
    expect(arrivedAt()).toBe(at);
    await store.apply({ type: 'clockSet', byMs: 3000, wasStopped: false });
    expect(arrivedAt()).toBe(new Date(Date.parse(at) + 3000).toISOString());
  });

  describe('of a held feed', () => {
    const address = 'https://pics.example/b.jpg';
    const media = [{ mediaUrl: address, mediaType: 'image/jpeg' }];
    const by = { by: 'x', at };
    const block = (feed: string): ShowEvent => ({ type: 'itemBlocked', feed, itemId: 'b', reason: null, ...by });
    const hold = async () => {
      const store = await createStoreInMemory();
      const live = [post('a'), post('b', { media }), post('c')];
      await store.apply(arrival(live, []));
      const feed = mainFeedOf(store.state()).slug;
      await store.apply({ type: 'feedHeld', feed, ...by });
      const views = createListViews();
      const lists = () => listsOf(views, store.state());
      return { store, live, feed, lists, keptOff: () => lists().keptOff };
    };

    it('show the version of a blocked post that was taken', async () => {
      const { store, live, feed, keptOff } = await hold();
      await store.apply(block(feed));
      await store.apply(arrival(live.with(1, post('b', { message: 'changed' })), []));
      expect(keptOff()).toMatchObject([{ id: 'b', message: 'Text of b' }]);
      await store.apply({ type: 'feedTaken', feed, liveVersion: null, only: null, ...by });
      expect(keptOff()).toMatchObject([{ id: 'b', message: 'changed' }]);
    });

    it('do not show the kept picture of a post that is blocked', async () => {
      const { store, feed, keptOff } = await hold();
      const facts = { ...notCached, name: 'kept.jpg' };
      const beforeMs = Date.parse(at);
      await store.apply({ type: 'mediaChanged', media: [], kept: [[`held:${feed}:${beforeMs}:${address}`, facts]] });
      expect(mediaOfFeed(mainFeedOf(store.state()), store.state()).get(address)).toEqual(facts);
      await store.apply(block(feed));
      expect(keptOff()).toMatchObject([{ id: 'b', media: [{ url: null }] }]);
    });

    it('show the kept picture on air, also of a post that was not edited, and in an earlier list that can be restored', async () => {
      const { store, live, feed, lists } = await hold();
      const [kept, newer] = ['kept.jpg', 'newer.jpg'].map((name) => ({ ...notCached, name }));
      const key = `held:${feed}:${Date.parse(at)}:${address}`;
      const setNewest = (facts = kept ?? null) =>
        store.apply({ type: 'mediaChanged', media: [[address, facts]], kept: [[key, kept ?? null]] });
      const past = () => viewPastItems(store.state(), mainFeedOf(store.state()), live).filter(({ id }) => id === 'b');
      await setNewest();
      expect(lists().onAirOnly).toEqual([]);
      await setNewest(newer);
      for (const shown of [lists().onAirOnly, past()])
        expect(shown).toMatchObject([{ id: 'b', media: [{ url: '/media/kept.jpg' }] }]);
      expect(lists().live[1]?.media[0]?.url).toBe('/media/newer.jpg');
    });

    it('name a blocked post as another version only if it was edited or its picture was replaced', async () => {
      const { store, live, feed, lists } = await hold();
      const [kept, newer] = ['kept.jpg', 'newer.jpg'].map((name) => ({ ...notCached, name }));
      const key = `held:${feed}:${Date.parse(at)}:${address}`;
      const setNewest = (facts = kept ?? null) =>
        store.apply({ type: 'mediaChanged', media: [[address, facts]], kept: [[key, kept ?? null]] });
      await setNewest();
      await store.apply(block(feed));
      expect(lists().otherInLive).toEqual([]);
      await store.apply({ type: 'mediaChanged', media: [[address, null]] });
      expect(lists().otherInLive).toEqual([]);
      await setNewest(newer);
      expect(lists().otherInLive).toEqual(['b']);
      await setNewest();
      await store.apply(arrival(live.with(1, post('b', { media, fullName: 'changed' })), []));
      expect(lists().otherInLive).toEqual(['b']);
    });
  });
});
