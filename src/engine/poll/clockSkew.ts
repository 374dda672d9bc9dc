/** Estimates the service's clock as the median offset of recent responses, so that one slow response has no effect. */

/** Larger differences raise a problem. Milliseconds. */
export const reportedSkewMs = 60_000;

const sampleCount = 5;

/** Smaller changes of our clock do not count as a jump. Milliseconds. */
const minimumJumpMs = 1000;

export type ClockSkew = {
  /** Adds one response's offset and returns the new median. Milliseconds, service minus ours. */
  readonly add: (skewMs: number) => number;
  /** `null` before the first response, and from a jump of our clock until the next response. Milliseconds, service minus ours. */
  readonly skewMs: () => number | null;
  /** The service's clock, or ours while it is unknown; after a jump the latest possible time. Epoch milliseconds. */
  readonly serviceNowMs: () => number;
  /** Times the service's clock could show now; more than one from a jump of our clock until the next response. Epoch milliseconds. */
  readonly possibleServiceTimesMs: () => readonly number[];
  /** Call when the service changes. */
  readonly reset: () => void;
};

/**
 * A jump of our wall clock has two possible causes: it was set, or this machine slept. Only the next response shows which, so
 * both count until then.
 */
export function createClockSkew(clock: { readonly now: () => number; readonly monotonicMs: () => number }): ClockSkew {
  let samples: readonly number[] = [];
  let offsetMs = clock.now() - clock.monotonicMs();
  /** Sum of our clock's jumps since the last response; `null` without one. */
  let jumpedMs: number | null = null;

  const computeMedian = (): number | null => [...samples].sort((a, b) => a - b)[samples.length >> 1] ?? null;
  const detectJump = (): void => {
    const jumpMs = clock.now() - clock.monotonicMs() - offsetMs;
    if (Math.abs(jumpMs) < minimumJumpMs) return;
    offsetMs += jumpMs;
    if (samples.length > 0) jumpedMs = (jumpedMs ?? 0) + jumpMs;
  };
  const possibleServiceTimesMs = (): readonly number[] => {
    detectJump();
    const nowMs = clock.now();
    const skewMs = computeMedian() ?? 0;
    return jumpedMs === null ? [nowMs + skewMs] : [nowMs + skewMs - jumpedMs, nowMs + skewMs, nowMs];
  };

  return {
    add: (skewMs) => {
      detectJump();
      // Offsets measured before a jump no longer apply.
      samples = jumpedMs === null ? [...samples, skewMs].slice(-sampleCount) : [skewMs];
      jumpedMs = null;
      return computeMedian() ?? skewMs;
    },
    skewMs: () => {
      detectJump();
      return jumpedMs === null ? computeMedian() : null;
    },
    serviceNowMs: () => Math.max(...possibleServiceTimesMs()),
    possibleServiceTimesMs,
    reset: () => {
      detectJump();
      samples = [];
      jumpedMs = null;
    },
  };
}
