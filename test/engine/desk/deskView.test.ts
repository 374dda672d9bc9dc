import { expect, it } from 'vitest';
import { viewItem } from '../../../src/engine/desk/deskView.ts';
import { notCached } from '../../../src/engine/media/fetchState.ts';
import { picture, post } from '../feed/showHarness.ts';

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
