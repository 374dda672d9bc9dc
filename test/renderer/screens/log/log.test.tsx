// @vitest-environment happy-dom
/** Tests the views of the past: History with Restore, the as-run log with its files, and Rehearsal. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Refusal } from '../../../../src/contract/commands.ts';
import type { HistoryRow } from '../../../../src/contract/history.ts';
import type { QueryResult } from '../../../../src/contract/queries.ts';
import { freezeClock } from '../../../../src/renderer/stores/clock.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../../openApp.tsx';
import { answerPast, rehearsing } from '../../states/past.ts';
import { now } from '../../states/posts.ts';
import { scenes } from '../../states/show.ts';

afterEach(() => {
  closeApp();
  vi.restoreAllMocks();
});

const unreadable: Refusal = {
  ok: false,
  code: 'INVALID',
  message: 'The file can’t be read.',
  nextStep: 'Check the disk.',
};

/** Opens History and waits for both queries. */
async function openHistory(): Promise<void> {
  await pressKey('F7');
  await screen.findByRole('option', { name: /^123/ });
  await screen.findByText(/Restoring puts/);
}

describe('the log', () => {
  it('names the day of an event that is not of today', async () => {
    await openApp(scenes.following);
    await pressKey('F4');
    const times = async () => (await screen.findAllByText(/\d\d:\d\d:\d\d\.\d{3}$/)).map((cell) => cell.textContent);
    expect(await times()).toContainEqual(expect.stringMatching(/^20:\d\d/));
    await act(async () => freezeClock(now + 24 * 60 * 60 * 1000));
    for (const time of await times()) expect(time).toMatch(/^20 Nov 20:\d\d/);
  });
});

describe('History', () => {
  it('lists each revision with its time, cause, description, difference and duration', async () => {
    await openApp(scenes.following);
    await openHistory();
    const revisions = within(screen.getByRole('listbox', { name: /^Revisions/ }));
    expect(revisions.getAllByRole('option')).toHaveLength(11);
    const row = within(revisions.getByRole('option', { name: /^123/ }));
    for (const text of ['20:36:40', 'SERVICE', 'Ticket Hunter 24, Aoife Brennan added', '+2', '35 s']) {
      expect(row.getByText(text)).toBeDefined();
    }
    expect(within(revisions.getByRole('option', { name: /^128/ })).getByText('ON AIR')).toBeDefined();
    expect(within(revisions.getByRole('option', { name: /^124/ })).getByText('YOU')).toBeDefined();
    expect(within(revisions.getByRole('option', { name: /^119/ })).getByText('INES HALVORSEN')).toBeDefined();
  });

  it('shows the position of an added post and the changed words of an edited one, which Find also finds', async () => {
    await openApp(scenes.following);
    await openHistory();
    const revisions = within(screen.getByRole('listbox', { name: /^Revisions/ }));
    expect(revisions.getByText('田中 健司 added, position 5')).toBeDefined();
    const row = revisions.getByRole('option', { name: /^127/ });
    expect(row.textContent).toContain('Tom Okafor edited: …\u2060at 7 8 pm…');
    expect([...row.querySelectorAll('del, ins')].map(({ outerHTML }) => outerHTML)).toEqual([
      '<del data-spoken="removed:">7</del>',
      '<ins data-spoken="added:">8</ins>',
    ]);
    expect(within(row).getByTitle('Tom Okafor edited: “…at 7 pm…” → “…at 8 pm…”')).toBeDefined();
    fireEvent.change(screen.getByLabelText(/^Find a revision/), { target: { value: '8 pm' } });
    expect(revisions.getAllByRole('option')).toEqual([row]);
  });

  it('says below the last row of a page that revisions are missing, and leads to the older ones', async () => {
    const wire = await openApp(scenes.following);
    const { rows, kept } = answerPast('history', 0) as QueryResult<'history'>;
    const many = Array.from({ length: 201 }, (_, index) => {
      const revision = 300 - index;
      return { ...(rows[2] as HistoryRow), revision, hasGapAfter: revision === 100 };
    });
    wire.answerQuery('history', { rows: many, kept });
    await pressKey('F7');
    const last = await screen.findByRole('option', { name: /^101/ });
    expect(within(last).getByText(/Compared with revision 100: those between are missing\./)).toBeDefined();
    expect(screen.queryByRole('option', { name: /^100/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Older than 101' })).toBeDefined();
  });

  it('compares a list with on air and names the posts that would change', async () => {
    await openApp(scenes.following);
    await openHistory();
    for (let step = 0; step < 4; step += 1) await pressKey('ArrowDown');
    expect(screen.getByRole('heading', { name: 'THEN 123' })).toBeDefined();
    expect(await screen.findByText('+1 −1 ±2. Restoring puts 6 of its 7 posts on air, held.')).toBeDefined();
    expect(
      screen.getByText(
        /Ingrid Aas comes back, 田中 健司 goes off, Priya Raghunathan and Tom Okafor get their old text\. Ticket Hunter 24 is blocked and stays off\./,
      ),
    ).toBeDefined();
    expect(screen.getByText('You blocked Ticket Hunter 24 at 20:37:15.')).toBeDefined();
    expect(screen.getByText('田中 健司 was not on air then.')).toBeDefined();
  });

  it('restores the selected revision only on the second press', async () => {
    const wire = await openApp(scenes.following);
    await openHistory();
    fireEvent.click(screen.getByRole('option', { name: /^123/ }));
    await screen.findByText(/Restoring puts 6 of its 7 posts/);
    await pressKey('z');
    expect(commandsOf(wire)).toEqual([]);
    expect(screen.getByText('Press Z again within 2 seconds to restore revision 123, held.')).toBeDefined();
    pause();
    await pressKey('z');
    expect(commandsOf(wire)).toEqual([
      { name: 'rollback', input: { feed: 'main', revision: 123, gate: expect.any(String), onAirRevision: 128 } },
    ]);
  });

  it('cancels the first press when another revision is selected', async () => {
    const wire = await openApp(scenes.following);
    await openHistory();
    await pressKey('z');
    await pressKey('ArrowDown');
    pause();
    await pressKey('z');
    expect(commandsOf(wire)).toEqual([]);
  });

  it('disables Restore on the revision that is on air', async () => {
    await openApp(scenes.following);
    await openHistory();
    await pressKey('Home');
    expect(
      (await screen.findByRole('button', { name: /^Restore.*already on air/ })).getAttribute('aria-disabled'),
    ).toBe('true');
  });

  it('disables Restore while not connected', async () => {
    const wire = await openApp(scenes.following);
    await openHistory();
    await pressKey('Home');
    await screen.findByText(/^This revision is on air\./);
    act(() => wire.disconnect());
    expect(screen.getByRole('button', { name: /^Restore.*not connected/ }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('heading', { name: 'WAS ON AIR 128' })).toBeDefined();
    expect(screen.queryAllByText('ON AIR')).toEqual([]);
    expect(await screen.findByText(/^This revision was on air when the connection was lost\./)).toBeDefined();
  });
});

describe('the event log', () => {
  it('shows its rows in a named area that takes the focus, so that keys scroll it', async () => {
    await openApp(scenes.following);
    await pressKey('F4');
    const rows = (await screen.findByRole('table')).closest<HTMLElement>('[tabindex="0"]');
    expect(rows).toBe(screen.getByRole('region', { name: 'Events' }));
  });

  const rowsOf = () => screen.getAllByRole('row').slice(1);

  it('says what happened, its kind, who did it and at which revision', async () => {
    await openApp(scenes.following);
    await pressKey('F4');
    await screen.findByRole('row', { name: /main: held by Marit Lund/ });
    const text = (name: RegExp) => screen.getByRole('row', { name }).textContent;
    expect(text(/main: held by Marit Lund/)).toBe('20:37:02.118YOUmain: held by Marit Lund.you123');
    expect(text(/released by Ines/)).toMatch(/OPERATOR.*Ines Halvorsen121$/);
    expect(text(/Ingrid Aas .* off air/)).toMatch(/OFF AIR.*service126$/);
    expect(text(/CasparCG 1 still shows/)).toMatch(/AIR AFFECTED/);
    expect(text(/Foyer wall is up to date/)).toMatch(/NOTICE.*Foyer wall122$/);
  });

  it('counts every problem which says that on air is affected, whatever its severity', async () => {
    const wire = await openApp(scenes.following);
    const entry = {
      at: new Date(now).toISOString(),
      feed: null,
      revision: null,
      cause: null,
      by: null,
      about: null,
      edits: [],
    } as const;
    const entryOf = (code: string, level: 'info' | 'error') => ({
      ...entry,

      code,
      level,
      message: code,
    });
    wire.answerQuery('events', {
      entries: [
        entryOf('DISK_NOT_RESPONDING', 'error'),
        entryOf('DISK_NOT_RESPONDING', 'info'),
        entryOf('FEED_REBUILT', 'error'),
      ],
    });
    await pressKey('F4');
    expect(await screen.findByRole('radio', { name: 'Air affected 1' })).toBeDefined();
  });

  it('is filtered by kind, feed and text', async () => {
    await openApp(scenes.following);
    await pressKey('F4');
    fireEvent.click(await screen.findByRole('radio', { name: 'Operator 6' }));
    expect(rowsOf().map((row) => row.textContent)).toEqual(
      Array.from({ length: 6 }, () => expect.stringMatching(/YOU|OPERATOR|ON AIR|OFF AIR/)),
    );
    fireEvent.change(screen.getByLabelText('Find in the log'), { target: { value: 'ines' } });
    expect(rowsOf()).toHaveLength(1);
    fireEvent.click(screen.getByRole('radio', { name: 'studio-b' }));
    expect(screen.getByText('No matches.')).toBeDefined();
  });

  it('is saved whole, whatever the filter shows', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('F4');
    const saved: unknown[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob)}`);
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
    fireEvent.click(await screen.findByRole('button', { name: 'Log, CSV' }));
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'Log, JSON' }));
    await settle();
    const queries = wire.sent.flatMap((message) =>
      message.type === 'query' && message.name === 'eventsText' ? [message.input] : [],
    );
    expect(queries).toEqual([{ format: 'csv' }, { format: 'json' }]);
    expect(await (saved[0] as Blob).text()).toBe('feed,itemId\r\nmain,p1\r\n');
  });
});

describe('the as-run log', () => {
  it('has a row for each time on air and reports when nothing was on air', async () => {
    await openApp(scenes.following);
    await pressKey('x');
    await screen.findByRole('row', { name: /^Ticket Hunter 24/ });
    const entry = within(screen.getByRole('row', { name: /^Ticket Hunter 24/ }));
    for (const text of [
      '20:36:40',
      '20:37:15',
      '35 s',
      'service',
      /^Marit Lund, block; confirmed 20:37:15 by OBS main$/,
    ]) {
      expect(entry.getByText(text)).toBeDefined();
    }
    // Tom's entry ended when his post was edited, and the next one began; Aoife's post is unchanged.
    const [current, first] = screen.getAllByRole('row', { name: /^Tom Okafor/ });
    expect(current?.textContent).toMatch(/service, edited127/);
    expect(first?.textContent).toMatch(/Marit Lund, backservice, edited120/);
    expect(screen.getByRole('row', { name: /^Aoife Brennan.*ON AIR/ }).textContent).toMatch(/service123/);
    expect(screen.getByText('23 entries, 11 posts, 6 on air now.')).toBeDefined();
    expect(screen.getByText(/Nothing of this show was on air from 20:23:41 to 20:24:03\./)).toBeDefined();
  });

  it('requests the typed range, and nothing for an invalid time', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('x');
    await screen.findByRole('row', { name: /^Ticket Hunter 24/ });
    fireEvent.click(screen.getByRole('radio', { name: 'Custom' }));
    fireEvent.change(screen.getByLabelText('from'), { target: { value: '2026-11-20 20:10' } });
    await settle();
    const queries = wire.sent.flatMap((message) =>
      message.type === 'query' && message.name === 'asRun' ? [message.input] : [],
    );
    expect(queries.at(-1)).toEqual({
      feed: 'main',
      of: 'list',
      from: new Date(2026, 10, 20, 20, 10).toISOString(),
      to: null,
    });
    fireEvent.change(screen.getByLabelText('from'), { target: { value: 'eight' } });
    await settle();
    expect(screen.getByText(/This time can’t be read/)).toBeDefined();
    expect(screen.getByRole('button', { name: /^CSV/ }).getAttribute('aria-disabled')).toBe('true');
  });

  it('says nothing of now for a range that has ended', async () => {
    await openApp(scenes.following);
    await pressKey('x');
    await screen.findByText(/6 on air now\./);
    fireEvent.click(screen.getByRole('radio', { name: 'Custom' }));
    fireEvent.change(screen.getByLabelText('to'), { target: { value: '2026-11-20 20:23:50' } });
    await settle();
    expect(screen.getByText(/^\d+ entries, \d+ posts\.$/)).toBeDefined();
  });

  it('says nothing of now while damage leaves the list on air unknown', async () => {
    const feeds = scenes.following.state.feeds.map((feed) => ({ ...feed, served: false }));
    await openApp({ ...scenes.following, state: { ...scenes.following.state, feeds } });
    await pressKey('x');
    expect(await screen.findByText(/^23 entries, 11 posts\.$/)).toBeDefined();
    await openHistory();
    expect(await screen.findByRole('heading', { name: 'ON AIR?' })).toBeDefined();
  });

  it('does not say that anything is on air without a connection', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('x');
    await screen.findByText(/6 on air now\./);
    act(() => wire.disconnect());
    expect(screen.queryAllByText('ON AIR')).toEqual([]);
    expect(screen.getAllByText('WAS ON AIR').length).toBeGreaterThanOrEqual(6);
    expect(screen.getByText(/^23 entries, 11 posts\.$/)).toBeDefined();
    expect(document.querySelectorAll('.as-run-bar .is-on-air')).toHaveLength(0);
  });

  it('says why nothing can be saved while the log can’t be loaded', async () => {
    const wire = await openApp(scenes.following);
    wire.refuseQueries(unreadable);
    await pressKey('x');
    expect(await screen.findByText('The file can’t be read. Check the disk.')).toBeDefined();
    const key = screen.getByRole('button', { name: /^CSV/ });
    expect(key.title).toBe('not available');
  });

  it('saves all parts of the engine’s text as a file, with chapters from the given start', async () => {
    const savedBlobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) savedBlobs.push(blob);
      return 'blob:one';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
    const wire = await openApp(scenes.following);
    await pressKey('x');
    await screen.findByRole('row', { name: /^Ticket Hunter 24/ });
    fireEvent.click(screen.getByRole('button', { name: /^CSV, 23 rows/ }));
    await settle();
    expect(await savedBlobs[0]?.text()).toBe('feed,itemId\r\nmain,p1\r\n');
    fireEvent.change(screen.getByLabelText('Chapter marks start at'), { target: { value: '20:00:00' } });
    expect(screen.getByText('00:42:07 田中 健司')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Chapter marks' }));
    await settle();
    const queries = wire.sent.flatMap((message) =>
      message.type === 'query' && message.name === 'asRunText' ? [message.input] : [],
    );
    expect(queries).toMatchObject([
      { format: 'csv', start: null },
      { format: 'chapters', start: new Date(2026, 10, 20, 20).toISOString() },
    ]);
  });
});

describe('Rehearsal', () => {
  const running = { ...scenes.following, state: { ...scenes.following.state, rehearsal: rehearsing } };

  it('plays a recording at the chosen speed', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('y');
    const shows = await screen.findAllByRole('group', { name: /^Play the show of/ });
    fireEvent.click(within(shows[0] ?? document.body).getByRole('button', { name: 'Play 10×' }));
    await settle();
    expect(commandsOf(wire)).toEqual([{ name: 'rehearse', input: { recording: 'r3', speed: 10 } }]);
  });

  it('shows how long a running recording is now, and how long each earlier one was', async () => {
    await openApp(scenes.following);
    await pressKey('y');
    const list = await screen.findByRole('region', { name: 'Recorded shows' });
    const lengths = () => [...list.querySelectorAll('small')].map(({ textContent }) => textContent.split(',')[0]);
    await vi.waitFor(() => expect(lengths()).toEqual(['1 h 12 min', '1 h 26 min', '12 min 32 s']));
    act(() => freezeClock(now + 120_000));
    expect(lengths()).toEqual(['1 h 14 min', '1 h 26 min', '12 min 32 s']);
  });

  it('pauses, steps and ends by keys, and refuses the gate keys with a reason', async () => {
    const wire = await openApp(running);
    await pressKey('y');
    await pressKey(' ');
    await pressKey('ArrowRight');
    await pressKey('h');
    expect(screen.getByText('Hold: off in rehearsal.')).toBeDefined();
    await pressKey('Y', { shiftKey: true });
    pause();
    await pressKey('Y', { shiftKey: true });
    expect(commandsOf(wire)).toEqual([
      { name: 'pauseRehearsal', input: { isPaused: true } },
      { name: 'stepRehearsal', input: {} },
      { name: 'endRehearsal', input: {} },
    ]);
  });

  it('seeks in the show and changes the speed, after which the right arrow still steps', async () => {
    const wire = await openApp(running);
    await pressKey('y');
    const slider = screen.getByLabelText('Position in the show');
    fireEvent.change(slider, { target: { value: String(Date.parse(rehearsing.startedAt) + 60_000) } });
    fireEvent.pointerUp(slider);
    await settle();
    const speed = within(screen.getByRole('radiogroup', { name: 'Speed' })).getByRole('radio', { name: '1×' });
    fireEvent.click(speed);
    speed.focus();
    fireEvent.keyDown(speed, { key: 'ArrowRight' });
    await settle();
    expect(commandsOf(wire)).toEqual([
      { name: 'seekRehearsal', input: { at: new Date(Date.parse(rehearsing.startedAt) + 60_000).toISOString() } },
      { name: 'speedRehearsal', input: { speed: 1 } },
      { name: 'stepRehearsal', input: {} },
    ]);
  });

  it('lists the recorded events and seeks to an event when pressed', async () => {
    const wire = await openApp(running);
    await pressKey('y');
    const list = within(await screen.findByRole('region', { name: 'Recorded events' }));
    expect(list.getByRole('heading', { name: 'EVENTS 231' })).toBeDefined();
    const currentEvent = list.getByRole('button', { current: 'step' });
    expect(currentEvent.textContent).toContain('Block Ticket Hunter 24');
    expect(currentEvent.textContent).toContain('YOU');
    fireEvent.keyDown(currentEvent, { key: 'ArrowUp' });
    await settle();
    expect(document.activeElement?.textContent).toContain('Hold');
    fireEvent.click(document.activeElement ?? currentEvent);
    await settle();
    expect(commandsOf(wire)).toEqual([
      { name: 'seekRehearsal', input: { at: new Date(2026, 10, 20, 20, 37, 2).toISOString() } },
    ]);
  });

  it('shows why a recording can’t be loaded', async () => {
    const wire = await openApp(running);
    wire.refuseQueries(unreadable);
    await pressKey('y');
    for (const name of ['Recorded events', 'Rehearsal list'])
      expect(
        await within(screen.getByRole('region', { name })).findByText('The file can’t be read. Check the disk.'),
      ).toBeDefined();
  });

  it('shows its own overlay and consumers from its own port', async () => {
    await openApp(running);
    await pressKey('y');
    const frame = await screen.findByTitle('Card overlay of the rehearsal');
    expect(frame.getAttribute('src')).toBe('http://127.0.0.1:7421/overlay/card?feed=main&preview=1');
    expect(
      within(screen.getByRole('region', { name: 'Consumers on port 7421' })).getByText('Chrome, card'),
    ).toBeDefined();
  });

  it('shows its own posts and addresses, none of them as on air', async () => {
    await openApp(running);
    await pressKey('y');
    const list = within(screen.getByRole('region', { name: 'Rehearsal list' }));
    expect(await list.findAllByText('REHEARSAL')).toHaveLength(6);
    expect(list.getByText('BLOCKED')).toBeDefined();
    expect(list.queryByText('ON AIR')).toBeNull();
    expect(screen.getByText('http://127.0.0.1:7421/feeds/main/live.json')).toBeDefined();
  });

  it('that goes on past midnight names the day of each later time, and no other', async () => {
    const startedAt = new Date(Date.parse(rehearsing.startedAt) - 86_400_000).toISOString();
    await openApp({ ...running, state: { ...running.state, rehearsal: { ...rehearsing, startedAt } } });
    await pressKey('y');
    expect(screen.getByText(/Thursday 19 November 2026, 19:30 to 20 Nov 20:42/)).toBeDefined();
    expect(screen.getByText('20 Nov 20:37:15')).toBeDefined();
    const events = within(screen.getByRole('region', { name: 'Recorded events' }));
    expect((await events.findAllByText('20 Nov 20:37')).length).toBeGreaterThan(0);
    const list = within(screen.getByRole('region', { name: 'Rehearsal list' }));
    expect(list.getByText('20 Nov 20:37')).toBeDefined();
  });

  it('ignores Space and the right arrow on other screens', async () => {
    const wire = await openApp(running);
    await openHistory();
    await pressKey(' ');
    await pressKey('ArrowRight');
    expect(commandsOf(wire)).toEqual([]);
  });
});
