/** The marks of a row now; renders again only when they change. */
import type { MarkView } from '../../ui/Mark.tsx';
import { marksOf } from '../model/marks.ts';
import type { RowView } from '../model/rowModel.ts';
import { useComputed } from '../stores/useDesk.ts';

export function useMarks(row: RowView, isCompact: boolean): readonly MarkView[] {
  return useComputed(({ index, state, disconnectedAt }, nowMs) =>
    marksOf(row, { index, state, nowMs, isCompact, isDisconnected: disconnectedAt !== null }),
  );
}
