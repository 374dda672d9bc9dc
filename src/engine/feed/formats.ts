/** Lists the documents of a feed: name, content type and formatter. */
import { formatCurrent, formatNext } from '../../core/feed/liveJson.ts';
import type { Publication } from '../../core/feed/publication.ts';
import { formatAtom, formatRss } from '../../core/feed/syndication.ts';
import { formatCsv, formatField, formatXml, isVmixColumn, type ListParts, linesParts } from '../../core/feed/tables.ts';
import { formatVmixCurrent, maxRows, type VmixColumn } from '../../core/feed/vmix.ts';
import type { Steps } from '../../core/steps.ts';
import { assembleLive, assembleParts, assembleVmix, type RowWriters } from './assemble.ts';

export type Format = ListFormat | PostFormat;

/** A document of the whole list: changes only with `live.json`. A long one is written in several turns of the event loop. */
export type ListFormat = FormatFields & {
  readonly follows: 'list';
  readonly write: (publication: Publication, base: string, variant: string, writers: RowWriters) => Steps<Buffer>;
};

/** A document of one post: can also change with the play head. */
type PostFormat = FormatFields & {
  readonly follows: 'playHead';
  readonly write: (publication: Publication, base: string, variant: string) => string;
};

type FormatFields = {
  readonly contentType: string;
  /** The part of the query that changes the document, used as a cache key; empty for none. */
  readonly variant: (query: URLSearchParams) => string;
};

const json = 'application/json; charset=utf-8';
const plain = 'text/plain; charset=utf-8';
const noVariant = (): string => '';
const wholeList = (contentType: string, write: ListFormat['write']): ListFormat => {
  return { contentType, follows: 'list', variant: noVariant, write };
};
const inParts = (contentType: string, format: (publication: Publication, base: string) => ListParts): ListFormat =>
  wholeList(contentType, (publication, base) => assembleParts(format(publication, base), publication.feed.onAir.items));

export const formats: Readonly<Record<string, Format>> = {
  'live.json': wholeList(json, (publication, base, _, writers) => assembleLive(publication, base, writers.live)),
  'vmix.json': {
    contentType: json,
    follows: 'list',
    variant: (query) => readCount(query.get('rows'), maxRows),
    write: (publication, base, rows, writers) => assembleVmix(publication, base, Number(rows), writers.vmix),
  },
  'live.xml': inParts('application/xml; charset=utf-8', formatXml),
  'live.csv': inParts('text/csv; charset=utf-8', formatCsv),
  'live.txt': inParts(plain, () => linesParts),
  'live.atom': inParts('application/atom+xml; charset=utf-8', formatAtom),
  'live.rss': inParts('application/rss+xml; charset=utf-8', formatRss),
  'vmix-current.json': { contentType: json, follows: 'playHead', variant: noVariant, write: formatVmixCurrent },
  'current.json': { contentType: json, follows: 'playHead', variant: noVariant, write: formatCurrent },
  'next.json': { contentType: json, follows: 'playHead', variant: noVariant, write: formatNext },
};

const textPrefix = 'text/';

/** Finds the format of a name under a feed, such as `live.json` or `text/message`. */
export function formatOf(name: string): Format | null {
  if (Object.hasOwn(formats, name)) return formats[name] ?? null;
  const column = name.startsWith(textPrefix) ? name.slice(textPrefix.length) : '';
  return isVmixColumn(column) ? createFieldFormat(column) : null;
}

function createFieldFormat(column: VmixColumn): Format {
  return {
    contentType: plain,
    follows: 'playHead',
    variant: (query) => (query.has('index') ? readIndex(query.get('index')) : ''),
    write: (publication, base, index) => formatField(publication, base, column, index === '' ? null : Number(index)),
  };
}

/** Returns `-1` for an invalid index, so that the response is empty instead of an error. */
function readIndex(text: string | null): string {
  return text !== null && /^\d{1,9}$/.test(text) ? text : '-1';
}

/** Ignores an invalid count, so that a typing error in an address does not blank the graphics. */
function readCount(text: string | null, max: number): string {
  if (text === null || !/^\d{1,9}$/.test(text)) return '';
  return String(Math.min(Number(text), max));
}
