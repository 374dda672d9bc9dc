/** Reads and merges the lists of guards that an operator types. */

/** Entries separated by commas or line breaks, trimmed and without duplicates. */
export function parseList(text: string): readonly string[] {
  return [...new Set(text.split(/[,\n]/).map((entry) => entry.trim()))].filter((entry) => entry !== '');
}

/** Applies the additions and removals between `base` and `mine` to `theirs`. */
export function mergeList(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  if (isSameList(base, theirs)) return mine;
  const added = mine.filter((entry) => !base.includes(entry) && !theirs.includes(entry));
  return [...theirs.filter((entry) => mine.includes(entry) || !base.includes(entry)), ...added];
}

export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}
