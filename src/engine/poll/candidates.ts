/** Requests to a service that is not in use, so that an operator can try and choose one before anything changes. */
import type { ServiceCheck } from '../../contract/secrets.ts';
import type { Collection } from '../../core/collection.ts';
import type { Problem } from '../../core/problem.ts';
import type { SummaryPage } from '../../core/readSummaries.ts';
import { type Failure, failure } from '../http/failure.ts';
import type { Ports } from '../ports.ts';
import type { SourceSettings } from '../settings/settings.ts';
import { type BaseAddress, parseBaseAddress } from './address.ts';
import { type BrowseDeps, browseCollections, fetchCollection } from './browse.ts';
import { checkService } from './checkService.ts';
import { createClient } from './client.ts';
import type { Route } from './connections.ts';
import { createPause } from './pause.ts';
import { createRequestSlots } from './requestSlots.ts';

export type Candidate = {
  readonly baseUrl: string;
  /** `null` sends no key. */
  readonly apiKey: string | null;
};

export type Candidates = {
  /** Sends one request. Never rejects. */
  readonly check: (candidate: Candidate) => Promise<ServiceCheck>;
  /** Returns one page (from 0) of its collections whose name or id contains the search text. */
  readonly listCollections: (candidate: Candidate, search: string, page: number) => Promise<SummaryPage | Problem>;
  readonly fetchCollection: (candidate: Candidate, id: string) => Promise<Collection | Problem>;
};

export type CandidateDeps = {
  readonly settings: () => SourceSettings;
  readonly route: (base: BaseAddress) => Route;
  readonly ports: Ports;
};

export function createCandidates({ settings, route, ports }: CandidateDeps): Candidates {
  const { clock } = ports;
  const readCandidate = ({ baseUrl }: Candidate) => readAddress({ ...settings(), baseUrl });
  const browse = async <Found>(candidate: Candidate, request: (deps: BrowseDeps) => Promise<Found>): Promise<Found> => {
    const client = createClient(() => settings().sendAuthorization, route, clock);
    const base = readCandidate(candidate);
    try {
      return await request({
        ports: { ...ports, secrets: { ...ports.secrets, apiKey: async () => candidate.apiKey } },
        ...{ client, slots: createRequestSlots(1), pause: createPause(clock), base: () => base },
      });
    } finally {
      await client.close();
    }
  };
  return {
    check: (candidate) =>
      checkService(readCandidate(candidate), candidate.apiKey, {
        ...{ clock, route, sendsAuthorization: settings().sendAuthorization },
      }),
    listCollections: (candidate, search, page) => browse(candidate, (deps) => browseCollections(deps, search, page)),
    fetchCollection: (candidate, id) => browse(candidate, (deps) => fetchCollection(deps, id)),
  };
}

/** The address in the settings, or why no request can be sent to it. */
export function readAddress(settings: SourceSettings): BaseAddress | Failure {
  const address = parseBaseAddress(settings.baseUrl, settings.allowHttpHosts);
  if (address === 'missing')
    return failure(settings.baseUrl === '' ? 'SOURCE_ADDRESS_MISSING' : 'SOURCE_ADDRESS_INVALID', {}, 'slow');
  return address === 'insecure' ? failure('SOURCE_INSECURE', {}, 'slow') : address;
}
