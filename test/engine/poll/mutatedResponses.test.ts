/** Sends mutated service responses over HTTP through a whole poll and into every document of the feed. */
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { parseBaseAddress } from '../../../src/engine/poll/address.ts';
import { createClient } from '../../../src/engine/poll/client.ts';
import { createEtagCache } from '../../../src/engine/poll/etagCache.ts';
import { createListOrigins } from '../../../src/engine/poll/listOrigins.ts';
import { pollOnce } from '../../../src/engine/poll/pollOnce.ts';
import { initialPollState, type PollState } from '../../../src/engine/poll/pollState.ts';
import { createSourceStatus } from '../../../src/engine/sourceStatus.ts';
import { listen } from '../../faults/engineTestBed.ts';
import { createRandom } from '../../random.ts';
import { seed } from '../../seed.ts';
import { quietPorts } from '../feed/showHarness.ts';
import { mutate } from '../mutate.ts';
import { createMutationShow } from '../mutationShow.ts';
import { collection, post } from '../sourceHarness.ts';

/** A short run by default; set MUTATED_ANSWERS for a long one. */
const runs = Number(process.env['MUTATED_ANSWERS'] ?? 1000);
const stagingCanary = 'staging-canary-91f0';
const at = '2026-11-20T18:00:00Z';

it(
  `survives ${runs} mutated responses over HTTP (seed ${seed})`,
  async () => {
    const random = createRandom(seed);
    let served = Buffer.alloc(0);
    const service = createServer((_, response) => response.setHeader('content-type', 'application/json').end(served));
    const base = parseBaseAddress(`http://127.0.0.1:${await listen(service)}`, []);
    if (typeof base === 'string') throw new Error(base);
    const ports = { ...quietPorts, secrets: { ...quietPorts.secrets, apiKey: async () => 'a-key' } };
    const { store, main, applyAndCheck, slowest } = await createMutationShow(ports, at, stagingCanary);
    const client = createClient(
      () => false,
      () => ({ proxy: null, authority: [] }),
      ports.clock,
    );
    const sourceStatus = createSourceStatus(store, ports, false);
    const deps = {
      store,
      ports,
      client,
      sourceStatus,
      etags: createEtagCache(),
      origins: createListOrigins(),
      base: () => base,
      serviceAddress: () => '',
      onResponse: () => undefined,
      isKeyRequired: () => true,
    };
    let pollState: PollState = initialPollState;
    let applied = 0;
    let refused = 0;
    let hasFailed = false;

    for (let run = 1; run <= runs; run += 1) {
      const ids = Array.from({ length: random.between(1, 4) }, (_, index) => `live-${index}`);
      const body = collection('col_1', run, ids, { stagingContents: [post('staged', { message: stagingCanary })] });
      let text = JSON.stringify(body);
      for (let change = random.between(1, 3); change > 0; change -= 1) text = mutate(text, random);
      served = Buffer.from(text);
      const before = main().onAir;
      const context = `run ${run} of seed ${seed}: ${text.slice(0, 300)}`;
      const hasChanged = await applyAndCheck(run, context, async () => {
        const report = await pollOnce(deps, 'col_1', random.between(0, 1) === 1, pollState);
        pollState = report.pollState;
        hasFailed = report.result.kind === 'failed';
      });
      if (hasChanged) applied += 1;
      if (hasFailed) refused += 1;
      const { onAir } = main();
      if (hasFailed) expect(onAir, context).toBe(before);
      // Only an explicitly empty list may empty the feed.
      if (onAir.items.length === 0 && before.items.length > 0)
        expect(JSON.parse(text).liveContents, context).toEqual([]);
    }
    sourceStatus.stop();
    await client.close();
    service.closeAllConnections();
    service.close();
    // Guards against mutations that are all refused or all accepted.
    expect(applied).toBeGreaterThan(runs / 20);
    expect(refused).toBeGreaterThan(runs / 20);
    console.log(
      `${applied} of ${runs} changed on air, ${refused} were refused; the slowest took ${slowest().ms.toFixed(1)} ms of CPU time (run ${slowest().run})`,
    );
  },
  120_000 + runs * 20,
);
