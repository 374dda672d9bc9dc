/** Formats the vMix documents: a root array of flat rows of text, with the same columns in the same order. */
import { handleOf, type Item } from '../collection.ts';
import { toAirItem } from './airText.ts';
import { type MediaLookup, posterAddressOf, resolveMediaAddress } from './item.ts';
import { shorten, toPlainText } from './plainText.ts';
import type { Publication } from './publication.ts';
import { quoteText } from './quote.ts';
import type { FormatTimeOfDay } from './timeOfDay.ts';

/** A contract: vMix titles bind columns by name or position, so new columns go last. */
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

/** One post as a row. Missing values are empty text. */
export type VmixRow = Readonly<Record<VmixColumn, string>>;

/** The addresses of media and the format of times, for every row of a document. */
export type RowContext = MediaLookup & { readonly formatTimeOfDay: FormatTimeOfDay };

/** Largest number of rows that `?rows=` can request. */
export const maxRows = 1000;

const emptyRow = JSON.stringify(Object.fromEntries(vmixColumns.map((column) => [column, ''])));

/** All columns except `index`, each with the JSON that precedes its value. */
const columnsAfterIndex = vmixColumns
  .slice(1)
  .map((column, index) => [column, `${index === 0 ? '' : ','}"${column}":`] as const);

/** Length of `messageShort` in UTF-16 units, including the ellipsis. */
const shortLength = 140;

/** The row without its opening brace and `index`, so that the text of a moved post can be reused. */
export function formatVmixRowWithoutIndex(item: Item, context: RowContext): string {
  const row = toVmixRow(item, 0, context);
  let text = '';
  let value = '';
  let quoted = '""';
  // Reuses the JSON of an equal neighbour: the short message often equals the message, and many columns are empty.
  for (const [column, before] of columnsAfterIndex) {
    if (row[column] !== value) {
      value = row[column];
      quoted = quoteText(value);
    }
    text += before + quoted;
  }
  return `${text}}`;
}

/** Empty rows that pad a list up to `rows` (0 for no padding), with a leading comma after posts. An empty list gets one. */
export function formatVmixPadding(posts: number, rows: number): string {
  const missing = Math.max(1, Math.min(rows, maxRows)) - posts;
  if (missing <= 0) return '';
  const text = Array.from({ length: missing }, () => emptyRow).join();
  return posts === 0 ? text : `,${text}`;
}

/** Exactly one row: the play head's post, or an empty row. */
export function formatVmixCurrent({ feed, media, formatTimeOfDay }: Publication, base: string): string {
  const index = feed.playHead.index;
  const item = index === null ? undefined : feed.onAir.items[index];
  if (item === undefined || index === null) return `[${emptyRow}]`;
  return JSON.stringify([toVmixRow(item, index, { base, media, formatTimeOfDay })]);
}

export function toVmixRow(original: Item, index: number, context: RowContext): VmixRow {
  const item = toAirItem(original);
  const [first, second, third, fourth] = item.media;
  const address = (medium: typeof first): string =>
    medium === undefined ? '' : toPlainText(resolveMediaAddress(medium.mediaUrl, context));
  const message = toPlainText(item.message);
  return {
    index: String(index),
    id: toPlainText(item.id),
    fullName: toPlainText(item.fullName ?? ''),
    username: toPlainText(item.username ?? ''),
    handle: toPlainText(handleOf(item.username) ?? ''),
    source: toPlainText(item.source),
    message,
    messageShort: shorten(message, shortLength),
    profileImage: item.profileImageUrl === null ? '' : toPlainText(resolveMediaAddress(item.profileImageUrl, context)),
    mediaUrl: address(first),
    mediaType: toPlainText(first?.mediaType ?? ''),
    posterUrl: posterAddressOf(context.media.get(first?.mediaUrl ?? ''), context) ?? '',
    mediaCount: String(item.media.length),
    media2Url: address(second),
    media3Url: address(third),
    media4Url: address(fourth),
    publishedAt: toPlainText(item.publishedAt),
    publishedTime: context.formatTimeOfDay(item.publishedAt),
  };
}
