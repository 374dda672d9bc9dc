/** The language of the engine: the setting’s, at the start and when it changes, for the desk and for what the engine says. */
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { say, setLanguage } from '../../src/core/language/say.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { systemClock } from '../../src/engine/ports.ts';
import { openSecretsFile } from '../../src/engine/settings/secretsFile.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { createEngineOptions } from './engineOptions.ts';
import { openWindow } from './openWindow.ts';
import { readTestSettings } from './testSettings.ts';

afterEach(() => setLanguage('en', {}));

async function openEngine(given: Readonly<Record<string, unknown>>, systemLanguages: readonly string[]) {
  const dataDir = createTemporaryFolder('language');
  const { secrets, secretStore } = await openSecretsFile(dataDir, {}, { clock: systemClock });
  const settings = readTestSettings({ feedServer: { port: 0 }, ...given });
  const engine = await createEngine(
    settings,
    { clock: systemClock, log: () => undefined, secrets },
    { ...createEngineOptions(dataDir, secretStore), systemLanguages },
  );
  onTestFinished(() => engine.stop());
  await engine.start();
  const { received, changeSettings } = openWindow(engine);
  const firstLanguage = () => received.flatMap((message) => (message.type === 'state' ? [message.state.language] : []));
  const change = (language: string) => changeSettings({ language });
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
