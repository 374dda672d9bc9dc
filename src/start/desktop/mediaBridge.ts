/** Calls the engine’s media handler without a port: a complete HTTP exchange over an in-memory pipe. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type Duplex, duplexPair, Readable } from 'node:stream';

export type MediaHandler = (request: IncomingMessage, response: ServerResponse, name: string) => Promise<void>;

/** Returns a fetch-like function with a streaming response; cancelling it ends the exchange. Rejects if the pipe breaks. */
export function createMediaBridge(handle: MediaHandler): (name: string, request: Request) => Promise<Response> {
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing, decodeURIComponent((incoming.url ?? '/').slice(1).split('?')[0] ?? '')).catch(() =>
      outgoing.destroy(),
    );
  });
  return (name, incomingRequest) =>
    new Promise((resolve, reject) => {
      const [near, far] = createPipe();
      server.emit('connection', far);
      const clientRequest = request({
        method: incomingRequest.method === 'HEAD' ? 'HEAD' : 'GET',
        path: `/${encodeURIComponent(name)}${new URL(incomingRequest.url).search}`,
        headers: pickForwardedHeaders(incomingRequest),
        createConnection: () => near,
      });
      clientRequest.once('error', reject);
      clientRequest.once('response', (incoming) => {
        const status = incoming.statusCode ?? 500;
        const hasBody = incomingRequest.method !== 'HEAD' && status !== 304;
        if (!hasBody) incoming.resume();
        const body = hasBody ? (Readable.toWeb(incoming) as ConstructorParameters<typeof Response>[0]) : null;
        incoming.once('close', () => near.destroy());
        resolve(new Response(body, { status, headers: copyResponseHeaders(incoming) }));
      });
      clientRequest.end();
    });
}

/** Two connected streams; closing either one ends the other. */
function createPipe(): readonly [Duplex, Duplex] {
  const [near, far] = duplexPair();
  near.once('close', () => far.destroy());
  far.once('close', () => {
    if (!far.writableFinished) near.destroy(new Error('the response is incomplete'));
  });
  return [near, far];
}

function pickForwardedHeaders({ headers }: Request): Readonly<Record<string, string>> {
  const forwarded: readonly string[] = ['range', 'if-range', 'if-none-match'];
  const known = forwarded.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { host: 'desk', connection: 'close', ...Object.fromEntries(known) };
}

function copyResponseHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string' && name !== 'connection' && name !== 'keep-alive') headers.set(name, value);
  }
  return headers;
}
