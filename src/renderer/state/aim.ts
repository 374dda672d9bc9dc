/** Tracks the list row under the pointer; read when events arrive, never rendered. */
import type { ListName } from './hand.ts';

type Aim = { readonly list: ListName; readonly id: string | null; readonly atMs: number; readonly isOver: boolean };

/** How long a row stays aimed at after the pointer last moved over it or left the list. Milliseconds. */
export const aimLastsMs = 1500;

let aim: Aim | null = null;

export function aimAt(list: ListName, id: string | null, nowMs: number): void {
  aim = { list, id, atMs: nowMs, isOver: true };
}

export function leaveAim(list: ListName, nowMs: number): void {
  if (aim?.list === list) aim = { ...aim, isOver: false, atMs: nowMs };
}

/** The id of the row aimed at in that list, or `null`. */
export function aimedRow(list: ListName, nowMs: number): string | null {
  if (aim === null || aim.list !== list || nowMs - aim.atMs > aimLastsMs) return null;
  return aim.id;
}

export function isAimed(list: ListName, nowMs: number): boolean {
  return aim !== null && aim.list === list && nowMs - aim.atMs <= aimLastsMs;
}
