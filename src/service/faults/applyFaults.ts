/** Applies the active faults to the read API; each imitates a real failure of a service, proxy or network. */
import { isNotModified } from '../../core/conditional.ts';
import {
  createBytesResponse,
  createEmptyResponse,
  HttpError,
  type HttpResponse,
  toErrorResponse,
  type WireFault,
} from '../http/response.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { createCollectionResponse } from '../readApi.ts';
import type { StoredCollection } from '../store/stored.ts';
import type { Store } from '../store.ts';
import type { Fault } from './faultSchemas.ts';
import type { FaultSwitches } from './faultSwitches.ts';
import { toOddBody, toOddItems } from './oddBodies.ts';

const noFault: WireFault = { delayMs: 0, bytesPerSecond: null, cutAfterBytes: null, cut: 'close' };

/** Wraps the routes so that active faults change their responses. */
export function withFaults(
  routes: readonly Route[],
  switches: FaultSwitches,
  store: Pick<Store, 'read'>,
  isVaryLiteral: boolean,
  random: () => number,
): readonly Route[] {
  return routes.map((route) => ({
    ...route,
    handle: async (context) => {
      const collectionId = context.params['collectionId'] ?? null;
      const faults = switches.recordHits(context.organisation, collectionId);
      if (faults.length === 0) return route.handle(context);
      const current = collectionId === null ? null : await store.read(context.organisation, collectionId);
      let response = await catchHttpError(() => route.handle(context));
      for (const fault of faults)
        response = applyFault(response, fault, { context, current, switches, isVaryLiteral, random });
      return response;
    },
  }));
}

type FaultContext = {
  readonly context: RequestContext<unknown, unknown>;
  /** `null` on the list endpoint and for an unknown collection. */
  readonly current: StoredCollection | null;
  readonly switches: FaultSwitches;
  readonly isVaryLiteral: boolean;
  readonly random: () => number;
};

function applyFault(response: HttpResponse, fault: Fault, faultContext: FaultContext): HttpResponse {
  const { context, current, switches, isVaryLiteral, random } = faultContext;
  const condition = context.headers['if-none-match'];
  const respondWith = (collection: StoredCollection): HttpResponse =>
    createCollectionResponse(collection, condition, context.base, isVaryLiteral);
  const withWireFault = (change: Partial<WireFault>): HttpResponse => ({
    ...response,
    wireFault: { ...noFault, ...response.wireFault, ...change },
  });
  const editBody = (edit: (body: Record<string, unknown>) => unknown): HttpResponse => {
    // A 304 would hide the broken body, so the full body is always sent.
    const full =
      current === null ? response : createCollectionResponse(current, undefined, context.base, isVaryLiteral);
    if (!Buffer.isBuffer(full.body) || full.status !== 200) return full;
    return createBytesResponse(200, Buffer.from(JSON.stringify(edit(JSON.parse(full.body.toString())))), full.headers);
  };
  switch (fault.fault) {
    case 'unavailable':
      return createFailureResponse(
        503,
        'SERVICE_UNAVAILABLE',
        'The service is unavailable.',
        fault.body,
        fault.retryAfter,
      );
    case 'badGateway':
      return createFailureResponse(502, 'BAD_GATEWAY', 'The upstream service failed.', fault.body, null);
    case 'status':
      return createFailureResponse(
        fault.status,
        fault.code,
        'A test fault caused this response.',
        'error',
        fault.retryAfter,
      );
    case 'latency': {
      const maxDelay = Math.max(fault.ms, fault.upToMs ?? fault.ms);
      return withWireFault({ delayMs: fault.ms + Math.round((maxDelay - fault.ms) * random()) });
    }
    case 'drip':
      return withWireFault({ bytesPerSecond: fault.bytesPerSecond });
    case 'reset':
      return withWireFault({ cutAfterBytes: fault.afterBytes, cut: 'reset' });
    case 'truncation': {
      const length = Buffer.isBuffer(response.body) ? response.body.length : 0;
      const cut = withWireFault({ cutAfterBytes: Math.floor(length * fault.keep), cut: 'close' });
      if (fault.framing === 'length') return cut;
      if (fault.framing === 'chunked') return { ...cut, headers: { ...cut.headers, 'Transfer-Encoding': 'chunked' } };
      return { ...cut, headers: { ...cut.headers, 'Transfer-Encoding': 'identity', Connection: 'close' } };
    }
    case 'wrongEtag':
      return withWrongEtag(response, fault.kind, random);
    case 'sameEtag': {
      if (current === null) return response;
      const full = createCollectionResponse(current, undefined, context.base, isVaryLiteral);
      const etag = switches.frozenEtag(current.id, full.headers['ETag'] ?? '');
      const headers = { ...full.headers, ETag: etag };
      return isNotModified(condition, etag) ? createEmptyResponse(304, headers) : { ...full, headers };
    }
    case 'unexpected304':
      return createEmptyResponse(304, response.headers);
    case 'flapping':
      if (current === null) return response;
      return respondWith(switches.isOddNumberedRequest(current.id) ? current : switches.earlierVersion(current, 1));
    case 'rewind':
      return current === null ? response : respondWith(switches.earlierVersion(current, fault.versions));
    case 'emptyWithCount':
      return editBody((body) =>
        'liveContents' in body ? { ...body, liveContents: [] } : { ...body, collections: [] },
      );
    case 'html':
      return createLoginPage(200);
    case 'redirect':
      return createEmptyResponse(302, { Location: fault.location, 'Cache-Control': 'no-store' });
    case 'wrongId':
      return editBody((body) => ('id' in body ? { ...body, id: `${String(body['id'])}-other` } : body));
    case 'oddBody':
      return toOddBody(
        editBody((body) => body),
        fault.kind,
      );
    case 'oddItems':
      return editBody((body) => toOddItems(body, fault.kind));
    default: {
      const unreachable: never = fault;
      return unreachable;
    }
  }
}

function withWrongEtag(
  response: HttpResponse,
  kind: Extract<Fault, { fault: 'wrongEtag' }>['kind'],
  random: () => number,
): HttpResponse {
  const { ETag: etag = '""', ...others } = response.headers;
  switch (kind) {
    case 'absent':
      return { ...response, headers: others };
    case 'weak':
      return { ...response, headers: { ...others, ETag: `W/${etag}` } };
    case 'unquoted':
      return { ...response, headers: { ...others, ETag: etag.replaceAll('"', '') } };
    case 'constant':
      return { ...response, headers: { ...others, ETag: '"constant"' } };
    case 'changing':
      return { ...response, headers: { ...others, ETag: `"${random().toString(36).slice(2)}"` } };
    default: {
      const unreachable: never = kind;
      return unreachable;
    }
  }
}

function createFailureResponse(
  status: number,
  code: string,
  message: string,
  body: 'error' | 'html' | 'empty',
  retryAfter: string | null,
): HttpResponse {
  const headers: Record<string, string> = retryAfter === null ? {} : { 'Retry-After': retryAfter };
  if (body === 'error') return toErrorResponse(new HttpError(status, code, message, null, headers));
  const response =
    body === 'html' ? createLoginPage(status) : createEmptyResponse(status, { 'Cache-Control': 'no-store' });
  return { ...response, headers: { ...response.headers, ...headers } };
}

function createLoginPage(status: number): HttpResponse {
  const body = Buffer.from(
    '<!doctype html><html><head><title>Log in</title></head><body>Log in to this network</body></html>',
  );
  return { status, headers: { 'Content-Type': 'text/html', 'Cache-Control': 'no-store' }, body, wireFault: null };
}

async function catchHttpError(handle: () => Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof HttpError) return toErrorResponse(error);
    throw error;
  }
}
