/** Notes where the entries of a long list begin and end in the bytes of JSON, and recognises entries that were read before. */
import type { Item } from '../../core/collection.ts';

/** Entries whose posts are known, or the bytes of entries to parse. */
export type Segment =
  | { readonly known: readonly [start: number, length: number] }
  | { readonly start: number; readonly end: number };

export type ScannedList = {
  readonly bytes: Buffer;
  /** After the opening bracket. */
  readonly start: number;
  /** The closing bracket. */
  readonly end: number;
  /** The end of each entry: a comma or the closing bracket. */
  readonly ends: readonly number[];
  /** How many values the JSON has before the first entry, and up to the end of each. */
  readonly valuesBefore: number;
  readonly valuesAt: readonly number[];
  /** Together they are the whole list. */
  readonly segments: readonly Segment[];
};

/** A list that was read without a fault, so that each entry is one post. */
export type KnownList = { readonly scanned: ScannedList; readonly posts: readonly Item[] };

/** A position in the JSON, and how many values come before it. */
type Position = { readonly index: number; readonly values: number };

export type ListScan = {
  /** Call at the start of each entry. Returns where to scan on: at the end of the last of the known entries that begin there, if any do. */
  readonly begin: (index: number, values: number) => Position;
  /** Call at the end of each entry; of known entries, only at the end of the last. */
  readonly end: (index: number, values: number) => void;
  /** Call at the closing bracket, which ends the last entry. */
  readonly close: (index: number, values: number) => ScannedList;
};

/** How many known entries may be missing where the list continues, for example because several posts were deleted together. */
const reach = 16;
/** A list that is quite another must take no longer than before, so the rest of it is parsed after this many comparisons in vain. */
const maxMisses = 2000;

/** `start` is the index after the opening bracket. The entries to parse are divided after every `partBytes` or more. */
export function createListScan(
  bytes: Buffer,
  start: number,
  valuesBefore: number,
  known: KnownList | null,
  partBytes: number,
): ListScan {
  const [ends, valuesAt]: [number[], number[]] = [[], []];
  const segments: Segment[] = [];
  /** The start of entries to parse that are not in a segment yet. */
  let unparsed: number | null = null;
  /** The known entry that is expected next. */
  let next = 0;
  let misses = 0;

  const endSegment = (end: number): void => {
    if (unparsed !== null) segments.push({ start: unparsed, end });
    unparsed = null;
  };

  /** The first known entry, from the expected one on, that has the same bytes. */
  const findKnown = (index: number, { ends: known }: ScannedList): number | null => {
    if (misses >= maxMisses) return null;
    const end = Math.min(next + reach, known.length);
    for (let entry = next; entry < end; entry += 1) if (isSame(entry, 1, index)) return entry;
    misses += end - next;
    return null;
  };
  const isSame = (first: number, count: number, index: number): boolean => {
    if (known === null) return false;
    const from = startOf(known.scanned, first);
    // With the comma or bracket after it, because an entry must end in the same place.
    const to = (known.scanned.ends[first + count - 1] ?? 0) + 1;
    const end = index + to - from;
    return end <= bytes.length && known.scanned.bytes.compare(bytes, index, end, from, to) === 0;
  };
  /** How many entries from `first` on have the same bytes; `first` has. Compares few bytes more than once. */
  const countSame = (first: number, index: number, scanned: ScannedList): number => {
    let count = 1;
    for (let step = scanned.ends.length - first - 1; step > 0; ) {
      const at = index + startOf(scanned, first + count) - startOf(scanned, first);
      if (first + count + step <= scanned.ends.length && isSame(first + count, step, at)) count += step;
      else step >>= 1;
    }
    return count;
  };

  const end = (index: number, values: number): void => {
    ends.push(index);
    valuesAt.push(values);
    if (unparsed !== null && index >= unparsed + partBytes) endSegment(index);
  };

  return {
    begin: (index, values) => {
      const first = known === null ? null : findKnown(index, known.scanned);
      if (known === null || first === null) {
        unparsed ??= index;
        return { index, values };
      }
      const { scanned } = known;
      const count = countSame(first, index, scanned);
      // The entry before it ends at a comma.
      endSegment(index - 1);
      segments.push({ known: [first, count] });
      next = first + count;
      const movedBy = index - startOf(scanned, first);
      const moreValues = values - (first === 0 ? scanned.valuesBefore : (scanned.valuesAt[first - 1] ?? 0) + 1);
      for (let entry = first; entry < next - 1; entry += 1) {
        ends.push((scanned.ends[entry] ?? 0) + movedBy);
        valuesAt.push((scanned.valuesAt[entry] ?? 0) + moreValues);
      }
      return {
        index: (scanned.ends[next - 1] ?? 0) + movedBy,
        values: (scanned.valuesAt[next - 1] ?? 0) + moreValues,
      };
    },
    end,
    close: (index, values) => {
      if (!isBlank(bytes, start, index)) end(index, values);
      endSegment(index);
      return { bytes, start, end: index, ends, valuesBefore, valuesAt, segments };
    },
  };
}

function startOf({ start, ends }: ScannedList, entry: number): number {
  return entry === 0 ? start : (ends[entry - 1] ?? 0) + 1;
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return false;
  }
  return true;
}
