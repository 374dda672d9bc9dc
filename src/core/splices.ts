/** Differences between two versions of a collection's lists: the service stores and sends them, its page applies them. */
import { findChangedRange } from './changedRange.ts';
import type { ContentItem, ListName } from './serviceDocument.ts';

export type PostLists = { readonly staging: readonly ContentItem[]; readonly live: readonly ContentItem[] };

/** Replaces one range of a list. A string in `inserted` is the id of a post that was already in either list. */
export type Splice = {
  readonly list: ListName;
  readonly at: number;
  readonly removed: number;
  readonly inserted: readonly (string | ContentItem)[];
};

const listNames = ['staging', 'live'] as const;

/** Returns at most one splice for each list; unchanged posts appear by id only. Lists with the same identity are equal. */
export function diffLists(before: PostLists, after: PostLists): readonly Splice[] {
  const ranges = listNames.flatMap((list) => findChange(list, before[list], after[list]));
  const moved = indexRemoved(before, ranges);
  return ranges.map((range) => ({
    ...range,
    inserted: range.inserted.map((post) => (moved.get(post.id) === post ? post.id : post)),
  }));
}

/** Applies splices to the lists they were made from; untouched lists keep their identity. `null` if one names an unknown post. */
export function applySplices(before: PostLists, splices: readonly Splice[]): PostLists | null {
  const moved = indexRemoved(before, splices);
  const lists = { staging: before.staging, live: before.live };
  for (const { list, at, removed, inserted } of splices) {
    const posts: ContentItem[] = [];
    for (const post of inserted) {
      const found = typeof post === 'string' ? (moved.get(post) ?? findPost(before, post)) : post;
      if (found === undefined) return null;
      posts.push(found);
    }
    lists[list] = lists[list].slice(0, at).concat(posts, lists[list].slice(at + removed));
  }
  return lists;
}

type Range = Omit<Splice, 'inserted'> & { readonly inserted: readonly ContentItem[] };

function findChange(list: ListName, before: readonly ContentItem[], after: readonly ContentItem[]): readonly Range[] {
  if (before === after) return [];
  const { start: at, endBefore, endAfter } = findChangedRange(before, after);
  const removed = endBefore - at;
  const inserted = after.slice(at, endAfter);
  return removed === 0 && inserted.length === 0 ? [] : [{ list, at, removed, inserted }];
}

/** A post that an id names has left one of the ranges, so only these are indexed, not the whole lists. */
function indexRemoved(
  before: PostLists,
  ranges: readonly Pick<Splice, 'list' | 'at' | 'removed'>[],
): ReadonlyMap<string, ContentItem> {
  const removed = ranges.flatMap((range) => before[range.list].slice(range.at, range.at + range.removed));
  return new Map(removed.map((post) => [post.id, post]));
}

function findPost({ staging, live }: PostLists, id: string): ContentItem | undefined {
  return staging.find((post) => post.id === id) ?? live.find((post) => post.id === id);
}
