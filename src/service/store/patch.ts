/** Differences between two versions of a collection, small enough to write at every change. */
import type { ContentItem, ListName } from '../../core/serviceDocument.ts';

/** The part of a collection that an edit can change. Our own media have paths like `/media/NAME`; responses add the host that the caller used. */
export type Contents = {
  readonly name: string;
  readonly contentType: string;
  readonly isDeleted: boolean;
  readonly staging: readonly ContentItem[];
  readonly live: readonly ContentItem[];
};

/** Replaces one range of a list. A string in `inserted` is the id of a post that was already in either list. */
export type Splice = {
  readonly list: ListName;
  readonly at: number;
  readonly removed: number;
  readonly inserted: readonly (string | ContentItem)[];
};

export type Patch = {
  readonly header: Partial<Pick<Contents, 'name' | 'contentType' | 'isDeleted'>>;
  readonly splices: readonly Splice[];
};

const listNames = ['staging', 'live'] as const;

/** Returns the patch from `before` to `after`; unchanged posts appear by id only. */
export function diffContents(before: Contents, after: Contents): Patch {
  const header: { name?: string; contentType?: string; isDeleted?: boolean } = {};
  if (before.name !== after.name) header.name = after.name;
  if (before.contentType !== after.contentType) header.contentType = after.contentType;
  if (before.isDeleted !== after.isDeleted) header.isDeleted = after.isDeleted;
  const changed = listNames.filter((list) => before[list] !== after[list]);
  if (changed.length === 0) return { header, splices: [] };
  const known = indexPosts(before);
  return { header, splices: changed.flatMap((list) => diffList(list, before[list], after[list], known)) };
}

/** Applies a patch to the contents it was made from; throws if it names an unknown post. */
export function applyPatch(before: Contents, patch: Patch): Contents {
  const lists = { staging: before.staging, live: before.live };
  const known = patch.splices.length === 0 ? null : indexPosts(before);
  for (const { list, at, removed, inserted } of patch.splices) {
    const posts = inserted.map((post) => {
      const found = typeof post === 'string' ? known?.get(post) : post;
      if (found === undefined) throw new Error(`the patch names an unknown post ${String(post)}`);
      return found;
    });
    lists[list] = [...lists[list].slice(0, at), ...posts, ...lists[list].slice(at + removed)];
  }
  const { name, contentType, isDeleted } = { ...before, ...patch.header };
  return { name, contentType, isDeleted, ...lists };
}

export function isEmptyPatch(patch: Patch): boolean {
  return patch.splices.length === 0 && Object.keys(patch.header).length === 0;
}

function indexPosts(contents: Contents): ReadonlyMap<string, ContentItem> {
  return new Map([...contents.staging, ...contents.live].map((post) => [post.id, post]));
}

function diffList(
  list: ListName,
  before: readonly ContentItem[],
  after: readonly ContentItem[],
  known: ReadonlyMap<string, ContentItem>,
): readonly Splice[] {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at += 1;
  let tail = 0;
  while (tail < shorter - at && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const removed = before.length - at - tail;
  const inserted = after.slice(at, after.length - tail);
  if (removed === 0 && inserted.length === 0) return [];
  return [{ list, at, removed, inserted: inserted.map((post) => (known.get(post.id) === post ? post.id : post)) }];
}
