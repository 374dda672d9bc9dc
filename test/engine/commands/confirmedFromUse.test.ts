/** Tests how recent a list is said to be when a feed has just begun to use its collection. */
import { expect, it } from 'vitest';
import { confirmationOf } from '../../../src/core/source.ts';
import { createReadsForUse } from '../../../src/engine/readsForUse.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { pointFeed } from '../pointFeed.ts';
import { collection, createHarness, type Respond, respondWithCollection, respondWithStatus } from '../sourceHarness.ts';

/** Main has a of col_1. The service responds to the first requests for col_2, and to no further one. */
async function startShow(responses: number, headers: Record<string, string> = {}) {
  let left = responses;
  const respond: Respond = (request, response) => {
    const isSecond = request.url?.includes('col_2') === true;
    if (isSecond) left -= 1;
    if (isSecond && left < 0) return respondWithStatus(503)(request, response);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    respondWithCollection(() => (isSecond ? collection('col_2', 2, ['x']) : collection('col_1', 1, ['a'])))(
      request,
      response,
    );
  };
  const harness = await createHarness(respond);
  await harness.source.start();
  await harness.settle();
  const point = (hold = false) => pointFeed('main', 'col_2', hold, harness);
  return { ...harness, point, confirmation: () => confirmationOf(harness.store.state().source, 'col_2') };
}

it('a list that was read for its feed is fresh in the response already', async () => {
  const show = await startShow(1);
  const confirmedAt = new Date(show.clock.now()).toISOString();
  expect(await show.point()).toMatchObject({ ok: true, value: { freshness: 'fresh' } });
  expect(show.confirmation()).toMatchObject({ freshness: 'fresh', confirmedAt });
});

it('a list that a cache sent for its feed counts from before the time in the cache', async () => {
  const show = await startShow(1, { age: '20' });
  const confirmedAt = new Date(show.clock.now() - 21_000).toISOString();
  expect(await show.point()).toMatchObject({ ok: true });
  expect(show.confirmation()).toMatchObject({ confirmedAt });
});

it('a preview of the same list confirms nothing when the list can’t be read for its feed', async () => {
  const show = await startShow(2);
  expect(await show.point()).toMatchObject({ ok: true });
  await show.settle();
  await show.store.apply({
    ...{ type: 'feedPointed', feed: 'main', collectionId: 'col_1', hold: false },
    ...{ seen: { gate: null, revision: null }, by: 'Marit', at: '2026-11-20T18:00:20Z' },
  });
  await show.source.fetchCollection('col_2');
  expect(await show.point(true)).toMatchObject({ ok: true, value: { freshness: 'offline' } });
});

it('a read of the service before confirms nothing, and neither does a read from a minute ago', () => {
  const clock = createFakeClock();
  const reads = createReadsForUse(clock);
  const response = { status: 200, sentMs: clock.monotonicMs(), latencyMs: 10, skewMs: 0, dateMs: null } as const;
  const record = (id: string, sentMs: number) =>
    reads.record(id, { ...response, sentMs, cacheAgeSeconds: null }, '2026-11-20T17:00:00Z');
  const isConfirmed = (id: string): boolean => reads.takeStatus(id).confirmedMs !== null;
  record('before', clock.monotonicMs());
  const sentMs = clock.monotonicMs();
  clock.advance(10);
  reads.reset();
  record('late', sentMs);
  clock.advance(10);
  record('after', clock.monotonicMs());
  record('old', clock.monotonicMs());
  expect(['before', 'late', 'after', 'after'].map(isConfirmed)).toEqual([false, false, true, false]);
  clock.advance(61_000);
  expect(isConfirmed('old')).toBe(false);
});
