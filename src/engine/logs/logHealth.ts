/** Raises one problem while a log cannot be written, and clears it when everything is on disk. */

import { formatNumber } from '../../core/formatNumber.ts';
import { describeProblem } from '../../core/problem.ts';
import { errorCodeOf } from '../../disk/errorCode.ts';
import type { Ports } from '../ports.ts';
import type { Store } from '../store.ts';

export type LogHealth = {
  /** Call with the error when a write fails, and with `null` when nothing is missing any more. */
  readonly report: (error: unknown) => void;
  readonly isBehind: () => boolean;
};

/** `nameLog` returns its name in the problem, `about` its id in the state and the program log, `path` its location, `maxWaiting` the entries it keeps in memory. */
export function createLogHealth(
  nameLog: () => string,
  about: string,
  path: string,
  maxWaiting: number,
  deps: { readonly store: Store; readonly ports: Pick<Ports, 'clock' | 'log'> },
): LogHealth {
  const { store, ports } = deps;
  let isBehind = false;
  return {
    isBehind: () => isBehind,
    report: (error) => {
      if ((error !== null) === isBehind) return;
      isBehind = error !== null;
      if (error === null) return void store.apply({ type: 'problemCleared', code: 'DISK_LOG_BEHIND', about });
      const what = errorCodeOf(error);
      ports.log('error', 'DISK_LOG_BEHIND', { where: about, error: String(error) });
      const at = new Date(ports.clock.now()).toISOString();
      const problem = describeProblem('DISK_LOG_BEHIND', about, at, {
        log: nameLog,
        what,
        path,
        count: () => formatNumber(maxWaiting),
      });
      void store.apply({ type: 'problemRaised', problem });
    },
  };
}
