/** Who may read: API keys by their hash, each of one organisation; and the one token that authors. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { StoredKey } from './store/record.ts';
import type { Store } from './store.ts';

export type KnownKey = Omit<StoredKey, 'createdAt'> & { readonly createdAt: string | null; readonly isGiven: boolean };

export type Keys = {
  /** The key that was sent, or null. Notes when it was used. */
  readonly admit: (key: string) => KnownKey | null;
  readonly of: (organisation: string) => readonly KnownKey[];
  readonly lastUsedAt: (id: string) => string | null;
  readonly onUsed: (listener: (key: KnownKey) => void) => void;
};

export function createKeys(
  store: Store,
  given: readonly { readonly key: string; readonly organisation: string }[],
  now: () => number,
): Keys {
  const givenKeys = given.map(({ key, organisation }): KnownKey => {
    const hash = hashOf(key);
    const id = `key_given_${hash.slice(0, 12)}`;
    // A short key is nothing but its end: of such a one the end is not shown.
    const endsWith = key.length >= 12 ? key.slice(-4) : '';
    return { id, organisation, name: 'given at start', hash, endsWith, createdAt: null, isGiven: true };
  });
  const listeners: ((key: KnownKey) => void)[] = [];
  const all = (): readonly KnownKey[] => [
    ...givenKeys,
    ...store.registry().keys.map((key) => ({ ...key, isGiven: false })),
  ];
  return {
    admit: (key) => {
      const hash = hashOf(key);
      const found = all().find((known) => known.hash === hash) ?? null;
      if (found === null) return null;
      store.keysUsedAt.set(found.id, new Date(now()).toISOString());
      for (const listener of listeners) listener(found);
      return found;
    },
    of: (organisation) => all().filter((key) => key.organisation === organisation),
    lastUsedAt: (id) => store.keysUsedAt.get(id) ?? null,
    onUsed: (listener) => {
      listeners.push(listener);
    },
  };
}

/** A new key of that organisation; only what this answers knows it. */
export function makeKey(organisation: string): string {
  const slug = organisation
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 20);
  return `gk_${slug}_${randomBytes(24).toString('base64url')}`;
}

export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Whether two secrets are the same, in a time that tells nothing of where they differ. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)));
}
