/** Compares two lists of posts: added, removed, edited (with the changed fields) and moved. */
import { isSameJson } from './boundedJson.ts';
import type { Collection, Item } from './collection.ts';
import { createIdSearch } from './idSearch.ts';
import { memoisePairInSteps } from './memoisePair.ts';
import type { Steps } from './steps.ts';

export type Edit = { readonly id: string; readonly fields: readonly string[] };

/** Ids: `removed` in the order of the old list, the others in the order of the new one. */
export type Difference = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly edited: readonly Edit[];
  readonly moved: readonly string[];
};

export const noDifference: Difference = { added: [], removed: [], edited: [], moved: [] };

export function isEmptyDifference(difference: Difference): boolean {
  return countDifference(difference) === 0;
}

/** Counts the changes; a post that was moved and edited counts twice. */
export function countDifference({ added, removed, edited, moved }: Difference): number {
  return added.length + removed.length + edited.length + moved.length;
}

/**
 * Compares two lists of unique ids. `moved` is the smallest set of posts whose move explains the new order. The logs and the desks need the
 * same result. The steps of `inSteps` prepare the result of `now`.
 */
export const { now: compareLists, inSteps: compareListsInSteps } = memoisePairInSteps(findDifference);

/** Posts to compare in one step; about a millisecond. */
const postsPerStep = 1000;

function* findDifference(before: readonly Item[], after: readonly Item[]): Steps<Difference> {
  const prefix = countCommonPrefix(before, after);
  if (prefix === before.length && prefix === after.length) return noDifference;
  const suffix = countCommonSuffix(before, after, prefix);
  return yield* compareMiddles(
    before.slice(prefix, before.length - suffix),
    after.slice(prefix, after.length - suffix),
  );
}

function countCommonPrefix(before: readonly Item[], after: readonly Item[]): number {
  let prefix = 0;
  for (const item of after) {
    const other = before[prefix];
    if (other === undefined || !isSameItem(other, item)) break;
    prefix += 1;
  }
  return prefix;
}

/** Excludes the common prefix, so that the two never overlap. */
function countCommonSuffix(before: readonly Item[], after: readonly Item[], prefix: number): number {
  const most = Math.min(before.length, after.length) - prefix;
  let suffix = 0;
  while (suffix < most) {
    const old = before[before.length - 1 - suffix];
    const item = after[after.length - 1 - suffix];
    if (old === undefined || item === undefined || !isSameItem(old, item)) break;
    suffix += 1;
  }
  return suffix;
}

function* compareMiddles(before: readonly Item[], after: readonly Item[]): Steps<Difference> {
  if (hasSameIds(before, after)) return { ...noDifference, edited: yield* findEdits(before, after) };
  const indexBefore = new Map(before.map((item, index) => [item.id, index]));
  const idsAfter = new Set(after.map((item) => item.id));
  yield;
  const added: string[] = [];
  const edited: Edit[] = [];
  const common: Item[] = [];
  for (const [position, item] of after.entries()) {
    if (position % postsPerStep === postsPerStep - 1) yield;
    const index = indexBefore.get(item.id);
    const old = index === undefined ? undefined : before[index];
    if (old === undefined) {
      added.push(item.id);
      continue;
    }
    common.push(item);
    const fields = changedFields(old, item);
    if (fields.length > 0) edited.push({ id: item.id, fields });
  }
  yield;
  const removed = before.filter((item) => !idsAfter.has(item.id)).map((item) => item.id);
  const kept = longestIncreasingSubsequence(common.map((item) => indexBefore.get(item.id) ?? 0));
  const moved = common.filter((_, index) => !kept.has(index)).map((item) => item.id);
  return { added, removed, edited, moved };
}

function hasSameIds(before: readonly Item[], after: readonly Item[]): boolean {
  return before.length === after.length && after.every((item, index) => item.id === before[index]?.id);
}

function* findEdits(before: readonly Item[], after: readonly Item[]): Steps<readonly Edit[]> {
  const edited: Edit[] = [];
  for (const [index, item] of after.entries()) {
    if (index % postsPerStep === postsPerStep - 1) yield;
    const fields = changedFields(before[index] ?? item, item);
    if (fields.length > 0) edited.push({ id: item.id, fields });
  }
  return edited;
}

/** For a collection that was read against another one: its unchanged posts are already that one's objects. */
const readAgainst = new WeakMap<Collection, WeakRef<Collection>>();

/** Records that the unchanged posts of `after` are objects of `before`. */
export function markReused(before: Collection, after: Collection): void {
  readAgainst.set(after, new WeakRef(before));
}

/** Returns `after` with the objects and lists of `before` for everything that did not change. */
export function reuseLists(before: Collection, after: Collection): Collection {
  if (readAgainst.get(after)?.deref() === before) return after;
  return {
    ...after,
    live: reuseUnchanged(before.live, after.live),
    staging: reuseUnchanged(before.staging, after.staging),
  };
}

/**
 * Returns `after` with the objects of `before` for every unchanged post, or `before` itself if nothing changed. Called once per
 * arrival, so that later comparisons can compare references.
 */
export function reuseUnchanged(before: readonly Item[], after: readonly Item[]): readonly Item[] {
  const findBefore = createIdSearch(before);
  let expected = 0;
  let isUnchanged = before.length === after.length;
  const reused: Item[] = [];
  for (const item of after) {
    let old = before[expected];
    if (old?.id !== item.id) {
      const found = findBefore(item.id);
      if (found >= 0) expected = found;
      old = before[expected];
    }
    const isKnown = old?.id === item.id;
    const kept = old !== undefined && isKnown && isSameItem(old, item) ? old : item;
    if (kept !== old || expected !== reused.length) isUnchanged = false;
    if (isKnown) expected += 1;
    reused.push(kept);
  }
  return isUnchanged ? before : reused;
}

export function isSameList(a: readonly Item[], b: readonly Item[]): boolean {
  if (a === b) return true;
  return a.length === b.length && countCommonPrefix(a, b) === a.length;
}

export function isSameItem(a: Item, b: Item): boolean {
  if (a === b) return true;
  if (a.id !== b.id) return false;
  // Written out for speed, because each arrival compares up to ten thousand posts. Keep in step with `plainFields`.
  return (
    a.lastModifiedDate === b.lastModifiedDate &&
    a.message === b.message &&
    a.fullName === b.fullName &&
    a.username === b.username &&
    a.source === b.source &&
    a.profileImageUrl === b.profileImageUrl &&
    a.publishedAt === b.publishedAt &&
    isSameMedia(a, b) &&
    isSameExtra(a, b)
  );
}

/** Whether both collections are equal apart from `lastModifiedDate`. */
export function isSameCollection(a: Collection, b: Collection): boolean {
  return (
    a.id === b.id &&
    a.name === b.name &&
    a.contentType === b.contentType &&
    a.createdDate === b.createdDate &&
    isSameList(a.live, b.live) &&
    isSameList(a.staging, b.staging)
  );
}

/** Names of the fields that differ, in the order of the service documentation. */
export function changedFields(before: Item, after: Item): readonly string[] {
  if (before === after) return [];
  const fields: string[] = [];
  for (const name of plainFields) if (before[name] !== after[name]) fields.push(name);
  if (!isSameMedia(before, after)) fields.push('media');
  if (!isSameExtra(before, after)) fields.push('extra');
  return fields;
}

const plainFields = [
  'fullName',
  'username',
  'source',
  'message',
  'profileImageUrl',
  'publishedAt',
  'lastModifiedDate',
] as const satisfies readonly (keyof Item)[];

function isSameMedia(a: Item, b: Item): boolean {
  if (a.media === b.media) return true;
  if (a.media.length !== b.media.length) return false;
  let index = 0;
  for (const medium of a.media) {
    const other = b.media[index++];
    if (medium.mediaUrl !== other?.mediaUrl || medium.mediaType !== other.mediaType) return false;
  }
  return true;
}

function isSameExtra(a: Item, b: Item): boolean {
  return isSameJson(a.extra, b.extra);
}

/** Indexes of one longest increasing subsequence (patience sorting, n log n). */
export function longestIncreasingSubsequence(numbers: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  numbers.forEach((value, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? (tails[low - 1] ?? -1) : -1);
    tails[low] = index;
  });
  const kept = new Set<number>();
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) kept.add(index);
  return kept;
}
