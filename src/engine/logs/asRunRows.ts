/**
 * Reads the as-run rows of one feed in the order they went on air, with one file in memory at a time. A row is written when it begins, and its
 * end can be many files later: docs/decisions/0018-as-run-rows-in-order.md.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AirEnd, type AirEntry, endEntry } from '../../core/asRun.ts';
import type { OpenAirEntry } from '../../core/openRows.ts';
import { type AsRunQuery, findRowEnds, hasBegun, isOfFeed, type ReadRecords, rowKeyOf } from './asRunEnds.ts';
import { readAsRunRecords } from './asRunRecords.ts';

export type AsRunFiles = {
  /** Oldest first. Each file begins with the rows that were on air. */
  readonly keys: readonly number[];
  readonly readParts: (key: number) => AsyncIterable<readonly unknown[]>;
  /** The rows on air now, of all feeds. */
  readonly ongoing: readonly AirEntry[];
};

/** About 10 MB. */
const maxEndsInMemory = 50_000;
/** About one millisecond of formatting. */
const rowsPerPart = 200;

type Row = { readonly entry: OpenAirEntry; end: AirEnd | null };
type RowsByPost = Map<string, Row>;

/** Yields the rows in parts, with other work between them. Rejects if a file cannot be read, or once `signal` is aborted. */
export async function* readAsRunRows(
  { keys, readParts, ongoing }: AsRunFiles,
  query: AsRunQuery,
  signal: AbortSignal | null = null,
  maxEnds: number = maxEndsInMemory,
): AsyncGenerator<readonly AirEntry[]> {
  const ongoingByKey = new Map(
    ongoing.filter((row) => hasBegun(query, row)).map((row) => [rowKeyOf(row), row] as const),
  );
  const readRecords: ReadRecords = async function* (key) {
    for await (const part of readParts(key)) {
      signal?.throwIfAborted();
      yield readAsRunRecords(part);
    }
  };
  /** Rows on air at the end of the file before. */
  let onAir: RowsByPost = new Map();
  const isListed = ({ itemId, on }: OpenAirEntry): boolean => onAir.get(itemId)?.entry.on === on;
  for (let next = 0, isLast = false; next < keys.length && !isLast; ) {
    const found = await findRowEnds(keys, next, readRecords, query, isListed, maxEnds);
    ({ isLast } = found);
    for (const key of keys.slice(next, found.until)) {
      const file = await readFile(readRecords(key), query, onAir);
      ({ onAir } = file);
      for (let start = 0; start < file.rows.length; start += rowsPerPart) {
        const part = file.rows.slice(start, start + rowsPerPart).flatMap(({ entry, end }) => {
          const rowKey = rowKeyOf(entry);
          const known = end ?? found.ends.get(rowKey);
          const row = known === undefined ? ongoingByKey.get(rowKey) : endEntry(entry, known);
          ongoingByKey.delete(rowKey);
          // Damage to a file can lose the end of a row.
          return row !== undefined && isOnAirAfter(row, query.from) ? [row] : [];
        });
        yield part;
        await nextTurn();
      }
    }
    next = found.until;
  }
  // Only damage to a file leaves any.
  yield [...ongoingByKey.values()];
}

/** Rows that begin in a file, in order, and those on air at its end. */
async function readFile(
  records: ReturnType<ReadRecords>,
  query: AsRunQuery,
  before: RowsByPost,
): Promise<{ readonly rows: readonly Row[]; readonly onAir: RowsByPost }> {
  let onAir = before;
  const rows: Row[] = [];
  const add = (entry: OpenAirEntry): void => {
    if (!hasBegun(query, entry)) return;
    const row = { entry, end: null };
    rows.push(row);
    onAir.set(entry.itemId, row);
  };
  for await (const part of records) {
    for (const { open, off, on } of part) {
      if (open !== null) {
        const known = onAir;
        onAir = new Map();
        for (const entry of open) {
          const row = known.get(entry.itemId);
          if (isOfFeed(query, entry) && row?.entry.on === entry.on) onAir.set(entry.itemId, row);
          else add(entry);
        }
      }
      for (const end of off) {
        const row = isOfFeed(query, end) ? onAir.get(end.itemId) : undefined;
        if (row === undefined) continue;
        row.end = end;
        onAir.delete(end.itemId);
      }
      for (const entry of on) add(entry);
    }
  }
  return { rows: rows.sort(compareRows), onAir };
}

/** By the time they went on air, then by the time they went off. */
function compareRows(a: Row, b: Row): number {
  if (a.entry.on !== b.entry.on) return Date.parse(a.entry.on) - Date.parse(b.entry.on);
  if (a.end === null || b.end === null) return Number(a.end === null) - Number(b.end === null);
  return Date.parse(a.end.at) - Date.parse(b.end.at);
}

function isOnAirAfter({ off }: AirEntry, from: string | null): boolean {
  return off === null || from === null || Date.parse(off) >= Date.parse(from);
}
