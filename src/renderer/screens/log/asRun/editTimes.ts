/** Finds the edits in the as-run log: an edit ends one entry and starts the next at the same time. */
import type { AsRunRow } from '../../../../contract/history.ts';

export function editKeyOf({ itemId }: Pick<AsRunRow, 'itemId'>, at: string): string {
  return JSON.stringify([itemId, at]);
}

/** Keys of the times at which one entry of a post replaced another. */
export function findEditTimes(rows: readonly AsRunRow[]): ReadonlySet<string> {
  const startKeys = new Set(rows.map((row) => editKeyOf(row, row.on)));
  return new Set(
    rows.flatMap((row) => (row.off === null ? [] : [editKeyOf(row, row.off)])).filter((key) => startKeys.has(key)),
  );
}
