/** Interfaces that the shell or a test provides to the engine: time, secrets and a log. */
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** Cancels a timer; calling it again does nothing. */
export type Cancel = () => void;

export type Clock = {
  /** Wall clock in epoch milliseconds, for times that people read. */
  readonly now: () => number;
  /** Monotonic milliseconds, for ages and intervals. */
  readonly monotonicMs: () => number;
  /** Milliseconds since the machine started, also while it slept. Accurate to a second. */
  readonly uptimeMs: () => number;
  /** Differs after each start of the machine; `null` where the system has no such id, as on Windows and macOS. */
  readonly bootId: () => string | null;
  /** Calls back once after the delay. A pending timer does not keep the process running. */
  readonly after: (milliseconds: number, callback: () => void) => Cancel;
};

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** No phrase: the JSON of the log would leave out a function. */
type LogValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly LogValue[]
  | { readonly [name: string]: LogValue };

/** Logs a code and its fields. The caller must leave out secrets. */
export type Log = (level: LogLevel, code: string, fields: Readonly<Record<string, LogValue>>) => void;

/** Secrets are read at each use, so that a new one needs no restart. They are never logged or sent to a desk. */
export type Secrets = {
  /** `baseUrl` is the service’s address that gets it, and `inUse` the one in the settings, if it is another. Rejects if the key belongs to another service (`keyOwner.ts`). */
  readonly apiKey: (baseUrl?: string, inUse?: string) => Promise<string | null>;
  /** The current secret, then the next one during a rotation; empty when none is set. */
  readonly webhookSecrets: () => Promise<readonly string[]>;
  /** Token for the desk and the control API. */
  readonly deskToken: () => Promise<string>;
};

export type Ports = {
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
};

function readBootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

const bootId = readBootId();

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  uptimeMs: () => uptime() * 1000,
  bootId: () => bootId,
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
