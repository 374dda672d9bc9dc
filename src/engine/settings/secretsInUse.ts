/** Reads the secrets in use. New ones count once they are stored: until then the old ones are read, also if the file has the new ones already. */
import { type KeptSecretName, keptSecretNames } from '../../core/secretNames.ts';
import { isReplacedNevertheless } from '../../disk/replaceFile.ts';
import type { Ports } from '../ports.ts';
import { waitAtMost } from '../waitAtMost.ts';
import type { SecretChanges, SecretStore } from './secretStore.ts';

/** Longer than Windows takes to give a file its access list. */
export const secretsWithinMs = 5000;

export type SecretsInUse = Pick<Ports['secrets'], 'apiKey' | 'webhookSecrets'> & {
  readonly read: (name: KeptSecretName) => Promise<string | null>;
  /**
   * Resolves when the values are in use: once they are stored, or after `secretsWithinMs`, because a refused secret could be stored later.
   * If they can’t be stored before that, rejects as `SecretStore.change`; with `isNeeded`, they are in use nevertheless.
   */
  readonly change: (changes: SecretChanges, isNeeded: boolean) => Promise<void>;
  /** A secret in use that the next start may not use; `null` if it is stored. */
  readonly unsaved: (name: KeptSecretName) => { readonly value: string | null } | null;
  /** Stores what could not be stored. Never rejects. */
  readonly saveAgain: () => Promise<void>;
};

type Write = { readonly changes: SecretChanges; state: 'running' | 'stored' | 'failed' };
/** The value that counts instead of the stored one. */
type Counting = { readonly value: string | null; readonly isKept: boolean; readonly write: Write };

export function createSecretsInUse(
  store: Pick<SecretStore, 'change' | 'read'>,
  { secrets, clock, log }: Pick<Ports, 'secrets' | 'clock' | 'log'>,
): SecretsInUse {
  const counting = new Map<KeptSecretName, Counting>();

  const read: SecretsInUse['read'] = async (name) => {
    const found = counting.get(name);
    if (found !== undefined) return found.value;
    return name === 'apiKey' ? secrets.apiKey() : store.read(name);
  };
  const change: SecretsInUse['change'] = async (changes, isNeeded) => {
    const names = keptSecretNames.filter((name) => changes[name] !== undefined);
    const values = await Promise.all(names.map((name) => read(name).catch(() => null)));
    const before = names.map((name) => counting.get(name));
    const write: Write = { changes, state: 'running' };
    const listOwn = () => names.filter((name) => counting.get(name)?.write === write);
    const use = (): void => {
      for (const name of listOwn()) counting.set(name, { value: changes[name] ?? null, isKept: false, write });
    };
    const readStored = (): void => {
      write.state = 'stored';
      for (const name of listOwn()) counting.delete(name);
    };
    const restore = (): void => {
      const own = listOwn();
      for (const [index, name] of names.entries()) {
        const found = before[index];
        if (!own.includes(name)) continue;
        if (found === undefined || found.write.state === 'stored') counting.delete(name);
        else counting.set(name, found);
      }
    };
    for (const [index, name] of names.entries())
      counting.set(name, { value: values[index] ?? null, isKept: before[index]?.isKept ?? true, write });
    let isInUse = isNeeded;
    const storing = store.change(changes).then(readStored, (error: unknown) => {
      if (isReplacedNevertheless(error)) readStored();
      else write.state = 'failed';
      if (!isInUse) {
        restore();
        throw error;
      }
      log('error', 'SETTINGS_NOT_DONE', { what: 'the secrets', error: String(error) });
      use();
    });
    await waitAtMost(clock, secretsWithinMs, storing, () => {
      isInUse = true;
      use();
    });
  };

  return {
    ...{ read, change },
    apiKey: () => read('apiKey'),
    webhookSecrets: async () => {
      if (!counting.has('webhookSecret') && !counting.has('webhookSecretNext')) return secrets.webhookSecrets();
      const found = await Promise.all([read('webhookSecret'), read('webhookSecretNext')]);
      return found.filter((secret) => secret !== null);
    },
    unsaved: (name) => {
      const found = counting.get(name);
      return found === undefined || found.isKept ? null : { value: found.value };
    },
    saveAgain: async () => {
      const failed = [...counting].filter(([, { write }]) => write.state === 'failed');
      if (failed.length === 0) return;
      const owner = counting.get('apiKey')?.write.changes.apiKeyOwner;
      const values = Object.fromEntries(failed.map(([name, { value }]) => [name, value]));
      await change({ ...values, ...('apiKey' in values && owner !== undefined && { apiKeyOwner: owner }) }, true);
    },
  };
}
