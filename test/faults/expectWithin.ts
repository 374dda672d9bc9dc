/** Waits for what a row expects within a time; a busy machine makes a wait late, not wrong. */
import { waitUntil } from '../waitUntil.ts';
import type { RecordMeasurement } from './row.ts';

/** On a machine that does nothing else, no wait is late. */
const slack = 3;

/** Waits up to three times as long as expected. The table of results shows each wait that was late. */
export async function expectWithin(
  expectation: string,
  expectedMs: number,
  condition: () => Promise<boolean> | boolean,
  record: RecordMeasurement,
): Promise<void> {
  const startedMs = performance.now();
  await waitUntil(expectation, condition, expectedMs * slack);
  const tookMs = performance.now() - startedMs;
  if (tookMs > expectedMs) record(`late: ${expectation}, expected within ${expectedMs} ms, ms`, [tookMs]);
}
