/** Settings and secrets whose address and key change together, for tests. */
import { emptyShow } from '../../../src/core/show.ts';
import { type Clock, systemClock } from '../../../src/engine/ports.ts';
import { createSecretsService } from '../../../src/engine/settings/secretsService.ts';
import { openServiceKey } from '../../../src/engine/settings/serviceKey.ts';
import type { Settings } from '../../../src/engine/settings/settings.ts';
import { createSettingsService } from '../../../src/engine/settings/settingsService.ts';
import { createStore } from '../../../src/engine/store.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { createMemorySecretStore } from '../memorySecretStore.ts';
import { aloneDeps, readTestSettings } from '../testSettings.ts';

export const oldAddress = 'https://old.example';
export const newAddress = 'https://new.example';
const serviceWorks = { ok: true, status: 200, latencyMs: 1, clockSkewMs: 0, isCached: false, collections: 0 };

/** Settings and secrets of one run; both stay on the disk for the next. */
export async function openKeyRun(disk = createKeyDisk(), clock: Clock = systemClock) {
  const { values, saved } = disk;
  const ports = {
    clock,
    log: () => undefined,
    secrets: {
      apiKey: async () => values.get('apiKey') ?? null,
      webhookSecrets: async () => [...(values.has('webhookSecret') ? [values.get('webhookSecret') ?? ''] : [])],
      deskToken: async () => 'token',
    },
  };
  const memory = createMemorySecretStore(values);
  const secretStore: typeof memory = {
    ...memory,
    change: async (changes) => {
      if (disk.secretsAreFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      const previous = await memory.change(changes);
      await disk.answers;
      if (disk.secretsAreFull) {
        await memory.change(previous);
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      }
      return previous;
    },
  };
  const initial = readTestSettings(saved.document);
  const serviceKey = await openServiceKey(secretStore, initial.source.baseUrl, ports);
  let inUse: Settings = initial;
  /** The keys, with the service that got each. */
  const sent: string[] = [];
  const send = async (): Promise<void> => {
    const { baseUrl } = inUse.source;
    const key = await serviceKey.apiKey(baseUrl).catch(({ code }: { code: string }) => code);
    sent.push(`${key} to ${baseUrl === oldAddress ? 'old' : 'new'}`);
  };
  const control = { isRefused: false, waitsFor: Promise.resolve(), onApply: (): void => undefined };
  const settings = createSettingsService(
    {
      written: saved.document,
      save: async (document) => {
        if (disk.settingsAreFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        saved.document = document;
      },
      applyOverrides: (read) => read,
    },
    {
      store: createStore(emptyShow, async () => undefined, ports),
      ...{ ports, dataDir: createTemporaryFolder('serviceKey'), version: '0' },
      state: () => emptyShow,
      ...{ ...aloneDeps, serviceKey },
      apply: async (before, after) => {
        await control.waitsFor;
        control.onApply();
        await send();
        inUse = after;
        await send();
        if (!control.isRefused) return;
        inUse = before;
        await send();
        throw Object.assign(new Error('refused'), { code: 'AIR_CHANGED' });
      },
    },
  );
  const secrets = createSecretsService({
    ...{ secretStore, serviceKey, settings, isDemo: false, ports },
    checkKey: async () => ({ ...serviceWorks, serviceWords: null, problem: null }),
    onChanged: () => undefined,
  });
  const use = (baseUrl: string, apiKey: string) => {
    const build = (written: object) => ({ document: { ...written, source: { baseUrl } } });
    return secrets.change({ apiKey, force: true }, { build, collection: null, seen: null }, 'Ines');
  };
  return { disk, settings, secrets, serviceKey, sent, send, control, use, address: () => inUse.source.baseUrl };
}

/** The stored secrets, without the owner of the key. */
export function storedSecrets({ values }: ReturnType<typeof createKeyDisk>): Record<string, string> {
  const { apiKeyOwner: _, ...secrets } = Object.fromEntries(values);
  return secrets;
}

export function createKeyDisk() {
  return {
    values: new Map<string, string>([['apiKey', 'old key']]),
    saved: { document: { source: { baseUrl: oldAddress } } as Record<string, unknown> },
    secretsAreFull: false,
    settingsAreFull: false,
    /** The secrets have been replaced, and are being synced. */
    answers: Promise.resolve(),
  };
}
