/** Writes the vMix documents: a root array of flat rows, string values only, the same columns in the same order in every row. */
import { handleOf, type Item } from '../collection.ts';
import { parseInstant } from '../instant.ts';
import { type Shelf, shelfAddress } from './item.ts';
import { plainText, shorten } from './plainText.ts';
import type { Publication } from './publication.ts';

/** The columns: a contract. Titles are bound by name or by place, so new ones are added at the end only. */
export const vmixColumns = [
  'index',
  'id',
  'fullName',
  'username',
  'handle',
  'source',
  'message',
  'messageShort',
  'profileImage',
  'mediaUrl',
  'mediaType',
  'posterUrl',
  'mediaCount',
  'media2Url',
  'media3Url',
  'media4Url',
  'publishedAt',
  'publishedTime',
] as const;

export type VmixColumn = (typeof vmixColumns)[number];

/** One post as a row. Every value is text, empty where there is nothing. */
export type VmixRow = Readonly<Record<VmixColumn, string>>;

/** More rows than this are not padded for. */
export const mostRows = 1000;

const emptyRow = JSON.stringify(Object.fromEntries(vmixColumns.map((column) => [column, ''])));

/** All columns but the place, each with what stands before its value. */
const tailColumns = vmixColumns
  .slice(1)
  .map((column, place) => [column, `${place === 0 ? '' : ','}"${column}":`] as const);

/** Characters of `messageShort`, the ellipsis included. */
const shortLength = 140;

/** All posts, padded with empty rows to `rows` (0: not padded); an empty list is one empty row. */
export function formatVmix(publication: Publication, base: string, rows: number): string {
  const shelf = { base, media: publication.media };
  const { items } = publication.feed.onAir;
  const texts = items.map((item, index) => `{"index":"${index}",${vmixTail(item, shelf)}`);
  return `[${texts.join()}${vmixPadding(items.length, rows)}]`;
}

/** The row after its place, which is not in it, so that a post that only moved is not written again. */
export function vmixTail(item: Item, shelf: Shelf): string {
  const row = vmixRow(item, 0, shelf);
  let text = '';
  let value = '';
  let quoted = '""';
  // Column by column: the short message is most often the message, and many a column is empty like the one before it.
  for (const [column, before] of tailColumns) {
    if (row[column] !== value) {
      value = row[column];
      quoted = JSON.stringify(value);
    }
    text += before + quoted;
  }
  return `${text}}`;
}

/** The empty rows after so many posts, with the comma before them. */
export function vmixPadding(posts: number, rows: number): string {
  const wanted = Math.max(1, Math.min(rows, mostRows)) - posts;
  if (wanted <= 0) return '';
  const text = Array.from({ length: wanted }, () => emptyRow).join();
  return posts === 0 ? text : `,${text}`;
}

/** Always exactly one row: the play head's post, or an empty one. */
export function formatVmixCurrent({ feed, media }: Publication, base: string): string {
  const place = feed.playHead.index;
  const item = place === null ? undefined : feed.onAir.items[place];
  if (item === undefined || place === null) return `[${emptyRow}]`;
  return JSON.stringify([vmixRow(item, place, { base, media })]);
}

/** The post as a row, its place counted from 0. */
export function vmixRow(item: Item, index: number, shelf: Shelf): VmixRow {
  const [first, second, third, fourth] = item.media;
  const address = (medium: typeof first): string =>
    medium === undefined ? '' : plainText(shelfAddress(medium.mediaUrl, shelf));
  const posterName = first === undefined ? null : (shelf.media.get(first.mediaUrl)?.posterName ?? null);
  const message = plainText(item.message);
  return {
    index: String(index),
    id: plainText(item.id),
    fullName: plainText(item.fullName ?? ''),
    username: plainText(item.username ?? ''),
    handle: plainText(handleOf(item.username) ?? ''),
    source: plainText(item.source),
    message,
    messageShort: shorten(message, shortLength),
    profileImage: item.profileImageUrl === null ? '' : plainText(shelfAddress(item.profileImageUrl, shelf)),
    mediaUrl: address(first),
    mediaType: plainText(first?.mediaType ?? ''),
    posterUrl: posterName === null ? '' : `${shelf.base}/media/${posterName}`,
    mediaCount: String(item.media.length),
    media2Url: address(second),
    media3Url: address(third),
    media4Url: address(fourth),
    publishedAt: plainText(item.publishedAt),
    publishedTime: timeOfDay(item.publishedAt),
  };
}

/** Hours and minutes on this machine's clock, as a gallery reads them; empty for a date that cannot be read. */
function timeOfDay(date: string): string {
  const instant = parseInstant(date);
  if (instant === null) return '';
  const local = new Date(instant.seconds * 1000);
  return `${String(local.getHours()).padStart(2, '0')}:${String(local.getMinutes()).padStart(2, '0')}`;
}
