/** Which rows a search or a filter leaves in sight. */
import { normaliseText } from '../../core/guard.ts';
import type { FilterName } from '../state/hand.ts';
import { isPreparing } from '../ui/MediaTile.tsx';
import type { FeedIndex } from './feedIndex.ts';
import type { RowView } from './rowModel.ts';

const recentMs = 5 * 60_000;

export function isShownBy(row: RowView, find: string, filter: FilterName, index: FeedIndex, nowMs: number): boolean {
  return isKept(row, filter, index, nowMs) && isFound(row, find);
}

/** Name, handle, source and words, without case. */
function isFound({ item }: RowView, find: string): boolean {
  const wanted = normaliseText(find.trim());
  if (wanted === '') return true;
  return normaliseText(`${item.fullName ?? ''}\n${item.username ?? ''}\n${item.source}\n${item.message}`).includes(
    wanted,
  );
}

function isKept({ item, state }: RowView, filter: FilterName, index: FeedIndex, nowMs: number): boolean {
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
