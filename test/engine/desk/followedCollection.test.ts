/** A feed whose collection was removed, or is unknown to the service, keeps the list of the earlier one and says so. */
import { beforeEach, expect, it } from 'vitest';
import { viewPanel } from '../../../src/engine/commands/viewPanel.ts';
import { viewFeed } from '../../../src/engine/desk/deskView.ts';
import type { Store } from '../../../src/engine/store.ts';
import { at, collection, createStoreInMemory, post } from '../feed/showHarness.ts';

let store: Store;
beforeEach(async () => {
  store = await createStoreInMemory();
  await store.apply({ type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: 'col_1' }], at });
  await store.apply({
    ...{ type: 'collectionArrived', from: 'poll', accept: 'newer', at },
    collection: collection([post('a')], []),
  });
});

const follow = (collectionId: string | null) =>
  store.apply({ type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId }], by: 'Ines', at });
const view = () => {
  const [feed] = store.state().feeds;
  if (feed === undefined) throw new Error('no feed');
  const {
    collectionId,
    collection: followed,
    keptListOf,
    shownCollections: shown,
    counts,
  } = viewFeed(store.state(), feed, [], new Map(), null, 0);
  expect(viewPanel(store.state(), feed).collectionId).toBe(collectionId);
  return { collectionId, name: followed?.name ?? null, kept: keptListOf?.id ?? null, shown, onAir: counts.onAir };
};

it.each([null, 'col_unknown'])('names %s as its collection, and the earlier one as that of its list', async (id) => {
  expect(view()).toMatchObject({ collectionId: 'col_1', kept: null, onAir: 1 });
  expect(view().name).not.toBeNull();
  await follow(id);
  expect(view()).toEqual({ collectionId: id, name: null, kept: 'col_1', shown: ['col_1'], onAir: 1 });
  await follow('col_1');
  expect(view()).toMatchObject({ collectionId: 'col_1', kept: null });
});

it('shows the collection whose posts are on air, or in Back, while it follows another one', async () => {
  const other = collection([post('b')], []);
  await store.apply({
    ...{ type: 'collectionArrived', from: 'poll', accept: 'newer', at },
    collection: { ...other, id: 'col_2' },
  });
  const press = (type: 'feedHeld' | 'feedCleared' | 'feedReleased') =>
    store.apply({ type, feed: 'main', liveVersion: null, by: 'Ines', at });
  await press('feedHeld');
  await follow('col_2');
  expect(view()).toMatchObject({ collectionId: 'col_2', shown: ['col_1'] });
  await press('feedCleared');
  expect(view()).toMatchObject({ onAir: 0, shown: ['col_1'] });
  await press('feedReleased');
  expect(view()).toMatchObject({ onAir: 1, shown: ['col_2'] });
});
