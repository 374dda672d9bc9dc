import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Collection } from '../../../src/core/collection.ts';
import { readCollection } from '../../../src/core/readCollection.ts';
import { createSource } from '../../../src/engine/source.ts';
import {
  type CollectionJson,
  collection,
  createHarness,
  type Harness,
  payload,
  respondWithCollection,
  webhookSecret,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

let running: Harness | null = null;
afterEach(async () => {
  await running?.close();
  running = null;
});

const older = collection('col_1', 10, ['a', 'bad']);
const sameDate = collection('col_1', 20, ['a', 'bad']);
const takedown = payload(collection('col_1', 20, ['a']));

/** Starts a source without a key, and has the takedown accepted. */
async function startWithTakedown(): Promise<Harness> {
  running = await createHarness(
    respondWithCollection(() => older),
    { mode: 'push' },
  );
  running.secrets.apiKey = null;
  await running.source.start();
  expect((await running.deliver(payload(older))).status).toBe(200);
  await running.advance(1000);
  expect((await running.deliver(takedown)).status).toBe(200);
  await running.advance(1000);
  expect(running.onAir()).toEqual(['a']);
  return running;
}

/** Sets the show to a version that was accepted at the given time, as a damaged or older copy of the show does. */
async function setShow(harness: Harness, body: CollectionJson, acceptedMs: number): Promise<void> {
  const read = readCollection(body, body.id, null).collection as Collection;
  const at = new Date(acceptedMs).toISOString();
  await harness.store.apply({ type: 'collectionArrived', collection: read, from: 'disk', accept: 'any', at });
}

describe('a delivery that was received before', () => {
  it.each([
    ['older', older],
    ['of the same date', sameDate],
  ])('is applied again if the show is %s, because it was damaged', async (_, body) => {
    const harness = await startWithTakedown();
    await setShow(harness, body, harness.clock.now() - 10_000);
    expect(harness.onAir()).toEqual(['a', 'bad']);
    expect((await harness.deliver(takedown)).status).toBe(200);
    expect(harness.onAir()).toEqual(['a']);
  });

  it('is applied again after a restart with an older show', async () => {
    const harness = await startWithTakedown();
    await setShow(harness, older, harness.clock.now() - 10_000);
    await harness.source.stop();
    const { store, ports, dataDir, settings } = harness;
    const restarted = createSource(settings, { store, ports, dataDir, isDemo: false });
    await restarted.start();
    try {
      const raw = JSON.stringify(takedown);
      const signature = createHmac('sha256', webhookSecret).update(raw).digest('hex');
      const headers = { 'content-type': 'application/json', 'x-webhook-signature': `sha256=${signature}` };
      const address = restarted.webhookAddress() ?? '';
      expect((await fetch(address, { method: 'POST', headers, body: raw })).status).toBe(200);
      expect(harness.onAir()).toEqual(['a']);
    } finally {
      await restarted.stop();
    }
  });

  it('changes nothing after the service went back to an older version', async () => {
    const harness = await startWithTakedown();
    await setShow(harness, older, harness.clock.now());
    expect((await harness.deliver(takedown)).status).toBe(200);
    expect(harness.onAir()).toEqual(['a', 'bad']);
  });
});
