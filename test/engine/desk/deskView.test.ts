import { expect, it } from 'vitest';
import { viewItem, viewRehearsedRows } from '../../../src/engine/desk/deskView.ts';
import { notCached } from '../../../src/engine/media/fetchState.ts';
import { at, collection, createStoreInMemory, picture, post } from '../feed/showHarness.ts';

it('names the host that each picture and video comes from, and nothing else of its address', () => {
  const addresses = ['https://name:key@Pics.Example:8443/a.jpg?token=1', 'http://[::1]/a.jpg', 'a.jpg', 'data:,'];
  const { media } = viewItem(post('a', { media: addresses.map((address) => picture(address)) }), new Map(), null);
  expect(media.map(({ host }) => host)).toEqual(['pics.example', '[::1]', null, null]);
  expect(JSON.stringify(media)).not.toMatch(/token|key/);
});

it('has the smaller sizes of a stored picture, and none before it is stored', () => {
  const item = post('a', { media: [picture('https://pics.example/a.jpg')] });
  const facts = { ...notCached, name: 'a.jpg', width: 900, height: 600, sizes: [320, 640] };
  expect(viewItem(item, new Map(), null).media[0]?.sizes).toEqual([]);
  expect(viewItem(item, new Map([['https://pics.example/a.jpg', facts]]), null).media[0]?.sizes).toEqual([320, 640]);
});

it('shows a rehearsed held feed with the pictures that it has kept', async () => {
  const store = await createStoreInMemory();
  const address = 'https://pics.example/a.jpg';
  const live = collection([post('a', { media: [picture(address)] })]);
  await store.apply({ type: 'collectionArrived', collection: live, from: 'poll', accept: 'any', at });
  await store.apply({ type: 'feedHeld', feed: 'main', by: null, at });
  const [kept, newer] = ['kept.jpg', 'newer.jpg'].map((name) => ({ ...notCached, name }));
  const key = `held:main:${Date.parse(at)}:${address}`;
  await store.apply({ type: 'mediaChanged', media: [[address, newer ?? null]], kept: [[key, kept ?? null]] });
  const [feed] = store.state().feeds;
  const rows = feed === undefined ? [] : viewRehearsedRows(store.state(), feed);
  expect(rows.map(({ item }) => item.media[0]?.url)).toEqual(['/media/kept.jpg']);
});
