/** Mutated answers and deliveries, from their bytes to every document of the feed. */
import { expect, it, vi } from 'vitest';
import { isUsableDate } from '../../src/core/order.ts';
import { readCollection } from '../../src/core/readCollection.ts';
import { emptyShow } from '../../src/core/show.ts';
import { createBoard } from '../../src/engine/feed/board.ts';
import { formats } from '../../src/engine/feed/formats.ts';
import { readDelivery } from '../../src/engine/source/delivery.ts';
import { createStore } from '../../src/engine/store.ts';
import { createChance } from '../faults/chance.ts';
import { quietPorts } from './feed/showHarness.ts';
import { mutate } from './mutate.ts';
import { collection, payload, post } from './source/bench.ts';

vi.setConfig({ testTimeout: 300_000 });

/** A short run by default, a long one where MUTATIONS says so. */
const runs = Number(process.env['MUTATIONS'] ?? 10_000);
const seed = Number(process.env['SEED'] ?? 1);
const stagingCanary = 'staging-canary-6d1c';

it(`breaks nothing with ${runs} mutated answers and deliveries (seed ${seed})`, async () => {
  const chance = createChance(seed);
  const store = createStore(emptyShow, async () => undefined, quietPorts);
  const at = '2026-11-20T18:00:00Z';
  await store.apply({ type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: 'col_1' }], at });
  const mainOf = (): NonNullable<ReturnType<typeof store.state>['feeds'][0]> => {
    const [feed] = store.state().feeds;
    if (feed === undefined) throw new Error('the feed is gone');
    return feed;
  };
  const heldOf = () => store.state().collections['col_1']?.collection ?? null;
  const board = createBoard(store.state(), mainOf());
  const nowMs = Date.parse(at);
  let applied = 0;
  let slowest = { ms: 0, run: 0 };

  for (let run = 1; run <= runs; run += 1) {
    const ids = Array.from({ length: chance.between(1, 4) }, (_, place) => `live-${place}`);
    const body = collection('col_1', run, ids, { stagingContents: [post('staged', { message: stagingCanary })] });
    const isDelivery = chance.between(0, 1) === 1;
    let text = JSON.stringify(isDelivery ? payload(body) : body);
    for (let change = chance.between(1, 3); change > 0; change -= 1) text = mutate(text, chance);
    const bytes = Buffer.from(text);
    const before = mainOf().onAir;
    const started = process.cpuUsage();

    const read = isDelivery
      ? readDelivery(bytes, (id) => (id === 'col_1' ? heldOf() : undefined), nowMs)
      : readAnswer(bytes);
    if (read !== null && 'collection' in read && read.collection !== null)
      await store.apply({
        type: 'collectionArrived',
        collection: read.collection,
        from: 'poll',
        accept: 'newerOrTie',
        at,
      });
    board.update(store.state(), mainOf());
    const documents = Object.entries(formats).map(([name, format]) => ({
      name,
      text: board.rendition(name, format, '', 'http://h').body.toString('utf8'),
    }));
    // Of the processor: what else a busy machine does is not counted.
    const { user, system } = process.cpuUsage(started);
    const tookMs = (user + system) / 1000;
    if (tookMs > slowest.ms) slowest = { ms: tookMs, run };

    const { onAir } = mainOf();
    const why = `run ${run} of seed ${seed}`;
    expect(onAir.revision, why).toBeGreaterThanOrEqual(before.revision);
    if (onAir.items !== before.items) applied += 1;
    const shown = onAir.items.map(({ id }) => id);
    expect(new Set(shown).size, why).toBe(shown.length);
    expect(Object.getPrototypeOf({}), why).toBe(Object.prototype);
    for (const document of documents) {
      expect(document.text.includes(stagingCanary), `${document.name} in ${why}`).toBe(false);
      if (document.name.endsWith('.json'))
        expect(() => JSON.parse(document.text), `${document.name} in ${why}`).not.toThrow();
    }
  }
  // Without this it could be that nothing was ever read.
  expect(applied).toBeGreaterThan(runs / 20);
  console.log(
    `${applied} of ${runs} changed what is on air; the slowest took ${slowest.ms.toFixed(1)} ms of the processor (run ${slowest.run})`,
  );

  function readAnswer(bytes: Buffer): ReturnType<typeof readCollection> | null {
    let answer: unknown;
    try {
      answer = JSON.parse(bytes.toString('utf8'));
    } catch {
      return null;
    }
    const reading = readCollection(answer, 'col_1', heldOf());
    // As the poll does: a date that says nothing is not compared.
    return isUsableDate(reading.collection?.lastModifiedDate ?? '', nowMs) ? reading : null;
  }
});
