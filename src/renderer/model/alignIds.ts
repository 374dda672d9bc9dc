/** Finds which ids two lists have in common. Long lists are usually the same at both ends, so only what is between them is indexed. */
import { findChangedRange } from '../../core/changedRange.ts';

export type AlignedIds = {
  /** Indexes in the new list of ids that the old one lacks, and the reverse. */
  readonly added: readonly number[];
  readonly removed: readonly number[];
  /** The index in the old list of the id that has this index in the new one; `undefined` if it was added. */
  readonly indexBefore: (index: number) => number | undefined;
  /** Whether the ids that both have are in another order. */
  readonly isReordered: boolean;
};

/** Each list has an id only once. */
export function alignIds(before: readonly string[], after: readonly string[]): AlignedIds {
  const { start, endBefore, endAfter } = findChangedRange(before, after);
  const middleBefore = before.slice(start, endBefore);
  const middle = after.slice(start, endAfter);
  const indexesBefore = new Map(middleBefore.map((id, index) => [id, start + index]));
  const indexes = new Map(middle.map((id, index) => [id, start + index]));
  const missingFrom = (ids: readonly string[], others: ReadonlyMap<string, number>): readonly number[] =>
    ids.flatMap((id, index) => (others.has(id) ? [] : [start + index]));
  const common = middle.filter((id) => indexesBefore.has(id));
  return {
    added: missingFrom(middle, indexesBefore),
    removed: missingFrom(middleBefore, indexes),
    indexBefore: (index) => {
      if (index < start) return index;
      if (index >= endAfter) return index - endAfter + endBefore;
      return indexesBefore.get(after[index] ?? '');
    },
    isReordered: middleBefore.filter((id) => indexes.has(id)).some((id, index) => id !== common[index]),
  };
}
