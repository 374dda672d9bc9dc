/** Measures whether a page keeps memory of the changes that it has shown. */
import type { CDPSession } from '@playwright/test';
import type { ChildServer } from '../childServer.ts';
import { median } from '../numbers.ts';
import type { Changes } from './changes.ts';

/** Megabytes: of the page's heap after garbage collection, and the resident memory of the engine. */
export type HeapOverChanges = {
  readonly before: number;
  readonly after: number;
  readonly samples: readonly number[];
  readonly engineSamples: readonly number[];
};

const tenths = 10;

/** `before` and `after` are the medians of the second to fourth and of the last three tenths; the first one warms up. */
export async function measureHeap(
  cdp: CDPSession,
  changes: Changes,
  count: number,
  engine: Pick<ChildServer, 'residentMegabytes'>,
): Promise<HeapOverChanges> {
  const samples: number[] = [];
  const engineSamples: number[] = [];
  for (let tenth = 0; tenth < tenths; tenth += 1) {
    await changes.change(count / tenths, 'Greenroom');
    // Objects with finalisers are freed by the second collection.
    for (let round = 0; round < 2; round += 1) await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    samples.push(usedSize / 1e6);
    engineSamples.push(engine.residentMegabytes() ?? Number.NaN);
  }
  return { before: median(samples.slice(1, 4)), after: median(samples.slice(-3)), samples, engineSamples };
}
