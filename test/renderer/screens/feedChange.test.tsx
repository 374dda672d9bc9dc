// @vitest-environment happy-dom
/** Tests that a press that was meant for one feed or post does nothing on another one. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { select, useUiState } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import { baseFeed, scenes } from '../states/show.ts';

afterEach(closeApp);

const key = (name: RegExp) => screen.getByRole('button', { name });
const text = () => document.body.textContent ?? '';

describe('a gate key', () => {
  it('does nothing if another feed was selected while the mouse button was down', async () => {
    const wire = await openApp(scenes.following);
    fireEvent.pointerDown(key(/^HOLD/));
    await pressKey('2');
    expect(useUiState.getState().slug).toBe('studio-b');
    fireEvent.click(key(/^HOLD/));
    await settle();
    expect(commandsOf(wire)).toEqual([]);
    expect(text()).toContain('The key changed as you pressed. Nothing happened.');
    fireEvent.pointerDown(key(/^HOLD/));
    fireEvent.click(key(/^HOLD/));
    await settle();
    expect(commandsOf(wire)).toEqual([{ name: 'hold', input: { feed: 'studio-b' } }]);
  });

  it('does nothing if another post was selected while the mouse button was down', async () => {
    const wire = await openApp(scenes.following);
    act(() => select('live', 'tom'));
    fireEvent.pointerDown(key(/^BLOCK/));
    act(() => select('live', 'kenji'));
    fireEvent.click(key(/^BLOCK/));
    await settle();
    expect(commandsOf(wire)).toEqual([]);
  });

  it('does nothing if live changed while the mouse button was down, if it would put the new posts on air', async () => {
    const wire = await openApp(scenes.held);
    fireEvent.pointerDown(key(/^TAKE ALL/));
    fireEvent.pointerDown(key(/^RELEASE/));
    const { state, lists } = scenes.held;
    const feeds = state.feeds.map((feed) => ({ ...feed, pending: { ...feed.pending, liveVersion: 999 } }));
    act(() => wire.pushScene({ state: { ...state, feeds }, lists }));
    fireEvent.click(key(/^TAKE ALL/));
    fireEvent.click(key(/^RELEASE/));
    await settle();
    expect(commandsOf(wire)).toEqual([]);
    fireEvent.click(key(/^RELEASE/));
    await settle();
    expect(commandsOf(wire).map(({ name }) => name)).toEqual(['release']);
  });

  it('does nothing if the play head moved, or another operator cleared, while the mouse button was down', async () => {
    const wire = await openApp(scenes.held);
    pause();
    const { state, lists } = scenes.held;
    const [main = baseFeed, ...others] = state.feeds;
    const next = screen.getByRole('button', { name: /^Next/ });
    fireEvent.pointerDown(next);
    pause();
    const playHead = { ...main.playHead, index: 3, itemId: 'tom', by: null };
    act(() => wire.pushScene({ state: { ...state, feeds: [{ ...main, playHead }, ...others] }, lists }));
    pause();
    fireEvent.click(next);
    await settle();
    fireEvent.pointerDown(key(/^RELEASE/));
    pause();
    const cleared = { ...main, playHead, gate: 'cleared', gateBy: 'Desk 3' } as const;
    act(() => wire.pushScene({ state: { ...state, feeds: [cleared, ...others] }, lists }));
    pause();
    fireEvent.click(key(/^RELEASE/));
    await settle();
    expect(commandsOf(wire)).toEqual([]);
    expect(text()).toContain('Release did nothing: Desk 3 cleared as you pressed.');
  });

  it('loses the focus when another feed is selected, so that Enter does not press it there', async () => {
    await openApp(scenes.following);
    act(() => key(/^HOLD/).focus());
    await pressKey('2');
    expect(document.activeElement).toBe(document.body);
  });
});

describe('the key of a feed', () => {
  const { state, lists } = scenes.following;
  const [main = baseFeed, studio = baseFeed, foyer = baseFeed] = state.feeds;
  const withFeeds = (...feeds: readonly (typeof main)[]) => ({ state: { ...state, feeds }, lists });
  const tabs = () =>
    screen
      .getAllByRole('radio')
      .flatMap(({ textContent }) => /^\d? ?(main|studio-b|foyer)/.exec(textContent ?? '')?.[0] ?? []);

  it('stays with its feed when another feed is deleted, and is then shown', async () => {
    const wire = await openApp(scenes.following);
    expect(tabs()).toEqual([' main', ' studio-b', ' foyer']);
    wire.pushScene(withFeeds(main, foyer));
    await settle();
    expect(tabs()).toEqual(['1 main', '3 foyer']);
    await pressKey('3');
    expect(useUiState.getState().slug).toBe('foyer');
    await pressKey('2');
    expect(useUiState.getState().slug).toBe('foyer');
    expect(text()).toContain('Key 2: the feed studio-b was deleted. Nothing happened.');
    wire.pushScene(withFeeds(main, studio, foyer));
    await settle();
    expect(tabs()).toEqual([' main', ' studio-b', ' foyer']);
  });

  it('stays with its feed when another feed is added before it', async () => {
    const wire = await openApp(withFeeds(main, foyer));
    wire.pushScene(withFeeds(main, studio, foyer));
    await settle();
    expect(tabs()).toEqual(['1 main', '3 studio-b', '2 foyer']);
    await pressKey('2');
    expect(useUiState.getState().slug).toBe('foyer');
  });

  it('is the position of the feed in another show', async () => {
    const wire = await openApp(scenes.following);
    wire.pushScene(withFeeds({ ...main, slug: 'news' }, { ...studio, slug: 'sport' }));
    await settle();
    await pressKey('2');
    expect(useUiState.getState().slug).toBe('sport');
  });
});

describe('when the shown feed is deleted by another desk', () => {
  const { state, lists } = scenes.following;
  const feeds = state.feeds;
  /** The state without the feed. */
  const without = (deleted: string) => ({
    state: { ...state, sequence: state.sequence + 1, feeds: feeds.filter(({ slug }) => slug !== deleted) },
    lists,
  });
  const shown = () => useUiState.getState().slug;

  it.each([
    ['the first one, which nobody selected', 'main', 'studio-b', null],
    ['a selected one', 'studio-b', 'main', '2'],
  ])('%s, the desk says which feed it shows instead', async (_, deleted, next, feedKey) => {
    const wire = await openApp(scenes.following);
    if (feedKey !== null) await pressKey(feedKey);
    await pressKey('ArrowDown');
    act(() => wire.pushScene(without(deleted)));
    await settle();
    expect(text()).toContain(`The feed ${deleted} was deleted. This desk now shows ${next}.`);
    expect(useUiState.getState()).toMatchObject({ slug: next, selection: null, several: null });
  });

  it('a press at that moment does nothing on the other feed', async () => {
    const wire = await openApp(scenes.following);
    act(() => wire.pushScene(without('main')));
    await pressKey('h');
    expect(commandsOf(wire)).toEqual([]);
    expect(text()).toContain('Hold did nothing: the feed main was deleted as you pressed.');
    expect(text()).toContain('This desk now shows studio-b. Check it, then press H again.');
    pause();
    await pressKey('h');
    expect(commandsOf(wire)).toEqual([{ name: 'hold', input: { feed: 'studio-b' } }]);
  });

  it('and added again, the desk stays on the other feed', async () => {
    const wire = await openApp(scenes.following);
    act(() => wire.pushScene(without('main')));
    await settle();
    act(() => wire.pushScene({ state: { ...state, sequence: state.sequence + 2 }, lists }));
    await settle();
    expect(shown()).toBe('studio-b');
  });

  it('a feed that is added before the first one is not shown in its place', async () => {
    const wire = await openApp(without('main'));
    act(() => wire.pushScene({ state: { ...state, sequence: state.sequence + 2 }, lists }));
    await settle();
    expect(shown()).toBe('studio-b');
    expect(text()).not.toContain('was deleted');
  });
});
