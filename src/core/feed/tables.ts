/** Formats the list as XML, CSV and plain lines, with the columns of `vmix.json`. */
import { handleOf, type Item } from '../collection.ts';
import { formatCsvCell } from '../csvCell.ts';
import { toAirItem } from './airText.ts';
import { escapeMarkup, formatElement } from './markup.ts';
import { toOneLine, toPlainText } from './plainText.ts';
import type { Publication } from './publication.ts';
import { toVmixRow, type VmixColumn, type VmixRow, vmixColumns } from './vmix.ts';

/** `<feed …><item><index>0</index>…</item></feed>`; the XPath of a row is `/feed/item`. */
export function formatXml(publication: Publication, base: string): string {
  const { feed, freshness } = publication;
  const head =
    `<feed slug="${escapeMarkup(feed.slug)}" revision="${feed.onAir.revision}" gate="${feed.gate}"` +
    ` freshness="${freshness}" items="${feed.onAir.items.length}">`;
  const rows = rowsOf(publication, base).map(
    (row) => `<item>${vmixColumns.map((column) => formatElement(column, row[column])).join('')}</item>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${rows.join('')}</feed>\n`;
}

/** RFC 4180 with a header line: every cell quoted, lines ended by CR LF, UTF-8 without a byte order mark. */
export function formatCsv(publication: Publication, base: string): string {
  const lines = rowsOf(publication, base).map((row) =>
    vmixColumns.map((column) => formatCsvCell(row[column], 'always')).join(','),
  );
  return [vmixColumns.map((column) => formatCsvCell(column, 'always')).join(','), ...lines, ''].join('\r\n');
}

/** One line per post: `Name (@handle): message`. Empty for an empty list. */
export function formatLines({ feed }: Publication): string {
  return feed.onAir.items.map((item) => `${formatLine(item)}\n`).join('');
}

/** One field of the post at `index`, or of the current post if `null`. Empty if there is no such post. */
export function formatField(publication: Publication, base: string, column: VmixColumn, index: number | null): string {
  const { feed, media, formatTimeOfDay } = publication;
  const rowIndex = index ?? feed.playHead.index;
  const item = rowIndex === null ? undefined : feed.onAir.items[rowIndex];
  return item === undefined || rowIndex === null
    ? ''
    : toVmixRow(item, rowIndex, { base, media, formatTimeOfDay })[column];
}

export function isVmixColumn(name: string): name is VmixColumn {
  return (vmixColumns as readonly string[]).includes(name);
}

function rowsOf({ feed, media, formatTimeOfDay }: Publication, base: string): readonly VmixRow[] {
  return feed.onAir.items.map((item, index) => toVmixRow(item, index, { base, media, formatTimeOfDay }));
}

function formatLine(original: Item): string {
  const item = toAirItem(original);
  const handle = handleOf(item.username);
  const name = item.fullName ?? '';
  const author = handle === null ? name : name === '' ? handle : `${name} (${handle})`;
  return toOneLine(toPlainText(author === '' ? item.message : `${author}: ${item.message}`));
}
