/** Applies mutated responses and deliveries, and checks every document of the feed. */
import { expect, it, vi } from 'vitest';
import { isUsableDate } from '../../src/core/order.ts';
import { readCollection } from '../../src/core/readCollection.ts';
import { readDelivery } from '../../src/engine/webhook/readDelivery.ts';
import { createRandom } from '../random.ts';
import { seed } from '../seed.ts';
import { quietPorts } from './feed/showHarness.ts';
import { mutate } from './mutate.ts';
import { createMutationShow } from './mutationShow.ts';
import { collection, payload, post } from './sourceHarness.ts';

vi.setConfig({ testTimeout: 300_000 });

/** Set MUTATIONS for a longer run. */
const runs = Number(process.env['MUTATIONS'] ?? 10_000);
const stagingCanary = 'staging-canary-6d1c';

it(`serves valid documents after ${runs} mutated responses and deliveries (seed ${seed})`, async () => {
  const chance = createRandom(seed);
  const at = '2026-11-20T18:00:00Z';
  const { store, applyAndCheck, slowest } = await createMutationShow(quietPorts, at, stagingCanary);
  const currentCollection = () => store.state().collections['col_1']?.collection ?? null;
  const startMs = Date.parse(at);
  let applied = 0;

  for (let run = 1; run <= runs; run += 1) {
    // Each run is one second later, so that a long run passes midnight.
    const nowMs = startMs + run * 1000;
    const ids = Array.from({ length: chance.between(1, 4) }, (_, index) => `live-${index}`);
    const body = collection('col_1', run, ids, { stagingContents: [post('staged', { message: stagingCanary })] });
    const isDelivery = chance.between(0, 1) === 1;
    let text = JSON.stringify(isDelivery ? payload(body) : body);
    for (let change = chance.between(1, 3); change > 0; change -= 1) text = mutate(text, chance);
    const bytes = Buffer.from(text);

    const hasChanged = await applyAndCheck(run, `run ${run} of seed ${seed}`, async () => {
      const read = isDelivery
        ? await readDelivery(bytes, {
            currentVersions: [],
            findCurrent: (id) => (id === 'col_1' ? currentCollection() : undefined),
            prepare: function* () {},
            serviceNowMs: nowMs,
          })
        : readResponse(bytes, nowMs);
      if (read === null || !('collection' in read) || read.collection === null) return;
      await store.apply({
        type: 'collectionArrived',
        collection: read.collection,
        from: 'poll',
        accept: 'newerOrTie',
        at,
      });
    });
    if (hasChanged) applied += 1;
  }
  // Guards against a test in which nothing was ever read.
  expect(applied).toBeGreaterThan(runs / 20);
  console.log(
    `${applied} of ${runs} changed on air; the slowest took ${slowest().ms.toFixed(1)} ms of processor time (run ${slowest().run})`,
  );

  function readResponse(bytes: Buffer, nowMs: number): ReturnType<typeof readCollection> | null {
    let response: unknown;
    try {
      response = JSON.parse(bytes.toString('utf8'));
    } catch {
      return null;
    }
    const reading = readCollection(response, 'col_1', currentCollection());
    // Like the poll, which ignores an unusable date.
    return isUsableDate(reading.collection?.lastModifiedDate ?? '', nowMs) ? reading : null;
  }
});
