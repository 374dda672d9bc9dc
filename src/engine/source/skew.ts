/** Estimates the service's clock as the median offset of recent responses, so that one slow response has no effect. */

/** Larger differences raise a problem. Milliseconds. */
export const reportedSkewMs = 60_000;

const sampleCount = 5;

/** Smaller changes of our clock do not count as a jump. Milliseconds. */
const minimumJumpMs = 1000;

export type ClockSkew = {
  /** Adds one response's offset and returns the new median. Milliseconds, service minus ours. */
  readonly add: (skewMs: number) => number;
  /** `null` before the first response, and after our clock jumped until the next response. */
  readonly value: () => number | null;
  /** The service's clock, or ours while it is unknown; after a jump the latest possible time. Epoch milliseconds. */
  readonly serviceNowMs: () => number;
  /** The times the service's clock may show: several between a jump of our clock and the next response. Epoch milliseconds. */
  readonly possibleServiceTimesMs: () => readonly number[];
  /** Call when the service changes. */
  readonly reset: () => void;
};

/**
 * When our wall clock jumps, either it was set and the service's clock was not affected, or this machine slept and both clocks
 * moved on together. Only the next response can show which, so until then both count.
 */
export function createClockSkew(clock: { readonly now: () => number; readonly monotonicMs: () => number }): ClockSkew {
  let samples: readonly number[] = [];
  let offsetMs = clock.now() - clock.monotonicMs();
  /** How far our clock has jumped since the last response. */
  let jumpedMs: number | null = null;

  const median = (): number | null => [...samples].sort((a, b) => a - b)[samples.length >> 1] ?? null;
  const detectJump = (): void => {
    const jumpMs = clock.now() - clock.monotonicMs() - offsetMs;
    if (Math.abs(jumpMs) < minimumJumpMs) return;
    offsetMs += jumpMs;
    if (samples.length > 0) jumpedMs = (jumpedMs ?? 0) + jumpMs;
  };
  const possibleServiceTimesMs = (): readonly number[] => {
    detectJump();
    const nowMs = clock.now();
    const skewMs = median() ?? 0;
    return jumpedMs === null ? [nowMs + skewMs] : [nowMs + skewMs - jumpedMs, nowMs + skewMs, nowMs];
  };

  return {
    add: (skewMs) => {
      detectJump();
      // Offsets measured before a jump no longer apply.
      samples = jumpedMs === null ? [...samples, skewMs].slice(-sampleCount) : [skewMs];
      jumpedMs = null;
      return median() ?? skewMs;
    },
    value: () => {
      detectJump();
      return jumpedMs === null ? median() : null;
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
