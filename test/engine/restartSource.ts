/** Restarts the source of a harness with what is saved of its show. */
import { onTestFinished } from 'vitest';
import { emptyShow } from '../../src/core/show.ts';
import { readBatches } from '../../src/engine/show/readBatches.ts';
import { createBatchWriter } from '../../src/engine/show/writeBatches.ts';
import { createSource } from '../../src/engine/source.ts';
import { createStore } from '../../src/engine/store.ts';
import { createDeliver, type Harness } from './sourceHarness.ts';

/** Returns the harness of the restarted source. */
export async function restartSource(harness: Harness): Promise<Harness> {
  await harness.source.stop();
  const batch: unknown = JSON.parse(JSON.stringify(createBatchWriter().writeWhole(harness.store.state())));
  const store = createStore(readBatches(emptyShow, [batch]), async () => undefined, harness.ports);
  const { settings, ports, dataDir } = harness;
  const source = createSource(settings, { store, ports, dataDir, isDemo: false });
  onTestFinished(() => source.stop());
  await source.start();
  await harness.settle();
  return {
    ...{ ...harness, store, source, deliver: createDeliver(harness.clock, source) },
    problemCodes: () => store.state().problems.map(({ code }) => code),
    onAir: () => store.state().feeds[0]?.onAir.items.map(({ id }) => id) ?? [],
  };
}
