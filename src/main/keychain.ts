/** Secrets in the system's keychain. Where there is none that can be trusted they live in memory until the app ends. */
import { randomBytes } from 'node:crypto';
import { readWhole, writeAtomic } from '../disk/atomicFile.ts';
import type { Secrets } from '../engine/ports.ts';

/** The part of Electron's safeStorage that is used. */
export type SafeStorageLike = {
  readonly isAsyncEncryptionAvailable: () => Promise<boolean>;
  readonly encryptStringAsync: (text: string) => Promise<Buffer>;
  readonly decryptStringAsync: (encrypted: Buffer) => Promise<{ readonly result: string }>;
  readonly getSelectedStorageBackend: () => string;
};

const names = ['apiKey', 'webhookSecret', 'webhookSecretNext', 'deskToken'] as const;
export type SecretName = (typeof names)[number];

export type Keychain = {
  readonly secrets: Secrets;
  /** False: what is set is forgotten when the app ends, because this system has no keychain that can be trusted. */
  readonly isKept: boolean;
  /** Sets those that are given; null takes one away. Rejects with the system's error when it cannot be written. */
  readonly change: (changes: { readonly [Name in SecretName]?: string | null }) => Promise<void>;
};

/** Opens the file of sealed secrets. What the environment sets stays above it. A seal that cannot be opened is not set. */
export async function openKeychain(
  path: string,
  storage: SafeStorageLike,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Promise<Keychain> {
  const isKept = await isTrusted(storage, platform);
  const kept = new Map<SecretName, string>(isKept ? await unseal(path, storage) : []);

  let queue: Promise<void> = Promise.resolve();
  const save = async (): Promise<void> => {
    if (!isKept) return;
    const sealed = await Promise.all(
      [...kept].map(async ([name, value]) => [name, (await storage.encryptStringAsync(value)).toString('base64')]),
    );
    await writeAtomic(path, `${JSON.stringify({ version: 1, sealed: Object.fromEntries(sealed) })}\n`, 0o600);
  };
  const change: Keychain['change'] = (changes) => {
    for (const name of names) {
      const value = changes[name];
      if (value === null || value === '') kept.delete(name);
      else if (value !== undefined) kept.set(name, value);
    }
    const saved = queue.then(save);
    queue = saved.catch(() => undefined);
    return saved;
  };

  const read = (name: SecretName, variable: string): string | null =>
    environment[variable]?.trim() || (kept.get(name) ?? null);
  if (read('deskToken', 'GREENROOM_DESK_TOKEN') === null) {
    // A token that could not be written is made anew at the next start; it must not keep the app from starting.
    await change({ deskToken: randomBytes(24).toString('base64url') }).catch(() => undefined);
  }
  return {
    isKept,
    change,
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

/** On Linux a "keychain" may be plain text with a key that everybody knows. A trial shows whether the rest works. */
async function isTrusted(storage: SafeStorageLike, platform: NodeJS.Platform): Promise<boolean> {
  try {
    if (!(await storage.isAsyncEncryptionAvailable())) return false;
    if (platform === 'linux' && ['basic_text', 'unknown'].includes(storage.getSelectedStorageBackend())) return false;
    const trial = randomBytes(16).toString('hex');
    return (await storage.decryptStringAsync(await storage.encryptStringAsync(trial))).result === trial;
  } catch {
    return false;
  }
}

async function unseal(path: string, storage: SafeStorageLike): Promise<readonly (readonly [SecretName, string])[]> {
  const sealed = readSealed(await readWhole(path).catch(() => null));
  const opened = await Promise.all(
    names.map(async (name) => {
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

function readSealed(bytes: Buffer | null): Readonly<Record<string, unknown>> {
  if (bytes === null) return {};
  try {
    const file: unknown = JSON.parse(bytes.toString('utf8'));
    const sealed = typeof file === 'object' && file !== null && 'sealed' in file ? file.sealed : null;
    return typeof sealed === 'object' && sealed !== null ? { ...sealed } : {};
  } catch {
    return {};
  }
}
