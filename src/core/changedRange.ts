/** Finds the part between the common beginning and the common end of two lists, so that only this part is compared further. */

export type ChangedRange = {
  /** The length of the common beginning. */
  readonly start: number;
  /** Where the common end begins in each list. */
  readonly endBefore: number;
  readonly endAfter: number;
};

/** Compares entries by identity. */
export function findChangedRange(before: readonly unknown[], after: readonly unknown[]): ChangedRange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let [endBefore, endAfter] = [before.length, after.length];
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore -= 1;
    endAfter -= 1;
  }
  return { start, endBefore, endAfter };
}
