/** Reads what a request asks for, and remembers it: renderers ask for the same few addresses again and again. */
import { type Format, formatOf } from './formats.ts';

export type Address = {
  readonly path: string;
  /** What stands after the question mark; empty: nothing. */
  readonly search: string;
  readonly query: URLSearchParams;
  /** Under `/feeds/`: the feed's slug, and what of it is asked for (empty: the feed itself). Null elsewhere. */
  readonly slug: string | null;
  readonly name: string;
  readonly format: Format | null;
  readonly variant: string;
};

const prefix = '/feeds/';
const mostKept = 256;
const longestKept = 512;

/** Answers the address of a request's URL; total, whatever it holds. */
export function createAddresses(): (url: string) => Address {
  const kept = new Map<string, Address>();
  return (url) => {
    const known = kept.get(url);
    if (known !== undefined) return known;
    const address = readAddress(url);
    if (url.length > longestKept) return address;
    const oldest = kept.keys().next();
    if (kept.size >= mostKept && oldest.done === false) kept.delete(oldest.value);
    kept.set(url, address);
    return address;
  };
}

function readAddress(url: string): Address {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const search = mark < 0 ? '' : url.slice(mark + 1);
  const query = new URLSearchParams(search);
  if (!path.startsWith(prefix)) return { path, search, query, slug: null, name: '', format: null, variant: '' };
  const slash = path.indexOf('/', prefix.length);
  const slug = slash < 0 ? path.slice(prefix.length) : path.slice(prefix.length, slash);
  const name = slash < 0 ? '' : path.slice(slash + 1);
  const format = formatOf(name);
  return { path, search, query, slug, name, format, variant: format === null ? '' : format.variant(query) };
}
