/** Hooks that render a component again only when what it shows of the desk changes. */
import { useRef, useSyncExternalStore } from 'react';
import { isSameJson } from '../../core/boundedJson.ts';
import type { ActionState } from '../model/actionState.ts';
import type { SentAction } from '../model/actions.ts';
import { lastTickMs, subscribeToTicks } from './clock.ts';
import { currentDesk, type Desk, subscribeToDesk } from './desk.ts';
import { useViewport } from './viewport.ts';

function deskOrThrow(): Desk {
  const desk = currentDesk();
  if (desk === null) throw new Error('no feed has been received');
  return desk;
}

/** A part of the desk; re-renders only when the selected part changes. */
export function useDesk<Part>(select: (desk: Desk) => Part): Part {
  return useSyncExternalStore(subscribeToDesk, () => select(deskOrThrow()));
}

/**
 * A JSON value computed from the desk and the engine's time in epoch milliseconds. It is computed again on every
 * change and every second, and renders again only when it differs.
 */
export function useComputed<Value>(compute: (desk: Desk, nowMs: number) => Value): Value {
  const last = useRef<{ readonly value: Value } | null>(null);
  return useSyncExternalStore(subscribeToDesk, () => {
    const value = compute(deskOrThrow(), lastTickMs());
    if (last.current === null || !isSameJson(last.current.value, value)) last.current = { value };
    return last.current.value;
  });
}

/** The beginning of today in this machine’s time zone, in epoch milliseconds, for times that need their day. */
export function useToday(): number {
  return useComputed((_, nowMs) => new Date(nowMs).setHours(0, 0, 0, 0));
}

/** A text computed from the engine's time alone, in epoch milliseconds. It is computed again every second, not on every change. */
export function useTicked(compute: (nowMs: number) => string): string {
  return useSyncExternalStore(subscribeToTicks, () => compute(lastTickMs()));
}

export function useHasDesk(): boolean {
  return useSyncExternalStore(subscribeToDesk, () => currentDesk() !== null);
}

export function useIsDisconnected(): boolean {
  return useDesk(({ disconnectedAt }) => disconnectedAt !== null);
}

/** Until when the desk knows what is on air: now, or when the connection was lost or damage left the list unknown. Epoch milliseconds. */
export function knownUntilMs({ disconnectedAt, feed }: Desk, nowMs: number): number {
  if (!feed.served) return Date.parse(feed.onAirSince);
  return disconnectedAt === null ? nowMs : Date.parse(disconnectedAt);
}

export function useIsCompact(): boolean {
  return useViewport(({ isCompact }) => isCompact);
}

export function useActionState(action: SentAction): ActionState {
  return useComputed(({ actionStates }) => actionStates[action]);
}

/** Whether this desk follows the show, with nothing to press. */
export function useIsFollowing(): boolean {
  return useDesk(({ state }) => state.right === 'view');
}
