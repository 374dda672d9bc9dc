/** Looking through the service's collections for a person to choose from; nothing of it is applied to anything. */
import type { Collection, CollectionSummary } from '../../core/collection.ts';
import { describeProblem, type Problem } from '../../core/problem.ts';
import { readCollection } from '../../core/readCollection.ts';
import { readSummaries, type SummaryPage } from '../../core/readSummaries.ts';
import type { Ports } from '../ports.ts';
import { type Base, collectionPath, isSendableKey, listPath } from './address.ts';
import type { Client, Reply } from './client.ts';
import { aboutCollection } from './contact.ts';
import { type Failure, failure } from './failure.ts';
import type { Slots } from './slots.ts';

export type Row = CollectionSummary;
export type Rows = { readonly rows: readonly Row[]; readonly page: number; readonly totalPages: number };

export type BrowseDeps = {
  readonly ports: Ports;
  readonly client: Client;
  readonly slots: Slots;
  readonly base: () => Base | Failure;
};

/** Rows on a page of ours, and how many pages of the service's are searched at most. */
const rowsPerPage = 20;
const largestPage = 100;
const searchedPages = 20;

/** One page (from 0) of the collections whose name or id holds the words; all of them for ''. */
export async function browse(deps: BrowseDeps, search: string, page: number): Promise<Rows | Problem> {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') {
    const found = await readPage(deps, page, rowsPerPage);
    return 'code' in found ? told(deps, found) : { rows: found.rows, page: found.page, totalPages: found.totalPages };
  }
  const hits: Row[] = [];
  for (let at = 0, pages = 1; at < pages && at < searchedPages; at += 1) {
    const found = await readPage(deps, at, largestPage);
    if ('code' in found) return told(deps, found);
    pages = found.totalPages;
    hits.push(...found.rows.filter((row) => `${row.name}\n${row.id}`.toLowerCase().includes(wanted)));
  }
  const totalPages = Math.max(1, Math.ceil(hits.length / rowsPerPage));
  return { rows: hits.slice(page * rowsPerPage, (page + 1) * rowsPerPage), page, totalPages };
}

/** One collection with its lists. */
export async function fetchOne(deps: BrowseDeps, id: string): Promise<Collection | Problem> {
  const base = deps.base();
  if ('code' in base) return told(deps, base);
  const path = collectionPath(base, id);
  const reply = path === null ? null : await ask(deps, base, path);
  if (reply === null || (reply.kind === 'failed' && reply.failure.code === 'SOURCE_COLLECTION_GONE'))
    return problem(deps, failure('COLLECTION_UNKNOWN', {}), aboutCollection(id));
  if (reply.kind === 'failed') return told(deps, reply.failure);
  const reading = reply.kind === 'answered' ? readCollection(reply.body, id, null) : null;
  const first = reading?.problems[0];
  if (reading?.collection) return reading.collection;
  const what = first === undefined ? 'it is not a collection' : `${first.path} ${first.what}`;
  return told(deps, failure('SOURCE_MALFORMED', { what }));
}

/** One page of the service's own. An answer of 400 to our page size is asked again without one. */
export async function readPage(deps: BrowseDeps, page: number, pageSize: number): Promise<SummaryPage | Failure> {
  const base = deps.base();
  if ('code' in base) return base;
  const path = listPath(base, page, pageSize);
  let reply = await ask(deps, base, path);
  if (reply.kind === 'failed' && reply.facts?.status === 400)
    reply = await ask(deps, base, `${base.path}/v1/collections?page=${page}`);
  if (reply.kind === 'failed')
    return reply.failure.code === 'SOURCE_COLLECTION_GONE'
      ? failure('SOURCE_NOT_THE_SERVICE', { what: 'there is no list of collections' })
      : reply.failure;
  const reading = readSummaries(reply.kind === 'answered' ? reply.body : null, page);
  const first = reading.problems[0];
  return reading.page ?? failure('SOURCE_MALFORMED', { what: `${first?.path ?? '$'} ${first?.what ?? ''}` });
}

async function ask(deps: BrowseDeps, base: Base, path: string): Promise<Reply> {
  const key = await deps.ports.secrets.apiKey();
  if (key === null || key === '') return { kind: 'failed', failure: failure('SOURCE_KEY_MISSING', {}), facts: null };
  if (!isSendableKey(key)) return { kind: 'failed', failure: failure('SOURCE_KEY_UNSENDABLE', {}), facts: null };
  const heldBackMs = deps.slots.heldBackMs();
  if (heldBackMs > 0) {
    const seconds = Math.ceil(heldBackMs / 1000);
    return { kind: 'failed', failure: failure('SOURCE_LIMITED', { seconds }), facts: null };
  }
  const reply = await deps.slots.run(() => deps.client.get({ base, path, key, ifNoneMatch: null, mayBeCached: false }));
  const isAskedStill = deps.base() === base;
  if (isAskedStill && reply.kind === 'failed' && reply.failure.retryAfterMs !== null)
    deps.slots.holdBack(reply.failure.retryAfterMs);
  return reply;
}

function told(deps: BrowseDeps, what: Failure): Problem {
  return problem(deps, what, 'source');
}

function problem(deps: BrowseDeps, what: Failure, about: string): Problem {
  return describeProblem(what.code, about, new Date(deps.ports.clock.now()).toISOString(), what.facts);
}
