/** The start of the app’s show, which a request to quit ends, also on a disk that hangs. */
import { type StartWatch, watchStart } from '../hungStart.ts';

type Stoppable = { readonly stop: () => Promise<void> };

export type AppStart<Show extends Stoppable> = {
  /** Resolves with `null` if `stop` was called before or meanwhile. Otherwise rejects as `start` does. */
  readonly run: (start: () => Promise<Show>) => Promise<Show | null>;
  /** Stops the show, also before and during its start, within a time limit. Never rejects. */
  readonly stop: () => Promise<void>;
};

export function createAppStart<Show extends Stoppable>(watch: Omit<StartWatch, 'stopRequested'>): AppStart<Show> {
  const stopping = Promise.withResolvers<void>();
  let isStopped = false;
  let started: Promise<Show | null> = Promise.resolve(null);
  return {
    run: async (start) => {
      if (isStopped) return null;
      started = watchStart(start(), { ...watch, stopRequested: stopping.promise });
      const show = await started.catch((error: unknown) => {
        if (isStopped) return null;
        throw error;
      });
      return isStopped ? null : show;
    },
    stop: async () => {
      isStopped = true;
      stopping.resolve();
      const show = await started.catch(() => null);
      await show?.stop().catch(() => undefined);
    },
  };
}
