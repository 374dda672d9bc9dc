/** Tracks the list row under the pointer outside React, because only events read it. */
import type { ListName } from './uiState.ts';

type Hover = {
  readonly list: ListName;
  readonly id: string | null;
  /** When the pointer left the list; `null` while it is over it, even if it rests. */
  readonly leftAtMs: number | null;
};

/** How long a row counts as hovered after the pointer left the list. */
export const hoverLastsMs = 1500;

let hover: Hover | null = null;

export function startHover(list: ListName, id: string | null): void {
  hover = { list, id, leftAtMs: null };
}

export function endHover(list: ListName, nowMs: number): void {
  if (hover?.list === list && hover.leftAtMs === null) hover = { ...hover, leftAtMs: nowMs };
}

/** The id of the hovered row in that list, or `null`. */
export function hoveredIdIn(list: ListName, nowMs: number): string | null {
  return hover !== null && isListHovered(list, nowMs) ? hover.id : null;
}

export function isListHovered(list: ListName, nowMs: number): boolean {
  if (hover === null || hover.list !== list) return false;
  return hover.leftAtMs === null || nowMs - hover.leftAtMs <= hoverLastsMs;
}
