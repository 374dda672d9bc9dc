// @vitest-environment happy-dom
/** Tests that the desk announces what a press did, names who put a post on air, and shows one state at a time. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { select, useUiState } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, commandsOf, openApp, pressKey, reconnect, settle } from '../openApp.tsx';
import type { FakeWire } from '../states/fakeWire.ts';
import { at } from '../states/posts.ts';
import { baseFeed, type Scene, scenes } from '../states/show.ts';

afterEach(closeApp);

const spoken = (): string =>
  [...screen.getAllByRole('status'), ...screen.getAllByRole('alert')].map(({ textContent }) => textContent).join(' | ');

/** Answers as the engine does after a command on the feed. */
function answerWithCurrent(wire: FakeWire, index: number, itemId: string): void {
  const value = { revision: 128, gate: 'following', playHead: { index, itemId, pinned: false } } as const;
  wire.answerWith({ ok: true, value });
}

describe('a press that the screen shows only by a mark is announced', () => {
  it.each([
    ['n', 2, 'priya', 'Now: Priya Raghunathan, position 3 of 6.'],
    ['p', 0, 'mira', 'Now: Mira Solberg, position 1 of 6.'],
    ['n', 1, 'omar', 'End of the list. Still \u2068عمر الحداد\u2069, position 2 of 6.'],
    ['p', 1, 'omar', 'Start of the list. Still \u2068عمر الحداد\u2069, position 2 of 6.'],
    ['i', 1, 'omar', 'Pinned: \u2068عمر الحداد\u2069.'],
    ['o', 1, 'omar', 'Rotation off.'],
    ['+', 1, 'omar', 'Rotation on: next post every 9 s.'],
  ])('%s, when post %i (%s) is then current', async (key, index, itemId, sentence) => {
    const wire = await openApp(scenes.following);
    answerWithCurrent(wire, index, itemId);
    await pressKey(key);
    expect(spoken()).toContain(sentence);
  });

  it.each([
    ['q', 'Now: Mira Solberg, position 1 of 6.'],
    ['m', 'Marked unused: Mira Solberg.'],
  ])('%s on the selected post', async (key, sentence) => {
    const wire = await openApp(scenes.following);
    await pressKey('ArrowDown');
    answerWithCurrent(wire, 0, 'mira');
    await pressKey(key);
    expect(spoken()).toContain(sentence);
  });

  it('also at the end of a list', async () => {
    await openApp(scenes.following);
    await pressKey('End');
    await pressKey('ArrowDown');
    expect(spoken()).toContain('End of live.');
    await pressKey('Home');
    await pressKey('ArrowUp');
    // A polite sentence waits for the one before it, so the announcer shows this one first.
    expect(screen.getByText('Start of live.')).toBeDefined();
  });

  it('Take all says what was taken, in the announcer too', async () => {
    const wire = await openApp(scenes.held);
    await pressKey('t');
    act(() => wire.pushScene(scenes['two-desks']));
    await settle();
    const sentence = 'Taken: Chidi & Ada and Luca Moretti added; Aoife Brennan removed; Tom Okafor edited.';
    expect(screen.getAllByText(sentence).length).toBeGreaterThan(0);
    expect(spoken()).toContain(sentence);
  });

  it('Take removals says which posts went off air', async () => {
    await openApp(scenes.held);
    await pressKey('T', { shiftKey: true });
    expect(spoken()).toContain('Taken: Aoife Brennan removed.');
  });
});

describe('Enter and E on another screen', () => {
  it('do not open the post that was selected on the Show screen', async () => {
    await openApp(scenes.following);
    await pressKey('ArrowDown');
    for (const key of ['Enter', 'e', 'B', 'f']) {
      await pressKey('F6');
      (document.activeElement as HTMLElement | null)?.blur();
      await pressKey(key, { shiftKey: key === 'B' });
      expect(useUiState.getState()).toMatchObject({ screen: 'collections', panel: null, filter: { live: 'all' } });
      expect(screen.getByText(/: only on the Show screen\./)).toBeDefined();
    }
  });
});

describe('a filter', () => {
  it('does not count the current post as hidden, which stays above the list', async () => {
    await openApp(scenes.following);
    fireEvent.change(screen.getByLabelText('Find in live'), { target: { value: 'Mira Solberg' } });
    await settle();
    const live = within(screen.getByRole('region', { name: 'Live' }));
    expect(live.getAllByRole('option')).toHaveLength(1);
    expect(live.getByText('عمر الحداد')).toBeDefined();
    // 7 rows: the match, the current post above it, and these.
    expect(live.getByText('Filter on, 5 hidden')).toBeDefined();
  });

  it('lets no press act on a selected post that it hides, until the post is shown again', async () => {
    const wire = await openApp(scenes.following);
    act(() => select('live', 'tom'));
    fireEvent.change(screen.getByLabelText('Find in live'), { target: { value: 'Omar' } });
    await settle();
    for (const key of ['b', 'u', 'q', 'm', 'G']) {
      await pressKey(key, { shiftKey: key === 'G' });
      expect(commandsOf(wire), key).toEqual([]);
    }
    await pressKey('b');
    expect(screen.getAllByText(/Block: the filter hides the selected post\./).length).toBeGreaterThan(0);
    await pressKey('Enter');
    expect(useUiState.getState().panel).toBe(null);
    fireEvent.change(screen.getByLabelText('Find in live'), { target: { value: 'Tom' } });
    await settle();
    await pressKey('b');
    expect(commandsOf(wire)).toEqual([{ name: 'block', input: { feed: 'main', itemId: 'tom', reason: null } }]);
  });

  it('keeps the keys that select a post on the rows that it shows', async () => {
    await openApp(scenes.following);
    fireEvent.change(screen.getByLabelText('Find in live'), { target: { value: 'facebook' } });
    await settle();
    for (const [key, id] of [
      ['End', 'tom'],
      ['ArrowDown', 'tom'],
      ['Home', 'priya'],
      ['ArrowUp', 'priya'],
      ['ArrowLeft', 'luca'],
      ['ArrowRight', 'priya'],
    ] as const) {
      await pressKey(key);
      expect(useUiState.getState().selection?.id, key).toBe(id);
    }
  });
});

describe('the name of another desk', () => {
  it('is on the rows that it put on air, not on rows that only moved', async () => {
    const after = scenes['two-desks'];
    const before = { ...after, lists: { ...after.lists, onAir: ['luca', 'mira', 'omar', 'priya', 'tom', 'kenji'] } };
    const wire = await openApp(before);
    act(() => wire.pushScene(after));
    await settle();
    const named = screen.getAllByRole('option', { name: /by ines/ }).map((row) => row.getAttribute('aria-label'));
    expect(named).toHaveLength(1);
    expect(named[0]).toContain('Chidi & Ada');
  });
});

describe('a line of the history that begins with an Arabic name', () => {
  it('keeps its own direction', async () => {
    await openApp(scenes.following);
    await pressKey('F7');
    const line = screen.getAllByText(/عمر الحداد/).find((element) => element.classList.contains('revision-text'));
    expect(line?.getAttribute('dir')).not.toBe('auto');
    expect(line?.textContent).toContain('\u2068عمر الحداد\u2069');
  });
});

describe('after a reconnection', () => {
  it('the lists are not shown before the state that they belong to', async () => {
    const wire = await openApp(scenes.following);
    act(() => wire.disconnect());
    reconnect();
    await settle();
    const next = nextRevision(scenes.following);
    const shown = (): readonly string[] => [
      screen.getAllByText(/^Revision \d+$/)[0]?.textContent ?? '',
      screen.getByRole('listbox', { name: /^Live/ }).textContent?.includes('Mira Solberg') === true
        ? 'mira'
        : 'no mira',
    ];
    act(() => wire.pushMessage({ type: 'lists', sequence: 900, lists: next.lists }));
    await settle();
    expect(shown()).toEqual(['Revision 128', 'mira']);
    act(() => wire.pushMessage({ type: 'state', state: next.state }));
    await settle();
    expect(shown()).toEqual(['Revision 129', 'no mira']);
  });
});

/** Mira’s post has left live and air. */
function nextRevision({ state, lists }: Scene): Scene {
  const feed = { ...(state.feeds[0] ?? baseFeed), revision: 129, onAirSince: at('20:42:48') };
  return {
    state: { ...state, feeds: [feed, ...state.feeds.slice(1)] },
    lists: {
      ...lists,
      live: lists.live.filter(({ id }) => id !== 'mira'),
      onAir: lists.onAir.filter((id) => id !== 'mira'),
    },
  };
}
