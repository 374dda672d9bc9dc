/**
 * Keeps the API key with its service: `nextApiKey` is a key for another address, which counts once the settings with that address are saved,
 * and `apiKeyOwner` says which service alone gets the key.
 */
import { z } from 'zod';
import { parseJson } from '../../core/parseJson.ts';
import { isReplacedNevertheless } from '../../disk/replaceFile.ts';
import type { Ports } from '../ports.ts';
import {
  findOtherOwner,
  formatOwner,
  isSameService,
  keyOfOtherService,
  type OtherOwner,
  readOwner,
} from './keyOwner.ts';
import { isKeyFixed, type SecretChanges, type SecretStore } from './secretStore.ts';

export type ServiceKey = {
  /** The key for this address of the service, which is `inUse` if it is not given; without an address, the newest key. */
  readonly apiKey: Ports['secrets']['apiKey'];
  /** The service that owns the key, if it is not sent to `to` once that replaces `inUse`; otherwise `null`. Never rejects. */
  readonly otherOwner: (inUse: string, to: string) => Promise<OtherOwner | null>;
  /**
   * Stores secrets for settings that name the service `to` instead of `from`. Rejects as `SecretStore.change`. `cancel` restores the values,
   * for settings that are refused, and resolves with whether that was possible.
   */
  readonly change: (
    values: SecretChanges,
    from: string,
    to: string,
  ) => Promise<{ readonly previous: SecretChanges; readonly cancel: () => Promise<boolean> }>;
  /** Call before the settings name the service `to` instead of `from`, so that the key in use stays with `from`. Rejects with the system’s error. */
  readonly leave: (from: string, to: string) => Promise<void>;
  /** Gives the key in use to the service at this address. Rejects with the system’s error, and then nothing has changed. */
  readonly keep: (address: string) => Promise<void>;
  /** Call when settings with this address are saved. Never rejects. */
  readonly settle: (savedAddress: string) => Promise<void>;
  /** Whether a key is in use that the next start does not use, because the settings could not be saved; and that key. */
  readonly unsaved: () => { readonly apiKey: string | null } | null;
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

export function readNextKey(text: string | null): Pick<NextKey, 'to' | 'apiKey' | 'owner'> | null {
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
): Promise<Pick<NextKey, 'to' | 'apiKey' | 'owner'> | null> {
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

/** `savedAddress` is `null` in the demo, whose key is fixed. */
export async function openServiceKey(
  store: SecretStore,
  savedAddress: string | null,
  { secrets, log }: Pick<Ports, 'secrets' | 'log'>,
): Promise<ServiceKey> {
  const unstored = savedAddress === null ? null : await settleAtStart(store, savedAddress, log);
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
  const changeStored = async (changes: SecretChanges): Promise<SecretChanges> => {
    const useOwner = (): void => {
      if (changes.apiKeyOwner !== undefined) owner = changes.apiKeyOwner;
    };
    const previous = await store.change(changes).catch((error: unknown) => {
      if (isReplacedNevertheless(error)) useOwner();
      throw error;
    });
    useOwner();
    return previous;
  };
  const isDone = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      (error: unknown) => {
        logFailure(error);
        return isReplacedNevertheless(error);
      },
    );
  const logFailure = (error: unknown): void =>
    log('error', 'SETTINGS_NOT_DONE', { what: 'the secrets', error: String(error) });

  return {
    ...{ apiKey, otherOwner },
    change: async (values, from, to) => {
      const { apiKey: key, apiKeyOwner: newOwner = formatOwner(to, key ?? null), ...others } = values;
      const outer = next;
      if (key === undefined || (from === to && outer === null)) {
        const previous = await changeStored(key === undefined ? values : { ...values, apiKeyOwner: newOwner });
        return { previous, cancel: () => isDone(changeStored(previous)) };
      }
      const keyBefore = await apiKey(from).catch(() => null);
      // An undo restores a key that was not sent as well, and its owner.
      const restored = await readKey().catch(() => null);
      const ownerBefore = restored !== null && readOwner(ownerInUse(), restored) !== null ? ownerInUse() : null;
      const stored = await store.change({ ...others, nextApiKey: formatNextKey(to, key, newOwner) });
      next =
        from === to && outer !== null
          ? { ...outer, apiKey: key, owner: newOwner }
          : { from, keyBefore, to, apiKey: key, owner: newOwner };
      const { nextApiKey: _, ...previous } = stored;
      const cancel = async (): Promise<boolean> => {
        next = outer;
        // Settings with the old address forget the new key, also if it stays stored.
        return (await isDone(store.change(stored))) || Object.keys(others).length === 0;
      };
      const apiKeyOwner = ownerBefore ?? formatOwner(from, restored);
      return { previous: { ...previous, apiKey: restored, apiKeyOwner }, cancel };
    },
    leave: async (from, to) => {
      // The key of a change that is under way is for this address.
      if (savedAddress === null || next?.to === to || isSameService(from, to)) return;
      const key = await readKey().catch(() => null);
      if (key === null || readOwner(ownerInUse(), key) !== null) return;
      const apiKeyOwner = formatOwner(from, key);
      if (next !== null) next = { ...next, owner: apiKeyOwner };
      else if (apiKeyOwner !== null) await changeStored({ apiKeyOwner });
    },
    keep: async (address) => {
      if (savedAddress === null) return;
      const apiKeyOwner = formatOwner(address, await readKey());
      if (next !== null) next = { ...next, owner: apiKeyOwner };
      else await changeStored({ apiKeyOwner });
    },
    settle: async (saved) => {
      if (next === null) return;
      try {
        await changeStored({
          nextApiKey: null,
          ...(saved !== next.from && { apiKey: next.apiKey, apiKeyOwner: next.owner }),
        });
        next = null;
      } catch (error) {
        // Until it can be stored, it counts as it is.
        logFailure(error);
      }
    },
    unsaved: () => next,
  };
}
