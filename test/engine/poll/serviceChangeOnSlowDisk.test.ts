/** Tests that a list of the service before never passes for one of the service in use, if its address changes while a slow disk saves the list. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { snapshotOf } from '../../../src/core/show.ts';
import { readForUse } from '../../../src/engine/storeFetched.ts';
import {
  type CollectionJson,
  collection,
  createHarness,
  payload,
  type Respond,
  respondWithCollection,
  respondWithStatus,
  startService,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** The list that the slow disk saves. It removes nothing, because a removal would be announced unsaved. */
const late = collection('col_1', 30, ['a1', 'a30']);

/** The show of a service has a1 on air. `moveWhileSaving` changes to another service, which does not respond yet, while the disk saves a list. */
async function openShow() {
  let list = collection('col_1', 1, ['a1']);
  let respondLater: Respond = respondWithStatus(503);
  const harness = await createHarness(
    (request, response) => {
      const body = request.url?.endsWith('/col_2') ? collection('col_2', 30, ['x30']) : list;
      respondWithCollection(() => body)(request, response);
    },
    { mode: 'hybrid' },
  );
  const after = await startService(harness.clock, (request, response) => respondLater(request, response));
  await harness.source.start();
  await harness.settle();
  expect(harness.onAir()).toEqual(['a1']);
  const moveWhileSaving = async <Result>(save: () => Promise<Result>): Promise<Result> => {
    const disk = Promise.withResolvers<void>();
    onTestFinished(() => disk.resolve());
    harness.disk.hung = disk.promise;
    const arrivals = () => harness.events.filter(({ type }) => type === 'collectionArrived').length;
    const before = arrivals();
    const saved = save();
    await expect.poll(arrivals, { timeout: 5000 }).toBe(before + 1);
    await harness.source.configure({ ...harness.settings, baseUrl: after.baseUrl });
    // So late that the change of the address, which needs no disk, overtakes the list.
    harness.clock.advance(200);
    await expect.poll(() => harness.store.state().source.baseUrl, { timeout: 5000 }).toBe(after.baseUrl);
    harness.disk.hung = null;
    disk.resolve();
    await harness.settle();
    return saved;
  };
  return {
    ...{ harness, moveWhileSaving },
    change: (changed: CollectionJson) => {
      list = changed;
    },
    /** The service in use responds with an older list than the late one. */
    respond: async () => {
      respondLater = respondWithCollection(() => collection('col_1', 5, ['b5']));
      await harness.advance(20_000);
    },
  };
}

test('a polled list of the service before stays off air, and the older list of the service in use goes on air', async () => {
  const { harness, moveWhileSaving, change, respond } = await openShow();
  change(late);
  await moveWhileSaving(() => harness.source.checkNow());
  expect(harness.onAir()).toEqual(['a1']);
  expect(snapshotOf(harness.store.state(), 'col_1')?.service).toBe(harness.settings.baseUrl);
  expect(harness.store.state().source.lastConfirmedAt).toBeNull();
  await respond();
  expect([harness.onAir(), harness.problemCodes()]).toEqual([['b5'], []]);
});

test('a delivery of the service before stays off air, and is to be sent again', async () => {
  const { harness, moveWhileSaving, respond } = await openShow();
  const { status } = await moveWhileSaving(() => harness.deliver(payload(late)));
  expect(status).toBe(503);
  expect(harness.onAir()).toEqual(['a1']);
  expect(harness.store.state().source.lastConfirmedAt).toBeNull();
  await respond();
  expect([harness.onAir(), harness.problemCodes()]).toEqual([['b5'], []]);
});

test('a list of the service before that was read for a feed is not stored', async () => {
  const { harness, moveWhileSaving } = await openShow();
  const { state, apply } = harness.store;
  const store = {
    state,
    apply: (event: Parameters<typeof apply>[0]) => {
      harness.events.push(event);
      return apply(event);
    },
  };
  const read = await moveWhileSaving(() => readForUse(store, harness.source, 'col_2', '2026-11-20T18:00:00Z'));
  expect(read).toBe('movedOn');
  expect(snapshotOf(harness.store.state(), 'col_2')).toBeNull();
});
