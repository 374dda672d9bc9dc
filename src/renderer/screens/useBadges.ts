/** The badges of a row now; renders again only when they change. */
import type { BadgeView } from '../../ui/Badge.tsx';
import { badgesOf } from '../model/badges.ts';
import type { RowView } from '../model/rowModel.ts';
import { useComputed } from '../stores/useDesk.ts';

export function useBadges(row: RowView, isCompact: boolean): readonly BadgeView[] {
  return useComputed(({ index, airChange, state, disconnectedAt }, nowMs) =>
    badgesOf(row, { index, airChange, state, nowMs, isCompact, isDisconnected: disconnectedAt !== null }),
  );
}
