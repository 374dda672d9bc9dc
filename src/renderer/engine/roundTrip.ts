/** Measures how long the engine takes to answer: messages that arrive in time can still be old. */

const everyMs = 1000;

export type RoundTrip = {
  /** Returns the time to send with a `ping`; `null` while it is too soon for another. */
  readonly begin: () => number | null;
  /** The engine has answered the `ping` that was sent then. */
  readonly end: (sentMs: number) => void;
  /** How old the newest message can be, in milliseconds. */
  readonly ageMs: () => number;
  /** Forgets a `ping` that no engine answers any more. */
  readonly reset: () => void;
};

export function createRoundTrip(now: () => number): RoundTrip {
  /** Of the `ping` without an answer. */
  let awaitedMs: number | null = null;
  let endedMs = Number.NEGATIVE_INFINITY;
  let lastMs = 0;
  return {
    begin: () => {
      // After a late answer, the next shows whether that is over.
      const isTooSoon = lastMs < everyMs && now() - endedMs < everyMs;
      if (awaitedMs !== null || isTooSoon) return null;
      awaitedMs = now();
      return awaitedMs;
    },
    end: (sentMs) => {
      if (sentMs !== awaitedMs) return;
      awaitedMs = null;
      endedMs = now();
      lastMs = endedMs - sentMs;
    },
    ageMs: () => (awaitedMs === null ? lastMs : Math.max(lastMs, now() - awaitedMs)),
    reset: () => {
      awaitedMs = null;
      lastMs = 0;
    },
  };
}
