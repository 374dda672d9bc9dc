// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { settingsJsonSchema } from '../../../src/engine/settings/settings.ts';
import { settingParts } from '../../../src/renderer/model/settingFields.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
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

const openPart = async (title: string): Promise<void> => {
  pause();
  fireEvent.click(screen.getByRole('radio', { name: title }));
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
} as const;

describe('the Settings screen', () => {
  it('has a place for every setting of the schema, with its title and its description', async () => {
    await openSettings();
    const placed = new Map<string, string>();
    for (const { title } of settingParts) {
      await openPart(title);
      for (const element of document.querySelectorAll<HTMLElement>('[data-setting], [data-secret]')) {
        const { setting, secret } = element.dataset;
        placed.set(
          setting ?? (secret === 'readToken' ? 'feedServer.readToken' : `secret ${secret}`),
          element.textContent,
        );
      }
    }
    // The version of the file is no choice, and outputs must be empty in this version.
    const wanted = leavesOf(settingsJsonSchema() as Schema, '').filter(
      ([path]) => !['version', 'outputs'].includes(path),
    );
    expect(wanted.length).toBeGreaterThan(20);
    expect(wanted.map(([path]) => path).filter((path) => !placed.has(path))).toEqual([]);
    const ownText = ['source.mode', 'feedServer.readToken'];
    const wordless = wanted.filter(
      ([path, { title = '?', description = '?' }]) =>
        !ownText.includes(path) && !(placed.get(path)?.includes(title) && placed.get(path)?.includes(description)),
    );
    expect(wordless.map(([path]) => path)).toEqual([]);
    expect([...placed.keys()]).toEqual(
      expect.arrayContaining(['secret apiKey', 'secret webhookSecret', 'secret webhookSecretNext']),
    );
  });

  it('saves a change that does not affect air with one press, and says so', async () => {
    const wire = await openSettings();
    wire.answerQuery('settingsPreview', { changes: [change] });
    await type('Poll every', '10');
    await press('Save');
    expect(commandsOf(wire)).toEqual([
      { name: 'changeSettings', input: { patch: { source: { poll: { intervalSeconds: 10 } } } } },
    ]);
    expect(screen.getByText('Saved. On air: none')).toBeTruthy();
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
    expect(commandsOf(wire)).toEqual([{ name: 'changeSettings', input: { patch: { feedServer: { port: 7500 } } } }]);
  });

  it('shows each fault of a refused setting, until the field is edited', async () => {
    const wire = await openSettings();
    wire.refuseQueries({
      ok: false,
      code: 'SETTINGS_INVALID',
      message: 'source.poll: must be 1 or more.',
      nextStep: '',
    });
    await type('Poll every', '0');
    await press('Save');
    expect(screen.getByText(/must be 1 or more/)).toBeTruthy();
    await type('Poll every', '3');
    expect(screen.queryByText(/must be 1 or more/)).toBeNull();
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

  it('sends a new key, shows the service’s refusal, keeps the old key, and never shows a value', async () => {
    const wire = await openSettings();
    expect(screen.getByText('Set, ending in 3f9a. Stored in this computer’s keychain.')).toBeTruthy();
    wire.answerWith({ ok: false, code: 'SOURCE_KEY_REFUSED', message: 'Refused: 401.', nextStep: 'Get a new one.' });
    await type('API key', 'canary-wrong-key');
    await press('Replace');
    expect(document.querySelector('.setting-result')?.textContent).toBe(
      'Refused: 401. Get a new one. The old one is still in use.',
    );
    wire.answerWith({ ok: true, value: {} });
    await type('API key', 'canary-right-key');
    await press('Replace');
    expect(commandsOf(wire).map(({ input }) => input)).toEqual([
      { apiKey: 'canary-wrong-key', force: false },
      { apiKey: 'canary-right-key', force: false },
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('API key').value).toBe('');
    expect(document.body.innerHTML).not.toContain('canary');
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
        input: { file: { source: { poll: { intervalSeconds: 10 } } }, only: [change.path], preview: false },
      },
    ]);
  });

  it('shows a new token once', async () => {
    const wire = await openSettings();
    await openPart('Control and tokens');
    wire.answerWith({ ok: true, value: { name: 'Panel', right: 'operate', token: 'canary-token' } });
    await type('Name of a new token', 'Panel');
    await press('Create');
    expect(screen.getByText('canary-token')).toBeTruthy();
    await press('Got it');
    expect(document.body.innerHTML).not.toContain('canary-token');
  });
});
