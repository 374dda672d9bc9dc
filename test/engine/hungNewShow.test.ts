/** Tests the start of a new show whose first save hangs: its feeds come when the disk answers. */
import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import { systemClock } from '../../src/engine/ports.ts';
import { openSecretsFile } from '../../src/engine/settings/secretsFile.ts';
import { controlSyncs } from '../failingSyncs.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { createEngineOptions } from './engineOptions.ts';
import { readTestSettings } from './twoFeeds.ts';

test('a new show whose feeds can’t be saved yet gets them when the disk answers', async () => {
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
  expect(engine.state().feeds).toEqual([]);
  disk.make('work');
  await started;
  await waitUntil('the feed is there', () => engine.state().feeds.some(({ slug }) => slug === 'main'));
});
