import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { startExternalService } from './externalService.ts';
import { type RunningEngine, start, writeConfig } from './process.ts';

const key = 'external-key';
const secret = 'external-secret';
const running: RunningEngine[] = [];
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((engine) => engine.kill('SIGKILL')));
  for (const close of cleanups.splice(0)) await close();
});

async function openShow(source: Readonly<Record<string, unknown>>, logLevel = 'warn') {
  const folder = createTemporaryFolder('headless');
  const service = await startExternalService(key);
  cleanups.push(service.stop);
  service.setLists([{ id: 'a', message: 'first' }], [{ id: 'canary-in-staging', message: 'never on the feed' }]);
  const config = writeConfig(folder, {
    baseUrl: service.baseUrl,
    poll: { intervalSeconds: 1, fullEverySeconds: 60 },
    push: { host: '127.0.0.1', port: 0, path: '/hook/secret-path' },
    ...source,
  });
  const args = ['--config', config, '--data-dir', join(folder, 'data'), '--log-level', logLevel];
  const launch = async (): Promise<RunningEngine> => {
    const engine = await start(args, { GREENROOM_API_KEY: key, GREENROOM_WEBHOOK_SECRET: secret });
    running.push(engine);
    return engine;
  };
  return { service, launch, folder };
}

async function read(engine: RunningEngine) {
  const response = await fetch(`${engine.ready.feed}/feeds/main/live.json`);
  return { status: response.status, document: JSON.parse(await response.text()) };
}

const readOnAirIds = async (engine: RunningEngine): Promise<readonly string[]> =>
  (await read(engine)).document.items.map((item: { id: string }) => item.id);

function deliver(url: string, payload: unknown, withSecret: string) {
  const body = JSON.stringify(payload);
  const signature = createHmac('sha256', withSecret).update(body).digest('hex');
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-event': 'COLLECTION_UPDATED',
      'x-webhook-delivery-timestamp': new Date().toISOString(),
      'x-webhook-signature': `sha256=${signature}`,
    },
    body,
  });
}

describe('a headless engine with another service', () => {
  it('logs its version, files and addresses at start, the cause of a failure, and the recovery', async () => {
    const { service, launch, folder } = await openShow({ mode: 'hybrid' }, 'info');
    const engine = await launch();
    const readLog = () =>
      engine
        .errors()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line): Record<string, unknown> => JSON.parse(line));
    const linesWith = (code: string) => readLog().filter((line) => line['code'] === code);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    await expect
      .poll(() => linesWith('ENGINE_STARTED'))
      .toMatchObject([
        {
          ...{ level: 'info', version, config: join(folder, 'config.json'), dataDir: join(folder, 'data') },
          ...{ service: service.baseUrl, mode: 'hybrid', feed: engine.ready.feed, desk: engine.ready.desk },
        },
      ]);
    expect(engine.errors()).not.toContain('secret-path');
    await expect.poll(() => readOnAirIds(engine)).toEqual(['a']);
    service.setBehaviour('hangUp');
    await expect.poll(() => linesWith('SOURCE_OFFLINE').length).toBe(1);
    const { host } = new URL(service.baseUrl);
    expect(linesWith('SOURCE_OFFLINE')).toMatchObject([{ host, what: `${host} closed the connection` }]);
    const readMetrics = async () => (await fetch(`${engine.ready.feed}/metrics`)).text();
    await expect.poll(readMetrics).toContain('greenroom_problems_total{code="SOURCE_OFFLINE"} 1');
    expect(await readMetrics()).toContain('greenroom_problems{code="SOURCE_OFFLINE"} 1');
    service.setBehaviour('normal');
    await engine.post('/api/source/check', {});
    await expect.poll(() => linesWith('PROBLEM_ENDED')).toMatchObject([{ problem: 'SOURCE_OFFLINE', about: 'source' }]);
  });

  it('polls with If-None-Match, follows each change, and keeps the last good list through every fault', async () => {
    const { service, launch } = await openShow({ mode: 'poll' });
    const engine = await launch();
    await expect.poll(() => readOnAirIds(engine)).toEqual(['a']);
    await expect.poll(() => service.requests.filter(({ status }) => status === 304).length).toBeGreaterThan(0);
    expect(service.requests.some(({ ifNoneMatch }) => ifNoneMatch !== null)).toBe(true);
    service.setLists(
      [
        { id: 'a', message: 'first' },
        { id: 'b', message: 'second' },
      ],
      [{ id: 'canary-in-staging', message: '' }],
    );
    await expect.poll(() => readOnAirIds(engine)).toEqual(['a', 'b']);
    for (const behaviour of ['badGateway', 'truncated', 'malformed', 'html', 'hangUp'] as const) {
      service.setBehaviour(behaviour);
      service.setLists([{ id: behaviour, message: 'only after the fault' }], []);
      const before = service.requests.length;
      await engine.post('/api/source/check', {});
      await expect.poll(() => service.requests.length).toBeGreaterThan(before);
      const { status, document } = await read(engine);
      expect([behaviour, status, document.items.map((item: { id: string }) => item.id)]).toEqual([
        behaviour,
        200,
        ['a', 'b'],
      ]);
    }
    await service.stop();
    await engine.post('/api/source/check', {});
    expect(await readOnAirIds(engine)).toEqual(['a', 'b']);
  }, 60_000);

  it('never serves staging posts on the feed’s port, in any format', async () => {
    const { launch } = await openShow({ mode: 'poll' });
    const engine = await launch();
    await expect.poll(() => readOnAirIds(engine)).toEqual(['a']);
    const paths = ['/', '/feeds', '/healthz', '/metrics', ...feedPaths.map((path) => `/feeds/main/${path}`)];
    for (const path of paths) {
      const response = await fetch(`${engine.ready.feed}${path}`);
      expect([path, response.status]).toEqual([path, 200]);
      const everything = JSON.stringify([...response.headers]) + (await response.text());
      expect(everything).not.toContain('canary-in-staging');
      expect(everything).not.toContain('never on the feed');
    }
  }, 30_000);

  it('sends a signed delivery to a connected socket; a forged or older one changes nothing', async () => {
    const { service, launch } = await openShow({ mode: 'push' });
    const engine = await launch();
    await expect.poll(() => readOnAirIds(engine)).toEqual(['a']);
    const older = service.delivery();
    const frames: { type: string; items?: { id: string }[] }[] = [];
    const socket = new WebSocket(`${engine.ready.feed.replace('http', 'ws')}/feeds/main/socket`);
    socket.on('message', (data) => frames.push(JSON.parse(String(data))));
    cleanups.push(() => socket.terminate());
    await expect.poll(() => frames.length).toBeGreaterThan(0);
    service.setLists([{ id: 'pushed', message: 'by webhook' }], []);
    const hook = engine.ready.webhook ?? '';
    expect((await deliver(hook, service.delivery(), 'not the secret')).status).toBe(401);
    expect(await readOnAirIds(engine)).toEqual(['a']);
    expect((await deliver(hook, service.delivery(), secret)).status).toBe(200);
    await expect.poll(() => frames.at(-1)?.items?.map((item) => item.id)).toEqual(['pushed']);
    const { document } = await read(engine);
    expect((await deliver(hook, older, secret)).status).toBe(200);
    expect((await read(engine)).document).toEqual(document);
  }, 30_000);

  it('switches between poll, push and hybrid under load without a gap, a blank or an older revision', async () => {
    const { service, launch } = await openShow({ mode: 'poll' });
    const engine = await launch();
    await expect.poll(() => readOnAirIds(engine)).toEqual(['a']);
    const seen: { status: number; count: number; revision: number }[] = [];
    let isReading = true;
    const reader = (async () => {
      while (isReading && seen.length < 2000) {
        const { status, document } = await read(engine);
        seen.push({ status, count: document.items.length, revision: document.revision });
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    for (const mode of ['push', 'hybrid', 'poll', 'push', 'hybrid', 'poll']) {
      service.setLists(
        [
          { id: mode, message: `in ${mode}` },
          { id: 'a', message: 'first' },
        ],
        [],
      );
      expect((await engine.post('/api/source/mode', { mode })).status).toBe(200);
      await expect.poll(() => readOnAirIds(engine)).toContain(mode);
    }
    isReading = false;
    await reader;
    expect(seen.filter(({ status }) => status !== 200)).toEqual([]);
    expect(seen.filter(({ count }) => count === 0)).toEqual([]);
    const revisions = seen.map(({ revision }) => revision);
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
  }, 60_000);

  it('keeps the posts of a damaged show on air when it is released before live could be read', async () => {
    const { service, launch, folder } = await openShow({ mode: 'poll' });
    const before = await launch();
    await expect.poll(() => readOnAirIds(before)).toEqual(['a']);
    await before.kill('SIGTERM');
    const data = join(folder, 'data');
    const lost = readdirSync(data).filter((name) => /^show-.*\.journal$/.test(name));
    for (const name of [...lost, 'recordings']) rmSync(join(data, name), { recursive: true });
    service.setBehaviour('hangUp');
    const engine = await launch();
    for (const [verb, input] of [
      ['release', {}],
      ['take', {}],
      ['take', { only: 'removals' }],
    ] as const) {
      const refused = await engine.post(`/api/feeds/main/${verb}`, input);
      expect([verb, refused.status, refused.body]).toMatchObject([verb, 409, { error: { code: 'LIVE_NOT_READ' } }]);
      expect(await readOnAirIds(engine)).toEqual(['a']);
    }
    service.setBehaviour('normal');
    service.setLists([{ id: 'b', message: 'newer' }], []);
    await engine.post('/api/source/check', {});
    await expect.poll(async () => (await engine.post('/api/feeds/main/release', {})).status).toBe(200);
    expect(await readOnAirIds(engine)).toEqual(['b']);
  });

  it('restores the list, the hold and the blocks after kill -9, without network', async () => {
    const { service, launch } = await openShow({ mode: 'poll' });
    service.setLists(
      [
        { id: 'a', message: 'first' },
        { id: 'b', message: 'second' },
        { id: 'c', message: 'third' },
      ],
      [],
    );
    const engine = await launch();
    await expect.poll(() => readOnAirIds(engine)).toEqual(['a', 'b', 'c']);
    await engine.post('/api/feeds/main/block', { itemId: 'b', reason: 'spam' });
    await engine.post('/api/feeds/main/hold', {});
    const before = (await read(engine)).document;
    await engine.kill('SIGKILL');
    await service.stop();
    const again = await launch();
    const { document } = await read(again);
    expect(document.items.map((item: { id: string }) => item.id)).toEqual(['a', 'c']);
    const ignored = { freshness: '', items: [] };
    expect({ ...document, ...ignored }).toEqual({ ...before, ...ignored });
    const state = await fetch(`${again.ready.desk}/api/state`, {
      headers: { authorization: `Bearer ${again.ready.token}` },
    });
    expect(await state.json()).toMatchObject({ feeds: [{ gate: 'held', restored: true, blocked: [{ itemId: 'b' }] }] });
  }, 60_000);
});

const feedPaths = [
  'live.json',
  'vmix.json?rows=5',
  'vmix-current.json',
  'current.json',
  'next.json',
  'live.xml',
  'live.csv',
  'live.atom',
  'live.rss',
  'live.txt',
  'text/message',
];
