/** Stores secrets in the system’s keychain; without a trustworthy one, in memory until the app quits. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../core/parseJson.ts';
import { readFileIfExists } from '../../disk/atomicFile.ts';
import { isReplacedNevertheless, replaceFile } from '../../disk/replaceFile.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import type { Secrets } from '../../engine/ports.ts';
import {
  describeKeptSecret,
  previousSecrets,
  type SecretStore,
  secretVariables,
} from '../../engine/settings/secretStore.ts';

/** The part of Electron’s safeStorage that we use. */
export type SafeStorageLike = {
  readonly isAsyncEncryptionAvailable: () => Promise<boolean>;
  readonly encryptStringAsync: (text: string) => Promise<Buffer>;
  readonly decryptStringAsync: (encrypted: Buffer) => Promise<{ readonly result: string }>;
  readonly getSelectedStorageBackend: () => string;
};

const fileSchema = z.object({ sealed: z.record(z.string(), z.unknown()) });

const secretNames = ['apiKey', 'nextApiKey', 'apiKeyOwner', 'webhookSecret', 'webhookSecretNext', 'deskToken'] as const;
export type SecretName = (typeof secretNames)[number];
export type KeychainChanges = { readonly [Name in SecretName]?: string | null };

export type Keychain = {
  readonly secrets: Secrets;
  /** If false, secrets are lost when the app quits, because the system has no trustworthy keychain. */
  readonly isPersistent: boolean;
  /** For changes on a screen. */
  readonly secretStore: SecretStore;
  /** Sets the given secrets; `null` removes one. Resolves with their previous values. Rejects with the system’s error, and then nothing has changed. */
  readonly change: (changes: KeychainChanges) => Promise<KeychainChanges>;
  /** Whether the file on disk has these secrets and the keychain opens them. */
  readonly isStored: (secrets: { readonly [Name in SecretName]?: string }) => Promise<boolean>;
};

/** Opens the file of encrypted secrets. Environment variables take precedence; a secret that cannot be decrypted is not set. */
export async function openKeychain(
  path: string,
  storage: SafeStorageLike,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Promise<Keychain> {
  const isPersistent = await isTrustworthy(storage, platform);
  let values: ReadonlyMap<SecretName, string> = new Map(isPersistent ? await decryptFile(path, storage) : []);

  const runInOrder = createSerialQueue();
  const save = async (next: ReadonlyMap<SecretName, string>): Promise<void> => {
    if (!isPersistent) return;
    const sealed = await Promise.all(
      [...next].map(async ([name, value]) => [name, (await storage.encryptStringAsync(value)).toString('base64')]),
    );
    await replaceFile(path, `${JSON.stringify({ version: 1, sealed: Object.fromEntries(sealed) })}\n`, 0o600);
  };
  const change: Keychain['change'] = (changes) =>
    runInOrder(async () => {
      const next = new Map(values);
      const previous = previousSecrets(changes, (name) => values.get(name));
      for (const name of secretNames) {
        const value = changes[name];
        if (value === null || value === '') next.delete(name);
        else if (value !== undefined) next.set(name, value);
      }
      await save(next).catch((error: unknown) => {
        // The next start would use what the file has.
        if (isReplacedNevertheless(error)) values = next;
        throw error;
      });
      values = next;
      return previous;
    });

  const read = (name: SecretName, variable: string): string | null =>
    environment[variable]?.trim() || (values.get(name) ?? null);
  if (read('deskToken', 'GREENROOM_DESK_TOKEN') === null) {
    // A token that cannot be saved must not stop the app: the next start generates another.
    const deskToken = randomBytes(24).toString('base64url');
    await change({ deskToken }).catch(() => {
      values = new Map([...values, ['deskToken', deskToken]]);
    });
  }
  return {
    isPersistent,
    change,
    isStored: async (secrets) => {
      const stored = new Map(await decryptFile(path, storage));
      return secretNames.every((name) => secrets[name] === undefined || secrets[name] === stored.get(name));
    },
    secretStore: {
      change,
      read: async (name) => read(name, secretVariables[name]),
      nextApiKey: async () => values.get('nextApiKey') ?? null,
      apiKeyOwner: async () => values.get('apiKeyOwner') ?? null,
      describe: async (name) =>
        describeKeptSecret(name, environment, {
          value: values.get(name) ?? null,
          from: 'keychain',
          isKept: isPersistent,
        }),
    },
    secrets: {
      apiKey: async () => read('apiKey', 'GREENROOM_API_KEY'),
      webhookSecrets: async () =>
        [
          read('webhookSecret', 'GREENROOM_WEBHOOK_SECRET'),
          read('webhookSecretNext', 'GREENROOM_WEBHOOK_SECRET_NEXT'),
        ].filter((secret) => secret !== null),
      deskToken: async () => read('deskToken', 'GREENROOM_DESK_TOKEN') ?? '',
    },
  };
}

/** On Linux, safeStorage may fall back to a fixed, public key. A round trip tests all other backends. */
async function isTrustworthy(storage: SafeStorageLike, platform: NodeJS.Platform): Promise<boolean> {
  try {
    if (!(await storage.isAsyncEncryptionAvailable())) return false;
    if (platform === 'linux' && ['basic_text', 'unknown'].includes(storage.getSelectedStorageBackend())) return false;
    const sample = randomBytes(16).toString('hex');
    return (await storage.decryptStringAsync(await storage.encryptStringAsync(sample))).result === sample;
  } catch {
    return false;
  }
}

async function decryptFile(
  path: string,
  storage: SafeStorageLike,
): Promise<readonly (readonly [SecretName, string])[]> {
  const sealed = parseFile(await readFileIfExists(path).catch(() => null));
  const opened = await Promise.all(
    secretNames.map(async (name) => {
      const value = sealed[name];
      if (typeof value !== 'string') return [];
      try {
        return [[name, (await storage.decryptStringAsync(Buffer.from(value, 'base64'))).result] as const];
      } catch {
        return [];
      }
    }),
  );
  return opened.flat();
}

function parseFile(bytes: Buffer | null): Readonly<Record<string, unknown>> {
  return fileSchema.safeParse(parseJson(String(bytes))).data?.sealed ?? {};
}
