import { describe, expect, it } from 'vitest';
import type { FeedLists } from '../../../src/contract/deskState.ts';
import type { Item } from '../../../src/core/collection.ts';
import type { ShowEvent, ShowState } from '../../../src/core/show.ts';
import { createListViews } from '../../../src/engine/desk/listViews.ts';
import { notCached } from '../../../src/engine/media/fetchState.ts';
import { createRandom } from '../../random.ts';
import { seed } from '../../seed.ts';
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

  it(`are the same as without an earlier view (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const store = await createStoreInMemory();
    const views = createListViews();
    const addressOf = (id: string): string => `https://pics.example/${id}.jpg`;
    const create = (id: string, version: number): Item =>
      post(id, {
        message: `version ${version}`,
        media: random.between(0, 1) === 0 ? [] : [{ mediaUrl: addressOf(id), mediaType: 'image/jpeg' }],
      });
    let posts: readonly Item[] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => create(id, 0));
    for (let round = 1; round <= 300; round += 1) {
      const index = random.between(0, posts.length - 1);
      const chosen = posts[index];
      if (chosen === undefined) break;
      const { feeds } = store.state();
      const feed = feeds[0]?.slug ?? '';
      switch (random.between(0, 5)) {
        case 0:
          posts = posts.with(index, create(chosen.id, round));
          break;
        case 1:
          posts = posts.toSpliced(index, 1).toSpliced(random.between(0, posts.length - 1), 0, chosen);
          break;
        case 2:
          posts = posts.length > 3 ? posts.toSpliced(index, 1) : [...posts, create(`n${round}`, round)];
          break;
        case 3:
          posts = posts.toSpliced(index, 0, create(`n${round}`, round));
          break;
        case 4:
          await store.apply({
            type: 'mediaChanged',
            media: [[addressOf(chosen.id), random.between(0, 1) === 0 ? null : { ...notCached, name: `${round}.jpg` }]],
          });
          break;
        default:
          await store.apply({ type: 'itemBlocked', feed, itemId: chosen.id, reason: null, by: 'x', at });
      }
      const split = random.between(0, posts.length);
      await store.apply(arrival(posts.slice(0, split), posts.slice(split)));
      expect(views.now(store.state()), `round ${round}`).toEqual(createListViews().now(store.state()));
    }
  });
});
