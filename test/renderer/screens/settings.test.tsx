// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { describeProblem, type ProblemCode } from '../../../src/core/problem.ts';
import { settingsJsonSchema } from '../../../src/engine/settings/settings.ts';
import { listSettingParts } from '../../../src/renderer/model/settingFields.ts';
import { readDensity } from '../../../src/renderer/stores/density.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import { at, now } from '../states/posts.ts';
import { settingsAnswer } from '../states/settings.ts';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly title?: string;
  readonly description?: string;
};

function leavesOf({ properties, ...schema }: Schema, path: string): readonly (readonly [string, Schema])[] {
  if (properties === undefined) return [[path, schema]];
  return Object.entries(properties).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
}

const press = async (name: string | RegExp): Promise<void> => {
  pause();
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};

const openPart = async (title: string | RegExp): Promise<void> => {
  pause();
  fireEvent.click(screen.getByRole('radio', { name: title }));
  await settle();
};

const pressOther = async (title: string): Promise<void> => {
  pause();
  const group = screen.getByRole('radiogroup', { name: `${title}, usual values` });
  fireEvent.click(within(group).getByRole('radio', { name: 'Other' }));
  await settle();
};

async function openSettings() {
  const wire = await openApp(scenes.following);
  await pressKey('F8');
  return wire;
}

async function type(label: string, value: string): Promise<void> {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await settle();
}

const change = {
  path: 'source.poll.intervalSeconds',
  from: 5,
  to: 10,
  onAir: 'none',
  changesAir: false,
  works: 'atOnce',
  effect: 'unaffected',
} as const;

describe('the Settings screen', () => {
  it('says that polls are counted since the start if Greenroom started today, and otherwise today', async () => {
    const { state } = scenes.following;
    const openWith = async (isSinceStart: boolean): Promise<void> => {
      const pollsToday = { ...state.source.pollsToday, isSinceStart };
      await openApp({ ...scenes.following, state: { ...state, source: { ...state.source, pollsToday } } });
      await pressKey('F8');
      await openPart('Source');
    };
    await openWith(true);
    expect(screen.getAllByText(/since the start/).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/ms, slowest since the start 412 ms$/),
      '864 of 902 since the start',
      '2 since the start, 20:35:58',
    ]);
    closeApp();
    await openWith(false);
    expect(screen.queryByText(/since the start/)).toBeNull();
    expect(screen.getByText('864 of 902 today')).toBeTruthy();
  });

  it('has a place for every setting of the schema, with its title and its description', async () => {
    await openSettings();
    const placed = new Map<string, string>();
    for (const { title } of listSettingParts(settingsJsonSchema())) {
      await openPart(title);
      for (const element of document.querySelectorAll<HTMLElement>('[data-setting], [data-secret]')) {
        const { setting, secret } = element.dataset;
        placed.set(
          setting ?? (secret === 'readToken' ? 'feedServer.readToken' : `secret ${secret}`),
          element.textContent,
        );
      }
    }
    // The version of the file is no choice, outputs must be empty in this version, and the Preflight screen has its own.
    const wanted = leavesOf(settingsJsonSchema() as Schema, '').filter(
      ([path]) => !['version', 'outputs'].includes(path) && !path.startsWith('preflight.'),
    );
    expect(wanted.length).toBeGreaterThan(20);
    expect(wanted.map(([path]) => path).filter((path) => !placed.has(path))).toEqual([]);
    // The right of the screen, a shorter sentence or one with the values in use says the same.
    const ownText = [
      ...['source.mode', 'source.baseUrl', 'source.poll.intervalSeconds', 'source.poll.fullEverySeconds'],
      ...['feedServer.readToken', 'feedServer.port', 'media.quotaMegabytes', 'media.allowHttp'],
      ...['media.allowPrivateHosts', 'desk.host', 'osc.enabled'],
    ];
    const wordless = wanted.filter(
      ([path, { title = '?', description = '?' }]) =>
        !(placed.get(path)?.includes(title) || ownText.includes(path)) ||
        !(placed.get(path)?.includes(description) || (ownText.includes(path) && placed.get(path) !== title)),
    );
    expect(wordless.map(([path]) => path)).toEqual([]);
    expect([...placed.keys()]).toEqual(
      expect.arrayContaining(['secret apiKey', 'secret webhookSecret', 'secret webhookSecretNext']),
    );
  });

  it('says the requests a minute of the update mode in use, which polling takes over when no delivery arrives', async () => {
    const { state, lists } = scenes.following;
    const wire = await openSettings();
    const load = () => screen.getByText(/requests a minute/).textContent;
    const push = async (sequence: number, ...codes: readonly ProblemCode[]) => {
      const problems = codes.map((code) => describeProblem(code, 'webhook', at('20:42:40'), {}));
      const source = { ...state.source, mode: 'push' as const };
      act(() => wire.pushScene({ lists, state: { ...state, source, problems, sequence } }));
      await settle();
    };
    const polled = load();
    await push(2);
    expect([polled, load()]).toEqual(['36 requests a minute, one at a time', '3 requests a minute, one at a time']);
    await push(3, 'WEBHOOK_SILENT');
    expect(load()).toBe(polled);
  });

  it('says the requests a minute that polling sends: none without a collection, and with many the list and a few more', async () => {
    const { state, lists } = scenes.following;
    const [feed] = state.feeds;
    if (feed === undefined) throw new Error('there is a feed');
    const wire = await openSettings();
    const loads: (string | null)[] = [];
    for (const [index, count] of [0, 1, 3, 12].entries()) {
      const feeds = Array.from({ length: Math.max(1, count) }, (_, number) => ({
        ...feed,
        ...(number > 0 && { slug: `feed-${number}` }),
        collectionId: count === 0 ? null : `col_${number}`,
      }));
      act(() => wire.pushScene({ lists, state: { ...state, feeds, sequence: index + 2 } }));
      await settle();
      loads.push(screen.getByText(/requests a minute/).textContent);
    }
    expect(loads.map((load) => load?.split(' ')[0])).toEqual(['0', '12', '36', '24']);
    expect(screen.getByText('The service’s list of collections, and each collection every 1 min 00 s')).toBeTruthy();
  });

  it('says that headless does not use the settings of the desktop app', async () => {
    await openSettings();
    await openPart('App and updates');
    const group = screen.getByRole('region', { name: 'Desktop app' });
    expect(within(group).getByText(/Not used in headless mode\./)).toBeTruthy();
  });

  it('saves a usual value with one press', async () => {
    const wire = await openSettings();
    wire.answerQuery('settingsPreview', { changes: [{ ...change, to: 30 }] });
    await openPart(/^30 s/);
    expect(commandsOf(wire)).toEqual([
      { name: 'changeSettings', input: { patch: { source: { poll: { intervalSeconds: 30 } } }, seen: ['unaffected'] } },
    ]);
  });

  it('saves a change that does not affect air with one press, and says so', async () => {
    const wire = await openSettings();
    wire.answerQuery('settingsPreview', { changes: [change] });
    await pressOther('Poll every');
    await type('Poll every', '10');
    const until = new Date(now + 10_000).toISOString();
    const undo = { id: 'first', paths: ['source.poll.intervalSeconds'], by: null, until };
    wire.answerQuery('settings', { ...settingsAnswer, undo });
    await press('Save');
    expect(commandsOf(wire)).toEqual([
      { name: 'changeSettings', input: { patch: { source: { poll: { intervalSeconds: 10 } } }, seen: ['unaffected'] } },
    ]);
    expect(screen.getByText('Saved. Effect on air: none')).toBeTruthy();
  });

  it('says that a change is not saved while the engine says so, and not because of an answer read during a save', async () => {
    const sentence = /^The last change is in use but not saved yet/;
    const wire = await openSettings();
    wire.answerQuery('settings', { ...settingsAnswer, isSaved: false });
    wire.answerQuery('settingsPreview', { changes: [change] });
    await pressOther('Poll every');
    await type('Poll every', '10');
    await press('Save');
    expect(screen.queryByText(sentence)).toBeNull();
    expect(screen.getByText('Saved')).toBeTruthy();
    const problem = describeProblem('SETTINGS_NOT_SAVED', 'settings', at('20:42:40'), { what: 'ENOSPC' });
    const { state } = scenes.following;
    act(() => wire.pushScene({ ...scenes.following, state: { ...state, problems: [problem] } }));
    await settle();
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.getByText('In use, not saved yet')).toBeTruthy();
  });

  it('keeps the focus in the field after each saved value, also a usual one, so that the next word typed never becomes shortcuts', async () => {
    const wire = await openSettings();
    await pressOther('Poll every');
    const field = screen.getByLabelText<HTMLInputElement>('Poll every');
    field.focus();
    for (const seconds of [7, 30]) {
      const { settings } = settingsAnswer;
      const source = settings['source'] as { readonly poll: object };
      const saved = { ...settings, source: { ...source, poll: { ...source.poll, intervalSeconds: seconds } } };
      wire.answerQuery('settingsPreview', { changes: [{ ...change, to: seconds }] });
      wire.answerQuery('settings', { ...settingsAnswer, settings: saved });
      await type('Poll every', String(seconds));
      fireEvent.submit(field);
      await settle();
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
      expect(document.activeElement).toBe(field);
    }
    for (const key of 'chrt') await pressKey(key);
    expect(commandsOf(wire).map(({ name }) => name)).toEqual(['changeSettings', 'changeSettings']);
  });

  it('says how a change affects air, and sends it only after a confirmation', async () => {
    const wire = await openSettings();
    await openPart('Feed server');
    const onAir = '4 consumers at the old address would lose the feed';
    wire.answerQuery('settingsPreview', {
      changes: [{ ...change, path: 'feedServer.port', from: 7411, to: 7500, onAir, changesAir: true }],
    });
    await type('Port', '7500');
    await press('Save');
    expect(screen.getByText(`Effect on air: ${onAir}.`)).toBeTruthy();
    expect(commandsOf(wire)).toEqual([]);
    await press('Save, changes air');
    expect(commandsOf(wire)).toEqual([
      { name: 'changeSettings', input: { patch: { feedServer: { port: 7500 } }, seen: ['unaffected'] } },
    ]);
  });

  it('shows each fault of a refused setting, until the field is edited', async () => {
    const wire = await openSettings();
    wire.refuseQueries({
      ok: false,
      code: 'SETTINGS_INVALID',
      message: 'source.poll: must be 1 or more.',
      nextStep: '',
    });
    await pressOther('Poll every');
    await type('Poll every', '0');
    await press('Save');
    const faults = () => document.querySelector('[data-setting] [role="alert"]')?.textContent;
    expect(faults()).toContain('must be 1 or more');
    await type('Poll every', '3');
    expect(faults()).toBeUndefined();
  });

  it('names the field of a refused setting as its row does, and says each fault once', async () => {
    const wire = await openSettings();
    const message = 'must be a time such as 19:30';
    wire.refuseQueries({
      ...{ ok: false, code: 'SETTINGS_INVALID', message: '$.preflight.showStarts[0]: wrong.', nextStep: '' },
      faults: [0, 1].map((index) => ({ path: `$.preflight.showStarts[${index}]`, message })),
    });
    await pressKey('F3');
    await type('Shows start at', '25:99, abc');
    await press('Save');
    expect(document.querySelector('[data-setting] [role="alert"]')?.textContent).toBe(
      'Not saved: “Shows start at” must be a time such as 19:30. Correct it, then save again.',
    );
  });

  it('names the flag or the demo that fixes a setting, and does not let it be typed over', async () => {
    const wire = await openApp(scenes.following);
    wire.answerQuery('settings', {
      ...settingsAnswer,
      fixed: [{ path: 'feedServer.port', value: 7499, by: '--feed-port' }],
    });
    await pressKey('F8');
    await openPart('Feed server');
    const field = screen.getByLabelText<HTMLInputElement>('Port');
    expect([field.value, field.readOnly]).toEqual(['7499', true]);
    expect(screen.getByText(/The command line sets this with --feed-port/)).toBeTruthy();
  });

  it('offers to undo a secret that was removed, by its name', async () => {
    const wire = await openApp(scenes.following);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    wire.answerQuery('settings', {
      ...settingsAnswer,
      undo: { id: 'change 1', paths: ['secrets.apiKey'], by: 'Marit Lund', until },
    });
    await pressKey('F8');
    await press(/^Undo: API key \(\d+ s\)$/);
    expect(commandsOf(wire)).toEqual([{ name: 'undoSettings', input: { id: 'change 1' } }]);
  });

  it('says why the logo of the overlays can’t be used, beside its setting', async () => {
    const { state, ...scene } = scenes.following;
    const problem = describeProblem('OVERLAY_FILE_UNUSABLE', 'overlay.logoFile', state.at, {
      ...{ kind: 'logo file', fault: 'it does not exist', path: '/media/logo.png' },
    });
    await openApp({ ...scene, state: { ...state, problems: [problem] } });
    await pressKey('F8');
    await openPart('Overlays');
    const row = document.querySelector<HTMLElement>('[data-setting="overlay.logoFile"]');
    expect(row?.textContent).toContain('it does not exist');
    expect(row?.textContent).toContain('/media/logo.png');
    expect(document.querySelector('[data-setting="overlay.fontFile"]')?.textContent).not.toContain('does not exist');
  });

  it('says that the demo sets its own key, and does not try another', async () => {
    const wire = await openApp(scenes.following);
    wire.answerQuery('settings', {
      ...settingsAnswer,
      secrets: { ...settingsAnswer.secrets, apiKey: { isSet: true, endsWith: null, from: null, isKept: true } },
    });
    wire.answerQuery('checkService', {
      check: {
        ...{ ok: false, status: null, latencyMs: 4, clockSkewMs: 0, collections: null, isCached: false },
        ...{ serviceWords: null, problem: { code: 'SOURCE_KEY_MISSING', message: '', nextStep: '' } },
      },
    });
    await pressKey('F8');
    await screen.findByText(/^Responds in 4 ms/);
    const row = document.querySelector('[data-secret="apiKey"]')?.textContent;
    expect(row).toContain('Set. The demo’s own');
    expect(row).toContain('The demo sets this. A value of your own is used outside the demo.');
    expect(row).not.toContain('Enter the API key.');
  });

  it('sends a new key, shows the service’s refusal, keeps the old key, and never shows a value', async () => {
    const wire = await openSettings();
    expect(screen.getByLabelText<HTMLInputElement>('API key').placeholder).toMatch(/^•+3f9a$/);
    wire.answerQuery('checkService', {
      check: {
        ...{ ok: false, status: 401, latencyMs: 84, clockSkewMs: 0, collections: null, isCached: false, problem: null },
        serviceWords: 'INVALID_API_KEY: The API key is not valid.',
      },
    });
    wire.answerWith({ ok: false, code: 'SOURCE_KEY_REFUSED', message: 'Refused: 401.', nextStep: 'Get a new one.' });
    await press('Replace');
    await type('API key', 'canary-wrong-key-77b2');
    await press('Use this key');
    expect(screen.getByText('Refused: 401 INVALID_API_KEY')).toBeTruthy();
    const advice = document.querySelector('.advice.is-fault')?.textContent;
    expect(advice).toContain('the service said “The API key is not valid.”');
    expect(advice).toContain('The old key, ending in 3f9a, is still in use: on air is not affected.');
    expect(screen.getByLabelText<HTMLInputElement>('API key').placeholder).toMatch(/^•+77b2$/);
    wire.answerWith({ ok: true, value: {} });
    await type('API key', 'canary-right-key');
    await press('Use this key');
    expect(commandsOf(wire).map(({ input }) => input)).toEqual([
      { apiKey: 'canary-wrong-key-77b2', force: false },
      { apiKey: 'canary-right-key', force: false },
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('API key').value).toBe('');
    expect(document.body.innerHTML).not.toContain('canary');
  });

  it('uses a refused key anyway on request, and removes a key only with two presses', async () => {
    const wire = await openSettings();
    wire.answerWith({ ok: false, code: 'SOURCE_OFFLINE', message: 'The service isn’t responding.', nextStep: 'Wait.' });
    await type('API key', 'canary-key');
    await press('Use this key');
    await press('Use it anyway');
    await press('Keep old key');
    wire.answerWith({ ok: true, value: {} });
    await press('Replace');
    await press('Remove');
    await press('Press again to remove');
    expect(commandsOf(wire).map(({ input }) => input)).toEqual([
      { apiKey: 'canary-key', force: false },
      { apiKey: 'canary-key', force: true },
      { apiKey: null, force: false },
    ]);
  });

  it('creates a read token in the desk, and shows it once', async () => {
    const wire = await openSettings();
    wire.answerQuery('settings', {
      ...settingsAnswer,
      secrets: {
        ...settingsAnswer.secrets,
        readToken: { isSet: true, endsWith: 'e04c', from: 'file', isKept: true },
      },
    });
    await pressKey('F1');
    await pressKey('F8');
    await openPart('Feed server');
    await press('New token');
    await press('Press again for a new one');
    const [sent] = commandsOf(wire) as readonly { readonly input: { readonly readToken: string } }[];
    expect(sent?.input.readToken).toMatch(/^rt_[\w-]{32}$/);
    expect(screen.getByText(sent?.input.readToken ?? '')).toBeTruthy();
    await press('Got it');
    expect(document.body.innerHTML).not.toContain(sent?.input.readToken);
  });

  it.each([
    [{ host: '127.0.0.1', interfaces: [] }, ['localhost']],
    [{ host: '127.0.0.1', interfaces: ['Ethernet 2'] }, ['10.20.4.17']],
    [{ host: '192.168.40.2', interfaces: ['Ethernet 2'] }, ['10.20.4.17', '192.168.40.2']],
    [{ host: '0.0.0.0', interfaces: [] }, ['10.20.4.17', '192.168.40.2']],
  ])('shows an address for graphics on each network that %j opens the feed to', async (feedServer, hosts) => {
    const wire = await openApp(scenes.following);
    const { settings } = settingsAnswer;
    wire.answerQuery('settings', {
      ...settingsAnswer,
      settings: { ...settings, feedServer: { ...(settings['feedServer'] as object), ...feedServer } },
    });
    await pressKey('F8');
    await openPart('Feed server');
    const shown = [...document.querySelectorAll('.address code')].map(
      ({ textContent }) => new URL(textContent).hostname,
    );
    expect([...new Set(shown)]).toEqual(hosts);
    expect(shown).toHaveLength(hosts.length * 2);
  });

  it('opens the feed to one network by the name of its interface', async () => {
    const wire = await openSettings();
    await openPart('Feed server');
    wire.answerQuery('settingsPreview', { changes: [{ ...change, path: 'feedServer.interfaces' }] });
    await openPart(/^Ethernet 2/);
    expect(commandsOf(wire)).toEqual([
      {
        name: 'changeSettings',
        input: { patch: { feedServer: { host: '127.0.0.1', interfaces: ['Ethernet 2'] } }, seen: ['unaffected'] },
      },
    ]);
  });

  it('creates a feed that follows live with two presses, and releases it once it exists', async () => {
    const wire = await openSettings();
    await openPart('Feeds');
    const added = { ...change, path: 'feeds.sport', from: null, to: { collectionId: 'col_8813' } };
    wire.answerQuery('settingsPreview', { changes: [added] });
    wire.answerWith({ ok: true, value: { ...settingsAnswer, changes: [added] } });
    await type('Name in the address', 'main');
    expect(screen.getByText('A feed has this name')).toBeTruthy();
    await type('Name in the address', 'sport');
    await press('Choose');
    await press(/^Harbour Night: crew picks/);
    await openPart('Following');
    await press(/^Create feed sport/);
    expect(commandsOf(wire)).toEqual([]);
    await press(/^Press again to create/);
    const { state, lists } = scenes.following;
    const [main] = state.feeds;
    wire.pushScene({
      lists,
      state: {
        ...state,
        feeds: [...state.feeds, { ...main, slug: 'sport', gate: 'held' } as (typeof state.feeds)[number]],
      },
    });
    await settle();
    expect(commandsOf(wire).map(({ name, input }) => [name, input])).toEqual([
      [
        'changeSettings',
        {
          patch: {
            feeds: [
              ...state.feeds.map(({ slug, collection }) => ({ slug, collectionId: collection?.id ?? null })),
              { slug: 'sport', collectionId: 'col_8813' },
            ],
          },
          seen: ['unaffected'],
        },
      ],
      ['release', { feed: 'sport', liveVersion: main?.pending.liveVersion, gate: 'held', revision: main?.revision }],
    ]);
  });

  it('deletes unused media, and says how many files', async () => {
    const wire = await openSettings();
    await openPart('Media');
    wire.answerWith({ ok: true, value: { files: 212 } });
    await press(/^Delete 212 files/);
    expect(commandsOf(wire)).toEqual([{ name: 'deleteUnusedMedia', input: {} }]);
    expect(screen.getByText('Deleted 212 files.')).toBeTruthy();
  });

  it('keeps the height of rows that was chosen for this desk', async () => {
    await openSettings();
    await openPart('Appearance and keys');
    await openPart('Compact');
    expect(document.documentElement.dataset['density']).toBe('compact');
    expect(readDensity(window.localStorage)).toBe('compact');
    await openPart('By width');
    expect(document.documentElement.dataset['density']).toBe('auto');
  });

  it('previews an import with what changes on air, which starts unselected, and imports the rest', async () => {
    const wire = await openSettings();
    await openPart('Backup and import');
    wire.answerQuery('settingsPreview', {
      changes: [change, { ...change, path: 'feeds.main', onAir: '6 off, 14 on, now', changesAir: true }],
    });
    const file = new File(['{"source":{"poll":{"intervalSeconds":10}}}'], 'harbour.json');
    fireEvent.change(screen.getByLabelText('Import a file'), { target: { files: [file] } });
    await settle();
    expect(screen.getByText('6 off, 14 on, now')).toBeTruthy();
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([true, false]);
    await press('Import 1 selected');
    expect(commandsOf(wire)).toEqual([
      {
        name: 'importSettings',
        input: {
          file: { source: { poll: { intervalSeconds: 10 } } },
          only: [change.path],
          preview: false,
          seen: ['unaffected'],
        },
      },
    ]);
  });

  it('shows a new token once', async () => {
    const wire = await openSettings();
    await openPart('Control and tokens');
    wire.answerWith({ ok: true, value: { name: 'Panel', right: 'operate', token: 'canary-token' } });
    await type('New token', 'Panel');
    await press('Create token');
    expect(screen.getByText('canary-token')).toBeTruthy();
    await press('Got it');
    expect(document.body.innerHTML).not.toContain('canary-token');
  });
});
