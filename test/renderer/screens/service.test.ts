/** The words for the trial of a service. */
import { expect, test } from 'vitest';
import type { ServiceCheck } from '../../../src/contract/secrets.ts';
import { describeAddress, describeKey } from '../../../src/renderer/screens/service/describeCheck.ts';

const accepted: ServiceCheck = {
  ...{ ok: true, status: 200, latencyMs: 84, clockSkewMs: 200, collections: 8, isCached: false },
  ...{ serviceWords: null, problem: null },
};
const refused: ServiceCheck = {
  ...accepted,
  ...{ ok: false, status: 401, collections: null, serviceWords: 'INVALID_API_KEY: The API key is not valid' },
  problem: { code: 'SOURCE_KEY_REFUSED', message: 'The service refused the API key.', nextStep: 'Set it again.' },
};
const silent: ServiceCheck = {
  ...accepted,
  ...{ ok: false, status: null, latencyMs: null, clockSkewMs: null, collections: null },
  problem: {
    code: 'SOURCE_OFFLINE',
    message: 'The service isn’t responding: no such host.',
    nextStep: 'Check the address.',
  },
};

test('an accepted key counts the collections, and the address says how the clocks compare', () => {
  expect(describeAddress(accepted).text).toBe('Responds in 84 ms. Its clock matches this machine.');
  expect(describeKey(accepted)?.text).toBe('Accepted. 8 collections.');
  expect(describeAddress({ ...accepted, clockSkewMs: -247_000 })).toMatchObject({
    kind: 'warn',
    text: 'Responds in 84 ms. Its clock is 4 min 07 s behind this machine’s.',
  });
});

test('a refused key says so with the service’s code, and its address is still good', () => {
  expect(describeAddress(refused).kind).toBe('good');
  expect(describeKey(refused)).toMatchObject({
    kind: 'bad',
    text: 'Refused: INVALID_API_KEY. The service doesn’t recognise this key.',
  });
  expect(describeKey({ ...refused, serviceWords: null })?.text).toContain('Refused: 401.');
});

test('a service that does not respond is said once, and nothing is said of air or the key', () => {
  expect(describeAddress(silent)).toEqual({
    kind: 'bad',
    text: 'The service isn’t responding: no such host.',
    advice: 'Check the address.',
  });
  expect(describeKey(silent)).toBeNull();
});
