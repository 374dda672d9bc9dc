/** Keeps Greenroom running after an exception that nothing else caught: in a timer, an event or a promise. */
import { describeProblem } from '../core/problem.ts';
import type { Engine } from '../engine/engine.ts';
import { createRateLimiter } from '../engine/http/rateLimiter.ts';
import { type Clock, type Log, systemClock } from '../engine/ports.ts';

export type Safeguards = {
  /** The system's clock. An exception in a timer's callback is logged. */
  readonly clock: Clock;
  /** From now on, an exception also raises a problem on the desks of this engine. */
  readonly raiseOn: (engine: Pick<Engine, 'raise'>) => void;
  /** Back to Node's own behaviour: an uncaught exception ends the process. */
  readonly remove: () => void;
};

/**
 * `code` is the code that the log and the documentation use for an internal error. `saveReport` keeps a report of each in a
 * file; `null` if there is only the log.
 */
export function installSafeguards(
  log: Log,
  code: 'ENGINE_FAULT' | 'SERVICE_FAULT',
  saveReport: ((where: string, error: unknown) => void) | null,
): Safeguards {
  let engine: Pick<Engine, 'raise'> | null = null;
  // A fault that repeats must not fill the disk with log entries.
  const mayLog = createRateLimiter(systemClock, { perSecond: 0.1, burst: 20 });
  const report = (where: 'timer' | 'process' | 'promise', error: unknown): void => {
    if (!mayLog(where)) return;
    log('error', code, { where, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    saveReport?.(where, error);
    engine?.raise(describeProblem('ENGINE_FAULT', 'engine', new Date(systemClock.now()).toISOString(), {}));
  };
  const onException = (error: unknown): void => report('process', error);
  const onRejection = (reason: unknown): void => report('promise', reason);
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onRejection);
  return {
    clock: {
      ...systemClock,
      after: (milliseconds, callback) =>
        systemClock.after(milliseconds, () => {
          try {
            callback();
          } catch (error) {
            report('timer', error);
          }
        }),
    },
    raiseOn: (opened) => {
      engine = opened;
    },
    remove: () => {
      process.off('uncaughtException', onException);
      process.off('unhandledRejection', onRejection);
    },
  };
}
