/** Tests that a list which was confirmed some time ago is read again before somebody chooses its collection. */
import { expect, it, vi } from 'vitest';
import { collection, createHarness, respondWithCollection, respondWithStatus } from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

async function startSource() {
  const versions = [collection('col_1', 1, ['p1', 'p2'])];
  const harness = await createHarness(
    respondWithCollection(() => versions.at(-1) ?? collection('col_1', 0, [])),
    { mode: 'poll', poll: { intervalSeconds: 300 } },
  );
  await harness.source.start();
  await harness.settle();
  versions.push(collection('col_1', 2, ['p2']));
  return harness;
}

it('a list that was confirmed some time ago is polled', async () => {
  const harness = await startSource();
  await harness.advance(20_000);
  expect(harness.onAir()).toEqual(['p1', 'p2']);
  await harness.source.refresh('col_1');
  expect(harness.onAir()).toEqual(['p2']);
});

it('a list that was just confirmed is not polled, and neither is a collection that no feed uses', async () => {
  const harness = await startSource();
  const before = harness.service.requests.length;
  await harness.source.refresh('col_1');
  await harness.source.refresh('col_2');
  expect([harness.service.requests.length, harness.onAir()]).toEqual([before, ['p1', 'p2']]);
});

it('a service that limits requests or does not answer delays nobody for long, and the reason is known', async () => {
  const harness = await startSource();
  await harness.advance(20_000);
  harness.service.respond = () => undefined;
  const waiting = harness.source.refresh('col_1');
  await harness.advance(3000);
  expect(await waiting).toMatchObject({ code: 'SOURCE_TIMEOUT' });
  const limited = await startSource();
  await limited.advance(20_000);
  limited.service.respond = respondWithStatus(503, { 'retry-after': '60' });
  expect(await limited.source.refresh('col_1')).toMatchObject({ code: 'SOURCE_LIMITED' });
  expect(await limited.source.refresh('col_1')).toMatchObject({ code: 'SOURCE_LIMITED' });
  expect([harness.onAir(), limited.onAir()]).toEqual([
    ['p1', 'p2'],
    ['p1', 'p2'],
  ]);
});

it('an older list is not a confirmation', async () => {
  const older = collection('col_1', 0, ['p0']);
  const harness = await startSource();
  await harness.advance(20_000);
  harness.service.respond = respondWithCollection(() => older);
  expect(await harness.source.refresh('col_1')).toMatchObject({ code: 'SOURCE_OLDER_IGNORED' });
});
