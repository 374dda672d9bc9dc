// @vitest-environment happy-dom
/** Tests when the desk requests an answer again, and what it shows when a query or a command is refused. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeskFeed, DeskState } from '../../../src/contract/deskState.ts';
import { closeApp, commandsOf, openApp, pressKey, reconnect, settle } from '../openApp.tsx';
import type { FakeWire } from '../states/fakeWire.ts';
import { rehearsing } from '../states/past.ts';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

const { state: initialState, lists } = scenes.following;
const refusal = { ok: false, code: 'X', message: 'The log can’t be read.', nextStep: 'Check the disk.' } as const;

/** The names of the queries sent during `action`. */
async function queriesDuring(wire: FakeWire, action: () => void): Promise<readonly string[]> {
  const sentBefore = wire.sent.length;
  act(action);
  await settle();
  return wire.sent.slice(sentBefore).flatMap((message) => (message.type === 'query' ? [message.name] : []));
}

const withMainFeed = (change: Partial<DeskFeed>): DeskState => ({
  ...initialState,
  feeds: initialState.feeds.map((feed, index) => (index === 0 ? { ...feed, ...change } : feed)),
});

describe('an answer', () => {
  it.each([
    ['the log', 'F4', 'a new event', { ...initialState, eventCount: 13 }, ['events']],
    ['History', 'F7', 'a new revision', withMainFeed({ revision: 129 }), ['history', 'pastList', 'pastList']],
    ['History', 'F7', 'a block', withMainFeed({ blocked: [] }), ['pastList']],
    ['the as-run log', 'x', 'a new revision', withMainFeed({ revision: 129 }), ['asRun']],
    [
      'Collections',
      'F6',
      'a check of the service',
      { ...initialState, source: { ...initialState.source, lastConfirmedAt: initialState.at } },
      ['collections'],
    ],
    ['the recordings', 'y', 'a new revision', withMainFeed({ revision: 129 }), ['recordings']],
    [
      'Rehearsal',
      'y',
      'the start of a rehearsal',
      { ...initialState, rehearsal: rehearsing },
      ['rehearsed', 'rehearsalEvents'],
    ],
  ])('on %s (%s) is requested again after %s, and not after another push', async (_, key, __, state, queries) => {
    const wire = await openApp(scenes.following);
    await pressKey(key);
    await settle();
    expect(await queriesDuring(wire, () => wire.pushScene({ state: { ...initialState }, lists }))).toEqual([]);
    const sent = await queriesDuring(wire, () => wire.pushScene({ state, lists }));
    expect(sent.toSorted()).toEqual(queries.toSorted());
  });

  it('is requested again after a reconnection', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('F4');
    act(() => wire.disconnect());
    expect(await queriesDuring(wire, reconnect)).toEqual(['events']);
  });

  it('stays on screen under the reason when the next request is refused', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('F4');
    const count = screen.getAllByRole('row').length;
    wire.refuseQueries(refusal);
    await queriesDuring(wire, () => wire.pushScene({ state: { ...initialState, eventCount: 13 }, lists }));
    expect(screen.getByText('The log can’t be read. Check the disk.')).toBeDefined();
    expect(screen.getAllByRole('row')).toHaveLength(count);
    wire.refuseQueries(null);
    await queriesDuring(wire, () => wire.pushScene({ state: { ...initialState, eventCount: 14 }, lists }));
    await waitFor(() => expect(screen.queryByText(/^The log can’t be read/)).toBeNull());
  });
});

describe('a command', () => {
  it.each([
    ['a key', 'F6', 'Hold: The log can’t be read.', () => pressKey('h')],
    [
      'a change of collection',
      'F6',
      'Use for studio-b: The log can’t be read.',
      async () => {
        fireEvent.click(screen.getByRole('button', { name: 'Harbour Night: crew picks' }));
        const feed = within(screen.getByRole('region', { name: 'Feed studio-b' }));
        fireEvent.click(feed.getByRole('button', { name: /^Hold studio-b/ }));
        await settle();
      },
    ],
    [
      'a rehearsal',
      'y',
      'Start rehearsal: The log can’t be read.',
      async () => {
        fireEvent.click(screen.getAllByRole('button', { name: 'Play 10×' })[0] ?? document.body);
        await settle();
      },
    ],
  ])('that is refused shows the reason: %s', async (_, screenKey, reason, send) => {
    const wire = await openApp(scenes.following);
    wire.answerWith(refusal);
    await pressKey(screenKey);
    await settle();
    await send();
    expect(commandsOf(wire)).toHaveLength(1);
    expect(screen.getByText(reason)).toBeDefined();
  });

  it('marks its key until the engine answers', async () => {
    const wire = await openApp(scenes.following);
    wire.holdAnswers();
    await pressKey('h');
    expect(screen.getByRole('button', { name: /^HOLD/ }).className).toContain('is-sending');
    act(() => wire.pushMessage({ type: 'commandResult', id: 1, result: { ok: true, value: {} } }));
    await settle();
    expect(screen.getByRole('button', { name: /^HOLD/ }).className).not.toContain('is-sending');
  });
});
