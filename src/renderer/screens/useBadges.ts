/** The badges of a row now; renders again only when they change. */
import type { BadgeView } from '../../ui/Badge.tsx';
import { badgesOf, isBeforeAir } from '../model/badges.ts';
import type { RowView } from '../model/rowModel.ts';
import { isHiddenInLive } from '../stores/shownRows.ts';
import { targetsFor, useTargetChoice } from '../stores/targetChoice.ts';
import { useComputed } from '../stores/useDesk.ts';
import { useFit } from './useFit.ts';

export function useBadges(row: RowView, isCompact: boolean): readonly BadgeView[] {
  const fit = useFit(isBeforeAir(row) ? row.item : null);
  const chosen = useTargetChoice(({ bySlug }) => bySlug);
  return useComputed((desk, nowMs) => {
    const { index, feed, airChange, state, disconnectedAt } = desk;
    return badgesOf(row, {
      ...{ index, airChange, state, nowMs, isCompact, isDisconnected: disconnectedAt !== null },
      ...{ fit, targets: targetsFor(feed, chosen) },
      isHiddenInLive: row.state === 'moved' && isHiddenInLive(desk, row.item.id),
    });
  });
}
