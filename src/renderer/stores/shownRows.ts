/** The rows of a list as its search, filters and order show them. */
import { arrangeRows, createMatcher, isFiltered, startOfMinute } from '../model/arrangeRows.ts';
import type { RowView } from '../model/rowModel.ts';
import { lastTickMs } from './clock.ts';
import type { Desk } from './desk.ts';
import { type ListName, useUiState } from './uiState.ts';

export function shownRowsOf({ rows, index }: Desk, list: ListName): readonly RowView[] {
  const { arrangement } = useUiState.getState();
  return arrangeRows(rows[list], arrangement[list], index, startOfMinute(lastTickMs()));
}

/** Whether live has the post, and its search or filters hide it. */
export function isHiddenInLive({ rows, index }: Desk, id: string): boolean {
  const arrangement = useUiState.getState().arrangement.live;
  if (!isFiltered(arrangement)) return false;
  const row = rows.live.find(({ item }) => item.id === id);
  // The current post stays above the rows.
  if (row === undefined || row.state === 'now') return false;
  return !createMatcher(arrangement, index, startOfMinute(lastTickMs()))(row);
}
