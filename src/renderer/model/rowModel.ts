/** The model of one list row: its post, state and position. */
import type { DeskItem } from '../../contract/deskItem.ts';

export type RowState =
  | 'staged'
  | 'stagedGuarded'
  | 'moved'
  | 'air'
  | 'now'
  | 'next'
  | 'leaving'
  | 'waiting'
  | 'guarded'
  | 'blocked'
  | 'unconfirmed'
  | 'off'
  | 'unknown'
  | 'offUnknown'
  | 'left'
  | 'past'
  | 'rehearsed';

export type RowView = {
  /** Unique and stable within the list: the post's id, with a suffix for an empty slot. */
  readonly key: string;
  readonly item: DeskItem;
  readonly state: RowState;
  /** Counted from 1, in staging or on air; `null` for rows without a position. */
  readonly position: number | null;
};

/** Whether the row is the empty slot that a post left behind. */
export function isEmptySlot(row: RowView): boolean {
  return row.state === 'moved' || row.state === 'left';
}

/** Whether the post is on air. `rows.ts` decides the state. */
export function isOnAirState(state: RowState): boolean {
  return state === 'air' || state === 'now' || state === 'next' || state === 'leaving';
}
