/** Compares the lists of two pushes, which arrive as new objects even where nothing changed. */
import type { DeskItem } from '../../contract/deskItem.ts';
import type { FeedLists } from '../../contract/deskState.ts';
import { isSameJson } from '../../core/boundedJson.ts';
import { findChangedRange } from '../../core/changedRange.ts';
import { alignIds } from './alignIds.ts';
import { idOf, itemsById } from './feedIndex.ts';

const itemLists = ['staging', 'live', 'onAirOnly'] as const;

/** The new lists, with the old object for each post and list that is the same. */
export function keepUnchanged(before: FeedLists, after: FeedLists): FeedLists {
  return {
    ...after,
    staging: keepItems(before.staging, after.staging),
    live: keepItems(before.live, after.live),
    onAirOnly: keepItems(before.onAirOnly, after.onAirOnly),
    keptOff: keepItems(before.keptOff, after.keptOff),
    otherInLive: isSameJson(before.otherInLive, after.otherInLive) ? before.otherInLive : after.otherInLive,
    onAir: isSameJson(before.onAir, after.onAir) ? before.onAir : after.onAir,
  };
}

function keepItems(before: readonly DeskItem[], after: readonly DeskItem[]): readonly DeskItem[] {
  const kept = after.map((item, index) => {
    const old = findOld(before, item, index);
    return old !== undefined && isSameItem(old, item) ? old : item;
  });
  return kept.length === before.length && kept.every((item, index) => item === before[index]) ? before : kept;
}

/** One function per field is several times faster for 10,000 posts than comparing them as JSON. */
const fieldComparisons: Readonly<Record<keyof DeskItem, (a: DeskItem, b: DeskItem) => boolean>> = {
  id: (a, b) => a.id === b.id,
  lastModifiedDate: (a, b) => a.lastModifiedDate === b.lastModifiedDate,
  message: (a, b) => a.message === b.message,
  fullName: (a, b) => a.fullName === b.fullName,
  username: (a, b) => a.username === b.username,
  source: (a, b) => a.source === b.source,
  avatarUrl: (a, b) => a.avatarUrl === b.avatarUrl,
  publishedAt: (a, b) => a.publishedAt === b.publishedAt,
  mark: (a, b) => isSameJson(a.mark, b.mark),
  media: (a, b) => isSameJson(a.media, b.media),
};
const comparisons = Object.values(fieldComparisons);

function isSameItem(a: DeskItem, b: DeskItem): boolean {
  for (const isSame of comparisons) if (!isSame(a, b)) return false;
  return true;
}

/** Most posts are at the same index as before. */
function findOld(before: readonly DeskItem[], { id }: DeskItem, index: number): DeskItem | undefined {
  const candidate = before[index];
  return candidate?.id === id ? candidate : itemsById(before).get(id);
}

/** The posts that changed their list, their on-air state, their text or their modification date. */
export function findChangedIds(before: FeedLists, after: FeedLists): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const name of itemLists) {
    const [old, current] = [before[name], after[name]];
    if (old === current) continue;
    const { start, endBefore, endAfter } = findChangedRange(old, current);
    const [oldPosts, posts] = [old.slice(start, endBefore), current.slice(start, endAfter)];
    const { removed, indexBefore } = alignIds(oldPosts.map(idOf), posts.map(idOf));
    for (const [index, post] of posts.entries()) {
      const known = oldPosts[indexBefore(index) ?? -1];
      if (known === undefined || isRewritten(known, post)) changed.add(post.id);
    }
    for (const index of removed) changed.add(oldPosts[index]?.id ?? '');
  }
  const { added, removed } = alignIds(before.onAir, after.onAir);
  for (const index of added) changed.add(after.onAir[index] ?? '');
  for (const index of removed) changed.add(before.onAir[index] ?? '');
  return changed;
}

function isRewritten(old: DeskItem, item: DeskItem): boolean {
  return old !== item && (old.message !== item.message || old.lastModifiedDate !== item.lastModifiedDate);
}
