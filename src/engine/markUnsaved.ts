/** Marks a show as announced but not saved, without waiting for a disk that hangs. */
import type { ShowState } from '../core/show.ts';
import { errorCodeOf } from '../disk/errorCode.ts';
import type { Ports } from './ports.ts';
import { waitAtMost } from './waitAtMost.ts';

/** The returned function resolves after this time at the latest, with the code of an error or `null`. */
export function createUnsavedMarker(
  persist: (next: ShowState, into: 'mark') => Promise<void>,
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
): (next: ShowState, withinMs: number) => Promise<string | null> {
  return async (next, withinMs) => {
    let failure: string | null = null;
    const marked = persist(next, 'mark').catch((error: unknown) => {
      failure = errorCodeOf(error);
      log('error', 'DISK_WRITE_FAILED', { where: 'mark', error: String(error) });
    });
    await waitAtMost(clock, withinMs, marked, () => undefined);
    return failure;
  };
}
