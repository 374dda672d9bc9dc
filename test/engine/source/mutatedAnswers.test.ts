/** Mutated answers of a service, over HTTP, through a whole look at a collection and on to every document of the feed. */
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import type { FeedState } from '../../../src/core/feedState.ts';
import { emptyShow } from '../../../src/core/show.ts';
import { createBoard } from '../../../src/engine/feed/board.ts';
import { formats } from '../../../src/engine/feed/formats.ts';
import { readBase } from '../../../src/engine/source/address.ts';
import { createClient } from '../../../src/engine/source/client.ts';
import { createValidators } from '../../../src/engine/source/conditional.ts';
import { createContact } from '../../../src/engine/source/contact.ts';
import { look, type Memory, noMemory } from '../../../src/engine/source/look.ts';
import { createOrigins } from '../../../src/engine/source/origins.ts';
import { createStore } from '../../../src/engine/store.ts';
import { createChance } from '../../faults/chance.ts';
import { listen } from '../../faults/stage.ts';
import { quietPorts } from '../feed/showHarness.ts';
import { mutate } from '../mutate.ts';
import { collection, post } from './bench.ts';

/** A short run by default, a long one where MUTATED_ANSWERS says so. */
const runs = Number(process.env['MUTATED_ANSWERS'] ?? 1000);
const seed = Number(process.env['SEED'] ?? 1);
const stagingCanary = 'staging-canary-91f0';
const at = '2026-11-20T18:00:00Z';

it(
  `breaks nothing with ${runs} mutated answers over HTTP (seed ${seed})`,
  async () => {
    const chance = createChance(seed);
    let served = Buffer.alloc(0);
    const service = createServer((_, response) => response.setHeader('content-type', 'application/json').end(served));
    const base = readBase(`http://127.0.0.1:${await listen(service)}`, []);
    if (typeof base === 'string') throw new Error(base);
    const ports = { ...quietPorts, secrets: { ...quietPorts.secrets, apiKey: async () => 'a-key' } };
    const store = createStore(emptyShow, async () => undefined, ports);
    await store.apply({ type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: 'col_1' }], at });
    const mainOf = (): FeedState => {
      const [feed] = store.state().feeds;
      if (feed === undefined) throw new Error('the feed is gone');
      return feed;
    };
    const client = createClient(() => false, ports.clock);
    const contact = createContact(store, ports, false);
    const deps = {
      ...{ store, ports, client, contact, validators: createValidators(), origins: createOrigins() },
      base: () => base,
      answered: () => undefined,
      needsKey: () => true,
    };
    const board = createBoard(store.state(), mainOf());
    let memory: Memory = noMemory;
    let applied = 0;
    let refused = 0;
    let slowest = { ms: 0, run: 0 };

    for (let run = 1; run <= runs; run += 1) {
      const ids = Array.from({ length: chance.between(1, 4) }, (_, place) => `live-${place}`);
      const body = collection('col_1', run, ids, { stagingContents: [post('staged', { message: stagingCanary })] });
      let text = JSON.stringify(body);
      for (let change = chance.between(1, 3); change > 0; change -= 1) text = mutate(text, chance);
      served = Buffer.from(text);
      const before = mainOf().onAir;
      const started = process.cpuUsage();

      const seen = await look(deps, 'col_1', chance.between(0, 1) === 1, memory);
      memory = seen.memory;
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
      const why = `run ${run} of seed ${seed}: ${text.slice(0, 300)}`;
      if (seen.ending.kind === 'failed') refused += 1;
      if (seen.ending.kind === 'failed') expect(onAir, why).toBe(before);
      if (onAir.items !== before.items) applied += 1;
      expect(onAir.revision, why).toBeGreaterThanOrEqual(before.revision);
      // Nothing but a list that is empty in so many words empties the feed.
      if (onAir.items.length === 0 && before.items.length > 0) expect(JSON.parse(text).liveContents, why).toEqual([]);
      const shown = onAir.items.map(({ id }) => id);
      expect(
        shown.filter((id: unknown) => typeof id !== 'string' || id === ''),
        why,
      ).toEqual([]);
      expect(new Set(shown).size, why).toBe(shown.length);
      expect(Object.getPrototypeOf({}), why).toBe(Object.prototype);
      for (const document of documents) {
        expect(document.text.includes(stagingCanary), `${document.name} in ${why}`).toBe(false);
        if (document.name === 'live.json') {
          const items: readonly { readonly id: unknown }[] = JSON.parse(document.text).items;
          expect(
            items.map(({ id }) => id),
            why,
          ).toEqual(shown);
        } else if (document.name.endsWith('.json')) expect(() => JSON.parse(document.text), why).not.toThrow();
      }
    }
    contact.stop();
    await client.close();
    service.closeAllConnections();
    service.close();
    // Without these it could be that nothing was ever read, or all of it.
    expect(applied).toBeGreaterThan(runs / 20);
    expect(refused).toBeGreaterThan(runs / 20);
    console.log(
      `${applied} of ${runs} changed what is on air, ${refused} were refused; the slowest took ${slowest.ms.toFixed(1)} ms of the processor (run ${slowest.run})`,
    );
  },
  120_000 + runs * 20,
);
