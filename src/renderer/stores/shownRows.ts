/** The rows of a list as its search, filters and order show them. */
import { arrangeRows, startOfMinute } from '../model/arrangeRows.ts';
import type { RowView } from '../model/rowModel.ts';
import { lastTickMs } from './clock.ts';
import type { Desk } from './desk.ts';
import { type ListName, useUiState } from './uiState.ts';

export function shownRowsOf({ rows, index }: Desk, list: ListName): readonly RowView[] {
  const { arrangement } = useUiState.getState();
  return arrangeRows(rows[list], arrangement[list], index, startOfMinute(lastTickMs()));
}
