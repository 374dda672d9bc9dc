/** Formats the list as XML, CSV and plain lines, with the columns of `vmix.json`. */
import { handleOf, type Item } from '../collection.ts';
import { formatCsvCell } from '../csvCell.ts';
import { toAirItem } from './airText.ts';
import { escapeMarkup, formatElement } from './markup.ts';
import { toOneLine, toPlainText } from './plainText.ts';
import type { Publication } from './publication.ts';
import { type RowContext, toVmixRow, type VmixColumn, vmixColumns } from './vmix.ts';

/** A document of the whole list in parts, so that a long one can be written in steps. */
export type ListParts = {
  readonly head: string;
  readonly formatRow: (item: Item, index: number) => string;
  readonly end: string;
};

/** `<feed …><item><index>0</index>…</item></feed>`; the XPath of a row is `/feed/item`. */
export function formatXml(publication: Publication, base: string): ListParts {
  const { feed, freshness } = publication;
  const head =
    `<feed slug="${escapeMarkup(feed.slug)}" revision="${feed.onAir.revision}" gate="${feed.gate}"` +
    ` freshness="${freshness}" items="${feed.onAir.items.length}">`;
  const context = contextOf(publication, base);
  return {
    head: `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n`,
    formatRow: (item, index) => {
      const row = toVmixRow(item, index, context);
      return `<item>${vmixColumns.map((column) => formatElement(column, row[column])).join('')}</item>\n`;
    },
    end: '</feed>\n',
  };
}

/** RFC 4180 with a header line: every cell quoted, lines ended by CR LF, UTF-8 without a byte order mark. */
export function formatCsv(publication: Publication, base: string): ListParts {
  const context = contextOf(publication, base);
  return {
    head: formatCsvLine((column) => column),
    formatRow: (item, index) => {
      const row = toVmixRow(item, index, context);
      return formatCsvLine((column) => row[column]);
    },
    end: '',
  };
}

/** One line per post: `Name (@handle): message`. Empty for an empty list. */
export const linesParts: ListParts = { head: '', formatRow: (item) => `${formatLine(item)}\n`, end: '' };

/** One field of the post at `index`, or of the current post if `null`. Empty if there is no such post. */
export function formatField(publication: Publication, base: string, column: VmixColumn, index: number | null): string {
  const { feed } = publication;
  const rowIndex = index ?? feed.playHead.index;
  const item = rowIndex === null ? undefined : feed.onAir.items[rowIndex];
  return item === undefined || rowIndex === null ? '' : toVmixRow(item, rowIndex, contextOf(publication, base))[column];
}

export function isVmixColumn(name: string): name is VmixColumn {
  return (vmixColumns as readonly string[]).includes(name);
}

function contextOf({ media, formatTimeOfDay }: Publication, base: string): RowContext {
  return { base, media, formatTimeOfDay };
}

function formatCsvLine(textOf: (column: VmixColumn) => string): string {
  return `${vmixColumns.map((column) => formatCsvCell(textOf(column), 'always')).join(',')}\r\n`;
}

function formatLine(original: Item): string {
  const item = toAirItem(original);
  const handle = handleOf(item.username);
  const name = item.fullName ?? '';
  const author = handle === null ? name : name === '' ? handle : `${name} (${handle})`;
  return toOneLine(toPlainText(author === '' ? item.message : `${author}: ${item.message}`));
}
