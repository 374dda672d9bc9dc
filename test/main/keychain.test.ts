import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKeychain, type SafeStorageLike } from '../../src/main/keychain.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'greenroom-keychain-'));
  path = join(folder, 'keychain.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A keychain that turns every byte round: enough to see that nothing is written as it is. */
const turning: SafeStorageLike = {
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text) => Buffer.from(text).map((byte) => byte ^ 0x5a) as Buffer,
  decryptStringAsync: async (sealed) => ({ result: Buffer.from(sealed.map((byte) => byte ^ 0x5a)).toString() }),
  getSelectedStorageBackend: () => 'gnome_libsecret',
};

test('secrets outlast a restart and are never on disk as they are', async () => {
  const first = await openKeychain(path, turning, {}, 'linux');
  await first.change({ apiKey: 'canary-key', webhookSecret: 'canary-one', webhookSecretNext: 'canary-two' });
  const text = readFileSync(path, 'utf8');
  expect(text).not.toContain('canary');
  expect(statSync(path).mode & 0o077).toBe(0);
  const second = await openKeychain(path, turning, {}, 'linux');
  expect(await second.secrets.apiKey()).toBe('canary-key');
  expect(await second.secrets.webhookSecrets()).toEqual(['canary-one', 'canary-two']);
  expect(await second.secrets.deskToken()).toBe(await first.secrets.deskToken());
  await second.change({ apiKey: null });
  expect(await second.secrets.apiKey()).toBeNull();
});

test.each([
  ['plain text in disguise', { ...turning, getSelectedStorageBackend: () => 'basic_text' }],
  ['a backend that nobody knows', { ...turning, getSelectedStorageBackend: () => 'unknown' }],
  ['none at all', { ...turning, isAsyncEncryptionAvailable: async () => false }],
  ['one that fails the trial', { ...turning, decryptStringAsync: async () => ({ result: 'other' }) }],
])('with %s secrets live in memory only', async (_, storage) => {
  const keychain = await openKeychain(path, storage, {}, 'linux');
  await keychain.change({ apiKey: 'canary-key' });
  expect(keychain.isKept).toBe(false);
  expect(await keychain.secrets.apiKey()).toBe('canary-key');
  expect(existsSync(path)).toBe(false);
});

test('what the environment sets stays above the keychain', async () => {
  const keychain = await openKeychain(path, turning, { GREENROOM_API_KEY: ' from-outside ' }, 'linux');
  await keychain.change({ apiKey: 'kept' });
  expect(await keychain.secrets.apiKey()).toBe('from-outside');
});

test('a file that cannot be understood, or was sealed elsewhere, is no secret and no crash', async () => {
  for (const text of ['', '{', '[]', '{"sealed":{"apiKey":7}}']) {
    writeFileSync(path, text);
    expect(await (await openKeychain(path, turning, {}, 'darwin')).secrets.apiKey()).toBeNull();
  }
  writeFileSync(path, JSON.stringify({ sealed: { apiKey: Buffer.from('x').toString('base64') } }));
  let uses = 0;
  const sealedElsewhere: SafeStorageLike = {
    ...turning,
    decryptStringAsync: async (sealed) => {
      uses += 1;
      if (uses > 1) throw new Error('another machine');
      return turning.decryptStringAsync(sealed);
    },
  };
  expect(await (await openKeychain(path, sealedElsewhere, {}, 'linux')).secrets.apiKey()).toBeNull();
});
