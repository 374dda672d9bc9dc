/** The language of the engine: the setting’s, at the start and when it changes, for the desk and for what the engine says. */
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { DeskMessage, EngineMessage } from '../../src/contract/wire.ts';
import { say, setLanguage } from '../../src/core/language/say.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { systemClock } from '../../src/engine/ports.ts';
import { openSecretsFile } from '../../src/engine/settings/secretsFile.ts';
import { readSettings } from '../../src/engine/settings/settings.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

afterEach(() => setLanguage('en', {}));

async function openEngine(given: Readonly<Record<string, unknown>>, systemLanguages: readonly string[]) {
  const dataDir = createTemporaryFolder('language');
  const { secrets, secretStore } = await openSecretsFile(dataDir, {}, { clock: systemClock });
  const { settings } = readSettings({ feedServer: { port: 0 }, ...given });
  if (settings === null) throw new Error('invalid test settings');
  const engine = await createEngine(
    settings,
    { clock: systemClock, log: () => undefined, secrets },
    {
      ...{ dataDir, settingsStorage: null, secretStore, updateInstaller: null, systemLanguages, isDemo: false },
      ...{ showSwitch: null, takeover: null, servicePage: null, rendererDir: null, builtDir: null },
      ...{ hasControlPort: false, isPortFatal: false, problems: [], version: '0' },
    },
  );
  onTestFinished(() => engine.stop());
  await engine.start();
  const received: EngineMessage[] = [];
  let receive = (_: DeskMessage): void => undefined;
  engine.serveDesk(
    {
      send: (message) => void received.push(message),
      onMessage: (listener) => {
        receive = listener;
      },
      onClose: () => undefined,
      close: () => undefined,
    },
    { address: 'window', needsToken: false },
  );
  receive({ type: 'hello', token: null, name: null, givenName: null, secret: null });
  const firstLanguage = () => received.flatMap((message) => (message.type === 'state' ? [message.state.language] : []));
  const change = async (language: string) => {
    receive({ type: 'command', id: 1, name: 'changeSettings', input: { patch: { language } } });
    const resultOf = () => received.flatMap((message) => (message.type === 'commandResult' ? [message.result] : []));
    await expect.poll(() => resultOf().length).toBe(1);
    return resultOf()[0];
  };
  return { firstLanguage, change, received };
}

test('is that of the operating system unless the settings choose one', async () => {
  const follows = await openEngine({}, ['ja-JP', 'es-MX']);
  await expect.poll(follows.firstLanguage).toEqual(['es']);
  expect(say('Keys')).toBe('Teclas');
  const chooses = await openEngine({ language: 'fr' }, ['es-MX']);
  await expect.poll(chooses.firstLanguage).toEqual(['fr']);
  expect(say('Keys')).toBe('Touches');
});

test('changes with the setting, which every desk hears, and nothing on air is affected', async () => {
  const engine = await openEngine({}, []);
  await expect.poll(engine.firstLanguage).toEqual(['en']);
  const changes = [{ path: 'language', from: 'system', to: 'de', changesAir: false, works: 'atOnce' }];
  expect(await engine.change('de')).toMatchObject({ ok: true, value: { changes } });
  await expect
    .poll(() =>
      engine.received.some((message) => message.type === 'change' && JSON.stringify(message).includes('"de"')),
    )
    .toBe(true);
  expect(say('Keys')).toBe('Tasten');
});

test('that Greenroom does not speak is refused, and the language stays', async () => {
  const engine = await openEngine({}, []);
  expect(await engine.change('xx')).toMatchObject({ ok: false, code: 'SETTINGS_INVALID' });
  expect(say('Keys')).toBe('Keys');
});
