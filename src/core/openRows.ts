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

type RowsById = Map<string, OpenAirEntry>;

const none: ReadonlyMap<string, OpenAirEntry> = new Map();

export function createOpenRows(): OpenRows {
  const rowsByFeed = new Map<string, Record<AirLog, RowsById>>();
  return {
    of: (feed, log) => rowsByFeed.get(feed)?.[log] ?? none,
    all: () => [...rowsByFeed.values()].flatMap(({ list, playhead }) => [...list.values(), ...playhead.values()]),
    add: (row) => {
      let logs = rowsByFeed.get(row.feed);
      if (logs === undefined) {
        logs = { list: new Map(), playhead: new Map() };
        rowsByFeed.set(row.feed, logs);
      }
      logs[row.of].set(row.itemId, row);
    },
    remove: ({ feed, of, itemId }) => {
      const rows = rowsByFeed.get(feed)?.[of];
      const row = rows?.get(itemId);
      rows?.delete(itemId);
      return row ?? null;
    },
  };
}
