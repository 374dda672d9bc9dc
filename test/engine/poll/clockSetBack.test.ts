/** Tests a service whose clock is set back by a few seconds, so that its next change has an older date. */
import { expect, it, vi } from 'vitest';
import {
  type CollectionJson,
  collection,
  createHarness,
  type Harness,
  payload,
  respondWithCollection,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const listed = collection('col_1', 103, ['a', 'bad']);
/** Made after the list above, by a clock that was set back. */
const takedown = collection('col_1', 101, ['a']);

async function start(mode: string): Promise<Harness & { readonly set: (body: CollectionJson) => void }> {
  let body = listed;
  const running = await createHarness(
    respondWithCollection(() => body),
    { mode },
  );
  await running.source.start();
  await running.advance(20_000);
  return {
    ...running,
    set: (next) => {
      body = next;
    },
  };
}

/** Delivers it for an event that occurs now, by the service’s clock. */
async function deliver(harness: Harness, body: CollectionJson, behindMs: number): Promise<void> {
  const now = new Date(harness.clock.now() - behindMs).toISOString();
  const headers = { 'x-webhook-delivery-timestamp': now };
  expect((await harness.deliver(payload(body, { timestamp: now }), { headers })).status).toBe(200);
  await harness.settle();
}

it.each(['poll', 'hybrid', 'push'])(
  'is followed after 65 s of repetition (%s); until then the feed is stale and the desk says why',
  async (mode) => {
    const harness = await start(mode);
    if (mode !== 'poll') await deliver(harness, listed, 0);
    await harness.advance(10_000);
    harness.set(takedown);
    if (mode === 'poll') await harness.advance(5000);
    else await deliver(harness, takedown, 3000);
    for (let seconds = 0; seconds < 65; seconds += 5) {
      expect(harness.onAir()).toEqual(['a', 'bad']);
      expect(harness.store.state().source.freshness).toBe('stale');
      expect(harness.problemCodes()).toContain('SOURCE_OLDER_IGNORED');
      await harness.advance(5000);
    }
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['a']);
    expect(harness.store.state().source.freshness).toBe('fresh');
    // It was delivered, or the service had nothing to deliver.
    await harness.advance(60_000);
    expect(harness.problemCodes()).toEqual(['SOURCE_REWOUND']);
  },
);

it('is shown at the next change that has a later date than our list, without waiting', async () => {
  const harness = await start('poll');
  harness.set(takedown);
  await harness.advance(5000);
  harness.set(collection('col_1', 104, ['a', 'b']));
  await harness.advance(5000);
  expect(harness.onAir()).toEqual(['a', 'b']);
  expect(harness.problemCodes()).toEqual([]);
  expect(harness.store.state().source.freshness).toBe('fresh');
});

it('does not make the feed stale if the older list is from a cache, from before our list was confirmed', async () => {
  const harness = await start('poll');
  harness.service.respond = (request, response) => {
    response.setHeader('age', '20');
    respondWithCollection(() => collection('col_1', 50, ['old']))(request, response);
  };
  await harness.advance(5000);
  expect(harness.problemCodes()).toContain('SOURCE_OLDER_IGNORED');
  expect(harness.store.state().source.freshness).toBe('fresh');
});
