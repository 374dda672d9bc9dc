/** Lists and reads the service's collections for an operator to choose from; applies nothing to any feed. */

import type { Collection, CollectionSummary } from '../../core/collection.ts';
import { sayLater } from '../../core/language/say.ts';
import { aboutCollection, describeProblem, type Problem } from '../../core/problem.ts';
import { readCollectionInSteps } from '../../core/readCollection.ts';
import { describeUnreadable } from '../../core/readProblem.ts';
import { readSummaries, type SummaryPage } from '../../core/readSummaries.ts';
import { type Failure, failure } from '../http/failure.ts';
import type { ReadJson } from '../http/longJson.ts';
import type { Ports } from '../ports.ts';
import { readSecret } from '../readSecret.ts';
import { type BaseAddress, buildCollectionPath, buildListPath } from './address.ts';
import { asOfMs, type Client, type ResponseFacts, type ServiceResponse } from './client.ts';
import { requireSendable } from './findUnsent.ts';
import { createPause, describePause, type Pause } from './pause.ts';
import type { RequestSlots } from './requestSlots.ts';

export type BrowseDeps = {
  readonly ports: Ports;
  readonly client: Client;
  readonly slots: RequestSlots;
  readonly pause: Pause;
  readonly base: () => BaseAddress | Failure;
};

export type Browser = {
  /** Returns one page (from 0) of the collections whose name or id contains the search text. */
  readonly list: (search: string, page: number) => Promise<SummaryPage | Problem>;
  /** Fetches one collection with its lists, without applying it to a feed. */
  readonly fetchCollection: (id: string) => Promise<Collection | Problem>;
  /** The same, with the facts of the response. */
  readonly readCollection: (id: string) => Promise<ReadCollection | Problem>;
  /** Call when the service changes. */
  readonly reset: () => void;
};

export type ReadCollection = { readonly collection: Collection; readonly facts: ResponseFacts };

/** Requests of an operator. A Retry-After sent to them does not delay polling, because the polls get their own. */
export function createBrowser(deps: BrowseDeps): Browser {
  const ownPause = createPause(deps.ports.clock);
  const longer = (): Pause => (deps.pause.leftMs() > ownPause.leftMs() ? deps.pause : ownPause);
  const pause = { ...ownPause, leftMs: () => longer().leftMs(), lengthMs: () => longer().lengthMs() };
  return {
    list: (search, page) => browseCollections({ ...deps, pause }, search, page),
    fetchCollection: (id) => fetchCollection({ ...deps, pause }, id),
    readCollection: (id) => readCollection({ ...deps, pause }, id),
    reset: ownPause.end,
  };
}

const rowsPerPage = 20;
const searchPageSize = 100;
const maxSearchedPages = 20;

/** Returns one page (from 0) of the collections whose name or id contains the search text. An empty text matches all. */
export async function browseCollections(
  deps: BrowseDeps,
  search: string,
  page: number,
): Promise<SummaryPage | Problem> {
  const query = search.trim().toLowerCase();
  if (query === '') {
    const found = await fetchPage(deps, page, rowsPerPage);
    if ('code' in found) return toSourceProblem(deps, found);
    return { rows: found.rows, page: found.page, totalPages: found.totalPages };
  }
  const matches: CollectionSummary[] = [];
  for (let pageIndex = 0, pages = 1; pageIndex < pages && pageIndex < maxSearchedPages; pageIndex += 1) {
    const found = await fetchPage(deps, pageIndex, searchPageSize);
    if ('code' in found) return toSourceProblem(deps, found);
    pages = found.totalPages;
    matches.push(...found.rows.filter((row) => `${row.name}\n${row.id}`.toLowerCase().includes(query)));
  }
  const totalPages = Math.max(1, Math.ceil(matches.length / rowsPerPage));
  return { rows: matches.slice(page * rowsPerPage, (page + 1) * rowsPerPage), page, totalPages };
}

export async function fetchCollection(deps: BrowseDeps, id: string): Promise<Collection | Problem> {
  const read = await readCollection(deps, id);
  return 'collection' in read ? read.collection : read;
}

async function readCollection(deps: BrowseDeps, id: string): Promise<ReadCollection | Problem> {
  const base = deps.base();
  if ('code' in base) return toSourceProblem(deps, base);
  const path = buildCollectionPath(base, id);
  const response =
    path === null ? null : await sendRequest(deps, base, path, (json) => readCollectionInSteps(json, id, null));
  if (response === null || (response.kind === 'failed' && response.failure.code === 'SOURCE_COLLECTION_GONE'))
    return toProblem(deps, failure('COLLECTION_UNKNOWN', {}), aboutCollection(id));
  if (response.kind === 'failed') return toSourceProblem(deps, response.failure);
  const reading = response.kind === 'answered' ? response.body : null;
  if (reading?.collection) return { collection: reading.collection, facts: response.facts };
  return toSourceProblem(deps, failure('SOURCE_MALFORMED', { what: describeUnreadable(reading?.problems[0]) }));
}

/** A page of the service's list, and when the service certainly still had it, in monotonic milliseconds. */
export type ListedPage = SummaryPage & { readonly asOfMs: number };

/** Fetches one page of the service's list. If the service refuses our page size with 400, retries without one. */
export async function fetchPage(deps: BrowseDeps, page: number, pageSize: number): Promise<ListedPage | Failure> {
  const base = deps.base();
  if ('code' in base) return base;
  // biome-ignore lint/correctness/useYield: the list of collections is short
  const read: ReadJson<SummaryPage | null> = function* ({ value }) {
    return readSummaries(value, page);
  };
  let response = await sendRequest(deps, base, buildListPath(base, page, pageSize), read);
  if (response.kind === 'failed' && response.facts?.status === 400)
    response = await sendRequest(deps, base, `${base.path}/v1/collections?page=${page}`, read);
  if (response.kind === 'failed')
    return response.facts?.status === 404
      ? failure('SOURCE_NOT_THE_SERVICE', { ...response.failure.facts, what: sayLater('a server without collections') })
      : response.failure;
  if (response.kind !== 'answered' || response.body === null)
    return failure('SOURCE_MALFORMED', { what: sayLater('it has no list of collections') });
  return { ...response.body, asOfMs: asOfMs(response.facts) };
}

async function sendRequest<Body>(
  deps: BrowseDeps,
  base: BaseAddress,
  path: string,
  read: ReadJson<Body>,
): Promise<ServiceResponse<Body>> {
  const saved = await readSecret(deps.ports.secrets.apiKey, { clear: () => undefined });
  if (saved.kind === 'unreadable') return { kind: 'failed', failure: saved.failure, facts: null };
  // The key may be of the service that has replaced it meanwhile.
  if (deps.base() !== base)
    return {
      kind: 'failed',
      failure: failure('SOURCE_OFFLINE', {
        what: sayLater('its address has just changed'),
        check: sayLater('the address of the service'),
      }),
      facts: null,
    };
  const key = requireSendable(saved.secret);
  if (typeof key !== 'string') return { kind: 'failed', failure: key, facts: null };
  if (deps.pause.leftMs() > 0) return { kind: 'failed', failure: describePause(deps.pause.lengthMs()), facts: null };
  const response = await deps.slots.run(() =>
    deps.client.get({ base, path, key, ifNoneMatch: null, mayBeCached: false }, read),
  );
  const isSameService = deps.base() === base;
  if (isSameService && response.kind === 'failed' && response.failure.retryAfterMs !== null)
    deps.pause.begin(response.failure.retryAfterMs);
  return response;
}

export function toSourceProblem(deps: Pick<BrowseDeps, 'ports' | 'pause'>, failed: Failure): Problem {
  // The length of the pause says more than the status.
  const isLimited = ['SOURCE_FAILING', 'SOURCE_LIMITED'].includes(failed.code) && deps.pause.leftMs() > 0;
  return toProblem(deps, isLimited ? describePause(deps.pause.lengthMs()) : failed, 'source');
}

export function toProblem(deps: Pick<BrowseDeps, 'ports'>, failed: Failure, about: string): Problem {
  return describeProblem(failed.code, about, new Date(deps.ports.clock.now()).toISOString(), failed.facts);
}
