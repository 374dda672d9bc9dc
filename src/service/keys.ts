/** API keys, stored as hashes, each for one organisation. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { StoredKey } from './store/records.ts';
import type { Store } from './store.ts';

export type KnownKey = Omit<StoredKey, 'createdAt'> & {
  readonly createdAt: string | null;
  readonly isSetAtStartup: boolean;
};

export type Keys = {
  /** Finds the key and records its use; `null` for an unknown key. */
  readonly authenticate: (key: string) => KnownKey | null;
  readonly list: (organisation: string) => readonly KnownKey[];
  readonly lastUsedAt: (id: string) => string | null;
  readonly onUsed: (listener: (key: KnownKey) => void) => void;
};

export function createKeys(
  store: Store,
  configured: readonly { readonly key: string; readonly organisation: string }[],
  now: () => number,
): Keys {
  const startupKeys = configured.map(({ key, organisation }): KnownKey => {
    const hash = hashOf(key);
    const id = `key_given_${hash.slice(0, 12)}`;
    // The last four characters of a short key would give most of it away.
    const endsWith = key.length >= 12 ? key.slice(-4) : '';
    return { id, organisation, name: 'startup key', hash, endsWith, createdAt: null, isSetAtStartup: true };
  });
  const listeners: ((key: KnownKey) => void)[] = [];
  const allKeys = (): readonly KnownKey[] => [
    ...startupKeys,
    ...store.registry().keys.map((key) => ({ ...key, isSetAtStartup: false })),
  ];
  return {
    authenticate: (key) => {
      const hash = hashOf(key);
      const found = allKeys().find((known) => known.hash === hash) ?? null;
      if (found === null) return null;
      store.keysUsedAt.set(found.id, new Date(now()).toISOString());
      for (const listener of listeners) listener(found);
      return found;
    },
    list: (organisation) => allKeys().filter((key) => key.organisation === organisation),
    lastUsedAt: (id) => store.keysUsedAt.get(id) ?? null,
    onUsed: (listener) => {
      listeners.push(listener);
    },
  };
}

/** Returns a new key. Show it to the user now: only its hash is stored. */
export function generateKey(organisation: string): string {
  const slug = organisation
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 20);
  return `gk_${slug}_${randomBytes(24).toString('base64url')}`;
}

export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Compares two secrets in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)));
}
