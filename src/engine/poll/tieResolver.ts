/** Resolves which of two versions with the same date is newer by polling the service. */
import type { Clock } from '../ports.ts';
import type { PollResult } from '../sourceStatus.ts';

/** Senders expect a response to a delivery within about a second. Milliseconds. */
const maxWaitMs = 800;

/**
 * The returned function resolves `true` once the service's current version is saved. It resolves `false` if the poll failed or
 * took too long. `pollAndWait` sends a full poll and resolves `null` for a collection that is not watched.
 */
export function createTieResolver(
  clock: Clock,
  pollAndWait: (id: string) => Promise<PollResult | null>,
): (id: string) => Promise<boolean> {
  return (id) =>
    new Promise((resolve) => {
      const cancel = clock.after(maxWaitMs, () => resolve(false));
      const settle = (result: PollResult | null): void => {
        cancel();
        resolve(result?.kind === 'confirmed');
      };
      pollAndWait(id).then(settle, () => settle(null));
    });
}
