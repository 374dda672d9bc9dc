/** Puts long documents together from bytes kept for each post: one changed post of ten thousand is written, the rest is copied. */
import type { Item } from '../../core/collection.ts';
import type { Shelf } from '../../core/feed/item.ts';
import { type ItemMemo, newItemMemo, remember } from '../../core/feed/itemMemo.ts';
import { liveEnd, liveHead, liveRow } from '../../core/feed/liveJson.ts';
import type { Publication } from '../../core/feed/publication.ts';
import { vmixPadding, vmixTail } from '../../core/feed/vmix.ts';

/** What was already written for each post, for one base address. */
export type Memos = { readonly live: ItemMemo<Buffer>; readonly vmix: ItemMemo<Buffer> };

export function newMemos(): Memos {
  return { live: newItemMemo(), vmix: newItemMemo() };
}

/** The same bytes as `formatLive`. */
export function assembleLive(publication: Publication, base: string, memo: ItemMemo<Buffer>): Buffer {
  const shelf = { base, media: publication.media };
  const rows = publication.feed.onAir.items.map((item) => remember(memo, item, shelf, liveBytes));
  return join(liveHead(publication), rows, '{"index":', ',', liveEnd);
}

/** The same bytes as `formatVmix`. */
export function assembleVmix(publication: Publication, base: string, rows: number, memo: ItemMemo<Buffer>): Buffer {
  const { items } = publication.feed.onAir;
  const shelf = { base, media: publication.media };
  const bytes = items.map((item) => remember(memo, item, shelf, vmixBytes));
  return join('[', bytes, '{"index":"', '",', `${vmixPadding(items.length, rows)}]`);
}

function liveBytes(item: Item, shelf: Shelf): Buffer {
  return Buffer.from(liveRow(item, shelf));
}

function vmixBytes(item: Item, shelf: Shelf): Buffer {
  return Buffer.from(vmixTail(item, shelf));
}

/** `head`, then each row after its place between `before` and `after`, commas between them, then `end`. */
function join(head: string, rows: readonly Buffer[], before: string, after: string, end: string): Buffer {
  const first = Buffer.from(head);
  const last = Buffer.from(end);
  let room = first.length + last.length;
  for (const row of rows) room += row.length + before.length + after.length + 12;
  const bytes = Buffer.allocUnsafe(room);
  first.copy(bytes);
  let at = first.length;
  rows.forEach((row, index) => {
    at += bytes.write(`${index === 0 ? '' : ','}${before}${index}${after}`, at, 'latin1');
    bytes.set(row, at);
    at += row.length;
  });
  last.copy(bytes, at);
  return bytes.subarray(0, at + last.length);
}
