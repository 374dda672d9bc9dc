/** Ticks once a second with the engine's clock, so that every age on the desk counts up. */
import { useMirror } from './engineMirror.ts';

const listeners = new Set<() => void>();
let nowMs = Date.now();
let timer: ReturnType<typeof setTimeout> | null = null;
let isFrozen = false;

/** The engine's wall clock in epoch milliseconds, estimated from the last state received. */
export function engineNow(): number {
  return isFrozen ? nowMs : Date.now() + useMirror.getState().clockOffsetMs;
}

function notify(): void {
  for (const listener of listeners) listener();
}

function tick(): void {
  nowMs = engineNow();
  notify();
  timer = setTimeout(tick, 1000 - (nowMs % 1000) + 5);
}

/** Stops the clock at the given time, for screenshots and tests. */
export function freezeClock(atMs: number): void {
  isFrozen = true;
  nowMs = atMs;
  if (timer !== null) clearTimeout(timer);
  notify();
}

/** The engine's time at the last tick, in epoch milliseconds. */
export function lastTickMs(): number {
  return nowMs;
}

export function subscribeToTicks(listener: () => void): () => void {
  listeners.add(listener);
  if (!isFrozen && listeners.size === 1) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearTimeout(timer);
    timer = null;
  };
}
