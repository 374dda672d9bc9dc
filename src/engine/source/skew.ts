/** The service's clock against ours: the median of the last answers, so that one slow answer bends nothing. */

/** Differences from here on are worth a word to a person. Milliseconds. */
export const worthSayingMs = 60_000;

const samples = 5;

export type Skew = {
  /** Takes in what one answer told, and answers the median. Milliseconds, service minus ours. */
  readonly add: (skewMs: number) => number;
  /** Null: no answer has told yet. */
  readonly value: () => number | null;
  /** The service's clock now, or ours while it is not known. Epoch milliseconds. */
  readonly serviceNowMs: () => number;
};

/** Measured against a wall clock that the monotonic one carries on, so that a jump of ours does not bend the samples. */
export function createSkew(clock: { readonly now: () => number; readonly monotonicMs: () => number }): Skew {
  let kept: readonly number[] = [];
  let offsetMs = clock.now() - clock.monotonicMs();
  const median = (): number | null => {
    if (kept.length === 0) return null;
    const sorted = [...kept].sort((a, b) => a - b);
    return sorted[sorted.length >> 1] ?? null;
  };
  /** After a jump of our own clock the old samples say nothing of the new one: they are moved along with it. */
  const follow = (): void => {
    const jumpMs = clock.now() - clock.monotonicMs() - offsetMs;
    if (Math.abs(jumpMs) < 1000) return;
    kept = kept.map((skewMs) => skewMs - jumpMs);
    offsetMs += jumpMs;
  };
  return {
    add: (skewMs) => {
      follow();
      kept = [...kept, skewMs].slice(-samples);
      return median() ?? skewMs;
    },
    value: () => {
      follow();
      return median();
    },
    serviceNowMs: () => {
      follow();
      return clock.now() + (median() ?? 0);
    },
  };
}
