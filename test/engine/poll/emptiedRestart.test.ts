/** Tests that neither a restart nor another collection hides that posts left air because the service’s list has fewer than its post count. */
import { expect, test, vi } from 'vitest';
import { pointFeed } from '../pointFeed.ts';
import { restartSource } from '../restartSource.ts';
import { collection, createHarness, type Harness, payloadNow, respondWithCollection } from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

let body = collection('col_1', 10, ['a', 'b', 'c']);

async function startPolling(): Promise<Harness> {
  const harness = await createHarness((request, response) => respondWithCollection(() => body)(request, response));
  await harness.source.start();
  await harness.settle();
  return harness;
}

test('the next starts say it too, also after another change, until the list has as many posts as its count', async () => {
  body = collection('col_1', 10, ['a', 'b', 'c']);
  let harness = await startPolling();
  body = collection('col_1', 11, [], { liveContentCount: 3 });
  await harness.advance(30_000);
  expect(harness.onAir()).toEqual([]);
  expect(harness.problemCodes()).toContain('SOURCE_EMPTIED');
  for (let starts = 0; starts < 2; starts += 1) {
    harness = await restartSource(harness);
    expect(harness.problemCodes()).toContain('SOURCE_EMPTIED');
    body = collection('col_1', 20 + starts, [], { liveContentCount: 3 });
    await harness.advance(30_000);
    expect(harness.problemCodes()).toContain('SOURCE_EMPTIED');
  }
  body = collection('col_1', 30, ['a', 'b', 'c']);
  await harness.advance(10_000);
  expect(harness.onAir()).toEqual(['a', 'b', 'c']);
  expect(harness.problemCodes()).toEqual([]);
});

test('a start says it too after a delivery of a version that is still cut, and not after one of all posts', async () => {
  body = collection('col_1', 10, ['a', 'b', 'c']);
  let harness = await createHarness(
    respondWithCollection(() => body),
    { mode: 'hybrid' },
  );
  await harness.source.start();
  await harness.settle();
  body = collection('col_1', 11, [], { liveContentCount: 3 });
  await harness.advance(60_000);
  expect(harness.problemCodes()).toContain('SOURCE_EMPTIED');
  for (const [second, live] of [
    [20, []],
    [30, ['a', 'b', 'c']],
  ] as const) {
    body = collection('col_1', second, [...live], { liveContentCount: 3 });
    expect((await harness.deliver(payloadNow(harness, body))).status).toBe(200);
    harness = await restartSource(harness);
    await harness.advance(30_000);
    expect(harness.problemCodes().includes('SOURCE_EMPTIED')).toBe(live.length === 0);
  }
});

test('a count that never agreed, without a post that left air, says nothing of it after a restart', async () => {
  body = collection('col_1', 10, ['a'], { liveContentCount: 3 });
  const harness = await restartSource(await startPolling());
  await harness.advance(10_000);
  expect(harness.onAir()).toEqual(['a']);
  expect(harness.problemCodes()).toEqual(['SOURCE_FIELD_ODD']);
});

test('a feed that uses the collection again says it too', async () => {
  const bodies = new Map([
    ['col_1', collection('col_1', 10, ['a', 'b', 'c'])],
    ['col_2', collection('col_2', 10, ['x'])],
  ]);
  const harness = await createHarness((request, response) =>
    respondWithCollection(() => bodies.get(request.url?.split('/').at(-1) ?? '') ?? body)(request, response),
  );
  await harness.source.start();
  await harness.settle();
  bodies.set('col_1', collection('col_1', 11, ['a', 'b'], { liveContentCount: 3 }));
  await harness.advance(30_000);
  expect(harness.problemCodes()).toContain('SOURCE_EMPTIED');
  expect(await pointFeed('main', 'col_2', false, harness)).toMatchObject({ ok: true });
  await harness.advance(5000);
  expect(harness.onAir()).toEqual(['x']);
  expect(harness.problemCodes()).toEqual([]);
  expect(await pointFeed('main', 'col_1', false, harness)).toMatchObject({ ok: true });
  await harness.advance(5000);
  expect(harness.onAir()).toEqual(['a', 'b']);
  expect(harness.problemCodes()).toContain('SOURCE_EMPTIED');
  bodies.set('col_1', collection('col_1', 12, ['a', 'b', 'c']));
  await harness.advance(10_000);
  expect(harness.problemCodes()).toEqual([]);
});
