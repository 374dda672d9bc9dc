/**
 * Keeps the API key with its service: `nextApiKey` is a key for another address, which counts once the settings with that address are saved,
 * and `apiKeyOwner` says which service alone gets the key.
 */
import { z } from 'zod';
import { parseJson } from '../../core/parseJson.ts';
import { type KeptSecretName, keptSecretNames } from '../../core/secretNames.ts';
import { isReplacedNevertheless } from '../../disk/replaceFile.ts';
import type { Ports } from '../ports.ts';
import type { ChosenKey } from '../showSwitch.ts';
import {
  findOtherOwner,
  formatOwner,
  isSameService,
  keyOfOtherService,
  type OtherOwner,
  readOwner,
} from './keyOwner.ts';
import { isKeyFixed, type SecretChanges, type SecretStore } from './secretStore.ts';
import { createSecretsInUse, type SecretsInUse } from './secretsInUse.ts';

export type ServiceKey = {
  /** The key for this address of the service, which is `inUse` if it is not given; without an address, the newest key. */
  readonly apiKey: Ports['secrets']['apiKey'];
  readonly webhookSecrets: Ports['secrets']['webhookSecrets'];
  /** The service that owns the key, if it is not sent to `to` once that replaces `inUse`; otherwise `null`. Never rejects. */
  readonly otherOwner: (inUse: string, to: string) => Promise<OtherOwner | null>;
  /** Prepares secrets for settings that name the service `to` instead of `from`. Rejects as `SecretStore.change`. */
  readonly change: (values: SecretChanges, from: string, to: string) => Promise<PreparedSecrets>;
  /** Call before the settings name the service `to` instead of `from`, so that the key in use stays with `from`. Rejects with the system’s error. */
  readonly leave: (from: string, to: string) => Promise<void>;
  /** Gives the key in use to the service at this address. Rejects with the system’s error, and then nothing has changed. */
  readonly keep: (address: string) => Promise<void>;
  /** Call when settings with this address are saved. Never rejects. */
  readonly settle: (savedAddress: string) => Promise<void>;
  /** Whether a secret is in use that the next start may not use, because it or its settings could not be saved; and that secret. */
  readonly unsaved: SecretsInUse['unsaved'];
};

export type PreparedSecrets = {
  readonly previous: SecretChanges;
  /** Call when the settings are in use. Before that, the values count only for `to`. As `SecretsInUse.change`. */
  readonly commit: (isNeeded: boolean) => Promise<void>;
  /** Call when the settings were refused. Never rejects. */
  readonly cancel: () => Promise<void>;
};

type NextKey = {
  /** The saved address and its key; no address if it was saved before the start. */
  readonly from: string | null;
  readonly keyBefore: string | null;
  readonly to: string;
  readonly apiKey: string | null;
  readonly owner: string | null;
};

const nextSchema = z.object({
  to: z.string(),
  apiKey: z.string().nullable(),
  owner: z.string().nullable().optional(),
});

/** The value of `nextApiKey`: the key of an address that the settings may name after a crash. */
export function formatNextKey(to: string, apiKey: string | null, owner = formatOwner(to, apiKey)): string {
  return JSON.stringify({ to, apiKey, owner });
}

export function readNextKey(text: string | null): ChosenKey | null {
  const found = nextSchema.safeParse(parseJson(text ?? '')).data ?? null;
  if (found === null) return null;
  const { to, apiKey, owner = formatOwner(to, apiKey) } = found;
  return { to, apiKey, owner };
}

/** After a crash, uses the key that was stored for the saved address, and forgets one for any other. Resolves with the key that counts but could not be stored. */
export async function settleAtStart(
  store: SecretStore,
  savedAddress: string,
  log: Ports['log'],
): Promise<ChosenKey | null> {
  const text = await store.nextApiKey().catch(() => null);
  if (text === null) return null;
  const found = readNextKey(text);
  const isNamed = found?.to === savedAddress;
  try {
    await store.change({ nextApiKey: null, ...(isNamed && { apiKey: found.apiKey, apiKeyOwner: found.owner }) });
    return null;
  } catch (error) {
    log('error', 'SETTINGS_NOT_DONE', { what: 'the API key of the service', error: String(error) });
    return isNamed ? found : null;
  }
}

/** `savedAddress` is `null` in the demo, whose key is fixed. `chosen` is the key of a choice that is not stored yet; `settle` stores it. */
export async function openServiceKey(
  store: SecretStore,
  savedAddress: string | null,
  ports: Pick<Ports, 'secrets' | 'clock' | 'log'>,
  chosen: ChosenKey | null = null,
): Promise<ServiceKey> {
  const { log } = ports;
  const secrets = createSecretsInUse(store, ports);
  const unstored = savedAddress === null ? null : (chosen ?? (await settleAtStart(store, savedAddress, log)));
  let next: NextKey | null = unstored === null ? null : { ...unstored, from: null, keyBefore: null };
  let owner = savedAddress === null ? null : await store.apiKeyOwner().catch(() => null);

  /** The newest key, whichever service owns it. */
  const readKey = (): Promise<string | null> => (next === null ? secrets.apiKey() : Promise.resolve(next.apiKey));
  const ownerInUse = (): string | null => (next === null ? owner : next.owner);
  const otherOwnerOf = async (key: string | null, inUse: string, to: string): Promise<OtherOwner | null> => {
    const found = findOtherOwner(ownerInUse(), key, inUse, to);
    return found === null ? null : { owner: found, isFixed: await isKeyFixed(store) };
  };
  const otherOwner: ServiceKey['otherOwner'] = async (inUse, to) =>
    otherOwnerOf(await readKey().catch(() => null), inUse, to);
  const apiKey: ServiceKey['apiKey'] = async (baseUrl, inUse = baseUrl) => {
    if (baseUrl === undefined || inUse === undefined) return readKey();
    if (baseUrl === next?.from) return next.keyBefore;
    const key = await readKey();
    const other = await otherOwnerOf(key, inUse, baseUrl);
    if (other !== null) throw keyOfOtherService(other);
    return key;
  };
  /** Uses the owner that is stored together with its key. */
  const storeOwner = async (changes: SecretChanges, storing: Promise<unknown>): Promise<void> => {
    const useOwner = (): void => {
      if (changes.apiKeyOwner !== undefined) owner = changes.apiKeyOwner;
    };
    await storing.catch((error: unknown) => {
      if (isReplacedNevertheless(error)) useOwner();
      throw error;
    });
    useOwner();
  };
  const use = (changes: SecretChanges, isNeeded: boolean): Promise<void> =>
    storeOwner(changes, secrets.change(changes, isNeeded));
  const logFailure = (error: unknown): void =>
    log('error', 'SETTINGS_NOT_DONE', { what: 'the secrets', error: String(error) });
  const readAll = async (names: readonly KeptSecretName[]): Promise<SecretChanges> => {
    const values = await Promise.all(names.map((name) => secrets.read(name).catch(() => null)));
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
  };

  return {
    ...{ apiKey, webhookSecrets: secrets.webhookSecrets, otherOwner },
    change: async (values, from, to) => {
      const { apiKey: key, apiKeyOwner: newOwner = formatOwner(to, key ?? null), ...others } = values;
      const previous = await readAll(
        keptSecretNames.filter((name) => others[name as keyof typeof others] !== undefined),
      );
      const useOthers = async (isNeeded: boolean): Promise<void> => {
        if (Object.keys(previous).length > 0) await use(others, isNeeded);
      };
      if (key === undefined) return { previous, commit: useOthers, cancel: async () => undefined };
      const restored = await readKey().catch(() => null);
      if (from === to) {
        const commit = async (isNeeded: boolean): Promise<void> => {
          if (next === null) return use({ ...values, apiKeyOwner: newOwner }, isNeeded);
          await useOthers(isNeeded);
          // The settings with this address are not saved yet.
          next = { ...next, apiKey: key, owner: newOwner };
          void store.change({ nextApiKey: formatNextKey(next.to, key, newOwner) }).catch(logFailure);
        };
        const all = { ...previous, apiKey: restored, apiKeyOwner: ownerInUse() };
        return { previous: all, commit, cancel: async () => undefined };
      }
      const outer = next;
      const keyBefore = await apiKey(from).catch(() => null);
      // An undo restores a key that was not sent as well, and its owner.
      const ownerBefore = restored !== null && readOwner(ownerInUse(), restored) !== null ? ownerInUse() : null;
      const stored = await store.change({ nextApiKey: formatNextKey(to, key, newOwner) });
      next = { from, keyBefore, to, apiKey: key, owner: newOwner };
      const cancel = async (): Promise<void> => {
        next = outer;
        // Settings with the old address forget the new key, also if it stays stored.
        await store.change(stored).catch(logFailure);
      };
      const apiKeyOwner = ownerBefore ?? formatOwner(from, restored);
      return { previous: { ...previous, apiKey: restored, apiKeyOwner }, commit: useOthers, cancel };
    },
    leave: async (from, to) => {
      // The key of a change that is under way is for this address.
      if (savedAddress === null || next?.to === to || isSameService(from, to)) return;
      const key = await readKey().catch(() => null);
      if (key === null || readOwner(ownerInUse(), key) !== null) return;
      const apiKeyOwner = formatOwner(from, key);
      if (next !== null) next = { ...next, owner: apiKeyOwner };
      else if (apiKeyOwner !== null) await storeOwner({ apiKeyOwner }, store.change({ apiKeyOwner }));
    },
    keep: async (address) => {
      if (savedAddress === null) return;
      const apiKeyOwner = formatOwner(address, await readKey());
      if (next !== null) next = { ...next, owner: apiKeyOwner };
      else await storeOwner({ apiKeyOwner }, store.change({ apiKeyOwner }));
    },
    settle: async (saved) => {
      await secrets.saveAgain();
      if (next === null) return;
      try {
        const isNamed = saved !== next.from;
        await use({ nextApiKey: null, ...(isNamed && { apiKey: next.apiKey, apiKeyOwner: next.owner }) }, false);
        next = null;
      } catch (error) {
        // Until it can be stored, it counts as it is.
        logFailure(error);
      }
    },
    unsaved: (name) => (name === 'apiKey' && next !== null ? { value: next.apiKey } : secrets.unsaved(name)),
  };
}
