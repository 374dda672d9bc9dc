/** Tests that a restart does not forget that a delivery was lost, if no API key lets Greenroom check the service. */
import { expect, test, vi } from 'vitest';
import { snapshotOf } from '../../../src/core/show.ts';
import { shiftTime } from '../../../src/core/time.ts';
import { restartSource } from '../restartSource.ts';
import {
  collection,
  createHarness,
  type Harness,
  payload,
  payloadNow,
  respondWithCollection,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

let body = collection('col_1', 10, ['p1']);

/** In push mode without an API key, with `on` on air and the delivery after it refused. */
async function loseDelivery(feeds: readonly string[] = ['col_1']): Promise<Harness> {
  const harness = await createHarness(
    respondWithCollection(() => body),
    { mode: 'push' },
    feeds,
  );
  harness.secrets.apiKey = null;
  await harness.source.start();
  await harness.settle();
  for (const id of feeds)
    expect((await harness.deliver(payloadNow(harness, collection(id, 11, [`on_${id}`])))).status).toBe(200);
  await harness.settle();
  await harness.advance(60_000);
  const lost = payloadNow(harness, collection('col_1', 20, ['off']));
  expect((await harness.deliver(lost, { secret: 'rotated' })).status).toBe(401);
  await harness.settle();
  expect(harness.problemCodes()).toContain('SOURCE_UNCONFIRMED');
  return harness;
}

const freshnessOf = (harness: Harness): string | undefined =>
  harness.store.state().source.confirmations['col_1']?.freshness;

test('each restart says it, until a later delivery', async () => {
  let harness = await loseDelivery();
  for (let starts = 0; starts < 2; starts += 1) {
    harness = await restartSource(harness);
    expect(harness.problemCodes()).toEqual(['SOURCE_UNCONFIRMED']);
    await harness.advance(3_600_000);
    expect(harness.problemCodes()).toEqual(['SOURCE_UNCONFIRMED']);
  }
  expect((await harness.deliver(payloadNow(harness, collection('col_1', 30, ['next'])))).status).toBe(200);
  await harness.settle();
  expect(harness.problemCodes()).toEqual([]);
  expect(freshnessOf(harness)).toBe('fresh');
  harness = await restartSource(harness);
  expect(harness.problemCodes()).toEqual([]);
});

test('an earlier delivery that arrives late after the restart does not end it, a later one of before the restart does', async () => {
  const before = await loseDelivery();
  const lostAtMs = before.clock.now();
  await before.advance(60_000);
  const harness = await restartSource(before);
  const deliver = async (second: number, live: string, atMs: number): Promise<void> => {
    const late = payload(collection('col_1', second, [live]), { timestamp: new Date(atMs).toISOString() });
    expect((await harness.deliver(late)).status).toBe(200);
    await harness.settle();
  };
  await deliver(15, 'late', lostAtMs - 30_000);
  expect(harness.onAir()).toEqual(['late']);
  expect(freshnessOf(harness)).toBe('stale');
  expect(harness.problemCodes()).toEqual(['SOURCE_UNCONFIRMED']);
  await deliver(25, 'later', lostAtMs + 30_000);
  expect(freshnessOf(harness)).toBe('fresh');
  expect(harness.problemCodes()).toEqual([]);
});

test('the last of many lost deliveries counts after the restart', async () => {
  const before = await loseDelivery();
  await before.advance(10_000);
  const lastAtMs = before.clock.now();
  const lost = payloadNow(before, collection('col_1', 21, ['off']));
  expect((await before.deliver(lost, { secret: 'rotated' })).status).toBe(401);
  await before.settle();
  const harness = await restartSource(before);
  const early = { timestamp: new Date(lastAtMs - 5000).toISOString() };
  expect((await harness.deliver(payload(collection('col_1', 15, ['late']), early))).status).toBe(200);
  await harness.settle();
  expect(freshnessOf(harness)).toBe('stale');
});

test('its time moves with the clock of the machine', async () => {
  const { store, settle } = await loseDelivery();
  const doubtedAt = (): string => snapshotOf(store.state(), 'col_1')?.doubtedAt ?? '';
  const before = doubtedAt();
  await store.apply({ type: 'clockSet', byMs: 90_000, wasStopped: false });
  await settle();
  expect(doubtedAt()).toBe(shiftTime(before, 90_000));
});

test('an API key ends it after the restart', async () => {
  const before = await loseDelivery();
  before.secrets.apiKey = 'key';
  body = collection('col_1', 20, ['off']);
  const harness = await restartSource(before);
  await harness.advance(10_000);
  expect(freshnessOf(harness)).toBe('fresh');
  expect(harness.problemCodes()).toEqual([]);
});

test('it lasts while a held feed shows the posts, although it uses another collection', async () => {
  let harness = await loseDelivery(['col_1', 'col_2']);
  // The refused delivery can have been of any collection.
  expect((await harness.deliver(payloadNow(harness, collection('col_2', 30, ['on_col_2'])))).status).toBe(200);
  const eventNow = () => ({ feed: 'main', by: null, at: new Date(harness.clock.now()).toISOString() });
  await harness.store.apply({ type: 'feedHeld', ...eventNow() });
  await harness.store.apply({ type: 'feedPointed', ...eventNow(), collectionId: 'col_2', hold: true });
  await harness.settle();
  expect(harness.onAir()).toEqual(['on_col_1']);
  expect(harness.problemCodes()).toContain('SOURCE_UNCONFIRMED');
  harness = await restartSource(harness);
  expect(harness.problemCodes()).toEqual(['SOURCE_UNCONFIRMED']);
  await harness.store.apply({ type: 'feedReleased', ...eventNow(), liveVersion: null });
  await harness.settle();
  expect(harness.onAir()).toEqual(['on_col_2']);
  expect(harness.problemCodes()).toEqual([]);
});

test('it lasts also if the address of the service is changed, and changed back', async () => {
  const harness = await loseDelivery();
  for (const baseUrl of ['http://127.0.0.1:9/v1', harness.settings.baseUrl]) {
    await harness.source.configure({ ...harness.settings, baseUrl });
    await harness.settle();
    expect(harness.problemCodes()).toContain('SOURCE_UNCONFIRMED');
  }
  const { problemCodes } = await restartSource(harness);
  expect(problemCodes()).toContain('SOURCE_UNCONFIRMED');
});
