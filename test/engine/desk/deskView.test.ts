import { expect, it } from 'vitest';
import { prepareLists, viewItem } from '../../../src/engine/desk/deskView.ts';
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

it('views new posts in steps, and after a change of one post the others in a single step', async () => {
  const long = (name: string) => Array.from({ length: 3000 }, (_, index) => post(`${name}-${index}`));
  const [live, staging] = [long('live'), long('staging')];
  const store = await createStoreInMemory();
  const arrive = (posts: typeof live) =>
    store.apply({
      type: 'collectionArrived',
      collection: collection(posts, staging),
      from: 'poll',
      accept: 'newer',
      at,
    });
  const countSteps = (): number => {
    const state = store.state();
    return state.feeds.flatMap((feed) => [...prepareLists(state, feed)]).length;
  };
  await arrive(live);
  expect(countSteps()).toBe(6);
  await arrive(live.with(7, post('live-7', { message: 'changed' })));
  expect(countSteps()).toBe(0);
});
