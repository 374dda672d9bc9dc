/** The service's clock against ours: the median of the last answers, so that one slow answer bends nothing. */

/** Differences from here on are worth a word to a person. Milliseconds. */
export const worthSayingMs = 60_000;

const samples = 5;

/** A smaller difference between the clocks is no jump. Milliseconds. */
const noticedMs = 1000;

export type Skew = {
  /** Takes in what one answer told, and answers the median. Milliseconds, service minus ours. */
  readonly add: (skewMs: number) => number;
  /** Null: no answer has told yet, or none since our clock jumped. */
  readonly value: () => number | null;
  /** The service's clock now, or ours while it is not known; the latest that it may show after a jump. Epoch milliseconds. */
  readonly serviceNowMs: () => number;
  /** All that the service's clock may show now: one, but several between a jump of ours and the next answer. Epoch milliseconds. */
  readonly serviceMayShowMs: () => readonly number[];
  /** Another service is asked from now on: its clock is not known. */
  readonly forget: () => void;
};

/**
 * A wall clock that jumped against the monotonic one was either set, and the service's went on; or this machine slept while
 * the monotonic clock stood still, and the service's went on with ours. Only the next answer can tell: until then both count.
 */
export function createSkew(clock: { readonly now: () => number; readonly monotonicMs: () => number }): Skew {
  let kept: readonly number[] = [];
  let offsetMs = clock.now() - clock.monotonicMs();
  /** How far our clock has jumped since the last answer. */
  let jumpedMs: number | null = null;

  const median = (): number | null => [...kept].sort((a, b) => a - b)[kept.length >> 1] ?? null;
  const follow = (): void => {
    const jumpMs = clock.now() - clock.monotonicMs() - offsetMs;
    if (Math.abs(jumpMs) < noticedMs) return;
    offsetMs += jumpMs;
    if (kept.length > 0) jumpedMs = (jumpedMs ?? 0) + jumpMs;
  };
  const serviceMayShowMs = (): readonly number[] => {
    follow();
    const nowMs = clock.now();
    const skewMs = median() ?? 0;
    return jumpedMs === null ? [nowMs + skewMs] : [nowMs + skewMs - jumpedMs, nowMs + skewMs, nowMs];
  };

  return {
    add: (skewMs) => {
      follow();
      // What was told before a jump would be a guess now.
      kept = jumpedMs === null ? [...kept, skewMs].slice(-samples) : [skewMs];
      jumpedMs = null;
      return median() ?? skewMs;
    },
    value: () => {
      follow();
      return jumpedMs === null ? median() : null;
    },
    serviceNowMs: () => Math.max(...serviceMayShowMs()),
    serviceMayShowMs,
    forget: () => {
      follow();
      kept = [];
      jumpedMs = null;
    },
  };
}
