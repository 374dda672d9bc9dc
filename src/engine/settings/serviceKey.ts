/** Keeps the API key with the address of its service: a key for another address is stored next to the one in use, and counts once the settings with that address are saved. */
import { z } from 'zod';
import { parseJson } from '../../core/parseJson.ts';
import type { Ports } from '../ports.ts';
import type { SecretChanges, SecretStore } from './secretStore.ts';

export type ServiceKey = {
  /** The key of this address of the service in use; without an address, the newest key. */
  readonly apiKey: (baseUrl?: string) => Promise<string | null>;
  /**
   * Stores secrets for settings that name the service `to` instead of `from`. Rejects with the system’s error, and then nothing has changed.
   * `cancel` restores the values, for settings that are refused, and never rejects.
   */
  readonly change: (
    values: SecretChanges,
    from: string,
    to: string,
  ) => Promise<{ readonly previous: SecretChanges; readonly cancel: () => Promise<void> }>;
  /** Call when settings with this address are saved. Never rejects. */
  readonly settle: (savedAddress: string) => Promise<void>;
  /** Whether a key is in use that the next start does not use, because the settings could not be saved; and that key. */
  readonly unsaved: () => { readonly apiKey: string | null } | null;
};

type NextKey = {
  /** The saved address and its key; no address if it was saved before the start. */
  readonly from: string | null;
  readonly keyBefore: string | null;
  readonly apiKey: string | null;
};

const nextSchema = z.object({ to: z.string(), apiKey: z.string().nullable() });

/** The value of `nextApiKey`: the key of an address that the settings may name after a crash. */
export function formatNextKey(to: string, apiKey: string | null): string {
  return JSON.stringify({ to, apiKey });
}

export function readNextKey(text: string | null): { readonly to: string; readonly apiKey: string | null } | null {
  return nextSchema.safeParse(parseJson(text ?? '')).data ?? null;
}

/** After a crash, uses the key that was stored for the saved address, and forgets one for any other. Resolves with the key that counts but could not be stored. */
export async function settleAtStart(
  store: SecretStore,
  savedAddress: string,
  log: Ports['log'],
): Promise<{ readonly apiKey: string | null } | null> {
  const text = await store.nextApiKey().catch(() => null);
  if (text === null) return null;
  const found = readNextKey(text);
  const isNamed = found?.to === savedAddress;
  try {
    await store.change({ nextApiKey: null, ...(isNamed && { apiKey: found.apiKey }) });
    return null;
  } catch (error) {
    log('error', 'SETTINGS_NOT_DONE', { what: 'the API key of the service', error: String(error) });
    return isNamed ? { apiKey: found.apiKey } : null;
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

  const apiKey: ServiceKey['apiKey'] = async (baseUrl) => {
    if (next === null) return secrets.apiKey();
    return baseUrl !== undefined && baseUrl === next.from ? next.keyBefore : next.apiKey;
  };
  const logFailure = (error: unknown): void =>
    log('error', 'SETTINGS_NOT_DONE', { what: 'the secrets', error: String(error) });

  return {
    apiKey,
    change: async (values, from, to) => {
      const { apiKey: key, ...others } = values;
      const outer = next;
      if (key === undefined || (from === to && outer === null)) {
        const previous = await store.change(values);
        return { previous, cancel: async () => void (await store.change(previous).catch(logFailure)) };
      }
      const keyBefore = await apiKey(from).catch(() => null);
      const stored = await store.change({ ...others, nextApiKey: formatNextKey(to, key) });
      next = from === to && outer !== null ? { ...outer, apiKey: key } : { from, keyBefore, apiKey: key };
      const { nextApiKey: _, ...previous } = stored;
      const cancel = async (): Promise<void> => {
        next = outer;
        await store.change(stored).catch(logFailure);
      };
      return { previous: { ...previous, apiKey: keyBefore }, cancel };
    },
    settle: async (saved) => {
      if (next === null) return;
      try {
        await store.change({ nextApiKey: null, ...(saved !== next.from && { apiKey: next.apiKey }) });
        next = null;
      } catch (error) {
        // Until it can be stored, it counts as it is.
        logFailure(error);
      }
    },
    unsaved: () => next,
  };
}
