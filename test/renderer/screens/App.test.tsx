// @vitest-environment happy-dom
/** Tests the desk as an operator uses it, over a fake connection. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CommandResult } from '../../../src/contract/commands.ts';
import type { DeskFeed } from '../../../src/contract/deskState.ts';
import { describeProblem } from '../../../src/core/problem.ts';
import { freezeClock } from '../../../src/renderer/stores/clock.ts';
import { feedResult } from '../feedResult.ts';
import { closeApp, openApp, pause, pressLate, settle } from '../openApp.tsx';
import type { FakeWire } from '../states/fakeWire.ts';
import { rehearsing } from '../states/past.ts';
import { now } from '../states/posts.ts';
import { baseFeed, makeScene, type Scene, type SceneName, scenes } from '../states/show.ts';

afterEach(closeApp);

const open = (name: SceneName): Promise<FakeWire> => openApp(scenes[name]);

const commands = (wire: FakeWire) => wire.sent.flatMap((message) => (message.type === 'command' ? [message] : []));
const button = (name: RegExp) => screen.getByRole('button', { name });
const pressKey = async (name: string, more: KeyboardEventInit = {}) => {
  fireEvent.keyDown(document.body, { key: name, ...more });
  await settle();
};

function withGateBy({ lists, state }: Scene, gateBy: string): Scene {
  const [feed, ...others] = state.feeds as [DeskFeed, ...DeskFeed[]];
  return { lists, state: { ...state, feeds: [{ ...feed, gateBy }, ...others] } };
}

describe('the show', () => {
  it('shows both lists with every post and its state', async () => {
    await open('following');
    const live = within(screen.getByRole('listbox', { name: /^Live/ }));
    expect(live.getByRole('option', { name: /2, now, \u2068عمر الحداد\u2069/ })).toBeDefined();
    expect(live.getByRole('option', { name: /blocked, Ticket Hunter 24/ })).toBeDefined();
    const staging = within(screen.getByRole('listbox', { name: /^Staging/ }));
    expect(staging.getByRole('option', { name: /moved to live, 田中 健司/ })).toBeDefined();
  });

  it('keeps the mark of a feed that is open to the network, and opens the log from it', async () => {
    const addresses = '10.0.0.5 (eth0)';
    const problem = describeProblem('FEED_OPEN_TO_NETWORK', 'feed', '2026-11-20T18:00:00Z', { addresses });
    await openApp(makeScene({}, {}, { problems: [problem] }));
    fireEvent.click(button(/^OPEN TO THE NETWORK: every machine that reaches 10\.0\.0\.5 \(eth0\)/));
    await settle();
    expect(screen.getByRole('heading', { name: 'Log' })).toBeDefined();
    closeApp();
    await open('following');
    expect(screen.queryByText('OPEN TO THE NETWORK')).toBeNull();
  });

  it('shows why a key is disabled', async () => {
    await open('following');
    for (const name of [/^RELEASE: following live/, /^BLOCK: select a post/])
      expect(button(name).getAttribute('aria-disabled')).toBe('true');
  });

  it('keeps a disabled key reachable; a press on it gives the reason and sends nothing', async () => {
    const wire = await open('following');
    const key = button(/^TAKE ALL/);
    key.focus();
    expect(document.activeElement).toBe(key);
    fireEvent.click(key);
    await settle();
    expect(screen.getByText('Take all: nothing is waiting.')).toBeDefined();
    expect(commands(wire)).toEqual([]);
  });

  it('sends Hold after one press and shows HELD only when the engine confirms it', async () => {
    const wire = await open('following');
    fireEvent.click(button(/^HOLD/));
    await settle();
    expect(commands(wire)).toMatchObject([{ name: 'hold', input: { feed: 'main' } }]);
    expect(screen.queryByText('HELD')).toBeNull();
    act(() => wire.pushScene(scenes.held));
    expect(screen.getAllByText('HELD').length).toBeGreaterThan(0);
    expect(button(/^HELD: since 20:39:39/).getAttribute('aria-pressed')).toBe('true');
  });

  it('sends a person’s confirmation that a blocked post is not on screen, for that post', async () => {
    const wire = await open('onair-risk');
    const itemId = scenes['onair-risk'].state.feeds[0]?.blocked.find(({ waitingFor }) => waitingFor.length > 0)?.itemId;
    pause();
    fireEvent.click(button(/^Got it: not on screen$/));
    await settle();
    expect(commands(wire)).toMatchObject([{ name: 'confirm', input: { feed: 'main', itemId } }]);
  });

  it('acknowledges a restart with H and with a press on HELD', async () => {
    const wire = await open('restored');
    await pressKey('h');
    fireEvent.click(button(/^HELD: restored/));
    await settle();
    expect(commands(wire).map(({ name }) => name)).toEqual(['hold', 'hold']);
  });

  it('sends the displayed live version with Take all', async () => {
    const wire = await open('held');
    await pressKey('t');
    expect(commands(wire)).toMatchObject([{ name: 'take', input: { feed: 'main', liveVersion: 58, only: null } }]);
  });

  it('takes only removals with Shift+T', async () => {
    const wire = await open('held');
    await pressKey('T', { shiftKey: true });
    expect(commands(wire)).toMatchObject([{ name: 'take', input: { only: 'removals' } }]);
  });

  it('dismisses a disabled key’s reason when the screen or the gate changes', async () => {
    const wire = await open('following');
    await pressKey('y');
    await pressKey('t');
    expect(screen.getByText(/^Take all: off in rehearsal/)).toBeDefined();
    await pressKey('F1');
    expect(screen.queryByText(/^Take all: /)).toBeNull();
    await pressKey('t');
    expect(screen.getByText('Take all: nothing is waiting.')).toBeDefined();
    for (let second = 0; second < 3; second += 1) pause();
    act(() => wire.pushScene(scenes.held));
    await settle();
    expect(screen.queryByText(/^Take all: /)).toBeNull();
  });

  it.each([
    [
      'h',
      'held',
      'following',
      'Hold did nothing: Desk 2 released as you pressed.',
      'Check the gate, then press H again.',
    ],
    [
      'r',
      'following',
      'held',
      'Release did nothing: Desk 2 held as you pressed.',
      'Check the gate, then press R again.',
    ],
  ] as const)(
    'says on every screen that %s did nothing because another operator changed the gate at the same moment',
    async (key, before, after, sentence, nextStep) => {
      const wire = await open(before);
      await pressKey('F1');
      await pressKey(key);
      act(() => wire.pushScene(withGateBy(scenes[after], 'Desk 2')));
      await settle();
      expect(screen.getByText(sentence, { selector: 'b' })).toBeDefined();
      expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(`${sentence} ${nextStep}`);
      expect(commands(wire)).toEqual([]);
    },
  );

  it('keeps the reason of a key that another operator’s press does not explain', async () => {
    const wire = await open('following');
    await pressKey('g');
    act(() => wire.pushScene(withGateBy(scenes.held, 'Desk 2')));
    await settle();
    expect(screen.getByText('Allow: select a post.')).toBeDefined();
    expect(screen.queryByText(/did nothing/)).toBeNull();
  });

  it('does not take just after another operator cleared, and takes later', async () => {
    const wire = await open('held');
    const [feed, ...others] = scenes.held.state.feeds as [DeskFeed, ...DeskFeed[]];
    const cleared = { ...feed, gate: 'cleared', gateBy: 'Desk 3' } as const;
    act(() => wire.pushScene({ ...scenes.held, state: { ...scenes.held.state, feeds: [cleared, ...others] } }));
    await pressKey('t');
    expect(commands(wire)).toEqual([]);
    expect(screen.getByText('Take all did nothing: Desk 3 cleared as you pressed.')).toBeDefined();
    pause();
    await pressKey('t');
    expect(commands(wire)).toMatchObject([{ name: 'take', input: { gate: 'cleared' } }]);
  });

  it.each([
    ['n', 'Next', 'N', { itemId: 'priya', index: 2, by: 'Desk 3' }],
    ['n', 'Next', 'N', { itemId: 'priya', index: 2, by: null }],
    ['p', 'Previous', 'P', { itemId: 'priya', index: 2, by: null }],
    ['i', 'Pin', 'I', { itemId: 'priya', index: 2, by: null }],
    ['i', 'Pin', 'I', { pinned: true, by: 'Desk 3' }],
  ] as const)('does nothing for %s just after something else changed the play head, and later: %s', async (...row) => {
    const [key, title, label, head] = row;
    const wire = await open('following');
    const moved = makeScene({ playHead: { ...baseFeed.playHead, ...head } }, {}, {});
    act(() => wire.pushScene(moved));
    await pressKey(key);
    expect(commands(wire)).toEqual([]);
    expect(screen.getByText(`${title} did nothing: the play head moved as you pressed.`)).toBeDefined();
    expect(screen.getByText(`Check which post is current, then press ${label} again.`)).toBeDefined();
    pause();
    await pressKey(key);
    expect(commands(wire)).toHaveLength(1);
  });

  it('goes on with each Next, also just after its own moved the play head and while its answer is on its way', async () => {
    const wire = await open('following');
    await pressKey('n');
    await pressKey('n');
    const moved = { ...baseFeed.playHead, itemId: 'priya', index: 2, by: scenes.following.state.you };
    act(() => wire.pushScene(makeScene({ playHead: moved }, {}, {})));
    await pressKey('n');
    const seen = ['omar', 'omar', 'priya'].map((seenItemId) => ({ name: 'next', input: { feed: 'main', seenItemId } }));
    expect(commands(wire)).toMatchObject(seen);
  });

  it('says that Next did nothing if the engine refuses it because the play head had moved', async () => {
    const wire = await open('following');
    wire.answerWith({ ok: false, code: 'HEAD_MOVED', message: 'm', nextStep: 'n' });
    await pressKey('n');
    expect(screen.getByText('Next did nothing: the play head moved as you pressed.')).toBeDefined();
  });

  it('says who cleared as Take all was pressed, also if the refusal arrives before the clear', async () => {
    const wire = await open('held');
    const seen = withGateBy(scenes.held, 'Desk 2');
    act(() => wire.pushScene(seen));
    pause();
    wire.answerWith({ ok: false, code: 'AIR_CHANGED', message: 'm', nextStep: 'n' });
    await pressKey('t');
    expect(screen.queryByText(/did nothing/)).toBeNull();
    const [feed, ...others] = seen.state.feeds as [DeskFeed, ...DeskFeed[]];
    const cleared = { ...feed, gate: 'cleared', gateBy: 'Desk 3', gateSince: scenes.held.state.at } as const;
    act(() => wire.pushScene({ ...seen, state: { ...seen.state, feeds: [cleared, ...others] } }));
    await settle();
    expect(screen.getByText('Take all did nothing: Desk 3 cleared as you pressed.')).toBeDefined();
  });

  it('says that a press has not been answered until it is', async () => {
    const wire = await open('held');
    wire.holdAnswers();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    fireEvent.keyDown(document.body, { key: 'r' });
    await act(() => vi.advanceTimersByTimeAsync(1600));
    expect(screen.getByText('Release: Greenroom has not responded yet.')).toBeDefined();
    const [command] = commands(wire);
    const value = feedResult(scenes.held.state.feeds[0] ?? baseFeed);
    act(() => wire.pushMessage({ type: 'commandResult', id: command?.id ?? 0, result: { ok: true, value } }));
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.queryByText(/has not answered/)).toBeNull();
  });

  it('does not say so to the operator who changed the gate', async () => {
    const wire = await open('following');
    await pressKey('t');
    act(() => wire.pushScene(scenes.held));
    await settle();
    expect(screen.queryByText(/did nothing/)).toBeNull();
  });

  it('removes an outdated sentence from the screen reader’s live region', async () => {
    const wire = await open('held');
    await settle();
    const spoken = (): string =>
      [...screen.getAllByRole('status'), ...screen.getAllByRole('alert')].map((region) => region.textContent).join(' ');
    expect(spoken()).toContain('You’re holding');
    act(() => wire.pushScene(scenes.following));
    await settle();
    expect(spoken()).not.toContain('holding');
  });

  it('says which desk acted first when Take all is refused, and that nothing happened', async () => {
    const wire = await open('two-desks');
    const refusal: CommandResult = {
      ok: false,
      code: 'LIST_MOVED_ON',
      message: 'The list changed as you pressed.',
      nextStep: 'Check the list.',
    };
    wire.answerWith(refusal);
    await pressKey('t');
    expect(screen.getByText('Take all did nothing: live changed as you pressed.')).toBeDefined();
    expect(screen.getByText(/^Ines Halvorsen took all at 20:42:47, and 1 post has been added since\./)).toBeDefined();
  });
});

describe('the consumers', () => {
  it('show a tick only after confirming the current revision', async () => {
    const late = scenes.following.state.feeds[0]?.consumers.map((consumer) =>
      consumer.id === 'c2' ? { ...consumer, confirmedRevision: 127, paintedRevision: 127 } : consumer,
    );
    await openApp(makeScene({ consumers: late ?? [] }, {}, {}));
    const consumers = within(screen.getByRole('region', { name: 'Consumers' }));
    expect(consumers.getByText('3 confirmed, 1 not')).toBeDefined();
    expect(consumers.getAllByLabelText('confirmed')).toHaveLength(3);
    expect(consumers.getByLabelText('not yet confirmed')).toBeDefined();
  });
});

describe('the Clear key', () => {
  it('clears only on a second press that doesn’t come too soon', async () => {
    const wire = await open('following');
    await pressKey('c');
    expect(commands(wire)).toEqual([]);
    expect(screen.getByText('Press C again within 2 seconds to clear all 6 posts.')).toBeDefined();
    await pressKey('c');
    expect(commands(wire)).toEqual([]);
    pause();
    await pressKey('c');
    expect(commands(wire)).toMatchObject([{ name: 'clear' }]);
  });

  it('is disarmed by any other key', async () => {
    const wire = await open('following');
    await pressKey('c');
    await pressKey('x');
    pause();
    await pressKey('c');
    expect(commands(wire)).toEqual([]);
  });
});

describe('an armed key', () => {
  it.each([
    ['Show', 'F1'],
    ['Show with a panel open', '?'],
    ['the log', 'F4'],
    ['History', 'F7'],
    ['the as-run log', 'x'],
    ['Collections', 'F6'],
  ])('shows and announces its sentence on %s', async (_, screenKey) => {
    const wire = await open('following');
    await pressKey(screenKey);
    await pressKey('c');
    const sentence = 'Press C again within 2 seconds to clear all 6 posts.';
    expect(screen.getByText(sentence)).toBeDefined();
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
      `${sentence} Any other key cancels.`,
    );
    pause();
    await pressKey('c');
    expect(commands(wire)).toMatchObject([{ name: 'clear' }]);
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it('shows and announces its sentence in Rehearsal', async () => {
    await openApp({ ...scenes.following, state: { ...scenes.following.state, rehearsal: rehearsing } });
    await pressKey('y');
    await pressKey('Y', { shiftKey: true });
    expect(screen.getByRole('alert').textContent).toContain('Press ⇧Y again within 2 seconds to end the rehearsal.');
  });

  it('is cancelled by Escape, which then does nothing else, and by a press elsewhere', async () => {
    await open('following');
    await pressKey('w');
    await pressKey('c');
    await pressKey('Escape');
    expect(screen.queryByText(/^Press C again/)).toBeNull();
    expect(screen.getByRole('region', { name: 'Kept off air' })).toBeDefined();
    await pressKey('c');
    fireEvent.click(screen.getByRole('heading', { name: 'KEPT OFF AIR' }));
    await settle();
    expect(screen.queryByText(/^Press C again/)).toBeNull();
  });
});

describe('a key pressed while the page hangs', () => {
  const ticks = (wire: FakeWire) => commands(wire).map(({ sentTickMs }) => sentTickMs ?? Number.NaN);

  it('is sent with the time of the press, so that the engine can refuse it', async () => {
    const wire = await open('held');
    act(() => wire.pushMessage({ type: 'alive', sequence: 1, tickMs: 50_000 }));
    await pressKey('n');
    await pressLate('r', 6500);
    const [next = Number.NaN, release] = ticks(wire);
    expect(commands(wire).map(({ name }) => name)).toEqual(['next', 'release']);
    expect(release).toBe(next - 6500);
  });

  it('confirms an armed key with its second press, sent with the time of that', async () => {
    const wire = await open('following');
    act(() => wire.pushMessage({ type: 'alive', sequence: 1, tickMs: 50_000 }));
    await pressKey('n');
    await pressLate('c', 6500);
    await pressLate('c', 6400);
    expect(commands(wire)).toHaveLength(1);
    await pressLate('c', 6000);
    const [next = Number.NaN, clear] = ticks(wire);
    expect(commands(wire).map(({ name }) => name)).toEqual(['next', 'clear']);
    expect(clear).toBe(next - 6000);
  });

  it('does nothing if what it acts on has changed since', async () => {
    const wire = await open('held');
    pause();
    const [feed, ...others] = scenes.held.state.feeds as [DeskFeed, ...DeskFeed[]];
    const cleared = { ...feed, gate: 'cleared', gateBy: 'Desk 3' } as const;
    act(() => wire.pushScene({ ...scenes.held, state: { ...scenes.held.state, feeds: [cleared, ...others] } }));
    pause();
    await pressLate('t', 1500);
    expect(commands(wire)).toEqual([]);
    expect(screen.getByText('Take all did nothing: Desk 3 cleared as you pressed.')).toBeDefined();
  });
});

describe('a post', () => {
  it('is blocked with one press when selected', async () => {
    const wire = await open('following');
    await pressKey('ArrowRight');
    await pressKey('End');
    await pressKey('b');
    expect(commands(wire)).toMatchObject([{ name: 'block', input: { itemId: 'aoife' } }]);
  });

  it('is not blocked when its row changes just before the press, and is blocked later, even if the clock was set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const wire = await open('following');
    await pressKey('ArrowRight');
    await pressKey('End');
    act(() =>
      wire.pushLists({
        ...scenes.following.lists,
        onAir: ['mira', 'omar', 'priya', 'tom', 'kenji'],
        live: scenes.following.lists.live,
      }),
    );
    await pressKey('b');
    expect(commands(wire)).toEqual([]);
    expect(screen.getByText('That post changed as you pressed.')).toBeDefined();
    vi.setSystemTime(Date.now() - 600_000);
    pause();
    await pressKey('b');
    expect(commands(wire)).toMatchObject([{ name: 'block', input: { itemId: 'aoife' } }]);
  });

  it('leaves an empty slot, which ignores keys, when it disappears while selected', async () => {
    const wire = await open('following');
    await pressKey('ArrowRight');
    await pressKey('End');
    const { live, onAir } = scenes.following.lists;
    act(() => wire.pushLists({ ...scenes.following.lists, live: live.slice(0, -1), onAir: onAir.slice(0, -1) }));
    await settle();
    pause();
    expect(screen.getByRole('option', { name: /gone, Aoife Brennan/ })).toBeDefined();
    await pressKey('b');
    expect(commands(wire)).toEqual([]);
  });

  it('opens its details over staging and closes them with Escape', async () => {
    await open('following');
    await pressKey('ArrowRight');
    await pressKey('Enter');
    expect(screen.getByRole('region', { name: 'Post details' })).toBeDefined();
    expect(screen.getByRole('listbox', { name: /^Live/ })).toBeDefined();
    await pressKey('Escape');
    expect(screen.queryByRole('region', { name: 'Post details' })).toBeNull();
  });

  it('is allowed past a guard only after a second press', async () => {
    const wire = await open('guarded');
    await pressKey('ArrowRight');
    await pressKey('End');
    await pressKey('g');
    pause();
    await pressKey('g');
    expect(commands(wire)).toMatchObject([{ name: 'allow', input: { itemId: 'petra' } }]);
  });

  it('is found by its text while the current post stays visible', async () => {
    await open('following');
    fireEvent.change(screen.getByLabelText('Find in live'), { target: { value: 'magic' } });
    await settle();
    const live = within(screen.getByRole('listbox', { name: /^Live/ }));
    expect(live.getAllByRole('option')).toHaveLength(1);
    expect(screen.getByText(/^1 of 7 matches\. Hidden: 4 on air/)).toBeDefined();
    expect(screen.getAllByText('عمر الحداد').length).toBeGreaterThan(0);
  });
});

describe('a lost connection', () => {
  it('disables every key and shows the last known values as unknown', async () => {
    const wire = await open('following');
    act(() => wire.disconnect());
    expect(screen.getByText('ON AIR?')).toBeDefined();
    expect(button(/^HOLD: not connected/).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText('UNKNOWN')).toHaveLength(3);
    await pressKey('h');
    expect(commands(wire)).toEqual([]);
  });

  it('has its day on the next day', async () => {
    const wire = await open('following');
    act(() => wire.disconnect());
    const shown = () =>
      [...document.body.textContent.matchAll(/(?:on air at|as of) (\d+ Nov \d\d:\d\d|\d\d:\d\d:\d\d)/g)].map(
        ([, time]) => time,
      );
    const before = shown();
    expect(before.length).toBeGreaterThan(1);
    expect(new Set(before).size).toBe(1);
    act(() => freezeClock(now + 86_400_000));
    expect(shown()).toEqual(before.map(() => expect.stringMatching(/^\d+ Nov \d\d:\d\d$/)));
  });
});

describe('the rest of the desk', () => {
  it('changes the update mode with one press and shows it only when the engine confirms', async () => {
    const wire = await open('following');
    fireEvent.click(button(/^Checked 2 s ago/));
    fireEvent.click(screen.getByRole('radio', { name: /^Hybrid/ }));
    await settle();
    expect(commands(wire)).toMatchObject([{ name: 'setMode', input: { mode: 'hybrid' } }]);
    expect(screen.getByRole('radio', { name: /^Hybrid/ })).toHaveProperty('checked', false);
  });

  it('lists the feed’s addresses', async () => {
    await open('following');
    fireEvent.click(button(/^4 consumers/));
    expect(screen.getByText(/\/feeds\/main\/vmix\.json\?rows=12&name=vMix$/)).toBeDefined();
    expect(button(/^Copy address: Card/)).toBeDefined();
  });

  it('loads the list of collections again with Check now, by key as by button', async () => {
    const wire = await open('following');
    await pressKey('F6');
    await settle();
    const countLoads = () => wire.sent.filter((message) => JSON.stringify(message).includes('"collections"')).length;
    const before = countLoads();
    await pressKey('F5');
    await settle();
    expect(countLoads()).toBe(before + 1);
  });

  it('says how a change of collection affects air, and needs a second press when it does', async () => {
    const wire = await open('following');
    await pressKey('F6');
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'Harbour Night: crew picks' }));
    await settle();
    const main = within(screen.getByRole('region', { name: 'Feed main' }));
    expect(main.getByText('Air changes now: 6 off, 9 on.')).toBeDefined();
    fireEvent.click(main.getByRole('button', { name: 'Use for main' }));
    await settle();
    expect(commands(wire)).toEqual([]);
    pause();
    fireEvent.click(main.getByRole('button', { name: 'Hold main, then use' }));
    await settle();
    expect(commands(wire)).toMatchObject([
      { name: 'point', input: { feed: 'main', collectionId: 'col_8813', hold: true } },
    ]);
  });

  it.each([
    ['following', 'Air changes now: 3 off, 1 on, 1 edited.'],
    ['held', '+1 −3 ±1'],
  ] as const)('counts posts of both collections once in the effect of using one (%s)', async (scene, sentence) => {
    const wire = await open(scene);
    const main = { added: ['new'], removed: ['a', 'b', 'c'], edited: [{ id: 'd', fields: ['message'] }], moved: [] };
    wire.answerQuery('collectionPreview', { live: [], changes: { main } });
    await pressKey('F6');
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'Harbour Night: crew picks' }));
    await settle();
    expect(screen.getByRole('region', { name: 'Feed main' }).textContent).toContain(sentence);
  });

  it.each(['following', 'held'] as const)(
    'says that the effect of using a collection is not known while its list can’t be used (%s)',
    async (scene) => {
      const wire = await open(scene);
      await pressKey('F6');
      await settle();
      wire.refuseQueries({ ok: false, code: 'SOURCE_UNREACHABLE', message: 'm', nextStep: 'n' });
      fireEvent.click(screen.getByRole('button', { name: 'Harbour Night: crew picks' }));
      await settle();
      expect(screen.getByRole('region', { name: 'Feed main' }).textContent).toContain(
        'The effect is not known until the service’s list can be used.',
      );
    },
  );

  it('uses a collection with one press while held, and sends the gate that was seen', async () => {
    const wire = await open('held');
    await pressKey('F6');
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'Harbour Night: crew picks' }));
    const main = within(screen.getByRole('region', { name: 'Feed main' }));
    fireEvent.click(main.getByRole('button', { name: 'Use for main' }));
    await settle();
    expect(commands(wire)).toMatchObject([{ name: 'point', input: { feed: 'main', hold: false, gate: 'held' } }]);
  });

  it('needs another second press to use a collection if the effect on air changed since the first', async () => {
    const wire = await open('following');
    await pressKey('F6');
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'Harbour Night: crew picks' }));
    const press = async (): Promise<void> => {
      pause();
      fireEvent.click(
        within(screen.getByRole('region', { name: 'Feed main' })).getByRole('button', {
          name: /^(Use for main|Press again)/,
        }),
      );
      await settle();
    };
    await press();
    const { state, lists } = scenes.following;
    const [feed, ...others] = state.feeds as [DeskFeed, ...DeskFeed[]];
    act(() =>
      wire.pushScene({
        lists,
        state: { ...state, feeds: [{ ...feed, counts: { ...feed.counts, onAir: 7 } }, ...others] },
      }),
    );
    await settle();
    await press();
    expect(commands(wire)).toEqual([]);
    await press();
    expect(commands(wire)).toMatchObject([{ name: 'point', input: { feed: 'main', collectionId: 'col_8813' } }]);
  });

  it.each([
    ['is offline', { freshness: 'offline' }, {}],
    ['refuses the key', {}, { state: 'refused' }],
  ] as const)(
    'does not say that live and on air are the same, or that nothing waits, while the service %s',
    async (_, changes, source) => {
      const { state, lists } = scenes.following;
      const [feed, ...others] = state.feeds as [DeskFeed, ...DeskFeed[]];
      const changed = { ...state, source: { ...state.source, ...source }, feeds: [{ ...feed, ...changes }, ...others] };
      await openApp({ state: changed, lists });
      const waiting = screen.getByRole('region', { name: 'Waiting' });
      expect(waiting.textContent).toContain(
        'WAITING ?Live and on air were the same when the service last confirmed live. Changes since then are unknown.',
      );
    },
  );

  it('says that live has not been read while the service has never answered', async () => {
    const { state, lists } = scenes.following;
    const [feed, ...others] = state.feeds as [DeskFeed, ...DeskFeed[]];
    const unread = { ...feed, collection: null, freshness: 'offline' as const };
    await openApp({ state: { ...state, feeds: [unread, ...others] }, lists });
    expect(screen.getByRole('region', { name: 'Waiting' }).textContent).toContain(
      'WAITING ?Live has not been read yet.',
    );
  });

  it.each([
    ['blocked', { blocked: [{ ...(scenes.following.state.feeds[0] as DeskFeed).blocked[0], itemId: 'kenji' }] }],
    ['guarded', { guarded: [{ itemId: 'kenji', by: 'word', rule: 'cable' }] }],
  ] as const)(
    'says in the slot of a post that went live and is %s that it is, not that it waits',
    async (word, changes) => {
      const { state, lists } = scenes.following;
      const [feed, ...others] = state.feeds as [DeskFeed, ...DeskFeed[]];
      await openApp({
        state: { ...state, feeds: [{ ...feed, ...(changes as Partial<DeskFeed>) }, ...others] },
        lists: { ...lists, onAir: lists.onAir.filter((id) => id !== 'kenji') },
      });
      expect(screen.getByText(new RegExp(`^Went live at [\\d:]+\\. Now ${word}\\.`))).toBeDefined();
    },
  );

  it('filters the collections and previews one, with its posts marked off air when no feed uses it', async () => {
    await open('following');
    await pressKey('F6');
    await settle();
    const rows = (): readonly string[] => screen.getAllByRole('rowheader').map((row) => row.textContent ?? '');
    expect(rows()).toHaveLength(8);
    fireEvent.click(screen.getByRole('radio', { name: 'Used by a feed 3' }));
    expect(rows()).toEqual(['Harbour Night: viewer posts', 'Studio B: ask the harbour master', 'Foyer wall']);
    fireEvent.click(screen.getByRole('radio', { name: 'With live posts 6' }));
    expect(rows()).toHaveLength(6);
    fireEvent.click(screen.getByRole('button', { name: 'Harbour Night: crew picks' }));
    await settle();
    const preview = within(screen.getByRole('region', { name: 'Selected collection' }));
    expect(preview.getAllByText('OFF AIR')).toHaveLength(3);
    expect(preview.getByText('Magic.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Harbour Night: viewer posts' }));
    await settle();
    // A post that is on air on a feed is never marked OFF AIR.
    expect(preview.queryByText('OFF AIR')).toBeNull();
    expect(preview.getAllByText('ON AIR')).toHaveLength(3);
  });

  it('counts no collections while they could not be read', async () => {
    const wire = await open('following');
    wire.refuseQueries({ ok: false, code: 'SOURCE_FAILING', message: 'The service reports 503.', nextStep: 'Wait.' });
    await pressKey('F6');
    await settle();
    expect(screen.getByText('The service reports 503. Wait.')).toBeDefined();
    expect(screen.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['All', 'Used by a feed']),
    );
  });

  it.each([
    ['the log', 'F4'],
    ['the history', 'F7'],
    ['the as-run log', 'x'],
    ['the rehearsal', 'y'],
    ['the collections', 'F6'],
  ])('disables the post keys on %s and says why; the gate keys stay on except in rehearsal', async (_, screenKey) => {
    const wire = await open('held');
    await pressKey('ArrowRight');
    await pressKey('End');
    await pressKey(screenKey);
    for (const name of ['q', 'm', 'u', 'g']) await pressKey(name);
    await pressKey('G', { shiftKey: true });
    await pressKey('b');
    expect(commands(wire)).toEqual([]);
    const reason = screenKey === 'y' ? /^Block: off in rehearsal/ : /^Block: only on the Show screen/;
    expect(screen.getByText(reason)).toBeDefined();
    await pressKey('t');
    expect(commands(wire)).toHaveLength(screenKey === 'y' ? 0 : 1);
  });

  it('keeps the strip visible on the log', async () => {
    await open('following');
    await pressKey('F4');
    await settle();
    expect(screen.getByRole('heading', { name: 'Log' })).toBeDefined();
    expect(screen.getByText('main: released by Marit Lund, following live.')).toBeDefined();
    expect(screen.getByRole('region', { name: 'What is on air' })).toBeDefined();
  });

  it('selects another feed by its number', async () => {
    await open('following');
    await pressKey('2');
    expect(screen.getByRole('radio', { name: /^studio-b/, checked: true })).toBeDefined();
  });

  it('selects posts with the arrow keys after a press on a feed’s tab', async () => {
    await open('following');
    const tab = screen.getByRole('radio', { name: /^main/ });
    for (const [key, list] of [
      ['ArrowDown', /^Live/],
      ['ArrowLeft', /^Staging/],
      ['ArrowRight', /^Live/],
    ] as const) {
      tab.focus();
      fireEvent.click(tab);
      fireEvent.keyDown(tab, { key });
      await settle();
      expect(document.activeElement, key).toBe(screen.getByRole('listbox', { name: list }));
      expect(screen.getByRole('option', { selected: true })).toBeDefined();
    }
  });

  it('ignores the repeats of a key that is held down', async () => {
    const wire = await open('following');
    await pressKey('h', { repeat: true });
    expect(commands(wire)).toEqual([]);
  });

  it('ignores letter keys while the operator types', async () => {
    const wire = await open('following');
    fireEvent.keyDown(screen.getByLabelText('Find in staging'), { key: 'h' });
    await settle();
    expect(commands(wire)).toEqual([]);
  });
});
