import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { startExternalService } from './externalService.ts';
import { listHostileRequests, type Target } from './hostileRequests.ts';
import { type RunningEngine, start, writeConfig } from './process.ts';

const canary = 'canary-of-the-list';
let service: Awaited<ReturnType<typeof startExternalService>>;
let engine: RunningEngine;

beforeAll(async () => {
  service = await startExternalService('secret-key');
  service.setLists([{ id: 'p1', message: canary }], []);
  const folder = createTemporaryFolder('hostile');
  const push = { host: '127.0.0.1', port: 0 };
  const source = { baseUrl: service.baseUrl, mode: 'hybrid', poll: { intervalSeconds: 1 }, push };
  const environment = {
    GREENROOM_API_KEY: 'secret-key',
    GREENROOM_WEBHOOK_SECRET: 'whsec_c2VjcmV0LW9mLXRoZS10ZXN0cw==',
  };
  engine = await start(['--config', writeConfig(folder, source), '--data-dir', join(folder, 'data')], environment);
  await waitUntil('the list is on air', async () => (await readFeed()).includes(canary));
});
afterAll(async () => {
  await engine.kill('SIGTERM');
  await service.stop();
});

const readFeed = async (): Promise<string> => (await fetch(`${engine.ready.feed}/feeds/main/live.json`)).text();
const readState = async (): Promise<unknown> => {
  const [settings, tokens] = [await engine.request('GET', '/api/settings'), await engine.request('GET', '/api/tokens')];
  const { gate, revision, items } = JSON.parse(await readFeed());
  return { gate, revision, items, settings: settings.body.settings, tokens: tokens.body.tokens.length };
};

/** All bytes that come back before the connection ends; the client closes its side after a moment of silence. */
function exchange(base: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(bytes, 'latin1')));
    socket.setTimeout(400, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

const ports: readonly (readonly [string, () => Target & { readonly base: string }])[] = [
  [
    'feed',
    () => {
      const base = engine.ready.feed;
      const change = { path: '/api/feeds/main/clear', body: '{}' };
      const path = '/feeds/main/live.json';
      return { base, host: new URL(base).host, path, change, credential: '', socketPath: '/feeds/main/socket' };
    },
  ],
  [
    'control',
    () => {
      const base = engine.ready.desk;
      const change = { path: '/api/feeds/main/clear', body: '{}' };
      const credential = `Authorization: Bearer ${engine.ready.token}\r\n`;
      return { base, host: new URL(base).host, path: '/api/settings', change, credential, socketPath: '/api/socket' };
    },
  ],
  [
    'webhook',
    () => {
      const base = engine.ready.webhook ?? '';
      const { host, pathname } = new URL(base);
      const body = JSON.stringify({ id: 'col_1', lastModifiedDate: '2027-01-01T00:00:00Z', liveContents: [] });
      const credential = 'X-Webhook-Signature: sha256=00\r\n';
      return { base, host, path: pathname, change: { path: pathname, body }, credential, socketPath: pathname };
    },
  ],
];

describe.each(ports)('the %s port, under at least 40 hostile requests', (_, targetOf) => {
  it('reveals nothing, changes nothing and goes on serving', async () => {
    const target = targetOf();
    const requests = listHostileRequests(target);
    expect(requests.length).toBeGreaterThanOrEqual(40);
    const before = await readState();
    const faults: string[] = [];
    const run = async ({ name, bytes }: (typeof requests)[number]): Promise<void> => {
      const answer = await exchange(target.base, bytes);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
      // Zero: the connection was closed without a response.
      if (status !== 0 && (status < 400 || status > 499) && status !== 505)
        faults.push(`${name}: ${answer.slice(0, 90)}`);
      if ([canary, service.baseUrl, 'root:', '"dependencies"'].some((text) => answer.includes(text)))
        faults.push(`${name} was answered with protected data`);
      if (/access-control-allow-origin: (\*|http:\/\/evil|null)/i.test(answer))
        faults.push(`${name} may be read by its page`);
    };
    for (const request of requests) await run(request);
    expect(faults).toEqual([]);
    expect(await readState()).toEqual(before);
    expect(engine.errors()).not.toContain('ENGINE_FAULT');
  });
});

describe('slow connections', () => {
  it('are closed on every port, and readers are served meanwhile', async () => {
    const bases = [engine.ready.feed, engine.ready.desk, engine.ready.webhook ?? ''];
    const sockets = Array.from({ length: 200 }, (_, index) => {
      const { hostname, port } = new URL(bases[index % bases.length] ?? '');
      const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '));
      socket.on('error', () => undefined);
      socket.resume();
      return socket;
    });
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('a');
    }, 500);
    try {
      await waitUntil('every slow connection is closed', async () => {
        expect(await readFeed()).toContain(canary);
        expect((await engine.request('GET', '/api/settings')).status).toBe(200);
        return sockets.every(({ closed }) => closed);
      });
    } finally {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    }
  });
});
