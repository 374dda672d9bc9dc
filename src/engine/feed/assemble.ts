/** Puts long documents together: each row that still reads the same is copied from the document before, the others are written. */
import type { Item } from '../../core/collection.ts';
import type { Shelf } from '../../core/feed/item.ts';
import { liveEnd, liveHead, liveRow } from '../../core/feed/liveJson.ts';
import { isSameToReaders, mediaAddresses, type Publication } from '../../core/feed/publication.ts';
import { vmixPadding, vmixTail } from '../../core/feed/vmix.ts';
import { createGrowingBytes } from './growingBytes.ts';

/** What the long documents were when they were last written, for one base address. */
export type Memos = { readonly live: RowWriter; readonly vmix: RowWriter };

export function newMemos(): Memos {
  return { live: createRowWriter('{"index":', ',', liveRow), vmix: createRowWriter('{"index":"', '",', vmixTail) };
}

/** The same bytes as `formatLive`. */
export function assembleLive(publication: Publication, base: string, write: RowWriter): Buffer {
  const { items } = publication.feed.onAir;
  return write(liveHead(publication), items, { base, media: publication.media }, liveEnd);
}

/** The same bytes as `formatVmix`. */
export function assembleVmix(publication: Publication, base: string, rows: number, write: RowWriter): Buffer {
  const { items } = publication.feed.onAir;
  return write('[', items, { base, media: publication.media }, `${vmixPadding(items.length, rows)}]`);
}

/** Writes `head`, a row for each post with commas between them, then `end`. Always asked with the same base address. */
export type RowWriter = (head: string, items: readonly Item[], shelf: Shelf, end: string) => Buffer;

type Written = {
  readonly bytes: Buffer;
  readonly items: readonly Item[];
  readonly media: Shelf['media'];
  /** Where each row begins; after the last one, where a further one would. */
  readonly starts: Uint32Array;
};

const roomAtFirst = 16 * 1024;

/** A row is its place between `before` and `after`, then its `tail`, in which the place is not. */
function createRowWriter(before: string, after: string, tail: (item: Item, shelf: Shelf) => string): RowWriter {
  let last: Written = { bytes: Buffer.alloc(0), items: [], media: new Map(), starts: new Uint32Array(1) };

  return (head, items, shelf, end) => {
    const bytes = createGrowingBytes(Math.max(roomAtFirst, last.bytes.length + (last.bytes.length >> 3)));
    const starts = new Uint32Array(items.length + 1);
    const placeBefore = findPlaces(last, items, shelf.media);
    bytes.write(head);
    let place = 0;
    while (place < items.length) {
      const comma = place === 0 ? '' : ',';
      let known = placeBefore(place);
      const first = place;
      while (known === place) known = ++place < items.length ? placeBefore(place) : null;
      if (place > first) {
        bytes.write(comma);
        copyRows(first, place);
        continue;
      }
      const start = `${comma}${before}${place}${after}`;
      starts[place] = bytes.length() + comma.length;
      const item = items[place];
      if (known !== null) {
        bytes.write(start);
        const from = startOf(known) + before.length + String(known).length + after.length;
        bytes.copy(last.bytes, from, startOf(known + 1) - 1);
      } else if (item !== undefined) bytes.write(start + tail(item, shelf));
      place += 1;
    }
    starts[items.length] = bytes.length() + 1;
    bytes.write(end);
    last = { bytes: bytes.whole(), items, media: shelf.media, starts };
    return last.bytes;

    /** Rows that stand where they stood are copied at once, places and all. */
    function copyRows(from: number, to: number): void {
      const by = bytes.length() - startOf(from);
      for (let row = from; row < to; row += 1) starts[row] = startOf(row) + by;
      bytes.copy(last.bytes, startOf(from), startOf(to) - 1);
    }
  };

  function startOf(row: number): number {
    return last.starts[row] ?? 0;
  }
}

/** Tells where the post at a place of the list stood in the document before, if it reads the same there; else null. */
function findPlaces(last: Written, items: readonly Item[], media: Shelf['media']): (place: number) => number | null {
  let places: ReadonlyMap<Item, number> | null = null;
  const isSame = (url: string): boolean => isSameToReaders(last.media.get(url), media.get(url));
  return (place) => {
    const item = items[place];
    if (item === undefined) return null;
    let known: number | undefined = place;
    if (last.items[place] !== item) {
      places ??= new Map(last.items.map((other, index) => [other, index]));
      known = places.get(item);
    }
    if (known === undefined) return null;
    return last.media === media || mediaAddresses(item).every(isSame) ? known : null;
  };
}
