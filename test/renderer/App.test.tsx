// @vitest-environment happy-dom
/** The desk as an operator uses it, over a wire with no engine behind it. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { CommandAnswer } from '../../src/contract/commands.ts';
import type { FakeWire } from '../../src/renderer/states/fakeWire.ts';
import { type SceneName, sceneOf, scenes } from '../../src/renderer/states/show.ts';
import { closeApp, openApp, settle } from './openApp.tsx';

afterEach(closeApp);

const open = (name: SceneName): Promise<FakeWire> => openApp(scenes[name]);

const commands = (wire: FakeWire) => wire.sent.flatMap((message) => (message.type === 'command' ? [message] : []));
const key = (name: RegExp) => screen.getByRole('button', { name });
const stroke = async (name: string, more: KeyboardEventInit = {}) => {
  fireEvent.keyDown(document.body, { key: name, ...more });
  await settle();
};

describe('the show', () => {
  it('shows both lists with every post and its state', async () => {
    await open('following');
    const live = within(screen.getByRole('listbox', { name: /^Live/ }));
    expect(live.getByRole('option', { name: /2, now, عمر الحداد/ })).toBeDefined();
    expect(live.getByRole('option', { name: /blocked, Ticket Hunter 24/ })).toBeDefined();
    const staging = within(screen.getByRole('listbox', { name: /^Staging/ }));
    expect(staging.getByRole('option', { name: /moved, 田中 健司/ })).toBeDefined();
  });

  it('says why a key rests', async () => {
    await open('following');
    expect(key(/^RELEASE: following now/)).toHaveProperty('disabled', true);
    expect(key(/^BLOCK: select a post/)).toHaveProperty('disabled', true);
  });

  it('sends a hold at one press and shows nothing as held before the engine says so', async () => {
    const wire = await open('following');
    fireEvent.click(key(/^HOLD/));
    await settle();
    expect(commands(wire)).toMatchObject([{ name: 'hold', input: { feed: 'main' } }]);
    expect(screen.queryByText('HELD')).toBeNull();
    act(() => wire.tell(scenes.held));
    expect(screen.getAllByText('HELD').length).toBeGreaterThan(0);
    expect(key(/^HELD: since 20:39:39/).getAttribute('aria-pressed')).toBe('true');
  });

  it('takes H, and a press on HELD, as having looked after a restart', async () => {
    const wire = await open('restored');
    await stroke('h');
    fireEvent.click(key(/^HELD: restored/));
    await settle();
    expect(commands(wire).map(({ name }) => name)).toEqual(['hold', 'hold']);
  });

  it('takes with the version of live that was shown', async () => {
    const wire = await open('held');
    await stroke('t');
    expect(commands(wire)).toMatchObject([{ name: 'take', input: { feed: 'main', liveVersion: 58, only: null } }]);
  });

  it('takes only removals with Shift', async () => {
    const wire = await open('held');
    await stroke('T', { shiftKey: true });
    expect(commands(wire)).toMatchObject([{ name: 'take', input: { only: 'removals' } }]);
  });

  it('takes back why a key rested once the screen or the gate is another', async () => {
    const wire = await open('following');
    await stroke('y');
    await stroke('t');
    expect(screen.getByText(/^Take all: rests on this screen/)).toBeDefined();
    await stroke('F1');
    expect(screen.queryByText(/^Take all: /)).toBeNull();
    await stroke('t');
    expect(screen.getByText('Take all: nothing waits.')).toBeDefined();
    act(() => wire.tell(scenes.held));
    await settle();
    expect(screen.queryByText(/^Take all: /)).toBeNull();
  });

  it('does not leave a sentence to a screen reader that is no longer so', async () => {
    const wire = await open('held');
    await settle();
    const spoken = (): string =>
      [...screen.getAllByRole('status'), ...screen.getAllByRole('alert')].map((one) => one.textContent).join(' ');
    expect(spoken()).toContain('You are holding');
    act(() => wire.tell(scenes.following));
    await settle();
    expect(spoken()).not.toContain('holding');
  });

  it('says who was quicker when a take is refused, and that nothing was changed', async () => {
    const wire = await open('two-desks');
    const refusal: CommandAnswer = {
      ok: false,
      code: 'LIST_MOVED_ON',
      message: 'The list moved on.',
      nextStep: 'Look.',
    };
    wire.answerWith(refusal);
    await stroke('t');
    expect(
      screen.getByText('Your Take all was refused: live moved on as you pressed. You changed nothing.'),
    ).toBeDefined();
    expect(screen.getByText(/^Ines Halvorsen took all at 20:42:47\./)).toBeDefined();
  });
});

describe('the consumers', () => {
  it('have the tick only once they confirmed what is on air now', async () => {
    const late = scenes.following.state.feeds[0]?.consumers.map((one) =>
      one.id === 'c2' ? { ...one, paintedRevision: 127 } : one,
    );
    await openApp(sceneOf({ consumers: late ?? [] }, {}, {}));
    const consumers = within(screen.getByRole('region', { name: 'Consumers' }));
    expect(consumers.getByText('3 confirmed, 1 not')).toBeDefined();
    expect(consumers.getAllByLabelText('confirmed')).toHaveLength(3);
    expect(consumers.getByLabelText('not yet confirmed')).toBeDefined();
  });
});

describe('a guarded key', () => {
  it('clears only at a second press, not too soon after the first', async () => {
    const wire = await open('following');
    await stroke('c');
    expect(commands(wire)).toEqual([]);
    expect(screen.getByText('Press C again within 2 seconds to take all 6 posts off air.')).toBeDefined();
    await stroke('c');
    expect(commands(wire)).toEqual([]);
    await act(async () => new Promise((resolve) => setTimeout(resolve, 200)));
    await stroke('c');
    expect(commands(wire)).toMatchObject([{ name: 'clear' }]);
  });

  it('is let go by any other key', async () => {
    const wire = await open('following');
    await stroke('c');
    await stroke('x');
    await act(async () => new Promise((resolve) => setTimeout(resolve, 200)));
    await stroke('c');
    expect(commands(wire)).toEqual([]);
  });

  it('does not repeat while it is held down', async () => {
    const wire = await open('following');
    await stroke('h', { repeat: true });
    expect(commands(wire)).toEqual([]);
  });
});

describe('a post', () => {
  it('is blocked by the chosen row and one key', async () => {
    const wire = await open('following');
    await stroke('ArrowRight');
    await stroke('End');
    await stroke('b');
    expect(commands(wire)).toMatchObject([{ name: 'block', input: { itemId: 'aoife' } }]);
  });

  it('is not blocked when its row changed as the key was pressed', async () => {
    const wire = await open('following');
    await stroke('ArrowRight');
    await stroke('End');
    act(() =>
      wire.tellLists({
        ...scenes.following.lists,
        onAir: ['mira', 'omar', 'priya', 'tom', 'kenji'],
        live: scenes.following.lists.live,
      }),
    );
    await stroke('b');
    expect(commands(wire)).toEqual([]);
    expect(screen.getByText('Changed as you pressed.')).toBeDefined();
  });

  it('leaves its place empty when it goes while it is chosen, and its keys do nothing', async () => {
    const wire = await open('following');
    await stroke('ArrowRight');
    await stroke('End');
    const { live, onAir } = scenes.following.lists;
    act(() => wire.tellLists({ ...scenes.following.lists, live: live.slice(0, -1), onAir: onAir.slice(0, -1) }));
    await act(async () => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(screen.getByRole('option', { name: /left, Aoife Brennan/ })).toBeDefined();
    await stroke('b');
    expect(commands(wire)).toEqual([]);
  });

  it('opens large over staging, and closes with Escape', async () => {
    await open('following');
    await stroke('ArrowRight');
    await stroke('Enter');
    expect(screen.getByRole('region', { name: 'Post details' })).toBeDefined();
    expect(screen.getByRole('listbox', { name: /^Live/ })).toBeDefined();
    await stroke('Escape');
    expect(screen.queryByRole('region', { name: 'Post details' })).toBeNull();
  });

  it('is let through a guard only at the second press', async () => {
    const wire = await open('guarded');
    await stroke('ArrowRight');
    await stroke('End');
    await stroke('g');
    await act(async () => new Promise((resolve) => setTimeout(resolve, 200)));
    await stroke('g');
    expect(commands(wire)).toMatchObject([{ name: 'allow', input: { itemId: 'petra' } }]);
  });

  it('is found by its words, and what is on air now stays in sight', async () => {
    await open('following');
    fireEvent.change(screen.getByLabelText('Find in live'), { target: { value: 'magic' } });
    await settle();
    const live = within(screen.getByRole('listbox', { name: /^Live/ }));
    expect(live.getAllByRole('option')).toHaveLength(1);
    expect(screen.getByText('filter on, 6 hidden')).toBeDefined();
    expect(screen.getAllByText('عمر الحداد').length).toBeGreaterThan(0);
  });
});

describe('the engine lost', () => {
  it('rests every key, claims nothing, and is whole again by itself', async () => {
    const wire = await open('following');
    act(() => wire.fall());
    expect(screen.getByText('ON AIR?')).toBeDefined();
    expect(key(/^HOLD: no engine/)).toHaveProperty('disabled', true);
    expect(screen.getAllByText('NOT KNOWN')).toHaveLength(3);
    await stroke('h');
    expect(commands(wire)).toEqual([]);
  });
});

describe('beside the show', () => {
  it('switches the mode at one press and lights it only when the engine has', async () => {
    const wire = await open('following');
    fireEvent.click(key(/^Checked 2 s ago/));
    fireEvent.click(screen.getByRole('radio', { name: /^Hybrid/ }));
    await settle();
    expect(commands(wire)).toMatchObject([{ name: 'setMode', input: { mode: 'hybrid' } }]);
    expect(screen.getByRole('radio', { name: /^Hybrid/ }).getAttribute('aria-checked')).toBe('false');
  });

  it('lists the addresses of the feed', async () => {
    await open('following');
    fireEvent.click(key(/^4 consumers/));
    expect(screen.getByText(/\/feeds\/main\/vmix\.json\?rows=12$/)).toBeDefined();
    expect(key(/^Copy address: Card/)).toBeDefined();
  });

  it('says what pointing a feed would do, and asks twice where air would change', async () => {
    const wire = await open('following');
    await stroke('F6');
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'Harbour Night: crew picks' }));
    const main = within(screen.getByRole('region', { name: 'Feed main' }));
    expect(main.getByText('Air changes now: 6 off, 9 on.')).toBeDefined();
    fireEvent.click(main.getByRole('button', { name: 'Use for main' }));
    await settle();
    expect(commands(wire)).toEqual([]);
    fireEvent.click(main.getByRole('button', { name: 'Hold main, then use' }));
    await settle();
    expect(commands(wire)).toMatchObject([
      { name: 'point', input: { feed: 'main', collectionId: 'col_8813', hold: true } },
    ]);
  });

  it('filters the collections, and shows the first posts of one, hollow where no feed serves them', async () => {
    await open('following');
    await stroke('F6');
    await settle();
    const rows = (): readonly string[] => screen.getAllByRole('rowheader').map((row) => row.textContent ?? '');
    expect(rows()).toHaveLength(8);
    fireEvent.click(screen.getByRole('button', { name: 'Used by a feed 3' }));
    expect(rows()).toEqual(['Harbour Night: viewer posts', 'Studio B: ask the harbour master', 'Foyer wall']);
    fireEvent.click(screen.getByRole('button', { name: 'With live posts 6' }));
    expect(rows()).toHaveLength(6);
    fireEvent.click(screen.getByRole('button', { name: 'Harbour Night: crew picks' }));
    await settle();
    const chosen = within(screen.getByRole('region', { name: 'Selected collection' }));
    expect(chosen.getAllByText('OFF AIR')).toHaveLength(3);
    expect(chosen.getByText('Magic.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Harbour Night: viewer posts' }));
    await settle();
    // What a feed serves is never called off air.
    expect(chosen.queryByText('OFF AIR')).toBeNull();
    expect(chosen.getAllByText('ON AIR')).toHaveLength(3);
  });

  it.each([
    ['the log', 'F4'],
    ['the history', 'F7'],
    ['the as-run log', 'x'],
    ['the rehearsal', 'y'],
    ['the collections', 'F6'],
  ])('rests what acts on a post that %s does not show, and says so; the gate stays in hand', async (_, screenKey) => {
    const wire = await open('held');
    await stroke('ArrowRight');
    await stroke('End');
    await stroke(screenKey);
    for (const name of ['q', 'm', 'u', 'g']) await stroke(name);
    await stroke('G', { shiftKey: true });
    await stroke('b');
    expect(commands(wire)).toEqual([]);
    expect(screen.getByText(/^Block: rests on this screen/)).toBeDefined();
    await stroke('t');
    expect(commands(wire)).toHaveLength(screenKey === 'y' ? 0 : 1);
  });

  it('keeps the strip in sight on the log', async () => {
    await open('following');
    await stroke('F4');
    await settle();
    expect(screen.getByRole('heading', { name: 'Log' })).toBeDefined();
    expect(screen.getByText('main: following by Marit Lund.')).toBeDefined();
    expect(screen.getByRole('region', { name: 'What is on air' })).toBeDefined();
  });

  it('goes to another feed by its figure', async () => {
    await open('following');
    await stroke('2');
    expect(screen.getByRole('tab', { selected: true }).textContent).toContain('studio-b');
  });

  it('lets the letters rest while somebody types', async () => {
    const wire = await open('following');
    fireEvent.keyDown(screen.getByLabelText('Find in staging'), { key: 'h' });
    await settle();
    expect(commands(wire)).toEqual([]);
  });
});
