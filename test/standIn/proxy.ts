/** The only way from the stand-in’s Chromium to the network: reports each connection. The app decides about sockets. */
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { report } from './test.ts';

/**
 * Resolves with the proxy’s port. `canOpenSocket` decides about each WebSocket, whose path is not known.
 * Chromium can’t be without a cache; without `hasCache`, each response says that it must not be stored.
 */
export async function startProxy(canOpenSocket: (url: string) => Promise<boolean>, hasCache: boolean): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    report('connection', { url: incoming.url });
    if (!isThisMachine(incoming.url ?? '')) return void outgoing.writeHead(502).end();
    const { 'proxy-connection': _, ...headers } = incoming.headers;
    const forwarded = request(incoming.url ?? '', { method: incoming.method, headers }, (answer) => {
      const storing = hasCache ? {} : { 'cache-control': 'no-store' };
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...storing });
      answer.pipe(outgoing);
    });
    forwarded.once('error', () => outgoing.destroy());
    outgoing.once('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.on('connect', async (incoming, near) => {
    const url = `ws://${incoming.url}/`;
    near.on('error', () => near.destroy());
    const isAllowed = isThisMachine(url) && (await canOpenSocket(url));
    report('connection', { url, isAllowed });
    if (!isAllowed) return void near.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const { hostname, port } = new URL(url);
    const far = connect(Number(port), hostname, () => {
      near.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      near.pipe(far).pipe(near);
    });
    far.on('error', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
}

function isThisMachine(url: string): boolean {
  return URL.parse(url)?.hostname === '127.0.0.1';
}
