/** Measures how long the engine takes to answer: messages that arrive in time can still be old. */
import { lateAfterMs } from '../../contract/wire.ts';

const everyMs = 1000;

export type RoundTrip = {
  /** Call a few times a second. Sends the next `ping` if it is due, and reports whether the connection is slow. */
  readonly check: (ping: ((sentMs: number) => void) | null) => void;
  /** The engine has answered the `ping` that was sent then. */
  readonly end: (sentMs: number) => void;
  /** Forgets a `ping` that no engine answers any more. */
  readonly reset: () => void;
};

/** `onSlow` is called when the connection becomes slow, and when it no longer is. */
export function createRoundTrip(now: () => number, onSlow: (isSlow: boolean) => void): RoundTrip {
  /** When the `ping` without an answer was sent. */
  let awaitedMs: number | null = null;
  let endedMs = Number.NEGATIVE_INFINITY;
  let lastMs = 0;
  let isSlow = false;

  const report = (): void => {
    const ageMs = awaitedMs === null ? lastMs : Math.max(lastMs, now() - awaitedMs);
    const next = ageMs > lateAfterMs;
    if (next === isSlow) return;
    isSlow = next;
    onSlow(next);
  };
  const isDue = (): boolean => awaitedMs === null && (lastMs > everyMs || now() - endedMs >= everyMs);
  return {
    check: (ping) => {
      if (ping !== null && isDue()) {
        awaitedMs = now();
        ping(awaitedMs);
      }
      report();
    },
    end: (sentMs) => {
      if (sentMs !== awaitedMs) return;
      awaitedMs = null;
      endedMs = now();
      lastMs = endedMs - sentMs;
      report();
    },
    reset: () => {
      awaitedMs = null;
      lastMs = 0;
      report();
    },
  };
}
