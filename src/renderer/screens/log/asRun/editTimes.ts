/** Finds the edits in the as-run log, and what they changed: an edit ends one entry and starts the next at the same time. */
import type { AsRunRow } from '../../../../contract/history.ts';
import { findTextEdit } from '../../../../core/textChange.ts';

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

/** Characters of a text that are in view at the usual width. */
const maxShown = 32;

export const textKeyOf = ({ itemId, message }: Pick<AsRunRow, 'itemId' | 'message'>): string =>
  JSON.stringify([itemId, message]);

/** The part of each edited text that differs, by `textKeyOf`, unless it is in view at the beginning of both texts. */
export function findEditedParts(rows: readonly AsRunRow[]): ReadonlyMap<string, string> {
  const startedBy = new Map(rows.map((row) => [editKeyOf(row, row.on), row]));
  const parts = new Map<string, string>();
  for (const row of rows) {
    const next = row.off === null ? undefined : startedBy.get(editKeyOf(row, row.off));
    if (next === undefined || !hasSameStart(row.message, next.message)) continue;
    const edit = findTextEdit(row.message, next.message);
    if (edit === null) continue;
    parts.set(textKeyOf(row), edit.before);
    parts.set(textKeyOf(next), edit.after);
  }
  return parts;
}

const hasSameStart = (a: string, b: string): boolean => a.slice(0, maxShown) === b.slice(0, maxShown);
