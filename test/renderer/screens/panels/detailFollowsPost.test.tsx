// @vitest-environment happy-dom
/** Moves the post of the open details between staging, live and on air. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { FeedLists } from '../../../../src/contract/deskState.ts';
import { select, useUiState } from '../../../../src/renderer/stores/uiState.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../../openApp.tsx';
import { marked, posts } from '../../states/posts.ts';
import { makeScene, type Scene, scenes } from '../../states/show.ts';

afterEach(closeApp);

const { live, staging, onAir } = scenes.following.lists;
const withoutKenji = {
  live: live.filter(({ id }) => id !== 'kenji'),
  onAir: onAir.filter((id) => id !== 'kenji'),
};
const kenjiStaged = [...staging.slice(0, 2), posts.kenji, ...staging.slice(2)];
const inStaging = makeScene({}, { ...withoutKenji, staging: kenjiStaged }, {});
/** No empty slot in staging: such as the fourth post that goes live in a moment. */
const inLiveWithoutSlot = makeScene(
  {},
  { live: live.map((item) => (item.id === 'kenji' ? marked(posts.kenji, {}) : item)) },
  {},
);

const details = () => screen.getByRole('region', { name: 'Post details' });
const head = () => details().querySelector('.list-head')?.textContent ?? '';
const selection = () => useUiState.getState().selection;

async function openDetails(scene: Scene, list: 'live' | 'staging' = 'staging') {
  const wire = await openApp(scene);
  act(() => select(list, 'kenji'));
  await pressKey('Enter');
  return wire;
}

for (const [name, scene] of [
  ['with an empty slot in staging', scenes.following],
  ['without one', inLiveWithoutSlot],
] as const)
  it(`open details follow their post from staging to live and say that it is on air, ${name}`, async () => {
    const wire = await openDetails(inStaging);
    expect(head()).toContain('Staging, 3 of 9.');
    expect(head()).not.toContain('ON AIR');
    const opened = details();
    wire.pushScene(scene);
    await settle();
    expect(head()).toContain('Live, 5 of 7.');
    expect(head()).toContain('ON AIR');
    // The same panel, so that a reason typed in it stays.
    expect(details()).toBe(opened);
    expect(selection()).toEqual({ list: 'live', id: 'kenji' });
    // A press at the moment of the change does nothing.
    pause();
    fireEvent.click(within(details()).getByRole('button', { name: /^Cue this post/ }));
    await settle();
    expect(commandsOf(wire)).toEqual([{ name: 'cue', input: expect.objectContaining({ itemId: 'kenji' }) }]);
    await pressKey('ArrowDown');
    expect(selection()).toEqual({ list: 'live', id: 'dealz' });
  });

it('open details follow their post from live back to staging', async () => {
  const wire = await openDetails(scenes.following, 'live');
  expect(head()).toContain('ON AIR');
  wire.pushScene(inStaging);
  await settle();
  expect(head()).toContain('Staging, 3 of 9.');
  expect(head()).not.toContain('ON AIR');
  expect(selection()).toEqual({ list: 'staging', id: 'kenji' });
});

it('the details of a staging post that a held feed keeps on air say so', async () => {
  const lists: Partial<FeedLists> = { ...withoutKenji, onAir, onAirOnly: [posts.kenji], staging: kenjiStaged };
  await openDetails(makeScene({ gate: 'held' }, lists, {}));
  expect(head()).toContain('Staging, 3 of 9.');
  expect(head()).toContain('ON AIR');
});

it('several selected posts stay selected in staging while the details show one of them in live', async () => {
  const wire = await openDetails(inStaging);
  await pressKey('ArrowDown', { shiftKey: true });
  await pressKey('ArrowUp', { shiftKey: true });
  await pressKey('ArrowDown', { shiftKey: true });
  const several = useUiState.getState().several;
  const { id } = selection() ?? { id: '' };
  const moved = kenjiStaged.find((item) => item.id === id) ?? posts.kenji;
  wire.pushScene(
    makeScene({}, { staging: kenjiStaged.filter((item) => item !== moved), live: [moved], onAir: [id] }, {}),
  );
  await settle();
  expect(head()).toContain('Live, 1 of 1.');
  expect(head()).toContain('ON AIR');
  expect(useUiState.getState().several).toBe(several);
  // The details act on their post alone, in whichever list it is.
  pause();
  fireEvent.click(within(details()).getByRole('button', { name: 'Block: off air now' }));
  await settle();
  await pressKey('b');
  expect(commandsOf(wire)).toEqual(
    [1, 2].map(() => ({ name: 'block', input: { feed: 'main', itemId: id, reason: null } })),
  );
});
