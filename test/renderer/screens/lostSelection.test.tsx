// @vitest-environment happy-dom
/** Tests that no other post is selected, and none is acted on, in place of a selected post that leaves its list. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { toggleSelected } from '../../../src/renderer/stores/severalPosts.ts';
import { arrange, select, useUiState } from '../../../src/renderer/stores/uiState.ts';
import { feedResult } from '../feedResult.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import type { FakeWire } from '../states/fakeWire.ts';
import { posts } from '../states/posts.ts';
import { baseFeed, makeScene, scenes } from '../states/show.ts';

afterEach(closeApp);

const text = () => document.body.textContent ?? '';
const option = (name: RegExp) => within(screen.getByRole('listbox', { name: /^Live/ })).getByRole('option', { name });
const { live, staging, onAir } = scenes.following.lists;
const liveIds = live.map(({ id }) => id);
const ui = () => useUiState.getState();
const blocks = (wire: FakeWire) => commandsOf(wire).map(({ input }) => (input as { readonly itemId: string }).itemId);

let revision = baseFeed.revision;

/** Pushes the lists without these posts. */
async function lose(wire: FakeWire, ...gone: readonly string[]): Promise<void> {
  const isHere = (id: string): boolean => !gone.includes(id);
  revision += 1;
  const rest = {
    staging: staging.filter(({ id }) => isHere(id)),
    live: live.filter(({ id }) => isHere(id)),
    onAir: onAir.filter(isHere),
  };
  act(() => wire.pushScene(makeScene({ revision }, rest, {})));
  await settle();
}

async function waitForSlotToClose(): Promise<void> {
  pause();
  pause();
  await waitFor(() => expect(text()).not.toContain('GONE'));
  await settle();
}

describe('a selected post that leaves its list', () => {
  it('leaves an empty slot for a moment, and then nothing is selected', async () => {
    const wire = await openApp(scenes.following);
    act(() => select('live', 'tom'));
    await lose(wire, 'tom');
    expect(text()).toContain('GONE');
    expect(ui().selection).toBeNull();
    await waitForSlotToClose();
    expect(ui().selection).toBeNull();
    expect(screen.queryAllByRole('option', { selected: true })).toEqual([]);
  });

  it('stays selected if it comes back while its slot is open, but not later', async () => {
    const wire = await openApp(scenes.following);
    act(() => select('live', 'tom'));
    await lose(wire, 'tom');
    await lose(wire);
    expect(ui().selection).toEqual({ list: 'live', id: 'tom' });
    await lose(wire, 'tom');
    await waitForSlotToClose();
    await lose(wire);
    expect(ui().selection).toBeNull();
  });

  it('is not followed by a press on its neighbour, however late', async () => {
    const wire = await openApp(scenes.following);
    act(() => select('live', 'tom'));
    await lose(wire, 'tom');
    await waitForSlotToClose();
    expect(screen.getByRole('button', { name: /^BLOCK/ }).textContent).toContain('select a post');
    pause();
    for (const key of ['b', 'm', 'q']) await pressKey(key);
    fireEvent.click(screen.getByRole('button', { name: /^BLOCK/ }));
    await settle();
    expect(commandsOf(wire)).toEqual([]);
    expect(text()).toContain('Block: select a post. Nothing happened.');
  });

  it('is said once to screen readers', async () => {
    const wire = await openApp(scenes.following);
    act(() => select('live', 'tom'));
    await lose(wire, 'tom');
    expect(text()).toContain('The selected post left the list. Nothing is selected.');
    await pressKey('ArrowDown');
    expect(text()).not.toContain('Nothing is selected.');
  });

  it.each([
    ['ArrowDown', 1],
    ['ArrowUp', -1],
  ])('is the place from which %s selects its neighbour', async (key, step) => {
    const wire = await openApp(scenes.following);
    act(() => select('live', 'tom'));
    await lose(wire, 'tom');
    await waitForSlotToClose();
    await pressKey(key);
    expect(ui().selection).toEqual({ list: 'live', id: liveIds[liveIds.indexOf('tom') + step] });
  });

  it('is such a place also while its slot is open, at both ends of the list, and if its neighbour has left too', async () => {
    const wire = await openApp(scenes.following);
    const last = liveIds.at(-1) ?? '';
    act(() => select('live', last));
    await lose(wire, last);
    await pressKey('ArrowDown');
    expect(ui().selection?.id).toBe(liveIds.at(-2));
    const [first = '', second = ''] = liveIds;
    act(() => select('live', first));
    await lose(wire, last, first);
    await pressKey('ArrowUp');
    expect(ui().selection?.id).toBe(second);
    await lose(wire, last, first, second);
    await lose(wire, last, first, second, liveIds[2] ?? '');
    await pressKey('ArrowDown');
    expect(ui().selection?.id).toBe(liveIds[3]);
  });

  it('is such a place in a sorted list', async () => {
    const wire = await openApp(scenes.following);
    act(() => arrange('live', { sort: 'author' }));
    act(() => select('live', 'tom'));
    await lose(wire, 'tom');
    await waitForSlotToClose();
    await pressKey('ArrowDown');
    // By author, names in Arabic come after those in Latin.
    expect(ui().selection?.id).toBe('omar');
  });

  it('leaves staging the list in which keys act', async () => {
    const wire = await openApp(scenes.following);
    const [first, second] = staging.map(({ id }) => id);
    act(() => select('staging', first ?? ''));
    await lose(wire, first ?? '');
    await pressKey('/');
    expect(document.activeElement?.id).toBe('find-staging');
    await pressKey('Escape');
    await pressKey('ArrowDown');
    expect(ui().selection).toEqual({ list: 'staging', id: second });
  });

  it('closes its details, which never become those of another post', async () => {
    const wire = await openApp(scenes.following);
    act(() => select('live', 'tom'));
    await pressKey('Enter');
    await lose(wire, 'tom');
    await waitForSlotToClose();
    expect(screen.queryByRole('region', { name: 'Post details' })).toBeNull();
    await pressKey('ArrowDown');
    expect(screen.queryByRole('region', { name: 'Post details' })).toBeNull();
    expect(ui()).toMatchObject({ panel: null, selection: { id: 'kenji' } });
  });

  it('leaves the focus in the list, which then selects nothing by itself', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('ArrowDown');
    const row = option(/Tom Okafor/);
    act(() => row.focus());
    expect(ui().selection?.id).toBe('tom');
    await lose(wire, 'tom');
    expect(document.activeElement?.id).toBe('list-live');
    await waitForSlotToClose();
    expect(document.activeElement?.id).toBe('list-live');
    act(() => {
      screen.getByRole('listbox', { name: /^Live/ }).blur();
      screen.getByRole('listbox', { name: /^Live/ }).focus();
    });
    expect(ui().selection).toBeNull();
  });

  it('is not selected again by a press on its empty slot, and Escape forgets its place', async () => {
    const wire = await openApp(scenes.following);
    act(() => select('live', 'tom'));
    await lose(wire, 'tom');
    fireEvent.click(option(/Tom Okafor/));
    expect(ui()).toMatchObject({ selection: null, lostPosition: { id: 'tom' } });
    await pressKey('Escape');
    await pressKey('ArrowDown');
    expect(ui().selection?.id).toBe(liveIds[0]);
  });
});

describe('several selected posts', () => {
  const chooseThree = async (): Promise<void> => {
    fireEvent.click(option(/Mira Solberg/));
    fireEvent.click(option(/Tom Okafor/), { ctrlKey: true });
    fireEvent.click(option(/田中/), { ctrlKey: true });
    await settle();
  };

  it.each([
    ['the current one', 'kenji', ['mira', 'tom']],
    ['another one', 'mira', ['tom', 'kenji']],
  ])('stay selected when %s leaves, and still need two presses', async (_, gone, rest) => {
    const wire = await openApp(scenes.following);
    wire.answerWith({ ok: true, value: feedResult(baseFeed) });
    await chooseThree();
    await lose(wire, gone);
    await waitForSlotToClose();
    expect([...(ui().several?.ids ?? [])].sort()).toEqual([...rest].sort());
    expect(rest).toContain(ui().selection?.id);
    await pressKey('b');
    expect(text()).toContain('Press B again within 2 seconds to block 2 posts.');
    expect(blocks(wire)).toEqual([]);
    pause();
    await pressKey('b');
    expect(blocks(wire).sort()).toEqual([...rest].sort());
  });

  it('are blocked by two presses even if one leaves between them', async () => {
    const wire = await openApp(scenes.following);
    await chooseThree();
    await pressKey('b');
    await lose(wire, 'kenji');
    await waitForSlotToClose();
    await pressKey('b');
    expect(blocks(wire)).toEqual([]);
    expect(text()).toContain('to block 2 posts.');
  });

  it('become a single selection when only one of them remains, and a press at that moment does nothing', async () => {
    const wire = await openApp(scenes.following);
    await chooseThree();
    await lose(wire, 'kenji', 'tom');
    expect(ui()).toMatchObject({ selection: { list: 'live', id: 'mira' }, several: { anchor: 'mira' } });
    expect(text()).toContain('Only Mira Solberg is still selected.');
    await pressKey('b');
    expect(blocks(wire)).toEqual([]);
    expect(text()).toContain('The selection changed as you pressed. Nothing happened.');
    pause();
    await pressKey('b');
    expect(blocks(wire)).toEqual([]);
    expect(text()).toContain('Press B again within 2 seconds to block Mira Solberg.');
    pause();
    await pressKey('b');
    expect(blocks(wire)).toEqual(['mira']);
  });

  it('are not blocked by a second press after only one of them remains, which needs another', async () => {
    const wire = await openApp(scenes.following);
    fireEvent.click(option(/Mira Solberg/));
    fireEvent.click(option(/Tom Okafor/), { ctrlKey: true });
    await settle();
    await pressKey('b');
    expect(text()).toContain('to block 2 posts.');
    await lose(wire, 'tom');
    pause();
    await pressKey('b');
    expect(blocks(wire)).toEqual([]);
    expect(text()).toContain('Press B again within 2 seconds to block Mira Solberg.');
  });

  it('close the details of their post that left, which never become those of another', async () => {
    const wire = await openApp(scenes.following);
    await chooseThree();
    await pressKey('Enter');
    await lose(wire, 'kenji');
    expect(screen.queryByRole('region', { name: 'Post details' })).toBeNull();
    expect(ui().panel).toBeNull();
  });

  it('are what Block names and acts on while another empty slot is open', async () => {
    const wire = await openApp(scenes.following);
    fireEvent.click(option(/Mira Solberg/));
    fireEvent.click(option(/Tom Okafor/), { ctrlKey: true });
    fireEvent.pointerMove(option(/田中/));
    await lose(wire, 'kenji');
    await lose(wire, 'kenji', 'tom');
    expect(text()).toContain('GONE');
    expect(screen.getByRole('button', { name: /^BLOCK/ }).textContent).toContain('Mira Solberg');
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1);
    pause();
    await pressKey('b');
    pause();
    await pressKey('b');
    expect(blocks(wire)).toEqual(['mira']);
  });

  it('are no longer selected once all have left', async () => {
    const wire = await openApp(scenes.following);
    await chooseThree();
    await lose(wire, 'kenji', 'tom', 'mira');
    expect(ui()).toMatchObject({ selection: null, several: null });
    expect(text()).toContain('The selected posts left the list. Nothing is selected.');
  });
});

describe('several selected posts in staging', () => {
  const isOther = ({ id }: { readonly id: string }): boolean => id !== 'kenji';
  const kenjiStaged = [...staging.slice(0, 2), posts.kenji, ...staging.slice(2)];
  const beforePromotion = makeScene(
    {},
    { staging: kenjiStaged, live: live.filter(isOther), onAir: onAir.filter((id) => id !== 'kenji') },
    {},
  );
  const first = staging[0]?.id ?? '';

  it.each([
    ['the current one', 'kenji', first],
    ['another one', first, 'kenji'],
  ])('stay selected when %s goes live, and Block takes that off air too', async (_, current, other) => {
    const wire = await openApp(beforePromotion);
    wire.answerWith({ ok: true, value: feedResult(baseFeed) });
    act(() => select('staging', other));
    act(() => toggleSelected('staging', current));
    act(() => wire.pushScene(scenes.following));
    await settle();
    expect(ui()).toMatchObject({
      selection: { list: 'staging', id: current },
      several: { ids: new Set([other, current]) },
    });
    pause();
    await pressKey('b');
    expect(text()).toContain('Press B again within 2 seconds to block 2 posts.');
    pause();
    await pressKey('b');
    expect(blocks(wire).sort()).toEqual([first, 'kenji'].sort());
  });

  it('are each of them still selected when more go live than staging has slots for', async () => {
    const wire = await openApp(scenes.following);
    const moved = staging.slice(0, 5);
    const ids = moved.map(({ id }) => id);
    act(() => select('staging', first));
    for (const id of ids.slice(1)) act(() => toggleSelected('staging', id));
    act(() => wire.pushScene(makeScene({}, { staging: staging.slice(5), live: [...live, ...moved] }, {})));
    await settle();
    expect(ui().several?.ids).toEqual(new Set(ids));
    expect(screen.getByRole('button', { name: /^BLOCK/ }).textContent).toContain('5 posts');
  });

  it('are extended past the empty slot of a post that went live', async () => {
    await openApp(scenes.following);
    act(() => select('staging', first));
    for (let step = 0; step < 3; step += 1) await pressKey('ArrowDown', { shiftKey: true });
    expect(ui().several?.ids).toEqual(new Set(staging.slice(0, 4).map(({ id }) => id)));
  });
});
