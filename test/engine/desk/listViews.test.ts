import { describe, expect, it } from 'vitest';
import type { FeedLists } from '../../../src/contract/deskState.ts';
import type { Item } from '../../../src/core/collection.ts';
import type { ShowEvent, ShowState } from '../../../src/core/show.ts';
import { createListViews } from '../../../src/engine/desk/listViews.ts';
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
});
