/**
 * Reads the as-run rows of one feed in the order they went on air. A row is written when it begins, and its end can be many files later, so the
 * log is read twice: first for the ends, then for the rows (docs/decisions/0018-the-as-run-log-is-read-twice.md).
 */

import { type AirConfirmation, type AirEnd, type AirEntry, endEntry, notConfirmed } from '../../core/asRun.ts';
import type { AirLog, OpenAirEntry } from '../../core/openRows.ts';
import { shiftTime } from '../../core/time.ts';
import type { Segments } from '../../disk/segments.ts';
import { nextBackgroundTurn } from '../../disk/turns.ts';
import { createAirEnds } from './airEnds.ts';
import { type AsRunRecord, type OutOfOrder, readAsRunRecords } from './asRunRecords.ts';

export type AsRunQuery = {
  readonly feed: string;
  readonly of: AirLog;
  /** Selects the rows on air at any time from `from` to `to` (ISO 8601); `null` sets no limit. */
  readonly from: string | null;
  readonly to: string | null;
};

export type AsRunFiles = {
  /** Oldest first. Each file begins with the rows that were on air. */
  readonly keys: readonly number[];
  readonly readParts: (key: number) => AsyncIterable<readonly unknown[]>;
  /** The rows on air now, of all feeds. */
  readonly ongoing: readonly AirEntry[];
  /** The times that can be in any order, because the clock was set back; `null` when it never was. */
  readonly outOfOrder: OutOfOrder | null;
};

/** About one millisecond of formatting. */
const rowsPerTurn = 200;

/** Yields the rows in parts, with other work between them. Rejects if a file cannot be read, or once `signal` is aborted. */
export async function* readAsRunRows(
  { keys, readParts, ongoing, outOfOrder }: AsRunFiles,
  query: AsRunQuery,
  signal: AbortSignal | null = null,
): AsyncGenerator<readonly AirEntry[]> {
  const readRecords = async function* (): AsyncGenerator<readonly AsRunRecord[]> {
    for (const key of keys) {
      for await (const part of readParts(key)) {
        signal?.throwIfAborted();
        yield readAsRunRecords(part);
      }
    }
  };
  const isInOrder = canEndEarly(query, outOfOrder);
  const { ends, confirmations } = await findEnds(readRecords(), query, isInOrder);
  const ongoingByKey = new Map(
    ongoing.filter((row) => hasBegun(query, row)).map((row) => [`${row.itemId} ${row.on}`, row]),
  );
  const complete = ({ entry, number }: NumberedRow): readonly AirEntry[] => {
    const end = ends.get(number);
    const rowKey = `${entry.itemId} ${entry.on}`;
    const row =
      end === null ? ongoingByKey.get(rowKey) : endEntry(entry, end, confirmations.get(number) ?? notConfirmed);
    // Only for the row on air: after a clock was set back, an ended row of the post can have the same beginning.
    if (end === null) ongoingByKey.delete(rowKey);
    // Damage to a file can lose the end of a row.
    return row !== undefined && isOnAirAfter(row, query.from) ? [row] : [];
  };
  /** By the time they went on air, then by the time they went off. Times before and after the clock was set can't be compared. */
  const compareRows = (a: NumberedRow, b: NumberedRow): number =>
    a.clockSets !== b.clockSets
      ? a.clockSets - b.clockSets
      : a.entry.on === b.entry.on
        ? compareNumbers(ends.timeMsOf(a.number), ends.timeMsOf(b.number))
        : compareNumbers(Date.parse(a.entry.on), Date.parse(b.entry.on));
  const numbers = createRowNumbers(query);
  for await (const records of readRecords()) {
    const begun = records.flatMap((record) => numbers.read(record).begun).sort(compareRows);
    for (let start = 0; start < begun.length; start += rowsPerTurn) {
      if (start > 0) await nextBackgroundTurn();
      yield begun.slice(start, start + rowsPerTurn).flatMap(complete);
    }
    if (isInOrder && records.some((record) => isAfterRange(query, record))) break;
  }
  // Rows whose beginning was lost with a damaged record.
  yield [...ongoingByKey.values()];
}

async function findEnds(parts: AsyncIterable<readonly AsRunRecord[]>, query: AsRunQuery, isInOrder: boolean) {
  const ends = createAirEnds();
  const confirmations = new Map<number, AirConfirmation>();
  /** The newest row of each blocked post, which can be confirmed much later. */
  const blocked = new Map<string, { readonly number: number; readonly setByMs: number }>();
  /** By how much the clock was set, in total. */
  let setByMs = 0;
  const numbers = createRowNumbers(query);
  let isComplete = false;
  for await (const records of parts) {
    for (const record of records) {
      setByMs += record.clockSetByMs ?? 0;
      const { begun, ended } = numbers.read(record);
      for (const { end, number } of ended) {
        ends.set(number, end);
        if (end.verb === 'block' && end.about === end.itemId) blocked.set(end.itemId, { number, setByMs });
      }
      for (const { entry } of begun) blocked.delete(entry.itemId);
      for (const { feed, itemId, ...confirmation } of record.confirmed ?? []) {
        if (feed !== query.feed) continue;
        const row = blocked.get(itemId);
        if (row !== undefined) confirmations.set(row.number, shiftConfirmation(confirmation, row.setByMs - setByMs));
        blocked.delete(itemId);
      }
      isComplete ||= isInOrder && isAfterRange(query, record);
    }
    if (isComplete && numbers.countOnAir() === 0 && blocked.size === 0) break;
  }
  return { ends, confirmations };
}

/** `clockSets`: how many times the clock was set before. */
type NumberedRow = { readonly entry: OpenAirEntry; readonly number: number; readonly clockSets: number };
type NumberedEnd = { readonly end: AirEnd; readonly number: number };

/** Numbers the rows in the order they begin. The same records always give the same numbers. */
function createRowNumbers(query: AsRunQuery) {
  let count = 0;
  let clockSets = 0;
  let onAir = new Map<string, { readonly on: string; readonly number: number }>();
  return {
    countOnAir: () => onAir.size,
    read: ({
      open,
      clockSetByMs,
      off,
      on,
    }: AsRunRecord): { begun: readonly NumberedRow[]; ended: readonly NumberedEnd[] } => {
      const begun: NumberedRow[] = [];
      const ended: NumberedEnd[] = [];
      const begin = (entry: OpenAirEntry): void => {
        begun.push({ entry, number: count, clockSets });
        onAir.set(entry.itemId, { on: entry.on, number: count });
        count += 1;
      };
      if (clockSetByMs !== undefined) clockSets += 1;
      if (open !== null) {
        // After damage, a row can be new here although it began earlier. A row that is no longer here has lost its end.
        const before = onAir;
        onAir = new Map();
        for (const entry of open) {
          if (!hasBegun(query, entry)) continue;
          const known = before.get(entry.itemId);
          if (known?.on === entry.on) onAir.set(entry.itemId, known);
          else begin(entry);
        }
      }
      for (const end of off) {
        const row = isOfFeed(query, end) ? onAir.get(end.itemId) : undefined;
        if (row === undefined) continue;
        ended.push({ end, number: row.number });
        onAir.delete(end.itemId);
      }
      for (const entry of on) if (hasBegun(query, entry)) begin(entry);
      return { begun, ended };
    },
  };
}

function isOfFeed({ feed, of }: AsRunQuery, row: Pick<OpenAirEntry, 'feed' | 'of'>): boolean {
  return row.feed === feed && row.of === of;
}

/** Whether the row is of the queried feed and began before the end of the range. */
function hasBegun(query: AsRunQuery, row: OpenAirEntry): boolean {
  return isOfFeed(query, row) && (query.to === null || Date.parse(row.on) <= Date.parse(query.to));
}

function isOnAirAfter({ off }: AirEntry, from: string | null): boolean {
  return off === null || from === null || Date.parse(off) >= Date.parse(from);
}

/** Whether nothing in the range can follow a record that is after it. */
function canEndEarly({ to }: AsRunQuery, outOfOrder: OutOfOrder | null): boolean {
  if (to === null || outOfOrder === null) return true;
  return Date.parse(to) < Date.parse(outOfOrder.from) || Date.parse(to) >= Date.parse(outOfOrder.until);
}

/** Gives a confirmation the time of the clock as it was when the row ended. */
function shiftConfirmation(confirmation: AirConfirmation, byMs: number): AirConfirmation {
  const { confirmedOffAirAt: at } = confirmation;
  return at === null || byMs === 0 ? confirmation : { ...confirmation, confirmedOffAirAt: shiftTime(at, byMs) };
}

/** Whether a record is after the range. */
function isAfterRange({ to }: AsRunQuery, { off: [ended], on: [begun] }: AsRunRecord): boolean {
  return to !== null && Date.parse(ended?.at ?? begun?.on ?? to) > Date.parse(to);
}

/** Also for infinite numbers, whose difference is not a number. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** Keys of the files with rows that end after `from`. Each file begins with the rows that were on air. */
export function selectFiles(segments: Pick<Segments, 'files'>, from: string | null): readonly number[] {
  const keys = segments.files().map(({ key }) => key);
  const first = from === null ? -1 : keys.findLastIndex((key) => key <= Date.parse(from));
  return keys.slice(Math.max(0, first));
}
