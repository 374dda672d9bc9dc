import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BaseAddress, parseBaseAddress } from '../../../src/engine/poll/address.ts';
import { findProxy } from '../../../src/engine/poll/proxy.ts';
import { collection, createHarness, type Harness, respondWithCollection } from '../sourceHarness.ts';
import { authorityPath, openServers, readCertificate, respondUncached } from './certifiedService.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const servers = openServers();
beforeEach(() => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'])
    vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await servers.close();
});

function listen(server: Server): Promise<number> {
  return servers.listen(server, '127.0.0.1');
}

/** A proxy that leads every tunnel to the service over TLS, and every other request to the service over plain http. */
async function startProxy(status = 200) {
  const tlsPort = await listen(
    createTlsServer(
      { key: readCertificate('server.key'), cert: readCertificate('server.pem') },
      respondUncached,
    ) as Server,
  );
  const httpPort = await listen(createServer(respondUncached));
  const seen: string[] = [];
  const note = ({ method, url, headers }: IncomingMessage): void =>
    void seen.push([method, url, headers['proxy-authorization']].filter((part) => part !== undefined).join(' '));
  const open = new Set<Socket>();
  let fault: ((socket: Socket) => unknown) | null = null;
  let tunnels = 0;
  const proxy = createServer((request, response) => {
    note(request);
    if (status !== 200) return void response.writeHead(status).end();
    response.sendDate = false;
    const { pathname } = new URL(request.url ?? '');
    const forwarded = httpRequest({ port: httpPort, host: '127.0.0.1', path: pathname, headers: request.headers });
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    forwarded.end();
  });
  proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
    note(request);
    tunnels += 1;
    socket.on('error', () => undefined);
    if (fault !== null) return void fault(socket);
    open.add(socket);
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const tunnel = connect(tlsPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    tunnel.on('error', () => socket.destroy());
  });
  const port = await listen(proxy);
  return {
    address: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    seen,
    tunnels: () => tunnels,
    /** Cuts every tunnel, and treats new ones like this; `null` opens them again. */
    breakWith: (next: typeof fault) => {
      fault = next;
      for (const socket of open) socket.destroy();
      open.clear();
    },
  };
}

async function startPolling(overrides: object): Promise<Harness> {
  const running = await createHarness(respondUncached, {
    ...{ mode: 'poll', baseUrl: 'https://collections.test', certificateAuthority: authorityPath },
    ...overrides,
  });
  await running.source.start();
  await running.settle();
  return running;
}

/** Without waiting for the requests in flight, because a silent proxy never answers. */
async function advanceUntil(harness: Harness, isDone: () => boolean): Promise<void> {
  for (let second = 0; second < 90 && !isDone(); second += 1) {
    harness.clock.advance(1000);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(isDone(), messagesOf(harness)).toBe(true);
}

const messagesOf = (harness: Harness): string =>
  harness.store
    .state()
    .problems.map(({ message }) => message)
    .join(' ');

describe('the proxy of the environment', () => {
  it('leads to a service on https through a tunnel, with its user name and password, which appear nowhere else', async () => {
    const proxy = await startProxy();
    vi.stubEnv('HTTPS_PROXY', proxy.address.replace('http://', 'http://ines:pass%20canary@'));
    const harness = await startPolling({});
    expect(harness.onAir()).toEqual(['p1']);
    expect(proxy.seen).toEqual([
      `CONNECT collections.test:443 Basic ${Buffer.from('ines:pass canary').toString('base64')}`,
    ]);
    expect(harness.logLines.find((line) => line.startsWith('info SOURCE_ROUTE'))).toContain(proxy.host);
    const shown = JSON.stringify([harness.logLines, harness.store.state()]);
    for (const secret of ['canary', Buffer.from('ines:pass canary').toString('base64')])
      expect(shown).not.toContain(secret);
  });

  it('receives whole requests for a service on plain http', async () => {
    const proxy = await startProxy();
    vi.stubEnv('http_proxy', proxy.host);
    const harness = await startPolling({ baseUrl: 'http://collections.test:81', allowHttpHosts: ['collections.test'] });
    expect(messagesOf(harness)).toBe('');
    expect(harness.onAir()).toEqual(['p1']);
    expect(proxy.seen[0]).toBe('GET http://collections.test:81/v1/collections/col_1');
  });

  it('is not used for this machine', async () => {
    const proxy = await startProxy();
    vi.stubEnv('HTTP_PROXY', proxy.address);
    const running = await createHarness(respondUncached, { mode: 'poll', proxy: proxy.address });
    await running.source.start();
    await running.settle();
    expect(running.onAir()).toEqual(['p1']);
    expect(proxy.seen).toEqual([]);
  });

  it('is reported when it cannot be used', async () => {
    vi.stubEnv('HTTPS_PROXY', 'socks5://127.0.0.1:1');
    const harness = await startPolling({});
    expect(harness.problemCodes()).toContain('SOURCE_PROXY_UNUSABLE');
  });
});

describe('the proxy setting', () => {
  it('replaces the environment, while running and in both directions', async () => {
    const [environment, setting] = [await startProxy(), await startProxy()];
    vi.stubEnv('HTTPS_PROXY', environment.address);
    const harness = await startPolling({});
    expect(environment.seen).toHaveLength(1);
    await harness.source.configure({ ...harness.settings, proxy: setting.address });
    await harness.settle();
    expect([environment.seen.length, setting.seen.length]).toEqual([1, 1]);
    await harness.source.configure({ ...harness.settings, proxy: '' });
    await harness.settle();
    expect([environment.seen.length, setting.seen.length]).toEqual([2, 1]);
    await harness.source.configure({ ...harness.settings, proxy: 'none' });
    await harness.settle();
    expect([environment.seen.length, setting.seen.length]).toEqual([2, 1]);
    // Without a proxy, this name leads nowhere.
    expect(harness.problemCodes()).toEqual(['SOURCE_OFFLINE']);
    expect(harness.onAir()).toEqual(['p1']);
  });

  it('leads to a new probe for a cache that ignores the key', async () => {
    const first = await startProxy();
    const overrides = { baseUrl: 'http://collections.test:81', allowHttpHosts: ['collections.test'] };
    const harness = await startPolling({ ...overrides, proxy: first.address });
    await harness.advance(5000);
    expect(harness.problemCodes()).toEqual([]);
    const cache = createServer(respondWithCollection(() => collection('col_1', 2, ['p2'])));
    await harness.source.configure({ ...harness.settings, proxy: `http://127.0.0.1:${await listen(cache)}` });
    await harness.advance(10_000);
    expect(harness.onAir()).toEqual(['p2']);
    expect(harness.problemCodes()).toContain('SOURCE_CACHE_LEAKS');
  });

  it.each([
    [407, 'https://collections.test'],
    [403, 'https://collections.test'],
  ])('names a proxy that refuses with %i', async (status, baseUrl) => {
    const proxy = await startProxy(status);
    const harness = await startPolling({ proxy: proxy.address, baseUrl });
    expect(messagesOf(harness)).toContain(
      `the proxy ${proxy.host} refused to connect to collections.test:443 (${status}).`,
    );
  });

  it('names a proxy that is not there', async () => {
    const harness = await startPolling({ proxy: 'http://127.0.0.1:1' });
    expect(messagesOf(harness)).toContain('the proxy 127.0.0.1:1 refused the connection.');
  });

  it.each([
    ['silent', (): void => undefined, 'took too long to respond (waiting for the proxy'],
    ['closing', (socket: Socket): unknown => socket.end(), 'was closed'],
    ['unreadable', (socket: Socket): unknown => socket.end('SSH-2.0\r\n'), 'doesn’t use HTTP'],
  ] as const)('names a proxy that becomes %s, and polls again when it works', async (_, answer, sentence) => {
    const proxy = await startProxy();
    const harness = await startPolling({ proxy: proxy.address });
    expect(harness.onAir()).toEqual(['p1']);
    proxy.breakWith(answer);
    await advanceUntil(harness, () => messagesOf(harness).includes(sentence));
    // undici alone connects again without a pause.
    expect(proxy.tunnels()).toBeLessThan(20);
    proxy.breakWith(null);
    await advanceUntil(harness, () => messagesOf(harness) === '');
  });

  it('still checks the certificate of the service', async () => {
    const proxy = await startProxy();
    const harness = await startPolling({ proxy: proxy.address, certificateAuthority: '' });
    expect(messagesOf(harness)).toContain(
      'No secure connection to collections.test:443: the issuer of its certificate',
    );
  });
});

function baseOf(address: string): BaseAddress {
  const base = parseBaseAddress(address, ['a.example']);
  if (typeof base === 'string') throw new Error(base);
  return base;
}

describe('NO_PROXY', () => {
  it.each([
    ['', true],
    ['*', false],
    ['b.example', true],
    ['a.example', false],
    ['A.EXAMPLE:443', false],
    ['a.example:8443', true],
    ['x, .example', false],
    ['*.example', false],
    ['b.example a.example', false],
    ['ample', true],
  ])('%j for https://a.example uses the proxy: %s', (list, isUsed) => {
    const environment = { HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: list };
    expect(findProxy(baseOf('https://a.example/api'), '', environment)).toEqual(
      isUsed
        ? { origin: 'http://proxy.example:3128', host: 'proxy.example:3128', authorization: null, from: 'environment' }
        : null,
    );
  });

  it.each([
    ['https://127.0.0.1:7410', 'http://proxy.example'],
    ['https://localhost', 'http://proxy.example'],
    ['https://[::1]:7410', 'http://proxy.example'],
  ])('is not needed for %s', (address, proxy) => {
    expect(findProxy(baseOf(address), proxy, { HTTPS_PROXY: proxy })).toBeNull();
  });

  it('applies to an IPv6 address', () => {
    const environment = { HTTPS_PROXY: 'http://proxy.example', NO_PROXY: '2001:db8::1,[2001:db8::2]:443' };
    expect(findProxy(baseOf('https://[2001:db8::1]'), '', environment)).toBeNull();
    expect(findProxy(baseOf('https://[2001:db8::2]'), '', environment)).toBeNull();
    expect(findProxy(baseOf('https://[2001:db8::3]'), '', environment)).not.toBeNull();
  });
});
