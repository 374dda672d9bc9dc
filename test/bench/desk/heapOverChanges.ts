/** Measures whether a page keeps memory of the changes that it has shown. */
import type { CDPSession } from '@playwright/test';
import { median } from '../numbers.ts';
import type { Changes } from './changes.ts';
import type { OnChange } from './pageFigures.ts';

/** Megabytes after garbage collection. */
export type HeapOverChanges = { readonly before: number; readonly after: number; readonly samples: readonly number[] };

const tenths = 10;

/** `before` and `after` are the medians of the second to fourth and of the last three tenths; the first one warms up. */
export async function measureHeap(
  cdp: CDPSession,
  changes: Changes,
  count: number,
  onChange: OnChange,
): Promise<HeapOverChanges> {
  const samples: number[] = [];
  for (let tenth = 0; tenth < tenths; tenth += 1) {
    await changes.change(count / tenths, onChange);
    // Objects with finalisers are freed by the second collection.
    for (let round = 0; round < 2; round += 1) await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    samples.push(usedSize / 1e6);
  }
  return { before: median(samples.slice(1, 4)), after: median(samples.slice(-3)), samples };
}
