/** Tests that the problem with a key of another service advises only what is possible. */
import { expect, test } from 'vitest';
import { describeProblem } from '../../../src/core/problem.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { readSecret } from '../../../src/engine/readSecret.ts';
import { openServiceKey } from '../../../src/engine/settings/serviceKey.ts';
import { createMemorySecretStore } from '../memorySecretStore.ts';

const oldAddress = 'https://old.example';
const newAddress = 'https://new.example';

/** What to do after the address has changed, without the marks around names from outside. */
async function nextStepWith(environment: Readonly<Record<string, string>>): Promise<string> {
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
  const serviceKey = await openServiceKey(store, oldAddress, ports);
  await serviceKey.leave(oldAddress, newAddress);
  const read = await readSecret(() => serviceKey.apiKey(newAddress), { clear: () => undefined });
  if (read.kind !== 'unreadable') throw new Error('the key was read');
  const { code, facts } = read.failure;
  return describeProblem(code, 'source', new Date(0).toISOString(), facts).nextStep.replace(/[\u2066-\u2069]/g, '');
}

test('a stored key of another service can be used or replaced in the settings', async () => {
  expect(await nextStepWith({})).toBe('Enter the key of this service. Or choose Use saved key in Settings, Source.');
});

test('a key of the environment can be used in the settings, and is replaced in the environment only', async () => {
  expect(await nextStepWith({ GREENROOM_API_KEY: 'outside key' })).toBe(
    'Set GREENROOM_API_KEY to the key of this service and restart Greenroom. Or choose Use saved key in Settings, Source.',
  );
});
