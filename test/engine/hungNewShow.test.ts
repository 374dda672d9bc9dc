/** Tests the start of a new show whose first save hangs: it has its feeds nevertheless. */
import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import { systemClock } from '../../src/engine/ports.ts';
import { openSecretsFile } from '../../src/engine/settings/secretsFile.ts';
import { controlSyncs } from '../failingSyncs.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { createEngineOptions } from './engineOptions.ts';
import { readTestSettings } from './testSettings.ts';

test('a new show has its feeds although they can’t be saved yet, and says so until they are', async () => {
  const disk = await controlSyncs();
  const dataDir = createTemporaryFolder('hungNewShow');
  const { secrets, secretStore } = await openSecretsFile(dataDir, {}, { clock: systemClock });
  const settings = readTestSettings({ feedServer: { port: 0 }, desk: { port: 0 } });
  const ports = { clock: systemClock, log: () => undefined, secrets };
  const engine = await createEngine(settings, ports, createEngineOptions(dataDir, secretStore));
  disk.make('hang');
  const started = engine.start();
  onTestFinished(async () => {
    disk.make('work');
    await started;
    await engine.stop();
  });
  await waitUntil('nothing is saved', () => engine.state().problems.some(({ code }) => code === 'DISK_NOT_RESPONDING'));
  expect(engine.state().feeds).toMatchObject([{ slug: 'main' }]);
  disk.make('work');
  await started;
  expect((await fetch(`${engine.feedBase()}/feeds/main/live.json`)).status).toBe(200);
  await waitUntil('the feed is saved', () => engine.state().problems.length === 0);
});
