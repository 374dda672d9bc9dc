/** A wall clock that never goes back: after a step back it continues at the right rate until the system's clock catches up. */
import type { Clock } from '../ports.ts';

export type SteadyTime = {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The same for a time that was read from both clocks together, and whether it is ahead of the system's clock. */
  readonly at: (wallMs: number, monotonicMs: number) => { readonly ms: number; readonly isAhead: boolean };
};

/** A smaller difference is an adjustment, which changes no duration visibly. */
const stepMs = 1000;

export function createSteadyTime(clock: Pick<Clock, 'now' | 'monotonicMs'>): SteadyTime {
  let aheadMs = 0;
  let last = { monotonicMs: clock.monotonicMs(), steadyMs: clock.now() };
  const at = (wallMs: number, monotonicMs: number): number => {
    const expectedMs = last.steadyMs + monotonicMs - last.monotonicMs;
    if (monotonicMs < last.monotonicMs) return expectedMs;
    if (wallMs >= expectedMs - stepMs) aheadMs = Math.max(0, Math.min(aheadMs, expectedMs - wallMs));
    else aheadMs = expectedMs - wallMs;
    last = { monotonicMs, steadyMs: Math.max(wallMs + aheadMs, last.steadyMs) };
    return last.steadyMs;
  };
  return {
    now: () => at(clock.now(), clock.monotonicMs()),
    at: (wallMs, monotonicMs) => {
      const ms = at(wallMs, monotonicMs);
      return { ms, isAhead: ms - wallMs > stepMs };
    },
  };
}
