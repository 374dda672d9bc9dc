/** The table of documents: what each address under a feed is called, its type, and how it is written. */
import type { ItemMemo } from '../../core/feed/itemMemo.ts';
import { formatCurrent, formatLive, formatNext } from '../../core/feed/liveJson.ts';
import type { Publication } from '../../core/feed/publication.ts';
import { formatVmix, formatVmixCurrent, mostRows } from '../../core/feed/vmix.ts';

/** What was already written for each post, for one base address. */
export type Memos = { readonly live: ItemMemo; readonly vmix: ItemMemo };

export type Format = {
  readonly contentType: string;
  /** `list`: the same as long as `live.json` is; `head`: may change with anything about the play head. */
  readonly follows: 'list' | 'head';
  /** What of the query changes the document, as one short text; empty: nothing. */
  readonly variant: (query: URLSearchParams) => string;
  readonly write: (publication: Publication, base: string, variant: string, memos: Memos) => string;
};

const json = 'application/json; charset=utf-8';
const noVariant = (): string => '';

export const formats: Readonly<Record<string, Format>> = {
  'live.json': {
    contentType: json,
    follows: 'list',
    variant: noVariant,
    write: (publication, base, _, memos) => formatLive(publication, base, memos.live),
  },
  'vmix.json': {
    contentType: json,
    follows: 'list',
    variant: (query) => readCount(query.get('rows'), mostRows),
    write: (publication, base, rows, memos) => formatVmix(publication, base, Number(rows), memos.vmix),
  },
  'vmix-current.json': { contentType: json, follows: 'head', variant: noVariant, write: formatVmixCurrent },
  'current.json': { contentType: json, follows: 'head', variant: noVariant, write: formatCurrent },
  'next.json': { contentType: json, follows: 'head', variant: noVariant, write: formatNext },
};

/** A whole number up to the most, as text; empty for anything else, so that a slip in an address blanks nothing. */
function readCount(text: string | null, most: number): string {
  if (text === null || !/^\d{1,9}$/.test(text)) return '';
  return String(Math.min(Number(text), most));
}
