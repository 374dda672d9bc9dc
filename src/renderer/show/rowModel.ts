/** What a row of a list is, before anything is drawn: its post, its state, its place. */
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
  | 'left'
  | 'past'
  | 'rehearsed';

export type RowView = {
  /** Stable for the list: the post's id, or that with a sign for an empty place. */
  readonly key: string;
  readonly item: DeskItem;
  readonly state: RowState;
  /** From 1, in staging or on air; null for what has none. */
  readonly place: number | null;
};

/** Rows that are only the empty place of a post. */
export function isEmptyPlace(row: RowView): boolean {
  return row.state === 'moved' || row.state === 'left';
}

/** What is served by the feed right now: solid. */
export function isSolid(state: RowState): boolean {
  return state === 'air' || state === 'now' || state === 'next' || state === 'leaving';
}
