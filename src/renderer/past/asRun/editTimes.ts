/** Finds the edits in the as-run log: an edited post's entry ends, and its next one begins at the same time. */
import type { AsRunRow } from '../../../contract/history.ts';

export function editKey({ itemId }: Pick<AsRunRow, 'itemId'>, at: string): string {
  return JSON.stringify([itemId, at]);
}

/** Keys of the times at which one entry of a post replaced another. */
export function editTimes(rows: readonly AsRunRow[]): ReadonlySet<string> {
  const begun = new Set(rows.map((row) => editKey(row, row.on)));
  return new Set(
    rows.flatMap((row) => (row.off === null ? [] : [editKey(row, row.off)])).filter((key) => begun.has(key)),
  );
}
