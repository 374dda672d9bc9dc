/** The built desktop app as an AppImage updates itself, up to the start of the new version. Electron is replaced by a fake. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { createTemporaryFolder } from '../temporaryFolder.ts';

test.skip(process.platform !== 'linux', 'an AppImage runs on Linux only');

const token = 'desk-token-for-this-update';
const newVersion = '99.0.0';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

let folder: string;
let child: ChildProcess;
let image: string;
let ended: Promise<number | null>;
test.beforeEach(() => {
  folder = createTemporaryFolder('installed-update');
});
test.afterEach(() => {
  child?.kill('SIGKILL');
});

/** A release whose AppImage only leaves a file when it starts. */
function writeRelease(): string {
  const release = join(folder, 'release');
  mkdirSync(release);
  const name = `Greenroom-${newVersion}.AppImage`;
  const program = `#!/bin/sh\necho "$0" > '${join(folder, 'started')}'\n`;
  writeFileSync(join(release, name), program);
  const sha512 = createHash('sha512').update(program).digest('base64');
  const file = `  - url: ${name}\n    sha512: ${sha512}\n    size: ${program.length}\n`;
  writeFileSync(
    join(release, 'latest-linux.yml'),
    `version: ${newVersion}\nfiles:\n${file}path: ${name}\nsha512: ${sha512}\n`,
  );
  return release;
}

/** Starts the built app as an AppImage. */
function spawnApp(flags: readonly string[], stdio: 'ignore' | 'pipe'): ChildProcess {
  return spawn(
    process.execPath,
    [...['--import', resolve('test/main/installedElectron.ts'), resolve('out/main/index.js')], ...flags],
    {
      stdio,
      env: {
        ...process.env,
        ...{ INSTALLED_RESOURCES: join(folder, 'resources'), APPIMAGE: image, XDG_CACHE_HOME: join(folder, 'cache') },
        ...{ GREENROOM_DESK_TOKEN: token, FAKE_ELECTRON_PATH: join(folder, 'own') },
      },
    },
  );
}

/** Starts the app with an AppImage of its own, and resolves with the address of its control API. */
async function startInstalled(settings: object): Promise<string> {
  const resources = join(folder, 'resources');
  mkdirSync(resources);
  mkdirSync(join(folder, 'own'));
  const updater = 'provider: generic\nurl: https://greenroom.invalid/updates\nupdaterCacheDirName: greenroom-updater\n';
  writeFileSync(join(resources, 'app-update.yml'), updater);
  image = join(folder, `Greenroom-${version}.AppImage`);
  writeFileSync(image, 'this version');
  chmodSync(image, 0o755);
  const config = join(folder, 'greenroom.json');
  const free = { feedServer: { port: 0 }, desk: { port: 0, openInApp: true } };
  writeFileSync(config, JSON.stringify({ ...free, ...settings }));
  const data = join(folder, 'data');
  child = spawnApp(['--data-dir', data, '--config', config], 'ignore');
  ended = new Promise((settle) => child.once('exit', settle));
  const logFile = join(data, 'logs', 'greenroom.log');
  const findDesk = (): string | undefined =>
    existsSync(logFile) ? /"desk":"(http:[^"]+)"/.exec(readFileSync(logFile, 'utf8'))?.[1] : undefined;
  await expect.poll(findDesk).toBeDefined();
  return findDesk() ?? '';
}

async function call(desk: string, method: string, path: string) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${desk}/api/update${path}`, { method, headers });
  return { status: response.status, body: await response.json() };
}

test('the installed app finds an update in a folder, keeps this version, installs the new one and starts it', async () => {
  const desk = await startInstalled({ updates: { address: writeRelease() } });
  expect((await call(desk, 'GET', '')).body).toMatchObject({ isSupported: true, current: version, available: null });
  expect(await call(desk, 'POST', '/check')).toMatchObject({ status: 200, body: { available: newVersion } });
  expect(existsSync(join(folder, 'cache', 'greenroom-updater', 'pending'))).toBe(false);
  expect(await call(desk, 'POST', '/install')).toMatchObject({ status: 200, body: { step: 'downloading' } });
  expect(await ended).toBe(0);
  const newImage = join(folder, `Greenroom-${newVersion}.AppImage`);
  await expect.poll(() => existsSync(join(folder, 'started'))).toBe(true);
  expect(readFileSync(join(folder, 'started'), 'utf8').trim()).toBe(newImage);
  expect(existsSync(image)).toBe(false);
  const kept = join(folder, 'data', 'previous-version', `Greenroom-${version}.AppImage`);
  expect(readFileSync(kept, 'utf8')).toBe('this version');

  // The new version is started without flags.
  child = spawnApp([], 'pipe');
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += String(chunk);
  });
  const path = { event: 'path', name: 'userData', path: join(folder, 'data', 'desktop') };
  await expect.poll(() => output).toContain(JSON.stringify(path));
  const countStarts = () =>
    readFileSync(join(folder, 'data', 'logs', 'greenroom.log'), 'utf8').match(/"desk":"/g)?.length;
  await expect.poll(countStarts, { message: 'with the same settings and data' }).toBe(2);
});

test('the installed app installs nothing while a consumer is connected', async () => {
  const desk = await startInstalled({ updates: { address: writeRelease() } });
  await call(desk, 'POST', '/check');
  const log = readFileSync(join(folder, 'data', 'logs', 'greenroom.log'), 'utf8');
  const feed = /"feed":"http:\/\/([^"]+)"/.exec(log)?.[1];
  const socket = new WebSocket(`ws://${feed}/feeds/main/socket`);
  await new Promise((open) => socket.addEventListener('open', open));
  await expect.poll(async () => (await call(desk, 'GET', '')).body.waitsFor).toBe('main has 1 consumer');
  expect(await call(desk, 'POST', '/install')).toMatchObject({
    status: 409,
    body: { error: { code: 'UPDATE_ON_AIR' } },
  });
  expect(existsSync(join(folder, 'cache', 'greenroom-updater', 'pending'))).toBe(false);
  expect(readFileSync(image, 'utf8')).toBe('this version');
  socket.close();
});
