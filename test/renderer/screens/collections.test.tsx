// @vitest-environment happy-dom
/** Tests that the Collections screen claims nothing that is not known. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import type { FakeWire } from '../states/fakeWire.ts';
import { scenes } from '../states/show.ts';

beforeEach(() => window.localStorage.clear());
afterEach(closeApp);

async function openCollection(): Promise<FakeWire> {
  const wire = await openApp(scenes.following);
  await pressKey('F6');
  await settle();
  fireEvent.click(screen.getByRole('button', { name: 'Harbour Night: crew picks' }));
  await settle();
  return wire;
}
const tagOf = (feed: string) => screen.getByRole('row', { name: new RegExp(`${feed}$`) }).querySelector('.tally');
const effect = () => screen.getByRole('region', { name: 'Feed main' });

it('announces the first posts of a collection only if they can be read', async () => {
  const wire = await openCollection();
  const text = () => screen.getByRole('region', { name: 'Selected collection' }).textContent;
  expect(text()).toContain('First three live posts:');
  wire.refuseQueries({ ok: false, code: 'SOURCE_LIST_OLDER', message: 'An older list.', nextStep: 'Wait.' });
  fireEvent.click(screen.getAllByRole('button', { name: /^Harbour Night(?!: crew)/ })[0] as HTMLElement);
  await settle();
  expect(text()).toContain('An older list.');
  expect(text()).not.toContain('First three live posts:');
});

it('shows nothing of a feed as on air, and no effect on it, while there is no connection', async () => {
  const wire = await openCollection();
  expect([tagOf('main')?.className, effect().className]).toEqual(['tally is-outside is-air', 'feed-effect is-now']);
  act(() => wire.disconnect());
  await settle();
  expect([tagOf('main')?.className, effect().className.trim()]).toEqual(['tally is-outside is-none', 'feed-effect']);
  expect(effect().textContent).toContain('The effect is not known until the desk reconnects.');
  expect(effect().querySelector('header span:last-child')?.textContent).toMatch(/^Last known: following, \d/);
  expect(screen.queryByText('OFF AIR')).toBeNull();
});

it('marks a post as off air only if no feed can still show it, whatever collection it uses by now', async () => {
  const wire = await openCollection();
  const { following } = scenes;
  const show = async (change: Partial<(typeof following.state.feeds)[number]>) => {
    const feeds = following.state.feeds.map((feed) => (feed.slug === 'main' ? { ...feed, ...change } : feed));
    act(() => wire.pushScene({ ...following, state: { ...following.state, feeds } }));
    await settle();
    const posts = within(document.querySelector<HTMLElement>('.first-posts') ?? document.body);
    return ['ON AIR', 'OFF AIR', 'UNKNOWN'].map((mark) => posts.queryAllByText(mark).length);
  };
  expect(await show({})).toEqual([0, 3, 0]);
  // Held on its posts, it was pointed at another collection.
  expect(await show({ gate: 'held', shownCollections: ['col_8813'] })).toEqual([3, 0, 0]);
  expect(await show({ served: false })).toEqual([0, 0, 3]);
  const [consumer] = following.state.feeds[0]?.consumers ?? [];
  if (consumer === undefined) throw new Error('no consumer');
  expect(await show({ consumers: [{ ...consumer, problem: 'FEED_CONSUMER_BEHIND' }] })).toEqual([0, 0, 3]);
});

it('does nothing for a press on the feed that has just moved to the place of a deleted feed', async () => {
  const wire = await openCollection();
  const { following } = scenes;
  const feeds = following.state.feeds.slice(0, -1);
  act(() => wire.pushScene({ ...following, state: { ...following.state, feeds } }));
  await settle();
  const hold = () => within(effect()).getByRole('button', { name: 'Hold main, then use' });
  fireEvent.click(hold());
  await settle();
  expect(commandsOf(wire)).toEqual([]);
  pause();
  fireEvent.click(hold());
  await settle();
  expect(commandsOf(wire)).toMatchObject([{ name: 'point', input: { feed: 'main', hold: true } }]);
});
