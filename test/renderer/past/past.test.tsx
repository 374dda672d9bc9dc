// @vitest-environment happy-dom
/** The past as an operator uses it: history and its key, the as-run log and its files, the rehearsal. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rehearsing } from '../../../src/renderer/states/past.ts';
import { scenes } from '../../../src/renderer/states/show.ts';
import { closeApp, commandsOf, openApp, pause, settle, stroke } from '../openApp.tsx';

afterEach(() => {
  closeApp();
  vi.restoreAllMocks();
});

/** Opens it and waits until both of its answers are there. */
async function openHistory(): Promise<void> {
  await stroke('F7');
  await screen.findByRole('option', { name: /^123/ });
  await screen.findByText(/On air would be/);
}

describe('the history', () => {
  it('lists every revision with its time, cause, words, difference and how long it stood', async () => {
    await openApp(scenes.following);
    await openHistory();
    const revisions = within(screen.getByRole('listbox', { name: /^Revisions/ }));
    expect(revisions.getAllByRole('option')).toHaveLength(11);
    const row = within(revisions.getByRole('option', { name: /^123/ }));
    for (const words of ['20:36:40', 'SERVICE', 'Ticket Hunter 24 and Aoife Brennan added', '+2', '35 s']) {
      expect(row.getByText(words)).toBeDefined();
    }
    expect(within(revisions.getByRole('option', { name: /^128/ })).getByText('ON AIR')).toBeDefined();
    expect(within(revisions.getByRole('option', { name: /^124/ })).getByText('YOU')).toBeDefined();
    expect(within(revisions.getByRole('option', { name: /^119/ })).getByText('INES H.')).toBeDefined();
  });

  it('puts a list beside what is on air and says what would change, by name', async () => {
    await openApp(scenes.following);
    await openHistory();
    for (let step = 0; step < 4; step += 1) await stroke('ArrowDown');
    expect(screen.getByRole('heading', { name: 'THEN 123' })).toBeDefined();
    expect(await screen.findByText('+1 −1 ±2. On air would be 6 of its 7 posts, held.')).toBeDefined();
    expect(
      screen.getByText(
        /Ingrid Aas comes back, 田中 健司 goes off, Priya Raghunathan and Tom Okafor get their old words\. Ticket Hunter 24 is blocked and stays off\./,
      ),
    ).toBeDefined();
    expect(screen.getByText('Ticket Hunter 24 is blocked, by you at 20:37:15.')).toBeDefined();
    expect(screen.getByText('田中 健司 was not on air then.')).toBeDefined();
  });

  it('puts the chosen list back only at the second press', async () => {
    const wire = await openApp(scenes.following);
    await openHistory();
    fireEvent.click(screen.getByRole('option', { name: /^123/ }));
    await screen.findByText(/On air would be 6 of its 7 posts/);
    await stroke('z');
    expect(commandsOf(wire)).toEqual([]);
    expect(screen.getByText('Press Z again within 2 seconds to put revision 123 on air and hold it.')).toBeDefined();
    await pause();
    await stroke('z');
    expect(commandsOf(wire)).toEqual([{ name: 'rollback', input: { feed: 'main', revision: 123 } }]);
  });

  it('forgets the first press when another list is chosen', async () => {
    const wire = await openApp(scenes.following);
    await openHistory();
    await stroke('z');
    await stroke('ArrowDown');
    await pause();
    await stroke('z');
    expect(commandsOf(wire)).toEqual([]);
  });

  it('rests its key on the list that is on air', async () => {
    await openApp(scenes.following);
    await openHistory();
    await stroke('Home');
    expect(await screen.findByRole('button', { name: /^Put back and hold.*on air now/ })).toHaveProperty(
      'disabled',
      true,
    );
  });

  it('rests its key while the engine is lost', async () => {
    const wire = await openApp(scenes.following);
    await openHistory();
    act(() => wire.fall());
    expect(screen.getByRole('button', { name: /^Put back and hold.*no engine/ })).toHaveProperty('disabled', true);
    expect(screen.getByRole('heading', { name: 'WAS ON AIR 128' })).toBeDefined();
  });
});

describe('the as-run log', () => {
  it('has a line for each time on air, and says when nothing was', async () => {
    await openApp(scenes.following);
    await stroke('x');
    await screen.findByRole('row', { name: /^Ticket Hunter 24/ });
    const line = within(screen.getByRole('row', { name: /^Ticket Hunter 24/ }));
    for (const words of ['20:36:40', '20:37:15', '35 s', 'the service', 'Marit Lund, block']) {
      expect(line.getByText(words)).toBeDefined();
    }
    expect(screen.getByText('16 entries, 11 posts, 6 on air now.')).toBeDefined();
    expect(screen.getByText(/Nothing was on air from 20:23:41 to 20:24:03\./)).toBeDefined();
  });

  it('asks for the range that was typed, and for none that is not understood', async () => {
    const wire = await openApp(scenes.following);
    await stroke('x');
    await screen.findByRole('row', { name: /^Ticket Hunter 24/ });
    fireEvent.click(screen.getByRole('button', { name: 'From, to' }));
    fireEvent.change(screen.getByLabelText('from'), { target: { value: '2026-11-20 20:10' } });
    await settle();
    const asked = wire.sent.flatMap((one) => (one.type === 'question' && one.name === 'asRun' ? [one.input] : []));
    expect(asked.at(-1)).toEqual({
      feed: 'main',
      of: 'list',
      from: new Date(2026, 10, 20, 20, 10).toISOString(),
      to: null,
    });
    fireEvent.change(screen.getByLabelText('from'), { target: { value: 'eight' } });
    await settle();
    expect(screen.getByText(/A time is not understood/)).toBeDefined();
    expect(screen.getByRole('button', { name: /^CSV/ })).toHaveProperty('disabled', true);
  });

  it('saves what the engine wrote as a file, chapters from the start that was given', async () => {
    const made: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) made.push(blob);
      return 'blob:one';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
    const wire = await openApp(scenes.following);
    await stroke('x');
    await screen.findByRole('row', { name: /^Ticket Hunter 24/ });
    fireEvent.click(screen.getByRole('button', { name: /^CSV, 16 rows/ }));
    await settle();
    expect(await made[0]?.text()).toBe('feed,itemId\r\n');
    fireEvent.change(screen.getByLabelText('Chapter marks count from'), { target: { value: '20:00:00' } });
    expect(screen.getByText('00:42:07 田中 健司')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Chapter marks' }));
    await settle();
    const asked = wire.sent.flatMap((one) => (one.type === 'question' && one.name === 'asRunText' ? [one.input] : []));
    expect(asked).toMatchObject([
      { format: 'csv', start: null },
      { format: 'chapters', start: new Date(2026, 10, 20, 20).toISOString() },
    ]);
  });
});

describe('the rehearsal', () => {
  const running = { ...scenes.following, state: { ...scenes.following.state, rehearsal: rehearsing } };

  it('plays a recorded show at the speed that is pressed', async () => {
    const wire = await openApp(scenes.following);
    await stroke('y');
    const shows = await screen.findAllByRole('group', { name: /^Play the show of/ });
    fireEvent.click(within(shows[0] ?? document.body).getByRole('button', { name: 'Play 10×' }));
    await settle();
    expect(commandsOf(wire)).toEqual([{ name: 'rehearse', input: { recording: 'r3', speed: 10 } }]);
  });

  it('pauses, steps and ends by keys, while those of the gate rest and say so', async () => {
    const wire = await openApp(running);
    await stroke('y');
    await stroke(' ');
    await stroke('ArrowRight');
    await stroke('h');
    expect(screen.getByText('Hold: off in rehearsal.')).toBeDefined();
    await stroke('Y', { shiftKey: true });
    await pause();
    await stroke('Y', { shiftKey: true });
    expect(commandsOf(wire)).toEqual([
      { name: 'pauseRehearsal', input: { isPaused: true } },
      { name: 'stepRehearsal', input: {} },
      { name: 'endRehearsal', input: {} },
    ]);
  });

  it('goes to another place of the show, and on from there at another speed', async () => {
    const wire = await openApp(running);
    await stroke('y');
    const place = screen.getByLabelText('Place in the recorded show');
    fireEvent.change(place, { target: { value: String(Date.parse(rehearsing.startedAt) + 60_000) } });
    fireEvent.pointerUp(place);
    await settle();
    fireEvent.click(within(screen.getByRole('group', { name: 'Speed' })).getByRole('button', { name: 'Speed 1×' }));
    await settle();
    expect(commandsOf(wire)).toEqual([
      { name: 'seekRehearsal', input: { at: new Date(Date.parse(rehearsing.startedAt) + 60_000).toISOString() } },
      { name: 'speedRehearsal', input: { speed: 1 } },
    ]);
  });

  it('lists what happened in words, and goes where one is pressed', async () => {
    const wire = await openApp(running);
    await stroke('y');
    const list = within(await screen.findByRole('region', { name: 'Events of the recorded show' }));
    expect(list.getByRole('heading', { name: 'EVENTS 231' })).toBeDefined();
    const here = list.getByRole('button', { current: 'step' });
    expect(here.textContent).toContain('Block Ticket Hunter 24');
    expect(here.textContent).toContain('YOU');
    fireEvent.keyDown(here, { key: 'ArrowUp' });
    await settle();
    await act(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
    expect(document.activeElement?.textContent).toContain('Hold');
    fireEvent.click(document.activeElement ?? here);
    await settle();
    expect(commandsOf(wire)).toEqual([
      { name: 'seekRehearsal', input: { at: new Date(2026, 10, 20, 20, 37, 2).toISOString() } },
    ]);
  });

  it('paints its own overlay from its own port, and names who reads there', async () => {
    await openApp(running);
    await stroke('y');
    const frame = await screen.findByTitle('What the card overlay paints in the rehearsal');
    expect(frame.getAttribute('src')).toBe('http://127.0.0.1:7421/overlay/card?feed=main&preview=1');
    expect(
      within(screen.getByRole('region', { name: 'Readers of port 7421' })).getByText('Chrome, card'),
    ).toBeDefined();
  });

  it('shows its own list and its own addresses, and nothing of them as on air', async () => {
    await openApp(running);
    await stroke('y');
    const list = within(screen.getByRole('region', { name: 'Rehearsed list' }));
    expect(await list.findAllByText('REHEARSAL')).toHaveLength(6);
    expect(list.getByText('BLOCKED')).toBeDefined();
    expect(list.queryByText('ON AIR')).toBeNull();
    expect(screen.getByText('http://127.0.0.1:7421/feeds/main/live.json')).toBeDefined();
  });

  it('leaves Space and the arrow alone on other screens', async () => {
    const wire = await openApp(running);
    await openHistory();
    await stroke(' ');
    await stroke('ArrowRight');
    expect(commandsOf(wire)).toEqual([]);
  });
});
