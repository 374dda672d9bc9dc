/** Tests that the texts about a key of another service advise only what is possible. */
import { expect, test } from 'vitest';
import { createEmptyFeed } from '../../../src/core/feedState.ts';
import { describeProblem } from '../../../src/core/problem.ts';
import { emptyShow } from '../../../src/core/show.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { readSecret } from '../../../src/engine/readSecret.ts';
import { effectOf } from '../../../src/engine/settings/airEffect.ts';
import { openServiceKey } from '../../../src/engine/settings/serviceKey.ts';
import { createMemorySecretStore } from '../memorySecretStore.ts';
import { aloneDeps } from '../testSettings.ts';

const oldAddress = 'https://old.example';
const newAddress = 'https://new.example';

type Environment = Readonly<Record<string, string>>;

/** Without the marks around names from outside. */
const plain = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');

function openKey(environment: Environment) {
  const store = createMemorySecretStore(new Map([['apiKey', 'stored key']]), environment);
  const ports = {
    clock: systemClock,
    log: () => undefined,
    secrets: {
      apiKey: async () => environment['GREENROOM_API_KEY'] ?? 'stored key',
      webhookSecrets: async () => [],
      deskToken: async () => 'token',
    },
  };
  return openServiceKey(store, oldAddress, ports);
}

/** What to do after the address has changed. */
async function nextStepWith(environment: Environment): Promise<string> {
  const serviceKey = await openKey(environment);
  await serviceKey.leave(oldAddress, newAddress);
  const read = await readSecret(() => serviceKey.apiKey(newAddress), { clear: () => undefined });
  if (read.kind !== 'unreadable') throw new Error('the key was read');
  const { code, facts } = read.failure;
  return plain(describeProblem(code, 'source', new Date(0).toISOString(), facts).nextStep);
}

/** The effects of a change of the address, while main follows live and while it is held. */
async function effectsWith(environment: Environment): Promise<readonly string[]> {
  const serviceKey = await openKey(environment);
  const difference = { path: 'source.baseUrl', from: oldAddress, to: newAddress };
  const effects = (['following', 'held'] as const).map((gate) => {
    const feeds = [{ ...createEmptyFeed('main', '2026-11-20T17:00:00Z'), collectionId: 'col_1', gate }];
    return effectOf(difference, false, null, {
      state: () => ({ ...emptyShow, feeds }),
      ...{ ...aloneDeps, serviceKey },
    });
  });
  return (await Promise.all(effects)).map(({ onAir }) => plain(onAir));
}

test('a stored key of another service can be used or replaced in the settings', async () => {
  expect(await nextStepWith({})).toBe('Enter the key of this service. Or choose Use saved key in Settings, Source.');
});

test('a key of the environment can be used in the settings, and is replaced in the environment only', async () => {
  expect(await nextStepWith({ GREENROOM_API_KEY: 'outside key' })).toBe(
    'Set GREENROOM_API_KEY to the key of this service and restart Greenroom. Or choose Use saved key in Settings, Source.',
  );
});

test('the effect of a change of the address advises an entry for a stored key', async () => {
  expect(await effectsWith({})).toEqual([
    'the saved API key belongs to https://old.example and is not sent to the other service; the last good list of main stays until you enter its key, then its live list goes on air',
    'none; the saved API key belongs to https://old.example and is not sent to the other service: enter its key',
  ]);
});

test('the effect of a change of the address names the environment for its key', async () => {
  expect(await effectsWith({ GREENROOM_API_KEY: 'outside key' })).toEqual([
    'the API key in GREENROOM_API_KEY belongs to https://old.example and is not sent to the other service; the last good list of main stays until you set GREENROOM_API_KEY to the key of the other service and restart Greenroom, then its live list goes on air',
    'none; the API key in GREENROOM_API_KEY belongs to https://old.example and is not sent to the other service: set GREENROOM_API_KEY to its key and restart Greenroom',
  ]);
});
