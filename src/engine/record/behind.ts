/** Tells people of a log that the disk does not take, once, and takes it back when all of it is written. */
import { describeProblem } from '../../core/problem.ts';
import type { Ports } from '../ports.ts';
import type { Store } from '../store.ts';

export type LogHealth = {
  /** For the log's faults: an error when it cannot be written, null when nothing of it is missing any more. */
  readonly tell: (error: unknown) => void;
  readonly isBehind: () => boolean;
};

/** `log` is its name in a sentence, `about` in the state and in the program's own log; `path` is where it is. */
export function createBehind(
  log: string,
  about: string,
  path: string,
  deps: { readonly store: Store; readonly ports: Pick<Ports, 'clock' | 'log'> },
): LogHealth {
  const { store, ports } = deps;
  let isSo = false;
  return {
    isBehind: () => isSo,
    tell: (error) => {
      if ((error !== null) === isSo) return;
      isSo = error !== null;
      if (error === null) return void store.apply({ type: 'problemCleared', code: 'DISK_LOG_BEHIND', about });
      const what = error instanceof Error && 'code' in error ? String(error.code) : 'error';
      ports.log('error', 'DISK_LOG_BEHIND', { where: about, error: String(error) });
      const at = new Date(ports.clock.now()).toISOString();
      const problem = describeProblem('DISK_LOG_BEHIND', about, at, { log, what, path });
      void store.apply({ type: 'problemRaised', problem });
    },
  };
}
