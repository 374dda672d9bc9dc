/** Mutated answers and deliveries, from their bytes to every document of the feed. */
import { expect, it, vi } from 'vitest';
import { isUsableDate } from '../../src/core/order.ts';
import { readCollection } from '../../src/core/readCollection.ts';
import { emptyShow } from '../../src/core/show.ts';
import { createBoard } from '../../src/engine/feed/board.ts';
import { formats } from '../../src/engine/feed/formats.ts';
import { readDelivery } from '../../src/engine/source/delivery.ts';
import { createStore } from '../../src/engine/store.ts';
import { type Chance, createChance } from '../faults/chance.ts';
import { quietPorts } from './feed/showHarness.ts';
import { collection, payload, post } from './source/bench.ts';

vi.setConfig({ testTimeout: 300_000 });

/** A short run by default, a long one where MUTATIONS says so. */
const runs = Number(process.env['MUTATIONS'] ?? 10_000);
const seed = Number(process.env['SEED'] ?? 1);
const stagingCanary = 'staging-canary-6d1c';

const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** JSON texts that take the place of a value, or stand before a field. */
const values: readonly [string, ...string[]] = [
  ...(['null', 'true', '0', '-0', '1e308', '1e999', '9007199254740993', '""', '"x"', '[]', '{}', '[null]'] as const),
  ...['"\\ud800"', '"\\u0000"', '"\\ufeff"', '"\\u202e]]>&lt;"', '"</script><!--"', '"=1+1"', '"2026-13-45T99:99:99Z"'],
  ...['"9999-12-31T23:59:59Z"', '{"__proto__":{"toString":1}}', '{"constructor":{"prototype":null}}', deep(40)],
];
const rare: readonly [string, ...string[]] = [
  deep(10_000),
  JSON.stringify('a'.repeat(1_000_000)),
  JSON.stringify('ü\u0301'.repeat(50_000)),
];
const fields: readonly [string, ...string[]] = [
  ...(['__proto__', 'id', 'liveContents', 'stagingContents', 'lastModifiedDate'] as const),
  ...['message', 'media', 'source', 'toJSON', 'extra'],
];

/** One change of a JSON text, which may leave it JSON or not. */
function mutate(text: string, chance: Chance): string {
  const put = chance.between(0, 200) === 0 ? chance.pick(rare) : chance.pick(values);
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?!\s*:)|-?\d+(?:\.\d+)?|\bnull\b|\[\]/g)];
  const token = tokens[chance.between(0, tokens.length - 1)];
  const at = token?.index ?? 0;
  const brace = text.indexOf('{', chance.between(0, text.length - 1));
  switch (chance.between(0, 6)) {
    case 0:
      return text.slice(0, chance.between(0, text.length));
    case 1:
      return text.slice(0, at) + String.fromCharCode(chance.between(0, 0xffff)) + text.slice(at + chance.between(0, 3));
    case 2:
      return `${text.slice(0, brace + 1)}"${chance.pick(fields)}":${put},${text.slice(brace + 1)}`;
    case 3:
      return text.replaceAll(/"live-1"/g, put);
    default:
      return text.slice(0, at) + put + text.slice(at + (token?.[0].length ?? 0));
  }
}

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
