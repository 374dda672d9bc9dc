// @vitest-environment happy-dom
/** Tests that a press on “Got it: not on screen” confirms only what the alarm named when the press began. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { describeProblem } from '../../../src/core/problem.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import { posts } from '../states/posts.ts';
import { type Scene, scenes } from '../states/show.ts';

afterEach(closeApp);

/** The alarm with these posts, in this order. */
function alarmFor(...itemIds: readonly string[]): Scene {
  const scene = scenes['onair-risk'];
  const feeds = scene.state.feeds.map((feed) => {
    const [block] = feed.blocked;
    if (block === undefined) return feed;
    return { ...feed, blocked: itemIds.map((itemId) => ({ ...block, itemId })) };
  });
  return { ...scene, state: { ...scene.state, feeds } };
}

const gotIt = (): HTMLElement => screen.getByRole('button', { name: 'Got it: not on screen' });

describe('Got it: not on screen', () => {
  it('confirms one post with a double click, although the next alarm appears between its clicks', async () => {
    const wire = await openApp(alarmFor('dealz', 'tom'));
    pause();
    fireEvent.pointerDown(gotIt());
    fireEvent.click(gotIt());
    await settle();
    act(() => wire.pushScene(alarmFor('tom')));
    await settle();
    fireEvent.pointerDown(gotIt());
    fireEvent.click(gotIt());
    await settle();
    expect(commandsOf(wire)).toEqual([{ name: 'confirm', input: { feed: 'main', itemId: 'dealz' } }]);
    expect(screen.getAllByText(/The alarm changed as you pressed\. Nothing happened\./).length).toBeGreaterThan(0);
    pause();
    fireEvent.pointerDown(gotIt());
    fireEvent.click(gotIt());
    await settle();
    expect(commandsOf(wire)[1]).toEqual({ name: 'confirm', input: { feed: 'main', itemId: 'tom' } });
  });

  it('does nothing when the post changes while the button is down', async () => {
    const wire = await openApp(alarmFor('dealz', 'tom'));
    pause();
    fireEvent.pointerDown(gotIt());
    act(() => wire.pushScene(alarmFor('tom')));
    pause();
    fireEvent.click(gotIt());
    await settle();
    expect(commandsOf(wire)).toEqual([]);
  });

  it('is read to screen readers for each post, although their names differ only in digits', async () => {
    const named = (scene: Scene): Scene => ({
      ...scene,
      lists: {
        ...scene.lists,
        live: [...scene.lists.live, ...['p1', 'p2', 'p3'].map((id) => ({ ...posts.tom, id, fullName: `Name ${id}` }))],
      },
    });
    const wire = await openApp(named(alarmFor('p1', 'p2', 'p3')));
    const spoken = () => screen.getByRole('alert').textContent;
    expect(spoken()).toMatch(/^Name p1 may still be on screen\. .* And 2 more/);
    act(() => wire.pushScene(named(alarmFor('p2', 'p3'))));
    await settle();
    expect(spoken()).toMatch(/^Name p2 may still be on screen\. .* And 1 more/);
  });

  it('confirms the consumers that show an older list, but not if another one joins them while the button is down', async () => {
    const { lists, state } = scenes.following;
    const [feed] = state.feeds;
    const sceneOf = (names: string): Scene => {
      const facts = { feed: 'main', names };
      const problems = (['FEED_CONSUMER_BEHIND', 'FEED_CONSUMER_LOST'] as const).map((code) =>
        describeProblem(code, 'feed:main', state.at, facts),
      );
      const consumers = (feed?.consumers ?? []).map((consumer, index) => ({
        ...consumer,
        problem: ([null, 'FEED_CONSUMER_BEHIND', 'FEED_CONSUMER_LOST'] as const)[index] ?? null,
      }));
      const feeds = state.feeds.map((other) => (other === feed ? { ...other, consumers } : other));
      return { lists, state: { ...state, problems, feeds } };
    };
    const wire = await openApp(sceneOf('OBS'));
    pause();
    fireEvent.pointerDown(gotIt());
    act(() => wire.pushScene(sceneOf('OBS and Stage')));
    pause();
    fireEvent.click(gotIt());
    await settle();
    expect(commandsOf(wire)).toEqual([]);
    pause();
    fireEvent.pointerDown(gotIt());
    fireEvent.click(gotIt());
    await settle();
    // The announcer shows the worse problem, with this consumer.
    const consumers = feed?.consumers.slice(1, 2).map(({ id }) => id);
    expect(consumers).toHaveLength(1);
    expect(commandsOf(wire)).toEqual([{ name: 'offScreen', input: { feed: 'main', consumers } }]);
  });

  it('is not shown for a consumer of another feed', async () => {
    const { lists, state } = scenes.following;
    const facts = { feed: 'sport', names: 'OBS' };
    const problem = describeProblem('FEED_CONSUMER_BEHIND', 'feed:sport', state.at, facts);
    await openApp({ lists, state: { ...state, problems: [problem] } });
    expect(screen.getAllByText(/OBS last showed an older list of sport/).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Got it: not on screen' })).toBeNull();
  });

  it('is not pressed by S, which says why it acknowledges no restart that the alarm hides', async () => {
    const { state, lists } = alarmFor('dealz');
    const feeds = state.feeds.map((feed) => ({ ...feed, restored: true }));
    const wire = await openApp({ lists, state: { ...state, feeds } });
    expect(screen.getAllByText(/programme monitor\. And 1 more\./).length).toBeGreaterThan(0);
    await pressKey('s');
    expect(commandsOf(wire)).toEqual([]);
    expect(screen.getAllByText(/Got it: an alarm hides the notice\. Nothing happened\./).length).toBeGreaterThan(0);
  });

  it('keeps the focus on the next post, and a key that is held down does not confirm it', async () => {
    const wire = await openApp(alarmFor('dealz', 'tom'));
    pause();
    gotIt().focus();
    act(() => wire.pushScene(alarmFor('tom')));
    expect(document.activeElement).toBe(gotIt());
    pause();
    expect(fireEvent.keyDown(gotIt(), { key: 'Enter', repeat: true })).toBe(false);
    await pressKey('Enter');
    act(() => wire.pushScene(scenes.following));
    await settle();
    expect(document.activeElement).not.toBe(document.body);
  });
});
