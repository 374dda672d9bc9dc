/** Parses request URLs and caches the result, because renderers poll the same few URLs. */
import { type Format, formatOf } from './formats.ts';

export type RequestUrl = {
  readonly path: string;
  /** Text after the question mark, or empty. */
  readonly search: string;
  readonly query: URLSearchParams;
  /** The feed's slug under `/feeds/`; `null` for other paths. */
  readonly slug: string | null;
  /** The part after the slug, for example `live.json`. */
  readonly name: string;
  readonly format: Format | null;
  readonly variant: string;
};

const prefix = '/feeds/';
const maxCached = 256;
const maxCachedLength = 512;

/** The parser never throws. */
export function createUrlParser(): (url: string) => RequestUrl {
  const cache = new Map<string, RequestUrl>();
  return (url) => {
    const cached = cache.get(url);
    if (cached !== undefined) return cached;
    const parsed = parseUrl(url);
    if (url.length > maxCachedLength) return parsed;
    const oldest = cache.keys().next();
    if (cache.size >= maxCached && oldest.done === false) cache.delete(oldest.value);
    cache.set(url, parsed);
    return parsed;
  };
}

function parseUrl(url: string): RequestUrl {
  const queryStart = url.indexOf('?');
  const path = queryStart < 0 ? url : url.slice(0, queryStart);
  const search = queryStart < 0 ? '' : url.slice(queryStart + 1);
  const query = new URLSearchParams(search);
  if (!path.startsWith(prefix)) return { path, search, query, slug: null, name: '', format: null, variant: '' };
  const slash = path.indexOf('/', prefix.length);
  const slug = slash < 0 ? path.slice(prefix.length) : path.slice(prefix.length, slash);
  const name = slash < 0 ? '' : path.slice(slash + 1);
  const format = formatOf(name);
  return { path, search, query, slug, name, format, variant: format === null ? '' : format.variant(query) };
}
