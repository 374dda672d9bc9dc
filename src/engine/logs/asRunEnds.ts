/** Finds when as-run rows ended that span several files, without reading those files to the end. */
import type { AirEnd } from '../../core/asRun.ts';
import type { AirLog, OpenAirEntry } from '../../core/openRows.ts';
import type { AsRunRecord } from './asRunRecords.ts';

export type AsRunQuery = {
  readonly feed: string;
  readonly of: AirLog;
  /** Selects the rows on air at any time from `from` to `to` (ISO 8601); `null` sets no limit. */
  readonly from: string | null;
  readonly to: string | null;
};

/** The records of a file in parts, oldest first. */
export type ReadRecords = (key: number) => AsyncIterable<readonly AsRunRecord[]>;

/** Ends of rows, by `rowKeyOf`. */
export type RowEnds = ReadonlyMap<string, AirEnd>;

type Found = {
  readonly ends: RowEnds;
  /** Index of the first file that needs other ends. */
  readonly until: number;
  /** Whether all rows from there on begin after the range. */
  readonly isLast: boolean;
};

export function rowKeyOf({ on, itemId }: OpenAirEntry): string {
  return `${on} ${itemId}`;
}

export function isOfFeed({ feed, of }: AsRunQuery, row: Pick<OpenAirEntry, 'feed' | 'of'>): boolean {
  return row.feed === feed && row.of === of;
}

/** Whether the row is of the queried feed and began before the end of the range. */
export function hasBegun(query: AsRunQuery, row: OpenAirEntry): boolean {
  return isOfFeed(query, row) && !isAfter(row.on, query.to);
}

/**
 * Finds the ends of rows that are on air when a file begins, in the files from index `first` on. Stops taking rows at `maxEnds`, so that the
 * rest needs another call, and at the first file after the range. `isListed` is whether the end of a row is no longer needed.
 */
export async function findRowEnds(
  keys: readonly number[],
  first: number,
  readRecords: ReadRecords,
  query: AsRunQuery,
  isListed: (row: OpenAirEntry) => boolean,
  maxEnds: number,
): Promise<Found> {
  const ends = new Map<string, AirEnd>();
  let until: number | null = null;
  let isLast = false;
  /** Keys of the rows that have not ended yet, by post. */
  let missing = new Map<string, string>();
  for (const [index, key] of keys.entries()) {
    if (index < first) continue;
    if (until === null && index > first + 1 && ends.size + missing.size >= maxEnds) until = index - 1;
    const isWanted = (row: OpenAirEntry): boolean =>
      missing.get(row.itemId) === rowKeyOf(row) || (until === null && !isListed(row));
    for await (const records of readRecords(key)) {
      for (const record of records) {
        if (record.open !== null) {
          // A row that is no longer here has lost its end.
          const wanted = record.open.filter((row) => hasBegun(query, row) && isWanted(row));
          missing = new Map(wanted.map((row) => [row.itemId, rowKeyOf(row)]));
          if (until === null && isAfter(record.off[0]?.at ?? record.on[0]?.on ?? null, query.to)) {
            until = Math.max(index, first + 1);
            isLast = true;
          }
        }
        for (const off of record.off) {
          const rowKey = isOfFeed(query, off) ? missing.get(off.itemId) : undefined;
          if (rowKey === undefined) continue;
          ends.set(rowKey, off);
          missing.delete(off.itemId);
        }
      }
      if (missing.size === 0) break;
    }
    if (until !== null && missing.size === 0) break;
  }
  return { ends, until: until ?? keys.length, isLast };
}

function isAfter(at: string | null, limit: string | null): boolean {
  return at !== null && limit !== null && Date.parse(at) > Date.parse(limit);
}
