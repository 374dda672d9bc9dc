// @vitest-environment happy-dom
/** Tests the wall of all feeds by mouse and by keys. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeskFeed } from '../../../src/contract/deskState.ts';
import { noDifference } from '../../../src/core/compare.ts';
import { useUiState } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import type { FakeWire } from '../states/fakeWire.ts';
import { type Scene, scenes } from '../states/show.ts';
import { wallScene } from '../states/wall.ts';

afterEach(closeApp);

const tiles = () => screen.getAllByRole('listitem').filter((item) => item.classList.contains('tile'));
const tileOf = (slug: string) => {
  const tile = tiles().find((item) => item.dataset['feed'] === slug);
  if (tile === undefined) throw new Error(`no tile for ${slug}`);
  return within(tile);
};

it('shows every feed with its key, and counts the feeds that need one', async () => {
  await openApp(wallScene(6));
  fireEvent.click(screen.getByRole('button', { name: 'All feeds' }));
  await settle();
  expect(tiles().map((tile) => tile.dataset['feed'])).toEqual(wallScene(6).state.feeds.map(({ slug }) => slug));
  expect(screen.getByText('5 feeds need a key')).toBeDefined();
  expect(tileOf('main').getByRole('button', { name: 'Take all, feed main' })).toBeDefined();
  expect(tileOf('main').getByText('Held by Ines Halvorsen 4 s ago')).toBeDefined();
  expect(tileOf('studio-b').getByText('1 blocked post may still be on screen.')).toBeDefined();
  expect(tileOf('studio-b').getByLabelText('on air is affected')).toBeDefined();
  expect(tileOf('foyer').getByText('No action needed')).toBeDefined();
});

it('presses the key of a feed on its tile, with a second press where the key needs one', async () => {
  const wire = await openApp(wallScene(6));
  await pressKey('F9');
  fireEvent.click(tileOf('harbour-screens').getByRole('button', { name: 'Got it, feed harbour-screens' }));
  await settle();
  expect(commandsOf(wire)).toEqual([{ name: 'seen', input: { feed: 'harbour-screens' } }]);
  fireEvent.click(tileOf('outdoor').getByRole('button', { name: 'Back, feed outdoor' }));
  await settle();
  expect(commandsOf(wire)).toHaveLength(1);
  pause();
  fireEvent.click(tileOf('outdoor').getByRole('button', { name: /Press again/ }));
  await settle();
  expect(commandsOf(wire)[1]).toMatchObject({ name: 'back', input: { feed: 'outdoor', gate: 'cleared' } });
});

describe('a key that changes as it is pressed', () => {
  const wall = wallScene(6);
  /** Take all is needed on the feed `main`, unless the changes say otherwise. */
  const sceneWith = (changes: Partial<DeskFeed>): Scene => {
    const feeds = wall.state.feeds.map((feed) => (feed.slug === 'main' ? { ...feed, ...changes } : feed));
    return { ...wall, state: { ...wall.state, feeds } };
  };
  const restored = sceneWith({ restored: true });
  const key = (name: RegExp) => tileOf('main').getByRole('button', { name });
  const open = async (scene: Scene) => {
    const wire = await openApp(scene);
    await pressKey('F9');
    return wire;
  };
  const change = async (wire: FakeWire, scene: Scene): Promise<void> => {
    act(() => wire.pushScene(scene));
    await settle();
  };
  const namesOf = (wire: FakeWire) => commandsOf(wire).map(({ name }) => name);

  it('does nothing for the second click of a double click', async () => {
    const wire = await open(restored);
    fireEvent.click(key(/^Got it/));
    await change(wire, wall);
    fireEvent.click(key(/^Take all/));
    await settle();
    expect(namesOf(wire)).toEqual(['seen']);
    expect(screen.getByText('The key changed as you pressed.')).toBeDefined();
    pause();
    fireEvent.click(key(/^Take all/));
    await settle();
    expect(namesOf(wire)).toEqual(['seen', 'take']);
  });

  it('does nothing for a press that began on another key, however long ago', async () => {
    const wire = await open(wall);
    fireEvent.pointerDown(key(/^Take all/));
    await change(wire, sceneWith({ pending: { ...noDifference, liveVersion: 60 }, guarded: [] }));
    pause();
    fireEvent.click(key(/^Release/));
    await settle();
    expect(namesOf(wire)).toEqual([]);
  });

  it('does nothing if live changed while the button was down, because the key would put the new posts on air', async () => {
    const wire = await open(wall);
    const main = wall.state.feeds.find(({ slug }) => slug === 'main');
    if (main === undefined) throw new Error('the wall has no feed main');
    fireEvent.pointerDown(key(/^Take all/));
    await change(wire, sceneWith({ pending: { ...main.pending, liveVersion: 999 } }));
    pause();
    fireEvent.click(key(/^Take all/));
    await settle();
    expect(namesOf(wire)).toEqual([]);
    fireEvent.click(key(/^Take all/));
    await settle();
    expect(namesOf(wire)).toEqual(['take']);
  });

  it('does nothing for a press on the tile that has just moved to the place of a deleted feed', async () => {
    const wire = await open(wall);
    const feeds = wall.state.feeds.filter(({ slug }) => slug !== 'harbour-screens');
    expect(feeds).toHaveLength(wall.state.feeds.length - 1);
    await change(wire, { ...wall, state: { ...wall.state, feeds } });
    fireEvent.click(key(/^Take all/));
    await settle();
    expect(namesOf(wire)).toEqual([]);
    expect(screen.getByText('The key changed as you pressed.')).toBeDefined();
    pause();
    fireEvent.click(key(/^Take all/));
    await settle();
    expect(namesOf(wire)).toEqual(['take']);
  });

  it('is not pressed again by a key that is held down', async () => {
    await open(restored);
    expect(fireEvent.keyDown(key(/^Got it/), { key: 'Enter', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(key(/^Got it/), { key: 'Enter' })).toBe(true);
  });
});

it('is operated by keys alone', async () => {
  const wire = await openApp(wallScene(6));
  await pressKey('F9');
  expect(document.activeElement?.textContent).toContain('main');
  await pressKey('t');
  expect(commandsOf(wire)[0]).toMatchObject({ name: 'take', input: { feed: 'main' } });
  await pressKey('3');
  expect(document.activeElement?.textContent).toContain('outdoor');
  await pressKey('z');
  pause();
  await pressKey('z');
  expect(commandsOf(wire)[1]).toMatchObject({ name: 'back', input: { feed: 'outdoor', gate: 'cleared' } });
  await pressKey('End');
  expect(document.activeElement?.textContent).toContain('foyer');
  await pressKey('Home');
  await pressKey('ArrowRight');
  expect(document.activeElement?.textContent).toContain('studio-b');
  expect(useUiState.getState().slug).toBe('studio-b');
  fireEvent.click(document.activeElement ?? document.body);
  await settle();
  expect(useUiState.getState()).toMatchObject({ screen: 'show', slug: 'studio-b' });
});

it('is not open to a desk that follows', async () => {
  const { state, lists } = scenes.following;
  await openApp({ state: { ...state, right: 'view' }, lists });
  await pressKey('F9');
  expect(screen.queryByRole('button', { name: 'All feeds' })).toBeNull();
  expect(useUiState.getState().screen).toBe('show');
});
