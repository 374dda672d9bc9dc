/** Ends Greenroom or the built-in service within a time limit: a disk that hangs would otherwise keep the process for ever. */
import { pendingSyncMs } from '../disk/syncQueue.ts';
import type { Clock, Log } from '../engine/ports.ts';
import { waitAtMost } from '../engine/waitAtMost.ts';

export const stopLimitMs = 8000;

/** Settles as the stop does, or resolves after the time limit. */
export async function stopInTime(
  { clock, log }: { readonly clock: Pick<Clock, 'after'>; readonly log: Log },
  stopping: Promise<void>,
): Promise<void> {
  await waitAtMost(clock, stopLimitMs, stopping, () => log('error', 'DISK_NOT_RESPONDING', { where: 'stop' }));
}

/** Longer than a sync on a disk that works. */
const hungAfterMs = 1000;

/** Ends the process with `end`, or with `kill` if a sync hangs: its thread would keep the process after everything else has ended. */
export function endProcess(end: () => void, kill: () => void, pendingMs = pendingSyncMs): void {
  if (pendingMs() < hungAfterMs) end();
  else kill();
}
