/** Differences between two versions of a collection, small enough to write at every change. */
import type { ContentItem } from '../../core/serviceDocument.ts';
import { applySplices, diffLists, type Splice } from '../../core/splices.ts';

/** The part of a collection that an edit can change. Our own media have paths like `/media/NAME`; responses add the host that the caller used. */
export type Contents = {
  readonly name: string;
  readonly contentType: string;
  readonly isDeleted: boolean;
  readonly staging: readonly ContentItem[];
  readonly live: readonly ContentItem[];
};

export type Patch = {
  readonly header: Partial<Pick<Contents, 'name' | 'contentType' | 'isDeleted'>>;
  readonly splices: readonly Splice[];
};

/** Returns the patch from `before` to `after`. */
export function diffContents(before: Contents, after: Contents): Patch {
  const header: { name?: string; contentType?: string; isDeleted?: boolean } = {};
  if (before.name !== after.name) header.name = after.name;
  if (before.contentType !== after.contentType) header.contentType = after.contentType;
  if (before.isDeleted !== after.isDeleted) header.isDeleted = after.isDeleted;
  return { header, splices: diffLists(before, after) };
}

/** Applies a patch to the contents it was made from; throws if it names an unknown post. */
export function applyPatch(before: Contents, patch: Patch): Contents {
  const lists = applySplices(before, patch.splices);
  if (lists === null) throw new Error('the patch names an unknown post');
  const { name, contentType, isDeleted } = { ...before, ...patch.header };
  return { name, contentType, isDeleted, ...lists };
}

export function isEmptyPatch(patch: Patch): boolean {
  return patch.splices.length === 0 && Object.keys(patch.header).length === 0;
}
