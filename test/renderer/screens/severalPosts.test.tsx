// @vitest-environment happy-dom
/** Selects several posts by keys and by mouse, and acts on them together. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { arrange, useUiState } from '../../../src/renderer/stores/uiState.ts';
import { feedResult } from '../feedResult.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import { baseFeed, makeScene, scenes } from '../states/show.ts';

afterEach(closeApp);

const live = () => within(screen.getByRole('listbox', { name: /^Live/ }));
const option = (name: RegExp) => live().getByRole('option', { name });
const selectedNames = () =>
  live()
    .getAllByRole('option', { selected: true })
    .map((row) => row.getAttribute('aria-label')?.replace(/:.*/s, ''));
const sent = (wire: Awaited<ReturnType<typeof openApp>>) =>
  commandsOf(wire).map(({ name, input }) => `${name} ${(input as { readonly itemId?: string }).itemId}`);

describe('several selected posts', () => {
  it('are a range with Shift and the arrows, which shrinks back, and Escape keeps the current one', async () => {
    await openApp(scenes.following);
    await pressKey('ArrowDown');
    await pressKey('ArrowDown', { shiftKey: true });
    await pressKey('ArrowDown', { shiftKey: true });
    expect(selectedNames()).toHaveLength(3);
    expect(screen.getByText('3 selected')).toBeDefined();
    await pressKey('ArrowUp', { shiftKey: true });
    expect(selectedNames()).toHaveLength(2);
    await pressKey('Escape');
    expect(selectedNames()).toHaveLength(1);
    await pressKey('Escape');
    expect(useUiState.getState().selection).toBeNull();
  });

  it('are added and taken out with Ctrl, and end with a plain click', async () => {
    await openApp(scenes.following);
    fireEvent.click(option(/Mira Solberg/));
    fireEvent.click(option(/Tom Okafor/), { ctrlKey: true });
    fireEvent.click(option(/Aoife Brennan/), { metaKey: true });
    expect(selectedNames()).toHaveLength(3);
    fireEvent.click(option(/Tom Okafor/), { ctrlKey: true });
    expect(selectedNames()).toEqual([expect.stringMatching(/Mira/), expect.stringMatching(/Aoife/)]);
    fireEvent.click(option(/Tom Okafor/));
    expect(selectedNames()).toEqual([expect.stringMatching(/Tom/)]);
  });

  it('are blocked together with a second press, except blocked ones', async () => {
    const wire = await openApp(scenes.following);
    wire.answerWith({ ok: true, value: feedResult(baseFeed) });
    fireEvent.click(option(/Tom Okafor/));
    fireEvent.click(option(/Ticket Hunter/), { shiftKey: true });
    await settle();
    const block = screen.getByRole('button', { name: /^BLOCK, 2 presses/ });
    expect(block.textContent).toContain('2 posts');
    expect(block.classList).toContain('is-two-press');
    expect(block.textContent).toContain('B × 2');
    await pressKey('b');
    expect(sent(wire)).toEqual([]);
    expect(document.body.textContent).toContain('Press B again within 2 seconds to block 2 posts.');
    pause();
    await pressKey('b');
    expect(sent(wire)).toEqual(['block tom', 'block kenji']);
  });

  it('leave the keys of the play head in their place', async () => {
    await openApp(scenes.following);
    const playHead = () => within(screen.getByRole('group', { name: 'Play head' })).getAllByRole('button').length;
    const before = playHead();
    fireEvent.click(option(/Tom Okafor/));
    expect(screen.getByRole('button', { name: /^BLOCK/ }).classList).not.toContain('is-two-press');
    fireEvent.click(option(/Ticket Hunter/), { shiftKey: true });
    expect(screen.getByText('3 selected')).toBeDefined();
    expect(playHead()).toBe(before);
  });

  it('are left alone by the reason in the details, which is for the one post that they show', async () => {
    const wire = await openApp(scenes.following);
    wire.answerWith({ ok: true, value: feedResult(baseFeed) });
    fireEvent.click(option(/Mira Solberg/));
    fireEvent.click(option(/Tom Okafor/), { shiftKey: true });
    await pressKey('B', { shiftKey: true });
    const field = screen.getByLabelText('Reason for blocking Tom Okafor');
    expect(document.activeElement).toBe(field);
    expect(screen.getByRole('button', { name: 'Block: off air now' })).toBeDefined();
    fireEvent.change(field, { target: { value: 'libel' } });
    fireEvent.submit(field);
    await settle();
    expect(commandsOf(wire).map(({ input }) => input)).toEqual([{ feed: 'main', itemId: 'tom', reason: 'libel' }]);
    expect(document.activeElement?.id).toBe('list-live');
  });

  it('are left alone by the keys while the details of one are open, and selected again once they close', async () => {
    const wire = await openApp(scenes.following);
    wire.answerWith({ ok: true, value: feedResult(baseFeed) });
    fireEvent.click(option(/Mira Solberg/));
    fireEvent.click(option(/Tom Okafor/), { shiftKey: true });
    const count = selectedNames().length;
    await pressKey('Enter');
    expect(selectedNames()).toEqual([expect.stringMatching(/Tom/)]);
    expect(screen.getByRole('button', { name: /^BLOCK/ }).textContent).toContain('Tom Okafor');
    await pressKey('b');
    expect(sent(wire)).toEqual(['block tom']);
    await pressKey('Escape');
    expect(selectedNames()).toHaveLength(count);
  });

  it('keep the search field of their list, which has the focus after its key', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('ArrowDown');
    await pressKey('ArrowDown', { shiftKey: true });
    for (const key of ['/', 'c', 'c', 'o', 't']) await pressKey(key);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Find in live' }));
    expect(commandsOf(wire)).toEqual([]);
    await pressKey('Escape');
    expect(screen.getByText('2 selected')).toBeDefined();
  });

  it('are marked used together, and the desk says so until air changes', async () => {
    const wire = await openApp(scenes.following);
    wire.answerWith({ ok: true, value: feedResult(baseFeed) });
    fireEvent.click(option(/Priya/));
    fireEvent.click(option(/Tom Okafor/), { ctrlKey: true });
    await pressKey('m');
    expect(sent(wire)).toEqual(['used priya', 'used tom']);
    const used = { ...baseFeed.playHead, used: [...baseFeed.playHead.used, 'priya', 'tom'] };
    act(() => wire.pushScene(makeScene({ playHead: used }, {}, {})));
    await settle();
    expect(document.body.textContent).toContain('Marked 2 posts used.');
    act(() => wire.pushScene(makeScene({ playHead: used, revision: baseFeed.revision + 1 }, {}, {})));
    await settle();
    expect(document.body.textContent).not.toContain('Marked 2 posts used.');
  });

  it('are counted with the right form if only one of them can be acted on', async () => {
    await openApp(scenes.following);
    fireEvent.click(option(/Tom Okafor/));
    fireEvent.click(option(/Ticket Hunter/), { shiftKey: true });
    await pressKey('u');
    expect(document.body.textContent).toContain('Press U again to unblock 1 post.');
  });

  it('are left alone by the buttons of the details, which act on the one post that they show', async () => {
    const { blocked } = baseFeed;
    const others = ['tom', 'kenji'].flatMap((itemId) => blocked.map((block) => ({ ...block, itemId })));
    const wire = await openApp(makeScene({ blocked: [...blocked, ...others] }, {}, {}));
    wire.answerWith({ ok: true, value: feedResult(baseFeed) });
    fireEvent.click(option(/Tom Okafor/));
    fireEvent.click(option(/Ticket Hunter/), { shiftKey: true });
    await pressKey('Enter');
    const details = within(screen.getByRole('region', { name: 'Post details' }));
    fireEvent.click(details.getByRole('button', { name: /^Unblock/ }));
    await settle();
    expect(document.body.textContent).toContain('again to unblock Ticket Hunter 24.');
    pause();
    fireEvent.click(details.getByRole('button', { name: /unblock/i }));
    await settle();
    expect(sent(wire)).toEqual(['unblock dealz']);
    fireEvent.click(details.getByRole('button', { name: /^Mark used/ }));
    await settle();
    expect(sent(wire)).toEqual(['unblock dealz', 'used dealz']);
  });

  it('that the engine refuses are counted', async () => {
    const wire = await openApp(scenes.following);
    wire.answerWith({ ok: false, code: 'DISK_FULL', message: 'The disk is full.', nextStep: 'Free space.' });
    fireEvent.click(option(/Priya/));
    fireEvent.click(option(/Tom Okafor/), { ctrlKey: true });
    await pressKey('m');
    await settle();
    expect(document.body.textContent).toContain('2 of 2 posts were refused.');
  });

  it('include only posts that the filter shows', async () => {
    const wire = await openApp(scenes.following);
    wire.answerWith({ ok: true, value: feedResult(baseFeed) });
    fireEvent.click(option(/Mira/));
    fireEvent.click(option(/Priya/), { ctrlKey: true });
    fireEvent.click(option(/Tom Okafor/), { ctrlKey: true });
    act(() =>
      useUiState.setState(({ arrangement }) => ({
        arrangement: { ...arrangement, live: { ...arrangement.live, filters: ['unused'] } },
      })),
    );
    await settle();
    await pressKey('m');
    expect(sent(wire)).toEqual(['used priya', 'used tom']);
  });

  it('are blocked as far as the search shows them, also if it hides the current one', async () => {
    const wire = await openApp(scenes.following);
    wire.answerWith({ ok: true, value: feedResult(baseFeed) });
    fireEvent.click(option(/Mira/));
    fireEvent.click(option(/Priya/), { ctrlKey: true });
    act(() => arrange('live', { search: 'Mira' }));
    await settle();
    await pressKey('b');
    expect(document.body.textContent).toContain('Press B again within 2 seconds to block Mira Solberg.');
    pause();
    await pressKey('b');
    expect(sent(wire)).toEqual(['block mira']);
  });

  it('are all that the list shows with Ctrl and A, except in a text field', async () => {
    await openApp(scenes.following);
    await pressKey('ArrowDown');
    await pressKey('a', { ctrlKey: true });
    expect(selectedNames().length).toBeGreaterThan(5);
  });
});
