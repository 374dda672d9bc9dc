/** Tracks the list row under the pointer; read when events arrive, never rendered. */
import type { ListName } from './uiState.ts';

type Hover = { readonly list: ListName; readonly id: string | null; readonly atMs: number; readonly isOver: boolean };

/** How long a row stays aimed at after the pointer last moved over it or left the list. Milliseconds. */
export const hoverLastsMs = 1500;

let hover: Hover | null = null;

export function startHover(list: ListName, id: string | null, nowMs: number): void {
  hover = { list, id, atMs: nowMs, isOver: true };
}

export function endHover(list: ListName, nowMs: number): void {
  if (hover?.list === list) hover = { ...hover, isOver: false, atMs: nowMs };
}

/** The id of the row aimed at in that list, or `null`. */
export function hoveredRow(list: ListName, nowMs: number): string | null {
  if (hover === null || hover.list !== list || nowMs - hover.atMs > hoverLastsMs) return null;
  return hover.id;
}

export function isListHovered(list: ListName, nowMs: number): boolean {
  return hover !== null && hover.list === list && nowMs - hover.atMs <= hoverLastsMs;
}
