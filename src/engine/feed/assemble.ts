/** Assembles long documents: copies unchanged rows from the previous version and writes only changed ones. */
import type { Item } from '../../core/collection.ts';
import { formatLiveHead, formatLiveRow, liveEnd } from '../../core/feed/liveJson.ts';
import { isSameToConsumers, mediaAddressesOf, type Publication } from '../../core/feed/publication.ts';
import type { ListParts } from '../../core/feed/tables.ts';
import { formatVmixPadding, formatVmixRowWithoutIndex, type RowContext } from '../../core/feed/vmix.ts';
import type { Steps } from '../../core/steps.ts';
import { createGrowingBytes } from './growingBytes.ts';

/** Each writer remembers its last document for one base address. */
export type RowWriters = { readonly live: RowWriter; readonly vmix: RowWriter };

export function createRowWriters(): RowWriters {
  return {
    live: createRowWriter('{"index":', ',', formatLiveRow),
    vmix: createRowWriter('{"index":"', '",', formatVmixRowWithoutIndex),
  };
}

/** `live.json`, written in steps. */
export function assembleLive(publication: Publication, base: string, write: RowWriter): Steps<Buffer> {
  const { feed, media, formatTimeOfDay } = publication;
  return write(formatLiveHead(publication), feed.onAir.items, { base, media, formatTimeOfDay }, liveEnd);
}

/** `vmix.json`, padded with empty rows up to `rows`, written in steps. */
export function assembleVmix(publication: Publication, base: string, rows: number, write: RowWriter): Steps<Buffer> {
  const { feed, media, formatTimeOfDay } = publication;
  const { items } = feed.onAir;
  return write('[', items, { base, media, formatTimeOfDay }, `${formatVmixPadding(items.length, rows)}]`);
}

/** Any other document of the whole list, written in steps. */
export function* assembleParts({ head, formatRow, end }: ListParts, items: readonly Item[]): Steps<Buffer> {
  const bytes = createGrowingBytes(initialBytes);
  bytes.write(head);
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % partsPerStep === 0) yield;
    bytes.write(formatRow(item, index));
  }
  bytes.write(end);
  return bytes.toBuffer();
}

/**
 * Writes `head`, the rows separated by commas, then `end`, in steps of a few milliseconds. Always call with the same base address and format of times. The steps of
 * two documents may alternate.
 */
export type RowWriter = (head: string, items: readonly Item[], context: RowContext, end: string) => Steps<Buffer>;

type WrittenDocument = {
  readonly bytes: Buffer;
  readonly items: readonly Item[];
  readonly media: RowContext['media'];
  /** Byte offset of each row, plus the offset where another row would begin. */
  readonly starts: Uint32Array;
};

const initialBytes = 16 * 1024;
const rowsPerStep = 500;
/** Fewer, because none of these rows is copied from the last document. */
const partsPerStep = 250;

/** Each row is `before`, its index, `after`, then `tail`, which does not depend on the index. */
function createRowWriter(before: string, after: string, tail: (item: Item, context: RowContext) => string): RowWriter {
  let newest: WrittenDocument = { bytes: Buffer.alloc(0), items: [], media: new Map(), starts: new Uint32Array(1) };

  return function* (head, items, context, end) {
    const last = newest;
    const startOf = (row: number): number => last.starts[row] ?? 0;
    const bytes = createGrowingBytes(Math.max(initialBytes, last.bytes.length + (last.bytes.length >> 3)));
    const starts = new Uint32Array(items.length + 1);
    const previousIndexOf = findUnchangedRows(last, items, context.media);
    bytes.write(head);
    let index = 0;
    while (index < items.length) {
      const comma = index === 0 ? '' : ',';
      let previous = previousIndexOf(index);
      const first = index;
      while (previous === index) previous = ++index < items.length ? previousIndexOf(index) : null;
      if (index > first) {
        bytes.write(comma);
        copyRows(first, index);
        continue;
      }
      const start = `${comma}${before}${index}${after}`;
      starts[index] = bytes.length() + comma.length;
      const item = items[index];
      if (previous !== null) {
        bytes.write(start);
        const from = startOf(previous) + before.length + String(previous).length + after.length;
        bytes.copy(last.bytes, from, startOf(previous + 1) - 1);
      } else if (item !== undefined) bytes.write(start + tail(item, context));
      index += 1;
      if (index % rowsPerStep === 0) yield;
    }
    starts[items.length] = bytes.length() + 1;
    bytes.write(end);
    newest = { bytes: bytes.toBuffer(), items, media: context.media, starts };
    return newest.bytes;

    /** Copies rows whose index has not changed, as one block. */
    function copyRows(from: number, to: number): void {
      const shift = bytes.length() - startOf(from);
      for (let row = from; row < to; row += 1) starts[row] = startOf(row) + shift;
      bytes.copy(last.bytes, startOf(from), startOf(to) - 1);
    }
  };
}

/** Returns a function from a post's index to its previous index; `null` if its row must be rewritten. */
function findUnchangedRows(
  last: WrittenDocument,
  items: readonly Item[],
  media: RowContext['media'],
): (index: number) => number | null {
  let previousIndexes: ReadonlyMap<Item, number> | null = null;
  const isSame = (url: string): boolean => isSameToConsumers(last.media.get(url), media.get(url));
  return (index) => {
    const item = items[index];
    if (item === undefined) return null;
    let previous: number | undefined = index;
    if (last.items[index] !== item) {
      previousIndexes ??= new Map(last.items.map((other, otherIndex) => [other, otherIndex]));
      previous = previousIndexes.get(item);
    }
    if (previous === undefined) return null;
    return last.media === media || mediaAddressesOf(item).every(isSame) ? previous : null;
  };
}
