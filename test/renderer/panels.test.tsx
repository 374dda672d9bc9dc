// @vitest-environment happy-dom
/** What opens over staging: guards and blocks, a reason, the rotation, the name of the desk. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { sceneOf, scenes } from '../../src/renderer/states/show.ts';
import { closeApp, commandsOf, openApp, pause, settle, stroke } from './openApp.tsx';

afterEach(closeApp);

const set = async (): Promise<void> => {
  fireEvent.submit(screen.getByRole('textbox', { name: /^Words/ }));
  await settle();
};

describe('the guards', () => {
  it('show their lists, what they hold back by which rule, and the proof of each block', async () => {
    await openApp(scenes.guarded);
    await stroke('w');
    const panel = within(screen.getByRole('region', { name: 'Kept off air' }));
    expect(panel.getByDisplayValue('evacuation')).toBeDefined();
    expect(panel.getByRole('button', { name: /Petra Nováková.*“evacuation”.*live/ })).toBeDefined();
    expect(panel.getByRole('button', { name: /Ticket Hunter 24.*Confirmed off air in 63 ms/ })).toBeDefined();
  });

  it('take posts off at one press', async () => {
    const wire = await openApp(scenes.following);
    await stroke('w');
    fireEvent.change(screen.getByRole('textbox', { name: /^Words/ }), { target: { value: 'evacuation, Magic' } });
    expect(screen.getByText('1 post goes off air.')).toBeDefined();
    await set();
    expect(commandsOf(wire)).toEqual([
      { name: 'guards', input: { feed: 'main', words: ['evacuation', 'Magic'], authors: [] } },
    ]);
  });

  it('ask twice before a word that is taken away puts a post on air', async () => {
    const wire = await openApp(scenes.guarded);
    await stroke('w');
    fireEvent.change(screen.getByRole('textbox', { name: /^Words/ }), { target: { value: '' } });
    await set();
    expect(commandsOf(wire)).toEqual([]);
    expect(screen.getByText('Press Set again to let 1 post go on air.')).toBeDefined();
    await pause();
    await set();
    expect(commandsOf(wire)).toEqual([{ name: 'guards', input: { feed: 'main', words: [], authors: [] } }]);
  });

  it('keep the author of the chosen post off by one key', async () => {
    const wire = await openApp(scenes.following);
    await stroke('ArrowRight');
    await stroke('G', { shiftKey: true });
    expect(commandsOf(wire)).toEqual([
      { name: 'guards', input: { feed: 'main', words: ['evacuation'], authors: ['mirasolberg'] } },
    ]);
  });
});

describe('a block on a post that the collection has no more', () => {
  const gone = () => {
    const [block] = scenes.following.state.feeds[0]?.blocked ?? [];
    return sceneOf({ blocked: block === undefined ? [] : [{ ...block, itemId: 'ada' }] }, {}, {});
  };

  it('is lifted from the list of blocks by two presses of its own key', async () => {
    const wire = await openApp(gone());
    await stroke('w');
    const line = screen.getByRole('button', { name: /Unblock ada, twice/ });
    fireEvent.click(line);
    expect(commandsOf(wire)).toEqual([]);
    expect(screen.getAllByText('Press again to unblock ada, which is in no list now.').length).toBeGreaterThan(0);
    await pause();
    fireEvent.click(screen.getByRole('button', { name: /Unblock ada, press again/ }));
    await settle();
    expect(commandsOf(wire)).toEqual([{ name: 'unblock', input: { feed: 'main', itemId: 'ada' } }]);
  });
});

describe('the author’s guard', () => {
  const letThrough = (count: number) => {
    const allowed = ['omar', 'tom'].slice(0, count);
    const authors = ['@omar.alhaddad', 'tom okafor'].slice(0, count);
    return sceneOf({ guards: { words: [], authors, allowed } }, {}, {});
  };

  it('asks again before posts that were let through go off with it, and says which', async () => {
    const wire = await openApp(letThrough(2));
    await stroke('ArrowRight');
    await stroke('G', { shiftKey: true });
    expect(commandsOf(wire)).toEqual([]);
    const words =
      'Press ⇧G again to keep all posts by mirasolberg off air. Posts allowed earlier also go off: عمر الحداد and Tom Okafor.';
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    await pause();
    await stroke('G', { shiftKey: true });
    expect(commandsOf(wire)).toMatchObject([{ name: 'guards', input: { words: [] } }]);
  });

  it('asks for one press where nothing else goes off', async () => {
    const wire = await openApp(letThrough(0));
    await stroke('ArrowRight');
    await stroke('G', { shiftKey: true });
    expect(commandsOf(wire)).toHaveLength(1);
  });
});

describe('a block', () => {
  it('goes with the reason that was written, by keys alone', async () => {
    const wire = await openApp(scenes.following);
    await stroke('ArrowRight');
    await stroke('B', { shiftKey: true });
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    const field = screen.getByLabelText('Reason for blocking Mira Solberg');
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: ' asked us to ' } });
    fireEvent.submit(field);
    await settle();
    expect(commandsOf(wire)).toEqual([
      { name: 'block', input: { feed: 'main', itemId: 'mira', reason: 'asked us to' } },
    ]);
  });

  it('says that the film it purged is not kept, and never that it is on its way', async () => {
    const { lists, state } = scenes.following;
    const [feed] = state.feeds;
    const purged = (item: (typeof lists.live)[number]) => ({
      ...item,
      media: item.media.map((medium) => ({ ...medium, url: null, posterUrl: null, progress: 0 })),
    });
    const live = lists.live.map((item) => (item.id === 'dealz' ? purged(item) : item));
    await openApp(sceneOf({ blocked: feed?.blocked ?? [] }, { ...lists, live }, {}));
    const row = within(screen.getByRole('option', { name: /blocked, Ticket Hunter 24/ }));
    expect(row.getByText('not kept')).toBeDefined();
    expect(row.queryByText('0 %')).toBeNull();
    fireEvent.doubleClick(screen.getByRole('option', { name: /blocked, Ticket Hunter 24/ }));
    fireEvent.click(screen.getByRole('option', { name: /blocked, Ticket Hunter 24/ }));
    await settle();
    expect(screen.getByText(/Not kept while it is blocked$/)).toBeDefined();
    expect(screen.queryByText(/Being fetched/)).toBeNull();
  });

  it('says in how many milliseconds it was proved', async () => {
    const { lists, state } = scenes.following;
    const [block] = state.feeds[0]?.blocked ?? [];
    await openApp(
      sceneOf(
        block === undefined ? {} : { blocked: [{ ...block, since: state.at, reason: 'spam', confirmedInMs: 63 }] },
        lists,
        {},
      ),
    );
    expect(screen.getAllByText(/^Blocked: .*Confirmed off air in 63 ms\./).length).toBeGreaterThan(0);
  });
});

describe('the rotation', () => {
  it('is changed by keys: longer, by length, loop, used', async () => {
    const wire = await openApp(scenes.following);
    for (const key of ['+', '-', 'j', 'l', 'k']) await stroke(key);
    const usual = { feed: 'main', seconds: 'same', byLength: null, loop: null, skipUsed: null };
    expect(commandsOf(wire).map(({ input }) => input)).toEqual([
      { ...usual, seconds: 9 },
      { ...usual, seconds: 7 },
      { ...usual, byLength: true },
      { ...usual, loop: false },
      { ...usual, skipUsed: true },
    ]);
  });

  it('is changed by the pointer, and by a figure that is typed', async () => {
    const wire = await openApp(scenes.following);
    fireEvent.click(screen.getByRole('button', { name: 'Rotation settings' }));
    fireEvent.click(screen.getByRole('switch', { name: 'Loop' }));
    await settle();
    const field = screen.getByLabelText('Seconds for each post');
    fireEvent.change(field, { target: { value: '12' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await settle();
    expect(commandsOf(wire).map(({ input }) => input)).toEqual([
      { feed: 'main', seconds: 'same', byLength: null, loop: false, skipUsed: null },
      { feed: 'main', seconds: 12, byLength: null, loop: null, skipUsed: null },
    ]);
  });
});

describe('the sheet of keys', () => {
  const choose = async (words: string) => {
    fireEvent.click(screen.getByRole('button', { name: `Change the key of: ${words}` }));
    await settle();
  };

  it('says what became of a change, why a stroke cannot be a key, and no longer what is undone', async () => {
    await openApp(scenes.following);
    await stroke('?');
    fireEvent.click(screen.getByRole('button', { name: 'Change keys' }));
    await choose('Hold');
    await stroke('k', { ctrlKey: true });
    expect(screen.getByText('Press a key without Ctrl, Alt or ⌘. Nothing changed.')).toBeDefined();
    await choose('Next event');
    await stroke('d');
    await choose('Next event');
    await stroke('ArrowRight');
    expect(screen.getByRole('button', { name: 'Change the key of: Next event' }).textContent).toBe('→');
    await choose('Hold');
    await stroke('Delete');
    expect(screen.getByText('Hold now has no key.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Reset to defaults' }));
    await settle();
    expect(screen.queryByText('Hold now has no key.')).toBeNull();
    expect(screen.getByText('All keys are reset to defaults.')).toBeDefined();
  });
});

describe('the name of the desk', () => {
  it('is kept on this machine and told to the engine with a new greeting', async () => {
    const wire = await openApp(scenes.following);
    await stroke('?');
    const field = screen.getByLabelText(/^Your name at this desk/);
    fireEvent.change(field, { target: { value: 'Ada' } });
    fireEvent.submit(field);
    await settle();
    expect(window.localStorage.getItem('greenroom.name')).toBe('Ada');
    expect(wire.sent.filter((message) => message.type === 'hello').at(-1)).toMatchObject({ name: 'Ada' });
    window.localStorage.removeItem('greenroom.name');
  });
});
