/** A second Content Collections Service, written only from the service document, to test Greenroom against. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ExternalItem = { readonly id: string; readonly message: string };

/** The documented behaviour, or one kind of failure. */
export type ServiceBehaviour = 'normal' | 'badGateway' | 'truncated' | 'malformed' | 'html' | 'hangUp';

export async function startExternalService(apiKey: string) {
  let behaviour: ServiceBehaviour = 'normal';
  let version = 0;
  let live: readonly ExternalItem[] = [];
  let staging: readonly ExternalItem[] = [];
  const requests: { readonly path: string; readonly ifNoneMatch: string | null; readonly status: number }[] = [];

  const modified = (): string => new Date(Date.UTC(2026, 10, 20, 18, 0, version)).toISOString();
  const toItem = ({ id, message }: ExternalItem): object => ({
    id,
    fullName: `Author ${id}`,
    username: null,
    source: 'FACEBOOK',
    message,
    profileImageUrl: null,
    media: [],
    publishedAt: '2026-11-20T17:00:00Z',
    lastModifiedDate: '2026-11-20T17:00:00Z',
  });
  const collection = (): Record<string, unknown> => ({
    id: 'col_1',
    name: 'Viewer posts',
    contentType: 'SOCIAL_POST',
    stagingContentCount: staging.length,
    liveContentCount: live.length,
    createdDate: '2026-11-20T00:00:00Z',
    lastModifiedDate: modified(),
    stagingContents: staging.map(toItem),
    liveContents: live.map(toItem),
  });
  const fail = (response: ServerResponse, status: number, code: string): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code, message: code } }));
  };

  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const ifNoneMatch = request.headers['if-none-match'] ?? null;
    response.on('close', () => requests.push({ path, ifNoneMatch, status: response.statusCode }));
    if (behaviour === 'hangUp') return void request.socket.destroy();
    if (behaviour === 'badGateway') return fail(response, 502, 'BAD_GATEWAY');
    if (behaviour === 'html')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
    const key = request.headers['x-api-key'];
    if (key === undefined) return fail(response, 401, 'MISSING_API_KEY');
    if (key !== apiKey) return fail(response, 401, 'INVALID_API_KEY');
    const total = staging.length + live.length;
    const body = Buffer.from(
      path === '/v1/collections'
        ? JSON.stringify({ collections: [summary()], meta: { page: 0, pageSize: 20, totalItems: 1, totalPages: 1 } })
        : JSON.stringify({ ...collection(), meta: { totalItems: total, page: 0, pageSize: total } }),
    );
    if (path !== '/v1/collections' && path !== '/v1/collections/col_1')
      return fail(response, 404, 'COLLECTION_NOT_FOUND');
    const etag = `"${modified()}"`;
    const headers = { 'cache-control': 'public, max-age=30', vary: 'Authorization, Accept-Encoding', etag };
    if (ifNoneMatch === etag && behaviour === 'normal') return void response.writeHead(304, headers).end();
    response.writeHead(200, { ...headers, 'content-type': 'application/json', 'content-length': body.length });
    if (behaviour === 'malformed') return void response.end(Buffer.alloc(body.length, '{'));
    if (behaviour === 'truncated') {
      response.write(body.subarray(0, body.length >> 1));
      setTimeout(() => request.socket.destroy(), 20);
      return;
    }
    response.end(body);
  });
  const summary = (): object => {
    const { stagingContents: _, liveContents: __, ...rest } = collection();
    return { ...rest, url: 'http://attacker.invalid/v1/collections/col_1' };
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** Replaces both lists and starts a new version. */
    setLists: (nextLive: readonly ExternalItem[], nextStaging: readonly ExternalItem[]): void => {
      version += 1;
      live = nextLive;
      staging = nextStaging;
    },
    setBehaviour: (next: ServiceBehaviour): void => {
      behaviour = next;
    },
    /** The payload of a delivery of the current version. */
    delivery: (): Record<string, unknown> => ({
      event: 'COLLECTION_UPDATED',
      collectionId: 'col_1',
      timestamp: new Date().toISOString(),
      data: collection(),
    }),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
