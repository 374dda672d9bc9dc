/** Where the operator aims: the list and row under the pointer within the last moments. Read at events, not rendered. */
import type { ListName } from './hand.ts';

type Aim = { readonly list: ListName; readonly id: string | null; readonly atMs: number; readonly isOver: boolean };

/** A pointer that has left a list still counts for so long. Milliseconds. */
export const aimLastsMs = 1500;

let aim: Aim | null = null;

export function aimAt(list: ListName, id: string | null, nowMs: number): void {
  aim = { list, id, atMs: nowMs, isOver: true };
}

export function leaveAim(list: ListName, nowMs: number): void {
  if (aim?.list === list) aim = { ...aim, isOver: false, atMs: nowMs };
}

/** The row aimed at in that list, or null. A pointer that moved within the time, over a list, aims. */
export function aimedRow(list: ListName, nowMs: number): string | null {
  if (aim === null || aim.list !== list || nowMs - aim.atMs > aimLastsMs) return null;
  return aim.id;
}

export function isAimed(list: ListName, nowMs: number): boolean {
  return aim !== null && aim.list === list && nowMs - aim.atMs <= aimLastsMs;
}
