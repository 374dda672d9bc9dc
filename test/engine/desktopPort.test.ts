/** Tests the desk and control port of the desktop app, which a setting opens while the engine runs. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import { systemClock } from '../../src/engine/ports.ts';
import { openSecretsFile } from '../../src/engine/settings/secretsFile.ts';
import { listen } from '../../src/http/listen.ts';
import { findFreePort } from '../findFreePort.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { createEngineOptions } from './engineOptions.ts';
import { openWindow } from './openWindow.ts';
import { readTestSettings } from './testSettings.ts';

/** An engine as the desktop app starts it, with a desk that sends changes of settings over its own wire. */
async function openApp(given: Readonly<Record<string, unknown>>) {
  const dataDir = createTemporaryFolder('desktopPort');
  const { secrets, secretStore } = await openSecretsFile(dataDir, {}, { clock: systemClock });
  const settings = readTestSettings({ feedServer: { port: 0 }, ...given });
  const engine = await createEngine(
    settings,
    { clock: systemClock, log: () => undefined, secrets },
    createEngineOptions(dataDir, secretStore),
  );
  onTestFinished(() => engine.stop());
  const addresses = await engine.start();
  const { changeSettings } = openWindow(engine);
  const change = (desk: Readonly<Record<string, unknown>>) => changeSettings({ desk });
  const authorization = `Bearer ${await secrets.deskToken()}`;
  const read = (port: number): Promise<number | null> =>
    fetch(`http://127.0.0.1:${port}/api/state`, { headers: { authorization } }).then(
      ({ status }) => status,
      () => null,
    );
  const codes = (): readonly string[] =>
    engine.state().problems.flatMap(({ about, code }) => (about === 'desk' ? [code] : []));
  return { addresses, change, read, codes };
}

async function occupyPort(): Promise<number> {
  const server = createServer();
  onTestFinished(() => void server.close());
  return listen(server, '127.0.0.1', 0);
}

test('the port is closed until the setting opens it, moves with the setting and closes again', async () => {
  const [port, second] = [await findFreePort(), await findFreePort()];
  const app = await openApp({ desk: { port } });
  expect([app.addresses.desk, await app.read(port)]).toEqual([null, null]);

  expect(await app.change({ openInApp: true })).toMatchObject({ ok: true });
  expect(await app.read(port)).toBe(200);
  const moved = await app.change({ port: second });
  expect(moved).toMatchObject({ ok: true, value: { changes: [{ path: 'desk.port', works: 'atOnce' }] } });
  expect([await app.read(port), await app.read(second)]).toEqual([null, 200]);

  await app.change({ openInApp: false });
  expect(await app.read(second)).toBeNull();
});

test('a port in use is a problem at the start, and choosing another port solves it', async () => {
  const taken = await occupyPort();
  const app = await openApp({ desk: { port: taken, openInApp: true } });
  expect([app.addresses.desk, app.codes()]).toEqual([null, ['ENGINE_PORT_TAKEN']]);
  const port = await findFreePort();
  await app.change({ port });
  expect(await app.read(port)).toBe(200);
  await expect.poll(app.codes).toEqual([]);
  expect(await app.change({ port: taken })).toMatchObject({ ok: false, code: 'COMMAND_PORT_TAKEN' });
  expect(await app.read(port), 'the port that was open stays open').toBe(200);
});

test('an address that is not here is a problem at the start, and choosing another solves it', async () => {
  const port = await findFreePort();
  const app = await openApp({ desk: { port, host: '192.0.2.77', openInApp: true } });
  expect(app.codes()).toEqual(['ENGINE_HOST_ABSENT']);
  await app.change({ host: '127.0.0.1' });
  expect(await app.read(port)).toBe(200);
  await expect.poll(app.codes).toEqual([]);
});
