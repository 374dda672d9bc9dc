/** Presses Check now while no request can be sent. */
import { expect, it } from 'vitest';
import { collection, createHarness, type Harness, respondWithCollection } from '../sourceHarness.ts';

async function start(mode: 'poll' | 'push' | 'hybrid', feeds: readonly string[] = ['col_1']): Promise<Harness> {
  const harness = await createHarness(
    respondWithCollection(() => collection('col_1', 1, ['p1'])),
    { mode },
    feeds,
  );
  await harness.source.start();
  await harness.settle();
  return harness;
}

it.each(['poll', 'hybrid', 'push'] as const)('says in %s mode that no API key is set', async (mode) => {
  const harness = await start(mode);
  harness.secrets.apiKey = null;
  const requests = harness.service.requests.length;
  expect(await harness.source.checkNow()).toMatchObject({ code: 'SOURCE_KEY_MISSING' });
  await harness.settle();
  expect(harness.service.requests).toHaveLength(requests);
  harness.secrets.apiKey = 'a key';
  expect(await harness.source.checkNow()).toMatchObject({ code: 'SOURCE_KEY_UNSENDABLE' });
  harness.secrets.isUnreadable = true;
  expect(await harness.source.checkNow()).toMatchObject({ code: 'SECRETS_UNREADABLE' });
});

it('sends a request as soon as the key is there', async () => {
  const harness = await start('push');
  const { apiKey } = harness.secrets;
  harness.secrets.apiKey = null;
  await harness.source.checkNow();
  await harness.settle();
  harness.secrets.apiKey = apiKey;
  const requests = harness.service.requests.length;
  expect(await harness.source.checkNow()).toBeNull();
  await harness.settle();
  expect(harness.service.requests.length).toBeGreaterThan(requests);
});

it('says that no feed uses a collection', async () => {
  const harness = await start('poll', []);
  expect(await harness.source.checkNow()).toMatchObject({ code: 'COLLECTION_NONE' });
});
