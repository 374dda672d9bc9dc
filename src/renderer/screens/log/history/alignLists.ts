/** Aligns a past list with the on-air list, and works out the effect of restoring it. */
import type { DeskItem } from '../../../../contract/deskItem.ts';
import { longestIncreasingSubsequence } from '../../../../core/compare.ts';
import { isOtherVersion } from '../../../model/postVersions.ts';

/** One row of the comparison; an empty slot is `null`. Positions count from 1. */
export type AlignedRow = {
  readonly past: { readonly item: DeskItem; readonly position: number } | null;
  readonly now: { readonly item: DeskItem; readonly position: number } | null;
};

/** Keeps each list in its own order; posts in the same relative order in both share a row. */
export function alignLists(past: readonly DeskItem[], now: readonly DeskItem[]): readonly AlignedRow[] {
  const indexNow = new Map(now.map((item, index) => [item.id, index]));
  const common = past.filter((item) => indexNow.has(item.id));
  const unmoved = longestIncreasingSubsequence(common.map((item) => indexNow.get(item.id) ?? 0));
  const shared = new Set(common.filter((_, index) => unmoved.has(index)).map((item) => item.id));
  const rows: AlignedRow[] = [];
  let nextNow = 0;
  const pushNowUntil = (end: number): void => {
    for (; nextNow < end; nextNow += 1) {
      const item = now[nextNow];
      if (item !== undefined) rows.push({ past: null, now: { item, position: nextNow + 1 } });
    }
  };
  past.forEach((item, index) => {
    const pastSide = { item, position: index + 1 };
    if (!shared.has(item.id)) {
      rows.push({ past: pastSide, now: null });
      return;
    }
    const matchIndex = indexNow.get(item.id) ?? 0;
    pushNowUntil(matchIndex);
    const match = now[matchIndex];
    rows.push({ past: pastSide, now: match === undefined ? null : { item: match, position: matchIndex + 1 } });
    nextNow = matchIndex + 1;
  });
  pushNowUntil(now.length);
  return rows;
}

/** Posts by what a restore does to them. */
export type RestoreEffect = {
  readonly comesBack: readonly DeskItem[];
  readonly goesOff: readonly DeskItem[];
  readonly getsOldText: readonly DeskItem[];
  /** For example an old picture; its text is the same. */
  readonly getsOldVersion: readonly DeskItem[];
  /** The post on air is older, or as old: an earlier restore can have put it there. */
  readonly getsOtherVersion: readonly DeskItem[];
  readonly staysOff: readonly DeskItem[];
  readonly moved: readonly DeskItem[];
};

export function restoreEffectOf(
  past: readonly DeskItem[],
  now: readonly DeskItem[],
  blockedNow: readonly string[],
): RestoreEffect {
  const blocked = new Set(blockedNow);
  const restored = past.filter((item) => !blocked.has(item.id));
  const nowById = new Map(now.map((item, index) => [item.id, { item, index }]));
  const restoredIds = new Set(restored.map((item) => item.id));
  const common = restored.filter((item) => nowById.has(item.id));
  const changesIn = (item: DeskItem): VersionChange | null => versionChangeOf(item, nowById.get(item.id)?.item ?? item);
  const unmoved = longestIncreasingSubsequence(common.map((item) => nowById.get(item.id)?.index ?? 0));
  return {
    comesBack: restored.filter((item) => !nowById.has(item.id)),
    goesOff: now.filter((item) => !restoredIds.has(item.id)),
    getsOldText: common.filter((item) => changesIn(item) === 'oldText'),
    getsOldVersion: common.filter((item) => changesIn(item) === 'oldVersion'),
    getsOtherVersion: common.filter((item) => changesIn(item) === 'otherVersion'),
    staysOff: past.filter((item) => blocked.has(item.id)),
    moved: common.filter((_, index) => !unmoved.has(index)),
  };
}

export type VersionChange = 'oldText' | 'oldVersion' | 'otherVersion';

/** The version that a restore gives the post, compared with the one on air; null if it is the same. */
export function versionChangeOf(past: DeskItem, now: DeskItem): VersionChange | null {
  if (!isOtherVersion(past, now)) return null;
  if (!(Date.parse(past.lastModifiedDate) < Date.parse(now.lastModifiedDate))) return 'otherVersion';
  return hasTextChanged(past, now) ? 'oldText' : 'oldVersion';
}

function hasTextChanged(a: DeskItem, b: DeskItem): boolean {
  return a.message !== b.message || a.fullName !== b.fullName || a.username !== b.username;
}
