/** The as-run entries of posts that are on air, by feed, log and post. */
import type { AirLog, OpenAirEntry } from './asRun.ts';

/** Identifies an entry: at most one is open per feed, log and post. */
export type AirEntryKey = Pick<OpenAirEntry, 'feed' | 'of' | 'itemId'>;

export type OpenRows = {
  /** The rows of one log by post, in the order they were added. */
  readonly of: (feed: string, log: AirLog) => ReadonlyMap<string, OpenAirEntry>;
  readonly all: () => OpenAirEntry[];
  readonly add: (row: OpenAirEntry) => void;
  /** Removes a row and returns it; `null` if there is none. */
  readonly remove: (key: AirEntryKey) => OpenAirEntry | null;
};

const none: ReadonlyMap<string, OpenAirEntry> = new Map();

export function createOpenRows(): OpenRows {
  const rowsByLog = new Map<string, Map<string, OpenAirEntry>>();
  // A slug contains no space.
  const keyOf = (feed: string, log: AirLog): string => `${log} ${feed}`;
  return {
    of: (feed, log) => rowsByLog.get(keyOf(feed, log)) ?? none,
    all: () => [...rowsByLog.values()].flatMap((rows) => [...rows.values()]),
    add: (row) => {
      const key = keyOf(row.feed, row.of);
      const rows = rowsByLog.get(key) ?? new Map<string, OpenAirEntry>();
      rowsByLog.set(key, rows);
      rows.set(row.itemId, row);
    },
    remove: ({ feed, of, itemId }) => {
      const rows = rowsByLog.get(keyOf(feed, of));
      const row = rows?.get(itemId);
      if (rows === undefined || row === undefined) return null;
      rows.delete(itemId);
      if (rows.size === 0) rowsByLog.delete(keyOf(feed, of));
      return row;
    },
  };
}
