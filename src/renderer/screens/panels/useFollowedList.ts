/** Makes the selection follow the post of the open details from one list to the other. */
import { useLayoutEffect } from 'react';
import type { RowView } from '../../model/rowModel.ts';
import { followSelected, type ListName, useUiState } from '../../stores/uiState.ts';
import { useDesk } from '../../stores/useDesk.ts';

/** Returns the list that has the row. Several selected posts stay selected in their own list. */
export function useFollowedList(row: RowView): ListName {
  const list = useDesk(({ rows }): ListName => (rows.live.includes(row) ? 'live' : 'staging'));
  const isAlone = useUiState((ui) => ui.several === null);
  const { id } = row.item;
  useLayoutEffect(() => {
    const { selection } = useUiState.getState();
    if (isAlone && selection?.id === id && selection.list !== list) followSelected(list, id);
  }, [list, id, isAlone]);
  return list;
}
