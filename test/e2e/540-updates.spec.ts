/** Updates one packed version to the next with electron-updater’s own code, from a folder and from a server. Nothing is really installed. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as sendRequest } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { UpdateInstaller } from '../../src/engine/updates.ts';
import { createUpdateInstaller, type Updater } from '../../src/start/desktop/updateInstaller.ts';
import { packTrial } from '../packTrial.ts';
import { isShort } from '../shortRun.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

test.skip(process.platform !== 'linux', 'the trial packs are deb packages');

const load = createRequire(import.meta.url);
const { DebUpdater } = load('electron-updater/out/DebUpdater.js');
const { ElectronHttpExecutor } = load('electron-updater/out/electronHttpExecutor.js');

/** Sends its requests with Node instead of Electron. */
class NodeExecutor extends ElectronHttpExecutor {
  createRequest(options: object, callback: (response: object) => void): object {
    return sendRequest(options, callback);
  }
  addRedirectHandlers(): void {}
}

const versions = { older: '0.0.9', this: '0.1.0', newer: '0.2.0' };
let folders: Readonly<Record<keyof typeof versions, string>>;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  const pack = async (version: string): Promise<string> => {
    const folder = createTemporaryFolder(`release-${version}`);
    await packTrial(folder, 'deb', { version });
    return folder;
  };
  const packed = await pack(versions.this);
  const packOther = (version: string) => (isShort ? renameRelease(packed, version) : pack(version));
  folders = { older: await packOther(versions.older), this: packed, newer: await packOther(versions.newer) };
});

/** Copies the release under another version, which takes less time than packing it. */
function renameRelease(release: string, version: string): string {
  const folder = createTemporaryFolder(`release-${version}`);
  copyFileSync(join(release, debOf(versions.this)), join(folder, debOf(version)));
  const channel = readFileSync(join(release, 'latest-linux.yml'), 'utf8');
  writeFileSync(join(folder, 'latest-linux.yml'), channel.replaceAll(versions.this, version));
  return folder;
}

type Trial = { readonly installer: UpdateInstaller; readonly calls: string[]; readonly cache: string };

/** The version of `folders.this` as installed, with a package manager that only writes down what it was told. */
function openInstalled(): Trial {
  const home = createTemporaryFolder('installed');
  const cache = join(home, 'cache');
  const calls: string[] = [];
  const app = {
    ...{ version: versions.this, name: 'Greenroom', isPackaged: true, userDataPath: home, baseCachePath: cache },
    appUpdateConfigPath: join(folders.this, 'linux-unpacked/resources/app-update.yml'),
    whenReady: async () => undefined,
    relaunch: () => void calls.push('relaunch'),
    quit: () => void calls.push('quit'),
    onQuit: () => void calls.push('install on quit'),
  };
  const updater = new DebUpdater(null, app);
  updater.httpExecutor = new NodeExecutor();
  // Electron’s own part of quitAndInstall needs Electron.
  updater.quitAndInstall = (...flags: readonly boolean[]): void => {
    if (updater.install(...flags)) app.quit();
  };
  const tools = join(home, 'tools');
  const log = join(home, 'packages.log');
  mkdirSync(tools);
  // Without root, the updater would call the second one.
  for (const name of ['dpkg', 'gksudo']) {
    writeFileSync(join(tools, name), `#!/bin/sh\necho ${name} "$@" >> '${log}'\n`);
    chmodSync(join(tools, name), 0o755);
  }
  const path = process.env['PATH'] ?? '';
  const installer = createUpdateInstaller({
    updater: updater as Updater,
    platform: 'linux',
    needsAdministrator: false,
    isSignatureChecked: false,
    keepThisVersion: async () => void calls.push('keep'),
    keepFlags: () => void calls.push('keep flags'),
    relaunch: () => void calls.push('relaunch this version'),
  });
  return {
    cache,
    calls,
    installer: {
      ...installer,
      installAndRestart: async () => {
        process.env['PATH'] = `${tools}${delimiter}${path}`;
        try {
          installer.installAndRestart();
        } finally {
          process.env['PATH'] = path;
        }
        calls.push(existsSync(log) ? readFileSync(log, 'utf8').trim() : 'no package was installed');
      },
    },
  };
}

/** Serves the files of a folder on loopback, as a web server of a gallery would. */
async function serve(folder: string): Promise<{ readonly address: string; readonly close: () => void }> {
  const server = createServer(({ url = '' }, response) => {
    const file = join(folder, new URL(url, 'http://x').pathname);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

const debOf = (version: string): string => `greenroom_${version}_amd64.deb`;

test('a version is updated from a folder, and nothing is downloaded or installed before the press', async () => {
  const { installer, calls, cache } = openInstalled();
  expect(await installer.check(folders.newer)).toBe(versions.newer);
  expect(existsSync(join(cache, 'greenroom-updater'))).toBe(false);
  await installer.download();
  const pending = join(cache, 'greenroom-updater', 'pending', debOf(versions.newer));
  expect(readFileSync(pending)).toEqual(readFileSync(join(folders.newer, debOf(versions.newer))));
  expect(calls, 'it is not installed when the app quits either').toEqual(['keep']);
  installer.installAndRestart();
  expect(calls.slice(0, 4)).toEqual(['keep', 'keep flags', 'relaunch', 'quit']);
  expect(calls[4]).toMatch(/-i /);
  expect(calls[4]).toContain(pending);
});

test('a version is updated from a server', async () => {
  const { installer, cache } = openInstalled();
  const { address, close } = await serve(folders.newer);
  try {
    expect(await installer.check(address)).toBe(versions.newer);
    await installer.download();
    expect(readdirSync(join(cache, 'greenroom-updater', 'pending'))).toContain(debOf(versions.newer));
  } finally {
    close();
  }
});

test('an older version and the same version are no update', async () => {
  const { installer } = openInstalled();
  expect(await installer.check(folders.older)).toBeNull();
  expect(await installer.check(folders.this)).toBeNull();
  await expect(installer.download()).rejects.toThrow('check update first');
});

for (const [where, open] of [
  ['a folder', async (folder: string) => ({ address: folder, close: () => undefined })],
  ['a server', serve],
] as const)
  test(`an installer that differs from its checksum is refused and deleted, from ${where}`, async () => {
    const folder = createTemporaryFolder('altered');
    writeFileSync(join(folder, 'latest-linux.yml'), readFileSync(join(folders.newer, 'latest-linux.yml')));
    writeFileSync(join(folder, debOf(versions.newer)), 'altered');
    const { installer, cache } = openInstalled();
    const { address, close } = await open(folder);
    try {
      expect(await installer.check(address)).toBe(versions.newer);
      await expect(installer.download()).rejects.toMatchObject({ code: 'ERR_CHECKSUM_MISMATCH' });
      expect(readdirSync(join(cache, 'greenroom-updater', 'pending'))).toEqual([]);
    } finally {
      close();
    }
  });

test('a folder without a release, and plain http from another machine, are refused with a reason', async () => {
  const { installer } = openInstalled();
  await expect(installer.check(createTemporaryFolder('empty'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(installer.check('http://updates.example/')).rejects.toMatchObject({ code: 'UPDATE_ADDRESS_INSECURE' });
});
