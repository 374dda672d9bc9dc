import { expect, test } from 'vitest';
import { systemClock } from '../../src/engine/ports.ts';
import { formatOwner } from '../../src/engine/settings/keyOwner.ts';
import { openServiceKey } from '../../src/engine/settings/serviceKey.ts';
import { prepareServiceChoice } from '../../src/start/ownSettings.ts';
import { createMemorySecretStore } from '../engine/memorySecretStore.ts';
import { readTestSettings } from '../engine/testSettings.ts';

const oldAddress = 'https://old.example';
const newAddress = 'https://new.example';

/** Chooses the new service; `duringSave` runs while the settings are being saved. */
async function choose(duringSave: () => void) {
  const values = new Map([['apiKey', 'old-key']]);
  const secretStore = createMemorySecretStore(values);
  const written = { source: { baseUrl: oldAddress } };
  const settings = readTestSettings(written);
  const secrets = { apiKey: async () => values.get('apiKey') ?? null, webhookSecrets: async () => [] };
  const ports = { clock: systemClock, log: () => undefined, secrets: { ...secrets, deskToken: async () => 'token' } };
  /** The key that a start after a crash would use while the settings are being saved. */
  const keyAfterCrash = async (address: string): Promise<string | null> => {
    const copy = new Map(values);
    const atStart = { ...ports, secrets: { ...ports.secrets, apiKey: async () => copy.get('apiKey') ?? null } };
    return (await openServiceKey(createMemorySecretStore(copy), address, atStart)).apiKey(address);
  };
  const keys: (string | null)[] = [];
  const save = async (): Promise<void> => {
    keys.push(await keyAfterCrash(oldAddress), await keyAfterCrash(newAddress));
    duringSave();
  };
  const settingsStorage = { written, save, applyOverrides: (read: typeof settings) => read };
  const header = { id: 'col_1', name: 'Posts', contentType: 'SOCIAL_POST', createdDate: '', lastModifiedDate: '' };
  const prepared = await prepareServiceChoice(
    { file: null, settings, settingsStorage, problems: [], faults: null } as never,
    { baseUrl: newAddress, apiKey: 'new-key', feed: 'main', collection: { ...header, live: [], staging: [] } },
    {},
    secretStore,
    ports,
  );
  return { prepared, keys, values };
}

test('a crash while the chosen service is saved leaves each address with its own key', async () => {
  const { prepared, keys, values } = await choose(() => undefined);
  if ('ok' in prepared) throw new Error('refused');
  keys.length = 0;
  await prepared.commit();
  expect(keys).toEqual(['old-key', 'new-key']);
  expect(Object.fromEntries(values)).toEqual({ apiKey: 'new-key', apiKeyOwner: formatOwner(newAddress, 'new-key') });
  await prepared.revert();
  expect(keys.slice(2)).toEqual(['old-key', 'new-key']);
  expect(Object.fromEntries(values)).toEqual({ apiKey: 'old-key', apiKeyOwner: formatOwner(oldAddress, 'old-key') });
});

test('a choice is not saved while it is prepared, and its show has its key nevertheless', async () => {
  const { prepared, keys, values } = await choose(() => undefined);
  if ('ok' in prepared) throw new Error('refused');
  expect([keys[0], Object.fromEntries(values)]).toEqual(['old-key', { apiKey: 'old-key' }]);
  expect(prepared.chosenKey).toMatchObject({ to: newAddress, apiKey: 'new-key' });
});

test('a chosen service that can’t be saved leaves the key as it was', async () => {
  let isFull = true;
  const full = await choose(() => {
    if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  });
  expect(full.prepared).toMatchObject({ ok: false, code: 'SETTINGS_NOT_DONE' });
  isFull = false;
  const { prepared, values } = await choose(() => {
    if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  });
  if ('ok' in prepared) throw new Error('refused');
  isFull = true;
  await expect(prepared.commit()).rejects.toThrow('full');
  for (const left of [full.values, values]) expect(Object.fromEntries(left)).toEqual({ apiKey: 'old-key' });
});
