/** What the engine is given from outside, so that tests and shells can give others: time, secrets and a log. */

/** Cancels a timer; calling it again does nothing. */
export type Cancel = () => void;

export type Clock = {
  /** Wall clock, epoch milliseconds. For what people read. */
  readonly now: () => number;
  /** Monotonic milliseconds. For ages and intervals. */
  readonly monotonicMs: () => number;
  /** Calls back once after so many milliseconds. Never keeps the process alive by itself. */
  readonly after: (milliseconds: number, callback: () => void) => Cancel;
};

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Logs by code and fields. Fields never hold a secret: whoever logs leaves it out. */
export type Log = (level: LogLevel, code: string, fields: Readonly<Record<string, unknown>>) => void;

/** Read at each use, so that a rotated secret needs no restart. Nothing here is ever logged or sent to a desk. */
export type Secrets = {
  readonly apiKey: () => Promise<string | null>;
  /** The current one first, then the next during a rotation. Empty: none set. */
  readonly webhookSecrets: () => Promise<readonly string[]>;
  /** The token that opens the desk and the control API. */
  readonly deskToken: () => Promise<string>;
};

export type Ports = {
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
};

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
