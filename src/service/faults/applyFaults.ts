/** Applies the active faults to the read API; each imitates a real failure of a service, proxy or network. */
import { isNotModified } from '../../core/conditional.ts';
import type { App } from '../http/app.ts';
import { encodeError, HttpError } from '../http/httpError.ts';
import { createCollectionContent, type EncodedContent } from '../readApi.ts';
import type { StoredCollection } from '../store/stored.ts';
import type { Store } from '../store.ts';
import type { Fault } from './faultSchemas.ts';
import type { FaultSwitches } from './faultSwitches.ts';
import { toOddBody, toOddItems } from './oddBodies.ts';
import { breakBody, type WireFault } from './wireFault.ts';

const noWireFault: WireFault = { delayMs: 0, bytesPerSecond: null, cutAfterBytes: null, cut: 'close' };

/** A response with the transport faults to apply while it is sent. */
type FaultyContent = EncodedContent & { readonly wireFault: WireFault };

/** Changes the responses of the routes that `app` adds from now on, as the active faults demand. */
export function addFaults(
  app: App,
  switches: FaultSwitches,
  store: Pick<Store, 'read'>,
  isVaryLiteral: boolean,
  random: () => number,
): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { organisation, base, headers } = request;
    // Empty before the API key is checked.
    if (organisation === '') return undefined;
    const { collectionId = null } = request.params as { readonly collectionId?: string };
    const faults = switches.recordHits(organisation, collectionId);
    if (faults.length === 0) return undefined;
    const current = collectionId === null ? null : await store.read(organisation, collectionId);
    const ifNoneMatch = headers['if-none-match'];
    const faultContext = { base, ifNoneMatch, current, switches, isVaryLiteral, random };
    const sent = reply.getHeaders() as Readonly<Record<string, string>>;
    const body = typeof payload === 'string' ? Buffer.from(payload) : Buffer.isBuffer(payload) ? payload : null;
    let content: FaultyContent = { status: reply.statusCode, headers: sent, body, wireFault: noWireFault };
    for (const fault of faults) content = { ...content, ...applyFault(content, fault, faultContext) };
    for (const name of Object.keys(sent)) void reply.removeHeader(name);
    void reply.code(content.status).headers({ 'x-content-type-options': 'nosniff', ...content.headers });
    return breakBody(content.body, content.wireFault, request.raw, reply);
  });
}

type FaultContext = {
  readonly base: string;
  readonly ifNoneMatch: string | undefined;
  /** `null` on the list endpoint and for an unknown collection. */
  readonly current: StoredCollection | null;
  readonly switches: FaultSwitches;
  readonly isVaryLiteral: boolean;
  readonly random: () => number;
};

/** Returns what the fault changes. */
function applyFault(content: FaultyContent, fault: Fault, faultContext: FaultContext): Partial<FaultyContent> {
  const { base, ifNoneMatch, current, switches, isVaryLiteral, random } = faultContext;
  const respondWith = (collection: StoredCollection): EncodedContent =>
    createCollectionContent(collection, ifNoneMatch, base, isVaryLiteral);
  const withWireFault = (change: Partial<WireFault>): Pick<FaultyContent, 'wireFault'> => ({
    wireFault: { ...content.wireFault, ...change },
  });
  // A 304 would hide the broken body, so the full body is always sent.
  const full = current === null ? content : createCollectionContent(current, undefined, base, isVaryLiteral);
  const editBody = (edit: (body: Record<string, unknown>) => unknown): EncodedContent =>
    full.body === null || full.status !== 200
      ? full
      : { ...full, body: Buffer.from(JSON.stringify(edit(JSON.parse(full.body.toString())))) };
  switch (fault.fault) {
    case 'unavailable':
      return createFailure(503, 'SERVICE_UNAVAILABLE', 'The service is unavailable.', fault.body, fault.retryAfter);
    case 'badGateway':
      return createFailure(502, 'BAD_GATEWAY', 'The upstream service failed.', fault.body, null);
    case 'status':
      return createFailure(fault.status, fault.code, 'A test fault caused this response.', 'error', fault.retryAfter);
    case 'latency': {
      const maxDelay = Math.max(fault.ms, fault.upToMs ?? fault.ms);
      return withWireFault({ delayMs: fault.ms + Math.round((maxDelay - fault.ms) * random()) });
    }
    case 'drip':
      return withWireFault({ bytesPerSecond: fault.bytesPerSecond });
    case 'reset':
      return withWireFault({ cutAfterBytes: fault.afterBytes, cut: 'reset' });
    case 'truncation': {
      const cutAfterBytes = Math.floor((content.body?.length ?? 0) * fault.keep);
      const cut = withWireFault({ cutAfterBytes, cut: 'close' });
      if (fault.framing === 'length') return cut;
      if (fault.framing === 'chunked')
        return { ...cut, headers: { ...content.headers, 'transfer-encoding': 'chunked' } };
      return { ...cut, headers: { ...content.headers, 'transfer-encoding': 'identity', connection: 'close' } };
    }
    case 'wrongEtag':
      return { headers: withWrongEtag(content.headers, fault.kind, random) };
    case 'sameEtag': {
      if (current === null) return content;
      const etag = switches.frozenEtag(current.id, full.headers['etag'] ?? '');
      const headers = { ...full.headers, etag };
      return isNotModified(ifNoneMatch, etag) ? { status: 304, headers, body: null } : { ...full, headers };
    }
    case 'unexpected304':
      return { status: 304, body: null };
    case 'flapping':
      if (current === null) return content;
      return respondWith(switches.isOddNumberedRequest(current.id) ? current : switches.earlierVersion(current, 1));
    case 'rewind':
      return current === null ? content : respondWith(switches.earlierVersion(current, fault.versions));
    case 'emptyWithCount':
      return editBody((body) =>
        'liveContents' in body ? { ...body, liveContents: [] } : { ...body, collections: [] },
      );
    case 'html':
      return createLoginPage(200);
    case 'redirect':
      return { status: 302, headers: { location: fault.location, 'cache-control': 'no-store' }, body: null };
    case 'wrongId':
      return editBody((body) => ('id' in body ? { ...body, id: `${String(body['id'])}-other` } : body));
    case 'oddBody':
      return full.body === null ? full : { ...full, body: toOddBody(full.body, fault.kind) };
    case 'oddItems':
      return editBody((body) => toOddItems(body, fault.kind));
    default:
      return fault satisfies never;
  }
}

function withWrongEtag(
  headers: EncodedContent['headers'],
  kind: Extract<Fault, { fault: 'wrongEtag' }>['kind'],
  random: () => number,
): EncodedContent['headers'] {
  const { etag = '""', ...others } = headers;
  if (kind === 'absent') return others;
  const wrong = {
    weak: `W/${etag}`,
    unquoted: etag.replaceAll('"', ''),
    constant: '"constant"',
    changing: `"${random().toString(36).slice(2)}"`,
  };
  return { ...others, etag: wrong[kind] };
}

function createFailure(
  status: number,
  code: string,
  message: string,
  body: 'error' | 'html' | 'empty',
  retryAfter: string | null,
): EncodedContent {
  const retry: Record<string, string> = retryAfter === null ? {} : { 'retry-after': retryAfter };
  const headers = { 'cache-control': 'no-store', ...retry };
  switch (body) {
    case 'error': {
      const encoded = encodeError(new HttpError(status, code, message));
      return { status, headers: { ...headers, 'content-type': 'application/json' }, body: encoded };
    }
    case 'html': {
      const page = createLoginPage(status);
      return { ...page, headers: { ...page.headers, ...retry } };
    }
    case 'empty':
      return { status, headers, body: null };
    default:
      return body satisfies never;
  }
}

function createLoginPage(status: number): EncodedContent {
  const body = Buffer.from(
    '<!doctype html><html><head><title>Log in</title></head><body>Log in to this network</body></html>',
  );
  return { status, headers: { 'content-type': 'text/html', 'cache-control': 'no-store' }, body };
}
