/** Writes the list as flat rows for programs that read tables: XML, CSV and plain lines, with the columns of `vmix.json`. */
import { handleOf, type Item } from '../collection.ts';
import { element, escapeMarkup } from './markup.ts';
import { oneLine, plainText } from './plainText.ts';
import type { Publication } from './publication.ts';
import { type VmixColumn, type VmixRow, vmixColumns, vmixRow } from './vmix.ts';

/** `<feed …><item><index>0</index>…</item></feed>`; the rows stand at `/feed/item`. */
export function formatXml(publication: Publication, base: string): string {
  const { feed, freshness } = publication;
  const head =
    `<feed slug="${escapeMarkup(feed.slug)}" revision="${feed.onAir.revision}" gate="${feed.gate}"` +
    ` freshness="${freshness}" items="${feed.onAir.items.length}">`;
  const rows = rowsOf(publication, base).map(
    (row) => `<item>${vmixColumns.map((column) => element(column, row[column])).join('')}</item>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${rows.join('')}</feed>\n`;
}

/** RFC 4180: a line of names, then one of each post, every cell in quotes, lines ended by CR LF, UTF-8 without a mark. */
export function formatCsv(publication: Publication, base: string): string {
  const lines = rowsOf(publication, base).map((row) => vmixColumns.map((column) => csvCell(row[column])).join(','));
  return [vmixColumns.map(csvCell).join(','), ...lines, ''].join('\r\n');
}

/** One line for each post: `Name (@handle): words`. An empty list is an empty text. */
export function formatLines({ feed }: Publication): string {
  return feed.onAir.items.map((item) => `${lineOf(item)}\n`).join('');
}

/** One field of the post at that place (null: the play head's); empty where there is no such post. */
export function formatField(publication: Publication, base: string, column: VmixColumn, index: number | null): string {
  const { feed, media } = publication;
  const place = index ?? feed.playHead.index;
  const item = place === null ? undefined : feed.onAir.items[place];
  return item === undefined || place === null ? '' : vmixRow(item, place, { base, media })[column];
}

export function isColumn(name: string): name is VmixColumn {
  return (vmixColumns as readonly string[]).includes(name);
}

function rowsOf({ feed, media }: Publication, base: string): readonly VmixRow[] {
  return feed.onAir.items.map((item, index) => vmixRow(item, index, { base, media }));
}

/** A spreadsheet takes what begins so for a formula; an apostrophe before it makes it words. */
const formula = /^[=+\-@\t\r\n]/;

function csvCell(text: string): string {
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

function lineOf(item: Item): string {
  const handle = handleOf(item.username);
  const name = item.fullName ?? '';
  const who = handle === null ? name : name === '' ? handle : `${name} (${handle})`;
  return oneLine(plainText(who === '' ? item.message : `${who}: ${item.message}`));
}
