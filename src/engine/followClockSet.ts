/** Reports by how much the clock was set to parts of the engine that keep times of their own. */
import type { Store } from './store.ts';

/** Calls the listener after the times of the show were moved. Returns a function that unsubscribes. */
export function followClockSet(store: Store, listener: (byMs: number) => void): () => void {
  return store.subscribe(({ steps }) => {
    const byMs = steps.reduce(
      (sum, { event }) => sum + (event.type === 'clockSet' && !event.wasStopped ? event.byMs : 0),
      0,
    );
    if (byMs !== 0) listener(byMs);
  });
}
