/** Tests that collections do not wait for their own retry once another one shows that the service is back. */
import { expect, test } from 'vitest';
import { collection, createHarness, respondWithCollection } from '../sourceHarness.ts';

test('the first collection that the service answers after an outage makes the others poll now', async () => {
  let isAway = false;
  const ids = ['col_1', 'col_2', 'col_3'];
  const harness = await createHarness(
    (request, response) => {
      const id = request.url?.split('/').at(-1) ?? '';
      if (isAway) response.writeHead(503).end();
      else respondWithCollection(() => collection(id, 10, [id]))(request, response);
    },
    {},
    ids,
  );
  await harness.source.start();
  await harness.settle();
  isAway = true;
  // Their retries drift apart by then.
  await harness.advance(60_000);
  expect(harness.problemCodes()).toContain('SOURCE_FAILING');
  isAway = false;
  const before = harness.service.requests.length;
  const answered = () =>
    new Set(harness.service.requests.slice(before).flatMap(({ url }) => ids.filter((id) => url.endsWith(id))));
  for (let waitedMs = 0; waitedMs < 60_000 && answered().size === 0; waitedMs += 50) await harness.advance(50);
  await harness.advance(50);
  expect([...answered()].sort()).toEqual(ids);
  expect(harness.problemCodes()).toEqual([]);
});

test('a longer interval does not make a list fresh whose checks fail', async () => {
  let isAway = false;
  const harness = await createHarness((request, response) => {
    if (isAway) response.writeHead(503).end();
    else respondWithCollection(() => collection('col_1', 10, ['a']))(request, response);
  });
  await harness.source.start();
  await harness.settle();
  const freshness = () => harness.store.state().source.freshness;
  expect(freshness()).toBe('fresh');
  isAway = true;
  await harness.advance(40_000);
  expect(freshness()).toBe('stale');
  await harness.source.configure({ ...harness.settings, poll: { ...harness.settings.poll, intervalSeconds: 60 } });
  expect(freshness()).toBe('stale');
  await harness.advance(10_000);
  expect(freshness()).toBe('stale');
  isAway = false;
  await harness.advance(60_000);
  expect(freshness()).toBe('fresh');
});
