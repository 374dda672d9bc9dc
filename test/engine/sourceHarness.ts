/** Runs a source on a fake clock against a fake service on a real port. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { emptyShow, type ShowEvent } from '../../src/core/show.ts';
import { probePrefix } from '../../src/engine/poll/cacheProbe.ts';
import type { Log, Ports } from '../../src/engine/ports.ts';
import { readSettings, type SourceSettings } from '../../src/engine/settings/settings.ts';
import { createSource, type Source } from '../../src/engine/source.ts';
import { createStore, type Persist, type Store } from '../../src/engine/store.ts';
import { createFakeClock, type FakeClock } from '../fakeClock.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

export const apiKey = 'key-canary-7f3a';
export const webhookSecret = 'secret-canary-91bd';

export type PostJson = Record<string, unknown> & { id: string };
export type CollectionJson = Record<string, unknown> & {
  id: string;
  liveContents: PostJson[];
  stagingContents: PostJson[];
};

export function post(id: string, overrides: Record<string, unknown> = {}): PostJson {
  return {
    id,
    fullName: 'Ada',
    username: 'ada',
    source: 'INSTAGRAM',
    message: `message of ${id}`,
    profileImageUrl: null,
    media: [],
    publishedAt: '2026-11-20T17:00:00Z',
    lastModifiedDate: '2026-11-20T17:00:00Z',
    ...overrides,
  };
}

/** Creates a collection as the service sends it; `second` sets its date, `live` the ids of its live posts. */
export function collection(
  id: string,
  second: number,
  live: readonly string[],
  overrides: Record<string, unknown> = {},
): CollectionJson {
  return {
    id,
    name: `Collection ${id}`,
    contentType: 'SOCIAL_POST',
    stagingContentCount: 1,
    liveContentCount: live.length,
    createdDate: '2026-11-20T10:00:00Z',
    lastModifiedDate: new Date(Date.parse('2026-11-20T17:00:00Z') + second * 1000).toISOString(),
    stagingContents: [post('staged')],
    liveContents: live.map((each) => post(each)),
    ...overrides,
  };
}

export type RecordedRequest = {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly atMs: number;
};
export type Respond = (request: IncomingMessage, response: ServerResponse) => void;

export type FakeService = {
  readonly baseUrl: string;
  readonly requests: RecordedRequest[];
  /** Paths requested with the cache probe's invalid key. */
  readonly probes: string[];
  /** Accepts the invalid key, as a cache that ignores it does. */
  ignoresKey: boolean;
  /** The response to the invalid key. */
  refusal: Respond;
  readonly openRequests: () => number;
  /** Handles each request; may be replaced during a test. */
  respond: Respond;
  readonly close: () => Promise<void>;
};

/** Responds with a collection, its ETag and 304s, as the service's document says. */
export function respondWithCollection(current: () => CollectionJson): Respond {
  return (request, response) => {
    const body = current();
    const etag = `"${String(body['lastModifiedDate'])}"`;
    const headers = { etag, 'cache-control': 'public, max-age=30', vary: 'Authorization, Accept-Encoding' };
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const count = body.liveContents.length + body.stagingContents.length;
    response.writeHead(200, { ...headers, 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...body, meta: { totalItems: count, page: 0, pageSize: count } }));
  };
}

const errorCodes: Readonly<Record<number, string>> = {
  401: 'INVALID_API_KEY',
  404: 'COLLECTION_NOT_FOUND',
  502: 'BAD_GATEWAY',
};

/** Responds with a status and the service's error format, with the code that the service documents for it. */
export function respondWithStatus(status: number, headers: Record<string, string> = {}): Respond {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { code: errorCodes[status] ?? 'SERVICE_UNAVAILABLE', message: 'no' } }));
  };
}

/** Responds as a gateway on the way does: a status and a web page. */
export function respondAsGateway(status: number): Respond {
  return (_, response) => void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');
}

/** Responds with exactly this body. */
export function respondWithBody(body: string | Buffer, headers: Record<string, string> = {}): Respond {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
}

/** Is closed after the test. */
export async function startService(clock: FakeClock, respond: Respond): Promise<FakeService> {
  const requests: RecordedRequest[] = [];
  let openCount = 0;
  const probes: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader('date', new Date(clock.now()).toUTCString());
    if (String(request.headers['x-api-key']).startsWith(probePrefix) && !service.ignoresKey) {
      probes.push(request.url ?? '');
      service.refusal(request, response);
      return;
    }
    requests.push({ url: request.url ?? '', headers: request.headers, atMs: clock.monotonicMs() });
    openCount += 1;
    response.on('close', () => {
      openCount -= 1;
    });
    service.respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: FakeService = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    probes,
    ignoresKey: false,
    refusal: respondWithStatus(401),
    openRequests: () => openCount,
    respond,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  onTestFinished(service.close);
  return service;
}

export type Harness = {
  readonly clock: FakeClock;
  readonly service: FakeService;
  readonly store: Store;
  readonly source: Source;
  readonly settings: SourceSettings;
  readonly ports: Ports;
  readonly events: ShowEvent[];
  readonly logLines: string[];
  /** `isUnreadable` makes every read fail, as without permission. */
  readonly secrets: { apiKey: string | null; webhook: readonly string[]; isUnreadable: boolean };
  readonly dataDir: string;
  /** Makes the store's next writes fail, or wait until `hung` resolves. */
  readonly disk: { isFull: boolean; hung: Promise<void> | null };
  /** Ids of the posts on air. */
  readonly onAir: () => readonly string[];
  readonly problemCodes: () => readonly string[];
  /** Waits in real time until all requests have finished. */
  readonly settle: () => Promise<void>;
  /** Advances the clock from timer to timer, settling after each. */
  readonly advance: (milliseconds: number) => Promise<void>;
  readonly deliver: (body: unknown, overrides?: DeliveryOverrides) => Promise<Response>;
  readonly close: () => Promise<void>;
};

export type DeliveryOverrides = {
  readonly secret?: string;
  readonly headers?: Record<string, string>;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly path?: string;
  readonly method?: string;
};

export type SourceOverrides = { readonly [name: string]: unknown };

/** Wires everything together without starting it, and closes it after the test. */
export async function createHarness(
  respond: Respond,
  overrides: SourceOverrides = {},
  feeds: readonly string[] = ['col_1'],
): Promise<Harness> {
  const clock = createFakeClock();
  const service = await startService(clock, respond);
  const dataDir = createTemporaryFolder('source');
  const logLines: string[] = [];
  const log: Log = (level, code, fields) => void logLines.push(`${level} ${code} ${JSON.stringify(fields)}`);
  const secrets: Harness['secrets'] = { apiKey, webhook: [webhookSecret], isUnreadable: false };
  const readSecret = async <Secret>(secret: Secret): Promise<Secret> => {
    if (secrets.isUnreadable) throw Object.assign(new Error('no permission'), { code: 'EACCES' });
    return secret;
  };
  const ports: Ports = {
    clock,
    log,
    secrets: {
      apiKey: () => readSecret(secrets.apiKey),
      webhookSecrets: () => readSecret(secrets.webhook),
      deskToken: async () => 'desk',
    },
  };
  const disk: Harness['disk'] = { isFull: false, hung: null };
  let saved = emptyShow;
  const persist: Persist = async (next) => {
    await disk.hung;
    if (disk.isFull && (saved.feeds !== next.feeds || saved.collections !== next.collections))
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    saved = next;
  };
  const store = createStore(emptyShow, persist, ports);
  const events: ShowEvent[] = [];
  const recordingStore: Store = {
    ...store,
    apply: (event) => {
      events.push(event);
      return store.apply(event);
    },
  };
  await store.apply({
    type: 'feedsConfigured',
    feeds: feeds.map((collectionId, index) => ({ slug: index === 0 ? 'main' : `feed-${index}`, collectionId })),
    at: '2026-11-20T18:00:00Z',
  });
  const settings = sourceSettings({ baseUrl: service.baseUrl, ...overrides });
  const source = createSource(settings, { store: recordingStore, ports, dataDir, isDemo: false });

  /** Each request in flight has a ten-second timeout on the fake clock; after the last, a few turns are enough. */
  const settle = async (): Promise<void> => {
    for (let tries = 0, quietTurns = 0; tries < 5000 && quietTurns < 5; tries += 1) {
      const isBusy = clock.timersSetFor(10_000) > 0 || service.openRequests() > 0;
      quietTurns = isBusy ? 0 : quietTurns + 1;
      await new Promise((resolve) => (isBusy ? setTimeout(resolve, 1) : setImmediate(resolve)));
    }
  };
  const advance = async (milliseconds: number): Promise<void> => {
    await settle();
    const endMs = clock.monotonicMs() + milliseconds;
    for (let left = milliseconds; ; ) {
      const nextMs = clock.nextInMs();
      if (nextMs === null || nextMs > left) break;
      clock.advance(Math.max(nextMs, 0));
      await settle();
      left = endMs - clock.monotonicMs();
    }
    clock.advance(endMs - clock.monotonicMs());
    await settle();
  };
  const deliver = createDeliver(clock, source);
  const close = async (): Promise<void> => {
    await source.stop();
    await service.close();
  };
  onTestFinished(close);
  return {
    settings,
    clock,
    service,
    store,
    source,
    ports,
    events,
    logLines,
    secrets,
    dataDir,
    disk,
    onAir: () => store.state().feeds[0]?.onAir.items.map((item) => item.id) ?? [],
    problemCodes: () => store.state().problems.map((problem) => problem.code),
    settle,
    advance,
    deliver,
    close,
  };
}

/** Returns a function that delivers to the source’s listener, signed with our secret unless another one is given. */
export function createDeliver(clock: FakeClock, source: Pick<Source, 'webhookAddress'>): Harness['deliver'] {
  return (body, extra = {}) => {
    const address = new URL(source.webhookAddress() ?? '');
    const raw = extra.raw ?? JSON.stringify(body);
    const signature = createHmac('sha256', extra.secret ?? webhookSecret)
      .update(raw)
      .digest('hex');
    return fetch(`http://127.0.0.1:${address.port}${extra.path ?? address.pathname}`, {
      method: extra.method ?? 'POST',
      headers: {
        'content-type': 'application/json',
        'x-webhook-event': 'COLLECTION_UPDATED',
        'x-webhook-delivery-timestamp': new Date(clock.now()).toISOString(),
        'x-webhook-signature': `sha256=${signature}`,
        ...extra.headers,
      },
      ...(extra.method !== 'GET' && { body: raw }),
    });
  };
}

/** Creates source settings with a listener on any free port of this machine. */
export function sourceSettings(overrides: SourceOverrides): SourceSettings {
  const push = { host: '127.0.0.1', port: 0, ...(overrides['push'] as object | undefined) };
  const { settings, faults } = readSettings({ source: { ...overrides, push } });
  if (settings === null) throw new Error(JSON.stringify(faults));
  return settings.source;
}

/** Creates a delivery's payload for a collection. */
export function payload(data: CollectionJson, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    event: 'COLLECTION_UPDATED',
    collectionId: data.id,
    timestamp: data['lastModifiedDate'],
    data,
    ...overrides,
  };
}

/** The same, for an event that occurs now. */
export function payloadNow({ clock }: Harness, data: CollectionJson): Record<string, unknown> {
  return payload(data, { timestamp: new Date(clock.now()).toISOString() });
}
