/** The as-run entries of posts that are on air, by feed, log and post. */
import type { Verb } from './action.ts';
import type { Cause } from './feedState.ts';

/** Which log an entry belongs to: posts on the on-air list, or the current post. */
export type AirLog = 'list' | 'playhead';

/** An entry for a post that is on air. Times are ISO 8601. */
export type OpenAirEntry = {
  readonly feed: string;
  readonly of: AirLog;
  readonly itemId: string;
  readonly author: string;
  readonly message: string;
  readonly on: string;
  readonly onCause: Cause;
  readonly onBy: string | null;
  readonly onVerb: Verb | null;
  readonly onAbout: string | null;
  /** The revision that put it on air. */
  readonly revision: number;
  /** Number of consumers connected at that moment. */
  readonly consumers: number;
};

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
