/** Decides which rows a search or a filter shows. */
import type { DeskItem } from '../../contract/deskItem.ts';
import { normaliseText } from '../../core/guard.ts';
import { isPreparing } from '../../ui/MediaTile.tsx';
import type { FeedIndex } from './feedIndex.ts';
import { memoiseByIdentity } from './memoise.ts';
import type { RowView } from './rowModel.ts';

export const filterNames = ['all', 'new', 'edited', 'blocked', 'guarded', 'not ready', 'unused'] as const;
export type FilterName = (typeof filterNames)[number];

const recentMs = 5 * 60_000;

/** The time that a filter compares with, so that its rows change at most once a minute. */
export function startOfMinute(ms: number): number {
  return Math.floor(ms / 60_000) * 60_000;
}

/** Searches name, handle, source and text, ignoring case. */
export function filterRows(
  rows: readonly RowView[],
  search: string,
  filter: FilterName,
  index: FeedIndex,
  nowMs: number,
): readonly RowView[] {
  const query = normaliseText(search.trim());
  return rows.filter(
    (row) => matchesFilter(row, filter, index, nowMs) && (query === '' || searchableText(row.item).includes(query)),
  );
}

const searchableText = memoiseByIdentity(({ fullName, username, source, message }: DeskItem) =>
  normaliseText(`${fullName ?? ''}\n${username ?? ''}\n${source}\n${message}`),
);

function matchesFilter({ item, state }: RowView, filter: FilterName, index: FeedIndex, nowMs: number): boolean {
  const isRecent = (at: string | null | undefined): boolean => at != null && nowMs - Date.parse(at) <= recentMs;
  switch (filter) {
    case 'all':
      return true;
    case 'new':
      return isRecent(item.mark?.arrivedAt) || isRecent(item.mark?.wentLiveAt) || state === 'waiting';
    case 'edited':
      return item.mark?.editedAt != null || index.edited.has(item.id);
    case 'blocked':
      return index.blocked.has(item.id);
    case 'guarded':
      return index.guarded.has(item.id);
    case 'not ready':
      return !index.blocked.has(item.id) && item.media.some(isPreparing);
    case 'unused':
      return !index.used.has(item.id);
    default:
      return filter satisfies never;
  }
}
