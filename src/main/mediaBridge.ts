/** Asks the engine's media handler without a port: a whole HTTP exchange, ranges and all, over a pipe in memory. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type Duplex, duplexPair, Readable } from 'node:stream';

export type MediaHandler = (request: IncomingMessage, response: ServerResponse, name: string) => Promise<void>;

/** Makes the asking function. Its answer streams; when nobody reads on, the exchange ends. Rejects when the pipe breaks. */
export function createMediaBridge(handle: MediaHandler): (name: string, asked: Request) => Promise<Response> {
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing, decodeURIComponent((incoming.url ?? '/').slice(1))).catch(() => outgoing.destroy());
  });
  return (name, asked) =>
    new Promise((resolve, reject) => {
      const [near, far] = makePipe();
      server.emit('connection', far);
      const exchange = request({
        method: asked.method === 'HEAD' ? 'HEAD' : 'GET',
        path: `/${encodeURIComponent(name)}`,
        headers: headersOf(asked),
        createConnection: () => near,
      });
      exchange.once('error', reject);
      exchange.once('response', (incoming) => {
        const status = incoming.statusCode ?? 500;
        const hasBody = asked.method !== 'HEAD' && status !== 304;
        if (!hasBody) incoming.resume();
        const body = hasBody ? (Readable.toWeb(incoming) as ConstructorParameters<typeof Response>[0]) : null;
        incoming.once('close', () => near.destroy());
        resolve(new Response(body, { status, headers: answered(incoming) }));
      });
      exchange.end();
    });
}

/** Two ends, of which neither outlives the other: a reader who goes ends the sending, a broken answer ends the reading. */
function makePipe(): readonly [Duplex, Duplex] {
  const [near, far] = duplexPair();
  near.once('close', () => far.destroy());
  far.once('close', () => {
    if (!far.writableFinished) near.destroy(new Error('the answer broke off'));
  });
  return [near, far];
}

function headersOf(asked: Request): Readonly<Record<string, string>> {
  const passed: readonly string[] = ['range', 'if-range', 'if-none-match'];
  const known = passed.flatMap((name) => {
    const value = asked.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { host: 'desk', connection: 'close', ...Object.fromEntries(known) };
}

function answered(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string' && name !== 'connection' && name !== 'keep-alive') headers.set(name, value);
  }
  return headers;
}
