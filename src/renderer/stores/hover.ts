/** Tracks the list row under the pointer outside React, because only events read it. */
import type { ListName } from './uiState.ts';

type Hover = { readonly list: ListName; readonly id: string | null; readonly atMs: number };

/** How long a row counts as hovered after the pointer last moved over it or left the list. */
export const hoverLastsMs = 1500;

let hover: Hover | null = null;

export function startHover(list: ListName, id: string | null, nowMs: number): void {
  hover = { list, id, atMs: nowMs };
}

export function endHover(list: ListName, nowMs: number): void {
  if (hover?.list === list) hover = { ...hover, atMs: nowMs };
}

/** The id of the hovered row in that list, or `null`. */
export function hoveredIdIn(list: ListName, nowMs: number): string | null {
  if (hover === null || hover.list !== list || nowMs - hover.atMs > hoverLastsMs) return null;
  return hover.id;
}

export function isListHovered(list: ListName, nowMs: number): boolean {
  return hover !== null && hover.list === list && nowMs - hover.atMs <= hoverLastsMs;
}
