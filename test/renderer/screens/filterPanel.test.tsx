// @vitest-environment happy-dom
/** Searches, filters and sorts the lists by mouse and by keys. */
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useUiState } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, openApp, pressKey, settle } from '../openApp.tsx';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

const region = (name: string) => within(screen.getByRole('region', { name }));
const liveCount = () => document.querySelector('.list.is-live .filter-count')?.textContent ?? null;
const openFilters = async (list: 'live' | 'staging') => {
  fireEvent.click(screen.getByRole('button', { name: `Filter or sort ${list}` }));
  await settle();
  return region(`Filter or sort ${list}`);
};
const press = async (button: HTMLElement) => {
  fireEvent.click(button);
  await settle();
};
/** In happy-dom, Enter doesn’t press the focused button. */
const pressFocused = () => press(document.activeElement as HTMLElement);

describe('the filters of a list', () => {
  it('apply together, each with a chip that removes it', async () => {
    await openApp(scenes.following);
    const panel = await openFilters('live');
    for (const name of ['with media', 'Instagram', 'Facebook']) await press(panel.getByRole('button', { name }));
    expect(liveCount()).toBe('4 of 7 match. Hidden: 2 on air, 1 blocked');
    const live = region('Live');
    await press(live.getByRole('button', { name: 'Filter: Facebook. Remove' }));
    expect(panel.getByRole('button', { name: 'Facebook' }).getAttribute('aria-pressed')).toBe('false');
    expect(liveCount()).toBe('3 of 7 match. Hidden: 3 on air, 1 blocked');
    fireEvent.keyDown(live.getByRole('button', { name: 'Filter: with media. Remove' }), { key: 'Delete' });
    await settle();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Filter: Instagram. Remove');
    expect(useUiState.getState().arrangement.live).toMatchObject({ filters: [], sources: ['INSTAGRAM'] });
    await press(live.getByRole('button', { name: 'Filter: Instagram. Remove' }));
    expect(liveCount()).toBeNull();
    expect(document.activeElement?.id).toBe('list-live');
  });

  it('open with F, are chosen with the arrows and close with Escape', async () => {
    await openApp(scenes.following);
    await pressKey('ArrowDown');
    await pressKey('f');
    const panel = region('Filter or sort live');
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toBe('new');
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'ArrowRight' });
    await pressFocused();
    expect(panel.getByRole('button', { name: 'edited' }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getAllByText(/^1 of 7 matches\. Hidden: 4 on air, 1 blocked$/).length).toBe(2);
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'End' });
    await pressFocused();
    expect(useUiState.getState().arrangement.live.sort).toBe('source');
    await pressKey('Escape');
    expect(screen.queryByRole('region', { name: 'Filter or sort live' })).toBeNull();
    expect(useUiState.getState().selection).not.toBeNull();
    expect(liveCount()).toMatch(/^1 of 7 matches/);
  });

  it('of one list leave the other as it is, and staging stays below them', async () => {
    await openApp(scenes.following);
    const panel = await openFilters('staging');
    await press(panel.getByRole('button', { name: 'PEBBLE' }));
    const staging = within(screen.getByRole('listbox', { name: /^Staging/ }));
    expect(staging.getAllByRole('option').map((row) => row.getAttribute('aria-label'))).toEqual([
      expect.stringContaining('Ingrid Aas'),
    ]);
    expect(liveCount()).toBeNull();
    await openFilters('live');
    expect(screen.queryByRole('region', { name: 'Filter or sort staging' })).toBeNull();
    await press(region('Staging').getByRole('button', { name: 'Filter: PEBBLE. Remove' }));
    expect(staging.getAllByRole('option').length).toBeGreaterThan(5);
  });

  it('are all removed together with the search, and the order stays', async () => {
    await openApp(scenes.following);
    fireEvent.change(screen.getByLabelText('Find in live'), { target: { value: 'e' } });
    const panel = await openFilters('live');
    for (const name of ['unused', 'Latin', 'by author']) await press(panel.getByRole('button', { name }));
    await press(region('Live').getByRole('button', { name: 'Show all' }));
    expect(useUiState.getState().arrangement.live).toEqual({
      ...{ search: '', filters: [], sources: [], scripts: [], sort: 'author' },
    });
  });

  it('keep the current post above the rows, with its author’s whole handle in a tooltip even if it has no text', async () => {
    const { state, lists } = scenes.following;
    const id = state.feeds[0]?.playHead.itemId;
    const live = lists.live.map((item) => (item.id === id ? { ...item, message: '' } : item));
    await openApp({ state, lists: { ...lists, live } });
    fireEvent.change(screen.getByLabelText('Find in live'), { target: { value: 'no such post' } });
    await settle();
    const handle = document.querySelector<HTMLElement>('.list-pinned .row-handle .is-outside');
    expect(handle?.textContent).toMatch(/^@/);
    expect(handle?.title).toBe(handle?.textContent);
  });

  it('sort by author, and the chip brings back the list’s order', async () => {
    await openApp(scenes.following);
    const firstRow = () =>
      within(screen.getByRole('listbox', { name: /^Live/ }))
        .getAllByRole('option')[0]
        ?.getAttribute('aria-label');
    await press((await openFilters('live')).getByRole('button', { name: 'by author' }));
    expect(firstRow()).toMatch(/Aoife/);
    await press(region('Live').getByRole('button', { name: 'Sorted: by author. Show the list’s order' }));
    expect(firstRow()).toMatch(/Mira/);
  });
});

describe('the search field', () => {
  const field = () => screen.getByRole('textbox', { name: 'Find in live' });
  const type = async (text: string) => {
    fireEvent.change(field(), { target: { value: text } });
    await settle();
  };

  it('closes with Escape, and the focus goes back to where it was', async () => {
    await openApp(scenes.following);
    await pressKey('ArrowDown');
    expect(document.activeElement?.id).toBe('list-live');
    await pressKey('/');
    expect(document.activeElement).toBe(field());
    await type('magic');
    fireEvent.keyDown(field(), { key: 'Escape' });
    await settle();
    expect(useUiState.getState().arrangement.live.search).toBe('');
    expect(document.activeElement?.id).toBe('list-live');
  });

  it('gives the focus back to no other text field, in which the next key would be text', async () => {
    await openApp(scenes.following);
    screen.getByRole('textbox', { name: 'Find in staging' }).focus();
    field().focus();
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(document.activeElement).toBe(document.body);
  });

  it('counts the current post above the rows as no match', async () => {
    await openApp(scenes.following);
    await type('no such post');
    expect(liveCount()).toBe('0 of 7 match. Hidden: 5 on air, 1 blocked');
    expect(document.querySelector('.list-pinned')?.textContent).toContain('عمر الحداد');
    expect(screen.getByRole('group', { name: 'Live, 0 rows' }).textContent).toContain('No matches.');
  });

  it('says once typing pauses how many posts match, in either list', async () => {
    await openApp(scenes.following);
    for (const [name, text, sentence] of [
      ['Find in live', 'Tom Okafor', '1 of 7 matches. Hidden: 4 on air, 1 blocked'],
      ['Find in staging', 'no such post', '0 of 8 match'],
    ] as const) {
      fireEvent.change(screen.getByLabelText(name), { target: { value: text } });
      await vi.waitFor(() => expect(useUiState.getState().done?.sentence).toBe(sentence), { timeout: 20_000 });
    }
  });

  it('has the slot of a post that went live say that live hides it, but not while the post is current', async () => {
    const { state, lists } = scenes.following;
    await openApp(scenes.following);
    const slot = () => screen.getByRole('option', { name: /moved to live/ });
    expect(slot().textContent).toContain('Now at position 5.');
    expect(slot().textContent).not.toContain('HIDDEN IN LIVE');
    await type('Tom Okafor');
    expect(slot().textContent).toContain('HIDDEN IN LIVE');
    expect(slot().getAttribute('aria-label')).toContain('hidden by the filter of live');
    await type('健司');
    expect(slot().textContent).not.toContain('HIDDEN IN LIVE');
    closeApp();
    const [feed, ...others] = state.feeds;
    if (feed === undefined) throw new Error('no feed');
    const playHead = { ...feed.playHead, itemId: 'kenji' };
    await openApp({ state: { ...state, feeds: [{ ...feed, playHead }, ...others] }, lists });
    await type('Tom Okafor');
    expect(document.querySelector('.list-pinned')).not.toBeNull();
    expect(slot().textContent).not.toContain('HIDDEN IN LIVE');
  });
});
