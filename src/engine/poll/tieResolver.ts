/** Resolves which of two versions with the same date is newer by polling the service. */
import type { Clock } from '../ports.ts';
import type { AwaitedPoll } from './pollState.ts';

/** Senders expect a response to a delivery within about a second. Milliseconds. */
const maxWaitMs = 800;

/**
 * The returned function resolves `true` once the service's current version is saved. It resolves `false` if the poll failed,
 * took too long, or was answered from before the call, by a cache. `pollAndWait` sends a full poll and resolves `null` for a collection that is not watched.
 */
export function createTieResolver(
  clock: Clock,
  pollAndWait: (id: string) => Promise<AwaitedPoll | null>,
): (id: string) => Promise<boolean> {
  return (id) =>
    new Promise((resolve) => {
      const cancel = clock.after(maxWaitMs, () => resolve(false));
      const calledMs = clock.monotonicMs();
      const settle = (poll: AwaitedPoll | null): void => {
        cancel();
        const leftMs = poll?.leftServiceMs ?? null;
        resolve(poll?.result.kind === 'confirmed' && leftMs !== null && leftMs >= calledMs);
      };
      pollAndWait(id).then(settle, () => settle(null));
    });
}
