import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openKeychain, type SafeStorageLike } from '../../../src/start/desktop/keychain.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = createTemporaryFolder('keychain');
  path = join(folder, 'keychain.json');
});

/** A keychain that inverts bits: enough to check that no plain text is written. */
const scrambling: SafeStorageLike = {
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text) => Buffer.from(text).map((byte) => byte ^ 0x5a) as Buffer,
  decryptStringAsync: async (sealed) => ({ result: Buffer.from(sealed.map((byte) => byte ^ 0x5a)).toString() }),
  getSelectedStorageBackend: () => 'gnome_libsecret',
};

test('secrets survive a restart and are never on disk in plain text', async () => {
  const first = await openKeychain(path, scrambling, {}, 'linux');
  await first.change({ apiKey: 'canary-key', webhookSecret: 'canary-one', webhookSecretNext: 'canary-two' });
  const text = readFileSync(path, 'utf8');
  expect(text).not.toContain('canary');
  // Windows has no such rights for files.
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0);
  const second = await openKeychain(path, scrambling, {}, 'linux');
  expect(await second.secrets.apiKey()).toBe('canary-key');
  expect(await second.secrets.webhookSecrets()).toEqual(['canary-one', 'canary-two']);
  expect(await second.secrets.deskToken()).toBe(await first.secrets.deskToken());
  await second.change({ apiKey: null });
  expect(await second.secrets.apiKey()).toBeNull();
});

test.each([
  ['a plain-text backend', { ...scrambling, getSelectedStorageBackend: () => 'basic_text' }],
  ['an unknown backend', { ...scrambling, getSelectedStorageBackend: () => 'unknown' }],
  ['no encryption', { ...scrambling, isAsyncEncryptionAvailable: async () => false }],
  ['a failing round trip', { ...scrambling, decryptStringAsync: async () => ({ result: 'other' }) }],
])('with %s, secrets stay in memory', async (_, storage) => {
  const keychain = await openKeychain(path, storage, {}, 'linux');
  await keychain.change({ apiKey: 'canary-key' });
  expect(keychain.isPersistent).toBe(false);
  expect(await keychain.secrets.apiKey()).toBe('canary-key');
  expect(existsSync(path)).toBe(false);
});

test('environment variables take precedence over the keychain', async () => {
  const keychain = await openKeychain(path, scrambling, { GREENROOM_API_KEY: ' from-outside ' }, 'linux');
  await keychain.change({ apiKey: 'kept' });
  expect(await keychain.secrets.apiKey()).toBe('from-outside');
});

test('an invalid file, or one from another machine, gives no secret and no crash', async () => {
  for (const text of ['', '{', '[]', '{"sealed":{"apiKey":7}}']) {
    writeFileSync(path, text);
    expect(await (await openKeychain(path, scrambling, {}, 'darwin')).secrets.apiKey()).toBeNull();
  }
  writeFileSync(path, JSON.stringify({ sealed: { apiKey: Buffer.from('x').toString('base64') } }));
  let uses = 0;
  const otherMachine: SafeStorageLike = {
    ...scrambling,
    decryptStringAsync: async (sealed) => {
      uses += 1;
      if (uses > 1) throw new Error('another machine');
      return scrambling.decryptStringAsync(sealed);
    },
  };
  expect(await (await openKeychain(path, otherMachine, {}, 'linux')).secrets.apiKey()).toBeNull();
});

test('it describes a secret without its value, and keeps the old one if the new one can’t be saved', async () => {
  let isLocked = false;
  const lockable: SafeStorageLike = {
    ...scrambling,
    encryptStringAsync: (text) =>
      isLocked ? Promise.reject(new Error('the keychain is locked')) : scrambling.encryptStringAsync(text),
  };
  const { secrets, secretStore } = await openKeychain(path, lockable, { GREENROOM_WEBHOOK_SECRET: 'outside' }, 'linux');
  await secretStore.change({ apiKey: 'a-key-of-twenty-3f9a' });
  expect(await secretStore.describe('apiKey')).toEqual({
    ...{ isSet: true, endsWith: '3f9a', from: 'keychain', isKept: true },
  });
  expect(await secretStore.describe('webhookSecret')).toMatchObject({
    isSet: true,
    endsWith: null,
    from: 'environment',
  });
  isLocked = true;
  await expect(secretStore.change({ apiKey: 'another-key' })).rejects.toThrow('locked');
  expect(await secrets.apiKey()).toBe('a-key-of-twenty-3f9a');
});
