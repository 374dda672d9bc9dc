/** Tests that a restart does not forget that the service went back to an older list. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { emptyShow } from '../../../src/core/show.ts';
import { readBatches } from '../../../src/engine/show/readBatches.ts';
import { createBatchWriter } from '../../../src/engine/show/writeBatches.ts';
import { createSource } from '../../../src/engine/source.ts';
import { createStore } from '../../../src/engine/store.ts';
import { collection, createHarness, respondWithCollection } from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

test('the next starts say it too, until the service’s next change', async () => {
  let body = collection('col_1', 10, ['a']);
  const harness = await createHarness((request, response) => respondWithCollection(() => body)(request, response));
  await harness.source.start();
  await harness.settle();
  body = collection('col_1', 5, ['a', 'deleted']);
  await harness.advance(130_000);
  expect(harness.problemCodes()).toEqual(['SOURCE_REWOUND']);
  await harness.source.stop();
  let saved = harness.store.state();
  for (let starts = 0; starts < 2; starts += 1) {
    const batch: unknown = JSON.parse(JSON.stringify(createBatchWriter().writeWhole(saved)));
    const store = createStore(readBatches(emptyShow, [batch]), async () => undefined, harness.ports);
    const { settings, ports, dataDir } = harness;
    const source = createSource(settings, { store, ports, dataDir, isDemo: false });
    onTestFinished(() => source.stop());
    const codes = () => store.state().problems.map(({ code }) => code);
    await source.start();
    await harness.advance(40_000);
    expect(codes()).toEqual(['SOURCE_REWOUND']);
    saved = store.state();
    if (starts === 1) {
      body = collection('col_1', 30, ['a']);
      await harness.advance(10_000);
      expect(codes()).toEqual([]);
    }
    await source.stop();
  }
});
