/** One tick a second for every age on the desk, on the engine's clock. */
import { useSyncExternalStore } from 'react';
import { useMirror } from './mirror.ts';

const listeners = new Set<() => void>();
let nowMs = Date.now();
let timer: ReturnType<typeof setTimeout> | null = null;
let isFixed = false;

/** The engine's wall clock as far as this desk knows it. Epoch milliseconds. */
export function engineNow(): number {
  return isFixed ? nowMs : Date.now() + useMirror.getState().clockOffsetMs;
}

function tick(): void {
  nowMs = engineNow();
  for (const listener of listeners) listener();
  timer = setTimeout(tick, 1000 - (nowMs % 1000) + 5);
}

/** Stops the clock at that moment, for pictures of states. Epoch milliseconds. */
export function fixClock(at: number): void {
  isFixed = true;
  nowMs = at;
  if (timer !== null) clearTimeout(timer);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isFixed && listeners.size === 1) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearTimeout(timer);
    timer = null;
  };
}

/** The engine's wall clock, to the second: renders again at each. Epoch milliseconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowMs);
}
