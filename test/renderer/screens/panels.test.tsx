// @vitest-environment happy-dom
/** Tests the panels over staging: Kept off air, post details, Rotation and Keys. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { select } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import { posts } from '../states/posts.ts';
import { baseFeed, makeScene, type Scene, scenes } from '../states/show.ts';

afterEach(closeApp);

const guards = (words: readonly string[], authors: readonly string[], version: number) => ({
  ...{ words, authors, allowed: [], passes: [], version },
});

const openGuards = async (): Promise<void> => {
  await pressKey('w');
  fireEvent.click(screen.getByRole('button', { name: 'Edit guards' }));
  await settle();
};

const saveGuards = async (): Promise<void> => {
  fireEvent.submit(screen.getByRole('textbox', { name: /^Words/ }));
  await settle();
};

describe('the Kept off air panel', () => {
  it('shows the guards, the posts they match and the confirmation of each block', async () => {
    await openApp(scenes.guarded);
    await pressKey('w');
    const panel = within(screen.getByRole('region', { name: 'Kept off air' }));
    expect(panel.getByText('evacuation')).toBeDefined();
    expect(panel.getByRole('button', { name: /Petra Nováková.*“evacuation”.*live/ })).toBeDefined();
    expect(panel.getByRole('button', { name: /Ticket Hunter 24.*Confirmed off air in 63 ms/ })).toBeDefined();
  });

  it('lists a post whose old text is on air apart from the posts that a guard keeps off air', async () => {
    const { state, lists } = scenes.held;
    const [main = baseFeed, ...others] = state.feeds;
    const feed = { ...main, guarded: [{ itemId: 'tom', by: 'word', rule: 'evacuation' }] as const };
    await openApp({ state: { ...state, feeds: [feed, ...others] }, lists });
    await pressKey('w');
    const panel = within(screen.getByRole('region', { name: 'Kept off air' }));
    const line = panel.getByRole('button', { name: /“evacuation”.*live, old text on air/ });
    const heading = panel.getByRole('heading', { name: 'Kept off air now' });
    expect(line.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(heading.nextElementSibling?.textContent).toMatch(/^Petra.*staging$/);
  });

  it('saves a guard that takes a post off air with one press', async () => {
    const wire = await openApp(scenes.following);
    await openGuards();
    fireEvent.change(screen.getByRole('textbox', { name: /^Words/ }), { target: { value: 'evacuation, Magic' } });
    expect(screen.getByText('1 post goes off air.')).toBeDefined();
    await saveGuards();
    expect(commandsOf(wire)).toEqual([
      { name: 'guards', input: { feed: 'main', words: ['evacuation', 'Magic'], authors: [], version: 1 } },
    ]);
  });

  it('needs a second press when removing a guard puts a post on air', async () => {
    const wire = await openApp(scenes.guarded);
    await openGuards();
    fireEvent.change(screen.getByRole('textbox', { name: /^Words/ }), { target: { value: '' } });
    await saveGuards();
    expect(commandsOf(wire)).toEqual([]);
    expect(screen.getByText('Press Save again within 2 seconds to put 1 post on air.')).toBeDefined();
    pause();
    await saveGuards();
    expect(commandsOf(wire)).toEqual([{ name: 'guards', input: { feed: 'main', words: [], authors: [], version: 1 } }]);
  });

  for (const [change, keptOff] of [
    ['another post', [posts.dealz, { ...posts.rosa, message: 'An evacuation drill' }]],
    ['another text of the post', [posts.dealz, { ...posts.petra, message: 'The evacuation is a hoax' }]],
  ] as const)
    it(`needs another first press if ${change} would go on air at the second`, async () => {
      const wire = await openApp(scenes.guarded);
      await openGuards();
      fireEvent.change(screen.getByRole('textbox', { name: /^Words/ }), { target: { value: '' } });
      await saveGuards();
      const { state, lists } = scenes.guarded;
      wire.pushScene({ state, lists: { ...lists, keptOff } });
      await settle();
      pause();
      await saveGuards();
      expect(commandsOf(wire)).toEqual([]);
      pause();
      await saveGuards();
      expect(commandsOf(wire)).toHaveLength(1);
    });

  const heldWith = (inLive: boolean, isKeptOff: boolean): Scene => {
    const { state, lists } = scenes['held-guarded'];
    const [main = baseFeed, ...others] = state.feeds;
    const feed = inLive ? main : { ...main, guarded: [], pending: { ...main.pending, added: [] } };
    const live = inLive ? lists.live : lists.live.filter(({ id }) => id !== 'petra');
    const keptOff = isKeptOff ? [posts.petra] : [];
    return { state: { ...state, feeds: [feed, ...others] }, lists: { ...lists, live, keptOff } };
  };

  it('needs a second press while held if only the held list still has the guarded post', async () => {
    const wire = await openApp(heldWith(false, true));
    await openGuards();
    const panel = within(screen.getByRole('region', { name: 'Kept off air' }));
    expect(panel.getByRole('button', { name: /Petra Nováková.*“evacuation”.*held list/ })).toBeDefined();
    fireEvent.change(screen.getByRole('textbox', { name: /^Words/ }), { target: { value: '' } });
    expect(screen.getByText('1 post goes on air.')).toBeDefined();
    await saveGuards();
    expect(commandsOf(wire)).toEqual([]);
  });

  it('names the text that a removed guard puts on air if the rows show another one', async () => {
    const { state, lists } = heldWith(true, true);
    const live = lists.live.map((item) => (item.id === 'petra' ? { ...item, message: 'Fixed' } : item));
    await openApp({ state, lists: { ...lists, live } });
    await openGuards();
    fireEvent.change(screen.getByRole('textbox', { name: /^Words/ }), { target: { value: '' } });
    await saveGuards();
    expect(document.body.textContent).toMatch(
      /to put 1 post on air\. 1 post goes on air in an earlier version, not as shown: Petra Nováková, “.*vacuation/,
    );
  });

  it('saves with one press while held if only live has the guarded post, because air does not change', async () => {
    const wire = await openApp(heldWith(true, false));
    await openGuards();
    fireEvent.change(screen.getByRole('textbox', { name: /^Words/ }), { target: { value: '' } });
    expect(screen.getByText('Air does not change.')).toBeDefined();
    await saveGuards();
    expect(commandsOf(wire)).toHaveLength(1);
  });

  it('keeps what is being typed when another desk saves, and saves both changes', async () => {
    const wire = await openApp(makeScene({ guards: guards(['evacuation', 'fire'], ['ben'], 4) }, {}, {}));
    await openGuards();
    const words = screen.getByRole<HTMLInputElement>('textbox', { name: /^Words/ });
    const authors = screen.getByRole<HTMLInputElement>('textbox', { name: /^Authors/ });
    fireEvent.change(words, { target: { value: 'evacuation, storm' } });
    wire.pushScene(makeScene({ guards: guards(['evacuation', 'fire', 'flood'], [], 5) }, {}, {}));
    await settle();
    expect([words.value, authors.value]).toEqual(['evacuation, storm', 'ben']);
    expect(screen.getByText(/^The guards changed as you typed/).textContent).toBe(
      'The guards changed as you typed. Save keeps both changes. Words: evacuation, flood, storm. Authors: none.',
    );
    await saveGuards();
    expect(commandsOf(wire)).toEqual([
      {
        name: 'guards',
        input: { feed: 'main', words: ['evacuation', 'flood', 'storm'], authors: [], version: 5 },
      },
    ]);
    wire.pushScene(makeScene({ guards: guards(['evacuation', 'flood', 'storm'], [], 6) }, {}, {}));
    await settle();
    expect([words.value, authors.value]).toEqual(['evacuation, flood, storm', '']);
    expect(screen.queryByText(/changed as you typed/)).toBeNull();
  });

  it('shows its fields only while they are edited, and then one has the focus', async () => {
    await openApp(scenes.guarded);
    await pressKey('w');
    expect(screen.queryByRole('textbox', { name: /^Words/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Edit guards' }));
    await settle();
    const words = screen.getByRole<HTMLInputElement>('textbox', { name: /^Words/ });
    expect(document.activeElement).toBe(words);
    await pressKey('Escape');
    expect(screen.queryByRole('textbox', { name: /^Words/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Edit guards' }));
    await settle();
    fireEvent.change(screen.getByRole('textbox', { name: /^Words/ }), { target: { value: 'evacuation, flood' } });
    await pressKey('Escape');
    expect(screen.getByDisplayValue('evacuation, flood')).toBeDefined();
  });

  it('leaves the fields once they are saved, so that the next key acts on air', async () => {
    const wire = await openApp(makeScene({ guards: guards(['evacuation'], [], 4) }, {}, {}));
    await openGuards();
    fireEvent.change(screen.getByRole('textbox', { name: /^Words/ }), { target: { value: 'evacuation, flood' } });
    await pressKey('Enter');
    await saveGuards();
    // Not saved yet: another guard may be typed.
    expect(document.activeElement?.tagName).toBe('INPUT');
    wire.pushScene(makeScene({ guards: guards(['evacuation', 'flood'], [], 5) }, {}, {}));
    await settle();
    expect(screen.queryByRole('textbox', { name: /^Words/ })).toBeNull();
    await pressKey('h');
    expect(commandsOf(wire).map(({ name }) => name)).toEqual(['guards', 'hold']);
  });

  it('shows what another desk saves while nothing is being typed', async () => {
    const wire = await openApp(makeScene({ guards: guards(['evacuation'], [], 4) }, {}, {}));
    await openGuards();
    wire.pushScene(makeScene({ guards: guards(['flood'], [], 5) }, {}, {}));
    await settle();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Words/ }).value).toBe('flood');
  });

  it('guards the author of the selected post with one key', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('ArrowRight');
    await pressKey('G', { shiftKey: true });
    expect(commandsOf(wire)).toEqual([
      { name: 'guards', input: { feed: 'main', words: ['evacuation'], authors: ['mirasolberg'], version: 1 } },
    ]);
  });
});

describe('a blocked post that is not in the collection', () => {
  const sceneWithMissingPost = () => {
    const [block] = scenes.following.state.feeds[0]?.blocked ?? [];
    const post = { fullName: 'Ada Berg', username: null, source: 'FACEBOOK', message: '' };
    return makeScene({ blocked: block === undefined ? [] : [{ ...block, itemId: 'ada', post }] }, {}, {});
  };

  it('is unblocked from the list of blocks with two presses', async () => {
    const wire = await openApp(sceneWithMissingPost());
    await pressKey('w');
    expect(screen.getByText(/^Not in the feed’s collection\. Blocked by /)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /Unblock Ada Berg, two presses/ }));
    expect(commandsOf(wire)).toEqual([]);
    expect(
      screen.getAllByText('Press again within 2 seconds to unblock Ada Berg, which is not in the feed’s collection.')
        .length,
    ).toBeGreaterThan(0);
    pause();
    fireEvent.click(screen.getByRole('button', { name: 'Press again to unblock' }));
    await settle();
    expect(commandsOf(wire)).toEqual([
      { name: 'unblock', input: { feed: 'main', itemId: 'ada', seenText: expect.stringMatching(/^ada\n/) } },
    ]);
  });
});

describe('a blocked post that only the held list still has', () => {
  it('is unblocked after its text and its way on air are named', async () => {
    const [main = baseFeed] = scenes.held.state.feeds;
    const blocked = main.blocked.map((block) => ({ ...block, itemId: 'rosa' }));
    const { live, staging } = scenes.held.lists;
    const without = (items: typeof live) => items.filter(({ id }) => id !== 'rosa');
    const lists = { live: without(live), staging: without(staging), keptOff: [posts.rosa] };
    await openApp(makeScene({ gate: 'held', blocked }, lists, {}));
    await pressKey('w');
    fireEvent.click(screen.getByRole('button', { name: /Unblock .*, two presses/ }));
    expect(
      screen.getAllByText(/^Press again within 2 seconds to put .* on air, which is not in the feed’s collection: “/)
        .length,
    ).toBeGreaterThan(0);
  });
});

describe('guarding an author', () => {
  const withAllowed = (count: number) => {
    const allowed = ['omar', 'tom'].slice(0, count);
    const authors = ['@omar.alhaddad', 'tom okafor'].slice(0, count);
    return makeScene({ guards: { words: [], authors, allowed, passes: allowed, version: 1 } }, {}, {});
  };

  it('needs a second press if allowed posts go off too, and names them', async () => {
    const wire = await openApp(withAllowed(2));
    await pressKey('ArrowRight');
    await pressKey('G', { shiftKey: true });
    expect(commandsOf(wire)).toEqual([]);
    const confirmation =
      'Press ⇧G again to guard all posts by mirasolberg. Posts allowed earlier also go off: \u2068عمر الحداد\u2069 and Tom Okafor.';
    expect(screen.getAllByText(confirmation).length).toBeGreaterThan(0);
    pause();
    await pressKey('G', { shiftKey: true });
    expect(commandsOf(wire)).toMatchObject([{ name: 'guards', input: { words: [] } }]);
  });

  it('needs one press if nothing else goes off', async () => {
    const wire = await openApp(withAllowed(0));
    await pressKey('ArrowRight');
    await pressKey('G', { shiftKey: true });
    expect(commandsOf(wire)).toHaveLength(1);
  });
});

describe('blocking', () => {
  it('takes the keys of the reason from the first one, however soon it comes', async () => {
    const wire = await openApp(scenes.held);
    act(() => select('live', 'mira'));
    for (const key of ['B', 't', 'c', 'h']) {
      fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey: key === 'B' });
      expect(document.activeElement?.id).toBe('block-reason');
    }
    await settle();
    expect(commandsOf(wire)).toEqual([]);
  });

  it('says that a post is already blocked, where there is no field for a reason', async () => {
    await openApp(scenes.following);
    act(() => select('live', 'dealz'));
    await pressKey('B', { shiftKey: true });
    expect(screen.getByText('Block with a reason: already blocked.')).toBeDefined();
  });

  it('sends the reason, using only the keyboard', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('ArrowRight');
    await pressKey('B', { shiftKey: true });
    await settle();
    const field = screen.getByLabelText('Reason for blocking Mira Solberg');
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: ' spam ' } });
    fireEvent.submit(field);
    await settle();
    expect(commandsOf(wire)).toEqual([{ name: 'block', input: { feed: 'main', itemId: 'mira', reason: 'spam' } }]);
  });

  it('says that the media of a blocked post is not shown, never that it is downloading or not stored', async () => {
    const { lists, state } = scenes.following;
    const [feed] = state.feeds;
    const withoutMedia = (item: (typeof lists.live)[number]) => ({
      ...item,
      media: item.media.map((medium) => ({ ...medium, url: null, posterUrl: null, progress: 0 })),
    });
    const live = lists.live.map((item) => (item.id === 'dealz' ? withoutMedia(item) : item));
    await openApp(makeScene({ blocked: feed?.blocked ?? [] }, { ...lists, live }, {}));
    const row = within(screen.getByRole('option', { name: /blocked, Ticket Hunter 24/ }));
    expect(row.getByText('Not shown')).toBeDefined();
    expect(row.queryByText('0 %')).toBeNull();
    fireEvent.doubleClick(screen.getByRole('option', { name: /blocked, Ticket Hunter 24/ }));
    fireEvent.click(screen.getByRole('option', { name: /blocked, Ticket Hunter 24/ }));
    await settle();
    expect(screen.getByText(/\. Not shown while blocked$/)).toBeDefined();
    expect(screen.queryByText(/Downloading/)).toBeNull();
  });

  it('shows how long the confirmation took', async () => {
    const { lists, state } = scenes.following;
    const [block] = state.feeds[0]?.blocked ?? [];
    await openApp(
      makeScene(
        block === undefined
          ? {}
          : {
              blocked: [{ ...block, since: state.at, confirmedOffAirAt: state.at, reason: 'spam', confirmedInMs: 63 }],
            },
        lists,
        {},
      ),
    );
    expect(screen.getAllByText(/^Blocked: .*Confirmed off air in 63 ms\./).length).toBeGreaterThan(0);
  });
});

describe('the Rotation panel', () => {
  it('changes the interval, the time for long posts, looping and skipping by keys', async () => {
    const wire = await openApp(scenes.following);
    for (const key of ['+', '-', 'j', 'l', 'k']) await pressKey(key);
    const unchanged = { feed: 'main', seconds: 'same', byLength: null, loop: null, skipUsed: null };
    expect(commandsOf(wire).map(({ input }) => input)).toEqual([
      { ...unchanged, seconds: 9 },
      { ...unchanged, seconds: 7 },
      { ...unchanged, byLength: true },
      { ...unchanged, loop: false },
      { ...unchanged, skipUsed: true },
    ]);
  });

  it('changes the loop by pointer and the interval by typing', async () => {
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

describe('without a connection', () => {
  it('the desk says how to start Greenroom on its machine', async () => {
    const wire = await openApp(scenes.following);
    act(() => wire.disconnect());
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'How to start it' }));
    await settle();
    const panel = within(screen.getByRole('region', { name: 'How to start Greenroom' }));
    expect(panel.getByText('sudo systemctl start greenroom')).toBeDefined();
    expect(panel.getByText(/do not restart it/)).toBeDefined();
  });
});

describe('the Keys panel', () => {
  const choose = async (action: string) => {
    fireEvent.click(screen.getByRole('button', { name: `Change the key for ${action}` }));
    await settle();
  };

  it('reports each change, a key that can’t be used, and a reset', async () => {
    await openApp(scenes.following);
    await pressKey('?');
    fireEvent.click(screen.getByRole('button', { name: 'Change keys' }));
    await choose('Hold');
    await pressKey('k', { ctrlKey: true });
    expect(screen.getByText('Press a key without Ctrl, Alt or ⌘. Nothing changed.')).toBeDefined();
    await choose('Next event');
    await pressKey('d');
    await choose('Next event');
    await pressKey('ArrowRight');
    expect(screen.getByRole('button', { name: 'Change the key for Next event' }).textContent).toBe('→');
    await choose('Hold');
    await pressKey('Delete');
    expect(screen.getByText('Hold now has no key.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Reset to defaults' }));
    await settle();
    expect(screen.queryByText('Hold now has no key.')).toBeNull();
    expect(screen.getByText('All keys are reset to defaults.')).toBeDefined();
  });
});

describe('the name of the desk', () => {
  it('is stored on this machine and sent to the engine in a new hello', async () => {
    const wire = await openApp(scenes.following);
    fireEvent.click(screen.getByRole('button', { name: 'Enter your name' }));
    await settle();
    const field = screen.getByLabelText(/^Your name at this desk/);
    fireEvent.change(field, { target: { value: 'Ada' } });
    fireEvent.submit(field);
    // Until the engine has answered, it is unknown whether the name is free.
    expect(screen.queryByText(/because/)).toBeNull();
    await settle();
    expect(window.localStorage.getItem('greenroom.name')).toBe('Ada');
    expect(wire.sent.filter((message) => message.type === 'hello').at(-1)).toMatchObject({ name: 'Ada' });
    // This engine gives the desk its old name again.
    expect(screen.getByText(/because/).textContent).toContain('because Ada was used by another desk or a token');
    window.localStorage.removeItem('greenroom.name');
  });
});

describe('the panel of the operator’s name', () => {
  it('keeps the focus in its field after Enter on a name that is not free, and the next word typed replaces the name', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('N', { shiftKey: true });
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Your name at this desk/ });
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: 'Ines Halvorsen' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.submit(field);
    await settle();
    // This engine gives the desk its old name again.
    expect(screen.getByText(/because/)).toBeDefined();
    expect(document.activeElement).toBe(field);
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(field.value);
    for (const key of 'amrit') await pressKey(key);
    expect(commandsOf(wire)).toEqual([]);
    window.localStorage.removeItem('greenroom.name');
  });

  it('closes after Enter on the name that the desk has already, so that the next key acts on air', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('N', { shiftKey: true });
    const field = screen.getByRole('textbox', { name: /^Your name at this desk/ });
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.submit(field);
    await settle();
    expect(screen.queryByRole('textbox', { name: /^Your name at this desk/ })).toBeNull();
    await pressKey('h');
    expect(commandsOf(wire).map(({ name }) => name)).toEqual(['hold']);
  });

  it('closes with one Escape, also with a name that is not saved', async () => {
    await openApp(scenes.following);
    await pressKey('N', { shiftKey: true });
    fireEvent.change(screen.getByRole('textbox', { name: /^Your name at this desk/ }), { target: { value: 'Mar' } });
    await pressKey('Escape');
    await settle();
    expect(screen.queryByRole('textbox', { name: /^Your name at this desk/ })).toBeNull();
  });
});
