// @vitest-environment happy-dom
/** Tests that the desk announces what a press did, names who put a post on air, and shows one state at a time. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { CommandResult } from '../../../src/contract/commands.ts';
import { describeProblem } from '../../../src/core/problem.ts';
import { startHover } from '../../../src/renderer/stores/hover.ts';
import { select, useUiState } from '../../../src/renderer/stores/uiState.ts';
import { feedResult } from '../feedResult.ts';
import { closeApp, commandsOf, openApp, pressKey, reconnect, settle } from '../openApp.tsx';
import type { FakeWire } from '../states/fakeWire.ts';
import { ago, at, marked, posts } from '../states/posts.ts';
import { baseFeed, makeScene, type Scene, type SceneName, scenes } from '../states/show.ts';

afterEach(closeApp);

const spoken = (): string =>
  [...screen.getAllByRole('status'), ...screen.getAllByRole('alert')].map(({ textContent }) => textContent).join(' | ');

/** The engine’s answer to a command after which the feed is as in this scene. */
function answerTo(name: SceneName): CommandResult {
  return { ok: true, value: feedResult(scenes[name].state.feeds[0] ?? baseFeed) };
}

type Head = typeof baseFeed.playHead;

/** The scene after a command that changed the play head. */
const withHead = (playHead: Partial<Head>): Scene =>
  makeScene({ playHead: { ...baseFeed.playHead, ...playHead } }, scenes.following.lists, {});

/** Presses the key, and answers and pushes as the engine does after a command on the feed. */
async function pressWith(wire: FakeWire, key: string, playHead: Partial<Head>, more: KeyboardEventInit = {}) {
  wire.answerWith({ ok: true, value: feedResult({ ...baseFeed, playHead: { ...baseFeed.playHead, ...playHead } }) });
  await pressKey(key, more);
  act(() => wire.pushScene(withHead(playHead)));
  await settle();
}

describe('a press that the screen shows only by a mark is announced', () => {
  it.each([
    ['n', { index: 2, itemId: 'priya' }, 'Now: Priya Raghunathan, position 3 of 6.'],
    ['p', { index: 0, itemId: 'mira' }, 'Now: Mira Solberg, position 1 of 6.'],
    ['i', { pinned: true }, 'Pinned: \u2068عمر الحداد\u2069.'],
    ['o', { rotateSeconds: null }, 'Rotation off.'],
    ['+', { rotateSeconds: 9 }, 'Rotation on: next post every 9 s.'],
    ['+', { rotateSeconds: 9, pinned: true }, 'Rotation on: every 9 s, once the post is unpinned.'],
  ] as const)('%s, with the play head then %o', async (key, head, sentence) => {
    const wire = await openApp(scenes.following);
    await pressWith(wire, key, head);
    expect(spoken()).toContain(sentence);
  });

  const atEnd = { index: 5, itemId: 'aoife', nextItemId: null, loop: false } as const;
  const atStart = { index: 0, itemId: 'mira', loop: false } as const;
  const skipping = { index: 2, itemId: 'priya', nextItemId: null, loop: true, skipUsed: true } as const;
  const still = 'Still Priya Raghunathan, position 3 of 6.';
  it.each([
    ['n', atEnd, 'End of the list. Still Aoife Brennan, position 6 of 6.'],
    ['p', atStart, 'Start of the list. Still Mira Solberg, position 1 of 6.'],
    ['n', skipping, `All other posts are used. ${still}`],
    ['p', skipping, `All other posts are used. ${still}`],
    ['n', { ...skipping, loop: false }, `All posts after it are used. ${still}`],
    ['p', { ...skipping, loop: false }, `All posts before it are used. ${still}`],
    ['o', { ...skipping, rotateSeconds: null }, 'Rotation on: every 8 s, once there is a next post.'],
    ['o', { ...atEnd, rotateSeconds: null }, 'Rotation on: every 8 s.'],
  ] as const)('%s, where the play head stays: %o', async (key, head, sentence) => {
    useUiState.setState({ rotation: { seconds: 8 } });
    const wire = await openApp(withHead(head));
    await pressWith(wire, key, key === 'o' ? { ...head, rotateSeconds: 8 } : head);
    expect(spoken()).toContain(sentence);
  });

  it.each([
    ['q', { index: 0, itemId: 'mira' }, 'Now: Mira Solberg, position 1 of 6.'],
    ['m', { used: [] }, 'Marked unused: Mira Solberg.'],
  ] as const)('%s on the selected post', async (key, head, sentence) => {
    const wire = await openApp(scenes.following);
    await pressKey('ArrowDown');
    await pressWith(wire, key, head);
    expect(spoken()).toContain(sentence);
  });

  it.each([
    ['another desk moves the play head', { playHead: { ...baseFeed.playHead, index: 3, itemId: 'tom' } }],
    ['that post is blocked', { revision: 129, counts: { ...baseFeed.counts, onAir: 5 } }],
    ['the feed is held', { gate: 'held', gateBy: 'Marit Lund' }],
    ['another operator clears the feed', { gate: 'cleared', revision: 129 }],
  ] as const)('but not any more once %s', async (_, feed) => {
    const wire = await openApp(scenes.following);
    const head = { index: 2, itemId: 'priya' };
    await pressWith(wire, 'n', head);
    expect(spoken()).toContain('Now: Priya');
    act(() => wire.pushScene(makeScene({ playHead: { ...baseFeed.playHead, ...head }, ...feed }, {}, {})));
    await settle();
    expect(document.body.textContent).not.toContain('Now: Priya');
  });

  it('but not on another feed, and not once another press did something', async () => {
    const wire = await openApp(scenes.following);
    await pressWith(wire, 'n', { index: 2, itemId: 'priya' });
    await pressKey('2');
    expect(document.body.textContent).not.toContain('Now: Priya');
    await pressKey('1');
    await pressKey('h');
    expect(document.body.textContent).not.toContain('Now: Priya');
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
    wire.answerWith(answerTo('two-desks'));
    await pressKey('t');
    act(() => wire.pushScene(scenes['two-desks']));
    await settle();
    const sentence = 'Taken: Chidi & Ada and Luca Moretti added; Aoife Brennan removed; Tom Okafor edited.';
    expect(screen.getAllByText(sentence).length).toBeGreaterThan(0);
    expect(spoken()).toContain(sentence);
    const block = { ...baseFeed.blocked[0], itemId: 'chidi' } as (typeof baseFeed.blocked)[number];
    const { state, lists } = scenes['two-desks'];
    const [main = baseFeed, ...others] = state.feeds;
    act(() => wire.pushScene({ state: { ...state, feeds: [{ ...main, blocked: [block] }, ...others] }, lists }));
    await settle();
    expect(document.body.textContent).not.toContain('Taken:');
  });

  it('Take removals says which posts went off air', async () => {
    const wire = await openApp(scenes.held);
    wire.answerWith(answerTo('held'));
    await pressKey('T', { shiftKey: true });
    expect(spoken()).toContain('Taken: Aoife Brennan removed.');
  });
});

describe('posts that change above the visible part of staging', () => {
  const { state, lists } = scenes.following;
  const [luca, ...staging] = lists.staging;
  const arrived = marked(posts.chidi, { arrivedAt: ago(1) });
  const scrollDown = async (wire: FakeWire): Promise<void> => {
    const pane = document.getElementById('list-staging');
    if (pane !== null) pane.scrollTop = 176;
    startHover('staging', 'petra');
    act(() => wire.pushScene({ state, lists }));
    await settle();
  };
  const push = async (wire: FakeWire, more: Partial<typeof lists>): Promise<void> => {
    act(() => wire.pushScene({ state, lists: { ...lists, ...more } }));
    await settle();
  };

  it('are not announced as new when one of them goes on air', async () => {
    const wire = await openApp(scenes.following);
    await scrollDown(wire);
    const promoted = marked(luca ?? posts.luca, { wentLiveAt: ago(0), leftIndex: 0 });
    const onAir = [promoted.id, ...lists.onAir];
    await push(wire, { staging, live: [promoted, ...lists.live], onAir, onAirSince: ago(0) });
    expect(document.body.textContent).toContain('Went on air: Luca Moretti');
    expect(document.body.textContent).not.toMatch(/New in staging|new above/);
  });

  it('are announced as new only while they are in staging', async () => {
    const wire = await openApp(scenes.following);
    await scrollDown(wire);
    await push(wire, { staging: [{ ...arrived, id: 'new' }, ...lists.staging] });
    expect(document.body.textContent).toContain('New in staging: 1 post, above the part on screen.');
    await push(wire, {});
    expect(document.body.textContent).not.toContain('New in staging');
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
      expect(useUiState.getState()).toMatchObject({
        screen: 'collections',
        panel: null,
        arrangement: { live: { filters: [] } },
      });
      expect(screen.getAllByText(/: only on the Show screen\./)).not.toHaveLength(0);
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
    // 7 rows: the match, the current post above it, and these hidden ones.
    expect(live.getByText('1 of 7 matches. Hidden: 4 on air, 1 blocked')).toBeDefined();
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
    const named = screen.getAllByRole('option', { name: /by .?Ines/ }).map((row) => row.getAttribute('aria-label'));
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

describe('while the state can’t be saved', () => {
  const problems = [describeProblem('DISK_WRITE_FAILED', 'disk', at('20:42:40'), { what: 'ENOSPC', path: '/data' })];
  const unsaved = makeScene({}, {}, { problems });

  it('the waiting list does not say that live and on air are the same', async () => {
    await openApp(unsaved);
    const waiting = () => screen.getByRole('region', { name: 'Waiting' }).textContent;
    expect(waiting()).toContain('WAITING ?State can’t be saved, so added and edited posts wait at the service.');
    await pressKey('t');
    expect(document.body.textContent).toContain('Take all: state can’t be saved, so added and edited posts wait.');
  });

  it('a press is refused, which is not shown any more once it can be saved again', async () => {
    const wire = await openApp(unsaved);
    wire.answerWith({
      ok: false,
      code: 'DISK_WRITE_FAILED',
      message: 'State can’t be saved. Nothing happened.',
      nextStep: 'Free space.',
    });
    await pressKey('h');
    expect(document.body.textContent).toContain('Hold: State can’t be saved. Nothing happened.');
    act(() => wire.pushScene(makeScene({}, {}, {})));
    await settle();
    expect(document.body.textContent).not.toContain('can’t be saved');
  });
});
