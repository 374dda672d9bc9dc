import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DataDirLocked } from '../../../src/disk/directoryLock.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { formatNextKey } from '../../../src/engine/settings/serviceKey.ts';
import { createDeskReach } from '../../../src/start/desktop/deskReach.ts';
import { createFaultReports, listSecrets, removeSecrets } from '../../../src/start/desktop/faultReports.ts';
import { openKeychain, type SafeStorageLike } from '../../../src/start/desktop/keychain.ts';
import { moveSecrets } from '../../../src/start/desktop/moveSecrets.ts';
import { canWriteFolder, describeStartFault, withDataDirectory } from '../../../src/start/desktop/startFault.ts';
import { ConfigurationFault } from '../../../src/start/readConfig.ts';
import { createMemorySecretStore } from '../../engine/memorySecretStore.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

describe('a start that fails', () => {
  const ways = (error: unknown) => describeStartFault(error, true).waysOut.map(({ way }) => way);

  it('offers another folder when the data directory can’t be written', () => {
    const error = Object.assign(new Error('EROFS: read-only'), { code: 'EROFS', path: '/data/show' });
    expect(describeStartFault(error, true)).toMatchObject({
      message: 'Greenroom can’t save its data',
      detail: expect.stringMatching(/^Can’t write \/data\/show \(EROFS\)\. /),
      exitCode: 2,
    });
    expect(ways(error)).toEqual(['tryAgain', 'chooseFolder', 'quit']);
    expect(describeStartFault(error, false).waysOut).toHaveLength(2);
  });

  it('does not say that a file which can’t be read can’t be written', () => {
    for (const code of ['EACCES', 'ELOOP', 'EIO']) {
      const error = Object.assign(new Error(code), { code, path: '/data/show/secrets.json' });
      expect(describeStartFault(error, true).detail).toContain(
        `Can’t read or write /data/show/secrets.json (${code}). Make the data directory and its files readable`,
      );
    }
  });

  it('names the other program that uses the data directory', () => {
    const locked = new DataDirLocked('/data/show', 4242);
    expect(describeStartFault(locked, true)).toMatchObject({
      message: 'Another Greenroom is running',
      detail: expect.stringContaining('Another Greenroom (process 4242) is using /data/show. Quit it'),
      exitCode: 2,
    });
    expect(ways(locked)).toEqual(['tryAgain', 'quit']);
  });

  it('lists the faults of a configuration, and has another exit code for an internal error', () => {
    const faults = 'show.json: $.feeds: must not be empty';
    expect(describeStartFault(new ConfigurationFault(faults), true)).toMatchObject({ detail: faults, exitCode: 2 });
    expect(describeStartFault(new Error('odd'), true)).toMatchObject({ detail: 'odd', exitCode: 1 });
  });

  it('starts again with the folder that was chosen, in place of an earlier one', () => {
    expect(withDataDirectory(['.', '--demo'], '/new')).toEqual(['.', '--demo', '--data-dir=/new']);
    expect(withDataDirectory(['--data-dir', '/old', '--demo', '--data-dir=/older'], '/new')).toEqual([
      '--demo',
      '--data-dir=/new',
    ]);
  });

  it('knows whether a folder can be written before it exists', () => {
    const folder = createTemporaryFolder('writable');
    expect(canWriteFolder(join(folder, 'not', 'yet'))).toBe(true);
    writeFileSync(join(folder, 'file'), '');
    expect(canWriteFolder(join(folder, 'file', 'inside'))).toBe(false);
    // There, creating a folder and its parents in one call would never return.
    if (process.platform === 'linux') expect(canWriteFolder('/proc/none/folder')).toBe(false);
    // Root and Windows may write everywhere.
    if (process.platform === 'win32' || process.getuid?.() === 0) return;
    mkdirSync(join(folder, 'closed'));
    chmodSync(join(folder, 'closed'), 0o500);
    expect(canWriteFolder(join(folder, 'closed', 'inside'))).toBe(false);
  });
});

describe('a report of an unhandled error', () => {
  it('has no secret in it, known or of a usual form', () => {
    const text =
      'Error: 401 for canary-key at https://a.example/v1?page=2&token=canary-two#token=canary-three\n' +
      'authorization: Bearer canary-four-4444 x-api-key: canary-five-5555\n    at open (src/engine/store.ts:12:3)';
    const clean = removeSecrets(text, ['canary-key', '']);
    expect(clean).not.toContain('canary');
    expect(clean).toContain('    at open (src/engine/store.ts:12:3)');
    expect(clean).toContain('https://a.example/v1?page=');
  });

  it('is kept in the data directory, and the oldest are deleted', async () => {
    const folder = join(createTemporaryFolder('reports'), 'reports');
    const clock = createFakeClock();
    const secrets = {
      apiKey: async () => null,
      webhookSecrets: async () => ['canary'],
      deskToken: async () => 'x'.repeat(9),
    };
    const values = new Map([['nextApiKey', formatNextKey('https://new.example', 'next-key')]]);
    const keychain = { secrets, secretStore: createMemorySecretStore(values) };
    const reports = createFaultReports(folder, { version: '1.2.3' }, () => listSecrets(keychain), clock);
    for (let count = 0; count < 12; count += 1) {
      await reports.add('timer', new Error(`next-key canary ${count}`));
      clock.advance(1000);
    }
    const names = readdirSync(folder).sort();
    expect(names).toHaveLength(10);
    const last = JSON.parse(readFileSync(join(folder, names.at(-1) ?? ''), 'utf8'));
    expect(last).toMatchObject({
      version: '1.2.3',
      where: 'timer',
      error: expect.stringContaining('(removed) (removed) 11'),
    });
  });

  it('does no harm if it can’t be written', async () => {
    const file = join(createTemporaryFolder('reports'), 'file');
    writeFileSync(file, '');
    const reports = createFaultReports(join(file, 'reports'), {}, async () => [], systemClock);
    await expect(reports.add('timer', 'odd')).resolves.toBeUndefined();
  });
});

describe('the secrets of headless mode', () => {
  const storage: SafeStorageLike = {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text) => Buffer.from(text).map((byte) => byte ^ 0x5a) as Buffer,
    decryptStringAsync: async (sealed) => ({ result: Buffer.from(sealed.map((byte) => byte ^ 0x5a)).toString() }),
    getSelectedStorageBackend: () => 'gnome_libsecret',
  };
  const prepare = (text: string) => {
    const folder = createTemporaryFolder('secrets');
    const path = join(folder, 'secrets.json');
    writeFileSync(path, text);
    return { path, open: (used = storage) => openKeychain(join(folder, 'keychain.json'), used, {}, 'linux') };
  };

  it('move into the keychain once, with the desk’s token, and the file is gone', async () => {
    const { path, open } = prepare('{"apiKey":"canary-key","deskToken":"canary-token"}');
    const keychain = await open();
    expect(await moveSecrets(path, keychain, systemClock)).toMatchObject([{ code: 'ENGINE_SECRETS_MOVED' }]);
    expect(existsSync(path)).toBe(false);
    const next = await open();
    expect([await next.secrets.apiKey(), await next.secrets.deskToken()]).toEqual(['canary-key', 'canary-token']);
    expect(await moveSecrets(path, next, systemClock)).toEqual([]);
  });

  it('stay in the file without a keychain that keeps them, and if it can’t be read', async () => {
    const kept = prepare('{"apiKey":"canary-key"}');
    const basic = { ...storage, getSelectedStorageBackend: () => 'basic_text' };
    expect(await moveSecrets(kept.path, await kept.open(basic), systemClock)).toEqual([]);
    const damaged = prepare('{"apiKey":');
    expect(await moveSecrets(damaged.path, await damaged.open(), systemClock)).toEqual([]);
    expect([kept, damaged].map(({ path }) => statSync(path).size > 0)).toEqual([true, true]);
  });

  it('stay in the file if the keychain does not give back what it got', async () => {
    const { path, open } = prepare('{"apiKey":"canary-key"}');
    let isBroken = false;
    const keychain = await open({
      ...storage,
      decryptStringAsync: async (sealed) => (isBroken ? { result: 'other' } : storage.decryptStringAsync(sealed)),
    });
    isBroken = true;
    expect(await moveSecrets(path, keychain, systemClock)).toEqual([]);
    expect(existsSync(path)).toBe(true);
  });
});

describe('the desk’s reach', () => {
  it('follows the feed, and opens only the service’s own page in the browser', () => {
    let feed: string | null = null;
    let page: string | null = null;
    const reach = createDeskReach({ developmentUrl: null, feedBase: () => feed, servicePage: () => page });
    const overlay = 'http://10.0.0.5:7411/overlay/card.html';
    expect([reach.canFrame(overlay), reach.canReach(overlay)]).toEqual([false, false]);
    feed = 'http://10.0.0.5:7411';
    expect([reach.canFrame(overlay), reach.canReach(overlay), reach.canFrame(`${feed}/`)]).toEqual([true, true, false]);
    expect(reach.canReach('greenroom://desk/index.html')).toBe(true);
    const service = 'http://127.0.0.1:7410/authoring/#token=x';
    for (const url of [service, 'https://a.example/', 'file:///etc/passwd', 'ms-msdt:/id', 'javascript:alert(1)'])
      expect(reach.canOpenOutside(url)).toBe(false);
    page = service;
    expect([service, `${service}y`, 'smb://host/share'].map(reach.canOpenOutside)).toEqual([true, false, false]);
  });

  it('includes the development server, and nothing else on this machine', () => {
    const addresses = { developmentUrl: 'http://localhost:5173/', feedBase: () => null, servicePage: () => null };
    const { canReach, isDesk } = createDeskReach(addresses);
    expect(['http://localhost:5173/src/a.ts', 'ws://localhost:5173/'].map(canReach)).toEqual([true, true]);
    expect(['http://localhost:7413/', 'http://localhost:9222/json'].map(canReach)).toEqual([false, false]);
    expect([isDesk('http://localhost:5173/'), isDesk('http://localhost:7413/')]).toEqual([true, false]);
  });
});
