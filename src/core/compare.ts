/** What differs between two lists of posts: added, removed, edited (with which fields) and moved. */
import type { Collection, Item } from './collection.ts';

export type Edit = { readonly id: string; readonly fields: readonly string[] };

/** Ids, each list in the order of the list it is seen in (`removed` in the old one, the others in the new one). */
export type Difference = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly edited: readonly Edit[];
  readonly moved: readonly string[];
};

export const noDifference: Difference = { added: [], removed: [], edited: [], moved: [] };

export function isNoDifference(difference: Difference): boolean {
  return countDifference(difference) === 0;
}

/** How many changes there are; one post that was both moved and edited counts twice. */
export function countDifference({ added, removed, edited, moved }: Difference): number {
  return added.length + removed.length + edited.length + moved.length;
}

/** Compares two lists of unique ids. `moved` names the fewest posts whose move explains the new order. */
export function compareLists(before: readonly Item[], after: readonly Item[]): Difference {
  if (isSameList(before, after)) return noDifference;
  const placeBefore = new Map(before.map((item, place) => [item.id, place]));
  const idsAfter = new Set(after.map((item) => item.id));
  const added: string[] = [];
  const edited: Edit[] = [];
  const common: Item[] = [];
  for (const item of after) {
    const place = placeBefore.get(item.id);
    const old = place === undefined ? undefined : before[place];
    if (old === undefined) {
      added.push(item.id);
      continue;
    }
    common.push(item);
    const fields = changedFields(old, item);
    if (fields.length > 0) edited.push({ id: item.id, fields });
  }
  const removed = before.filter((item) => !idsAfter.has(item.id)).map((item) => item.id);
  const kept = longestRise(common.map((item) => placeBefore.get(item.id) ?? 0));
  const moved = common.filter((_, place) => !kept.has(place)).map((item) => item.id);
  return { added, removed, edited, moved };
}

/** The same posts with the same words in the same order. */
export function isSameList(a: readonly Item[], b: readonly Item[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  return a.every((item, place) => {
    const other = b[place];
    return other !== undefined && isSameItem(item, other);
  });
}

export function isSameItem(a: Item, b: Item): boolean {
  return a === b || (a.id === b.id && changedFields(a, b).length === 0);
}

/** The same collection but for nothing: dates, name and both lists. */
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

/** Names of the fields in which two versions of a post differ, in the order of the service document. */
export function changedFields(before: Item, after: Item): readonly string[] {
  if (before === after) return [];
  const fields: string[] = [];
  for (const name of plainFields) if (before[name] !== after[name]) fields.push(name);
  if (!isSameMedia(before, after)) fields.push('media');
  if (before.extra !== after.extra && JSON.stringify(before.extra) !== JSON.stringify(after.extra))
    fields.push('extra');
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
  return a.media.every((medium, place) => {
    const other = b.media[place];
    return other !== undefined && medium.mediaUrl === other.mediaUrl && medium.mediaType === other.mediaType;
  });
}

/** Places of one longest rising run of the numbers (patience sorting, n log n). */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  numbers.forEach((value, place) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? (tails[low - 1] ?? -1) : -1);
    tails[low] = place;
  });
  const kept = new Set<number>();
  for (let place = tails.at(-1) ?? -1; place >= 0; place = previous[place] ?? -1) kept.add(place);
  return kept;
}
