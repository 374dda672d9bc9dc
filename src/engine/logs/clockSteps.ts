/** Notices that the system’s clock was set, by comparing it with the monotonic clock. Sleep is no such step. */
import type { Clock } from '../ports.ts';
import type { Store } from '../store.ts';
import type { Beat } from './onAirHeartbeat.ts';

/** A time that was read from both clocks together. */
export type ClockReading = { readonly wallMs: number; readonly monotonicMs: number };

/** On the clock as it is set now. `isJustSet`: it was set within the last seconds, so that the time of an event can be of the clock as it was. */
export type ClockTime = { readonly at: string; readonly isJustSet: boolean };

/** `byMs` is positive when the clock was set forward; `at` is the time on the clock as it is set now. `wasStopped`: while Greenroom was not running. */
export type ClockListener = (byMs: number, at: string, wasStopped: boolean) => void;

export type ClockSteps = {
  /** The clock, which reports that it was set before it returns a time on the clock as it is set now. */
  readonly clock: Clock;
  /** Calls the listeners first if the clock was set. */
  readonly observe: (reading: ClockReading) => ClockTime;
  readonly observeNow: () => ClockTime;
  /** For a clock that was set while Greenroom was not running. */
  readonly reportSet: (byMs: number, at: string) => void;
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: ClockListener) => () => void;
};

/** A smaller difference is an adjustment, which changes no duration visibly. */
const minStepMs = 1000;
/** The time since the machine started, which includes sleep, can be in whole seconds. */
const minStepAfterSleepMs = 2500;
const justSetMs = 5000;

const stepsOfStores = new WeakMap<Store, ClockSteps>();

/** All logs of a store notice a step together, so that their times agree. */
export function clockStepsOf(store: Store, clock: Clock): ClockSteps {
  const steps = stepsOfStores.get(store) ?? createClockSteps(clock);
  stepsOfStores.set(store, steps);
  return steps;
}

export function createClockSteps(clock: Clock): ClockSteps {
  const listeners = new Set<ClockListener>();
  const read = (): ClockReading => ({ wallMs: clock.now(), monotonicMs: clock.monotonicMs() });
  const readSleepMs = (): number => clock.uptimeMs() - clock.monotonicMs();
  let last = read();
  let sleptMs = readSleepMs();
  let setAtMs = Number.NEGATIVE_INFINITY;

  const notify: ClockListener = (byMs, at, wasStopped) => {
    for (const listener of listeners) listener(byMs, at, wasStopped);
  };
  /** By how much the clock was set between two readings; 0 if it was not. */
  const findStepMs = (differenceMs: number): number => {
    if (Math.abs(differenceMs) <= minStepMs) return 0;
    const asleepMs = readSleepMs() - sleptMs;
    sleptMs += asleepMs;
    if (asleepMs <= minStepMs) return differenceMs;
    const stepMs = differenceMs - asleepMs;
    return Math.abs(stepMs) > minStepAfterSleepMs ? stepMs : 0;
  };
  const observe = (reading: ClockReading): ClockTime => {
    const elapsedMs = reading.monotonicMs - last.monotonicMs;
    const expectedMs = last.wallMs + elapsedMs;
    // A change is announced before later readings, and looked at after them.
    const isEarlier = elapsedMs < 0;
    const stepMs = isEarlier ? 0 : findStepMs(reading.wallMs - expectedMs);
    const at = new Date(isEarlier ? expectedMs : reading.wallMs).toISOString();
    if (!isEarlier) last = reading;
    if (stepMs !== 0) {
      setAtMs = reading.monotonicMs;
      notify(stepMs, at, false);
    }
    return { at, isJustSet: reading.monotonicMs - setAtMs < justSetMs };
  };
  return {
    clock: {
      ...clock,
      now: () => {
        const reading = read();
        observe(reading);
        return reading.wallMs;
      },
    },
    observe,
    observeNow: () => observe(read()),
    reportSet: (byMs, at) => notify(byMs, at, true),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns the time of an event on the clock as it is set now. No event is later than its announcement. */
export function eventTimeOf(eventAt: string, { at, isJustSet }: ClockTime): string {
  return isJustSet || Date.parse(eventAt) > Date.parse(at) ? at : eventAt;
}

/**
 * By how much the clock was set between two starts of Greenroom; 0 if it was not. In one run of the machine, its uptime says how long Greenroom
 * was stopped. Otherwise only a clock that is earlier than the last `knownAt` was set, by at least as much; a later one can show time that passed.
 */
export function findStepWhileStopped(previous: Beat, now: Beat, knownAt: string): number {
  const nowMs = Date.parse(now.at);
  if (now.boot !== null && previous.boot?.id === now.boot.id && previous.boot.uptimeMs <= now.boot.uptimeMs) {
    const stepMs = nowMs - Date.parse(previous.at) - (now.boot.uptimeMs - previous.boot.uptimeMs);
    return Math.abs(stepMs) > minStepAfterSleepMs ? stepMs : 0;
  }
  const earlierByMs = nowMs - Date.parse(knownAt);
  return earlierByMs < -minStepMs ? earlierByMs : 0;
}
