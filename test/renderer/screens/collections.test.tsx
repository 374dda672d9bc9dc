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
