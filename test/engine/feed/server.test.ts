import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeProblem } from '../../../src/core/problem.ts';
import { notCached } from '../../../src/engine/media/fetchState.ts';
import type { Ports } from '../../../src/engine/ports.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { noMedia, picture, post, quietPorts, type Show, startShow } from './showHarness.ts';

let show: Show;
afterEach(() => show.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${show.base}${path}`, { headers });

/** Reads an event stream until it has `count` complete events; `meanwhile` runs after the first. */
async function readEvents(
  count: number,
  headers: Record<string, string> = {},
  meanwhile = async () => {},
  path = '/feeds/main/events',
): Promise<string[]> {
  const stopper = new AbortController();
  const response = await fetch(`${show.base}${path}`, { headers, signal: stopper.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  let text = '';
  let hasRunMeanwhile = false;
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk);
    if (!hasRunMeanwhile && text.includes('\n\n')) {
      hasRunMeanwhile = true;
      await meanwhile();
    }
    if (text.split('\n\n').length > count) break;
  }
  stopper.abort();
  return text.split('\n\n').slice(0, count);
}

describe('the event stream', () => {
  it('sends the whole state on connect and at each change, with the revision as its id', async () => {
    show = await startShow([post('p1')]);
    const [first = '', second = ''] = await readEvents(2, {}, () => show.arrive([post('p2')]));
    expect(first).toMatch(/^id: 1-[\w-]+\nevent: state\ndata: \{/);
    expect(JSON.parse(first.split('data: ')[1] ?? '')).toMatchObject({
      feed: 'main',
      revision: 1,
      items: [{ id: 'p1' }],
    });
    expect(second).toMatch(/^id: 2-[\w-]+\nevent: state\n/);
    expect(JSON.parse(second.split('data: ')[1] ?? '').items[0].id).toBe('p2');
  });

  it('sends only what changed, for ?mode=changes, until a reader reconnects', async () => {
    show = await startShow([post('p1'), post('p2'), post('p3'), post('p4')]);
    const change = () => show.arrive([post('p1'), post('p2'), post('p4')]);
    const [first = '', second = ''] = await readEvents(2, {}, change, '/feeds/main/events?mode=changes');
    expect(first).toMatch(/^id: 1-[\w-]+\nevent: state\n/);
    expect(second).toMatch(/^id: 2-[\w-]+\nevent: changes\n/);
    const changes = JSON.parse(second.split('data: ')[1] ?? '');
    expect(changes).toMatchObject({ from: 1, to: 2, revision: 2, removed: ['p3'], put: [], order: null });
    const [again = ''] = await readEvents(1, { 'Last-Event-ID': '1' }, undefined, '/feeds/main/events?mode=changes');
    expect(again).toMatch(/^id: 2-[\w-]+\nevent: state\n/);
  });

  it('resends the state unless the event id proves that the reader has it', async () => {
    show = await startShow([post('p1')]);
    const idOf = (text = ''): string => /^id: (.+)$/m.exec(text)?.[1] ?? '';
    const read = async (lastId: string): Promise<string> => (await readEvents(1, { 'Last-Event-ID': lastId }))[0] ?? '';
    const first = idOf(await read(''));
    await show.arrive([post('p2')]);
    const second = idOf(await read(first));
    expect(await read(second)).not.toContain('event: state');
    expect(await read(first)).toContain('event: state');
    await show.apply({ type: 'feedHeld', feed: 'main', by: null, at: '2026-11-20T18:00:00.000Z' });
    expect(await read(second)).toContain('event: state');
  });
});

describe('media on the feed’s port', () => {
  const url = 'https://pics.example/a.jpg';
  const facts = { ...notCached, name: 'abc.jpg', width: 1, height: 1, progress: 1 };
  const media = {
    ...noMedia,
    handle: async (_: unknown, response: { end: (text: string) => void }) => response.end('bytes'),
  };

  it('are served while on air and shortly after, never while only in staging', async () => {
    show = await startShow([post('p0')], { media });
    await show.apply({ type: 'mediaChanged', media: [[url, facts]] });
    await show.arrive([post('p0')], [post('p1', { media: [picture(url)] })]);
    expect((await get('/media/abc.jpg')).status).toBe(404);
    await show.arrive([post('p1', { media: [picture(url)] })]);
    expect(await (await get('/media/abc.jpg')).text()).toBe('bytes');
    await show.arrive([post('p0')], [post('p1', { media: [picture(url)] })]);
    expect((await get('/media/abc.jpg')).status).toBe(200);
    expect((await get('/media/..%2Fabc.jpg')).status).toBe(404);
  });
});

describe('overlays', () => {
  it('are served as uncached pages and immutable assets, and never from outside their folder', async () => {
    const built = createTemporaryFolder('built');
    const folder = join(built, 'overlay');
    await mkdir(join(folder, 'assets'), { recursive: true });
    await writeFile(join(folder, 'card.html'), '<p>card');
    await writeFile(join(folder, 'assets', 'card-1a2b.js'), 'run()');
    await writeFile(join(folder, '..', 'outside.html'), 'secret');
    show = await startShow([post('p1')], { builtDir: built });
    const page = await get('/overlay/card?feed=main');
    expect(page.headers.get('content-security-policy')).toContain(
      `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'`,
    );
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ws://127.0.0.1:${show.port} `);
    expect([await page.text(), page.headers.get('cache-control')]).toEqual(['<p>card', 'no-store']);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const asset = await get('/overlay/assets/card-1a2b.js');
    expect(asset.headers.get('cache-control')).toContain('immutable');
    for (const path of [
      'ticker',
      'assets/none.js',
      '../outside',
      '..%2foutside',
      'assets/../../outside.html',
      'assets',
      '',
    ]) {
      expect((await get(`/overlay/${path}`)).status).toBe(404);
    }
  });
});

describe('the look of the overlays', () => {
  it('is served with the station’s logo and font, and without their paths', async () => {
    const folder = createTemporaryFolder('look');
    const [logoFile, fontFile, text] = ['logo.png', 'font.woff2', 'text.png'].map((name) => join(folder, name));
    if (logoFile === undefined || fontFile === undefined || text === undefined) throw new Error('no paths');
    await writeFile(logoFile, Buffer.from(`89504e470d0a1a0a${'00'.repeat(40)}`, 'hex'));
    await writeFile(fontFile, `wOF2${'x'.repeat(40)}`);
    await writeFile(text, '<script>alert(1)</script>');
    const overlay = { ...settingsSchema.parse({}).overlay, accent: '#00ff00', logoFile, fontFile };
    show = await startShow([post('p1')], { overlay });
    const theme = (await (await get('/overlay/theme.json')).json()) as Record<string, string>;
    expect(theme).toMatchObject({ accent: '#00ff00', position: 'bottom-left', safe: 5 });
    expect(JSON.stringify(theme)).not.toContain(folder);
    const logo = await get(theme['logo'] ?? '');
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png']);
    const font = await get(theme['fontFile'] ?? '');
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    await show.stop();
    show = await startShow([post('p1')], { overlay: { ...overlay, logoFile: text, fontFile: join(folder, 'none') } });
    expect([(await get('/overlay/theme/logo')).status, (await get('/overlay/theme/font')).status]).toEqual([404, 404]);
  });
});

describe('the template kit', () => {
  it('is served with its types to pages of any origin', async () => {
    const built = createTemporaryFolder('built');
    await mkdir(join(built, 'kit'));
    await writeFile(join(built, 'kit', 'greenroom-feed.js'), 'export {};');
    await writeFile(join(built, 'kit', 'greenroom-feed.d.ts'), 'export type Feed = {};');
    show = await startShow([post('p1')], { builtDir: built });
    const types = await Promise.all(
      ['js', 'd.ts', 'none.js'].map(async (end) => {
        const { status, headers } = await get(`/kit/greenroom-feed.${end}`);
        return [status, headers.get('content-type'), headers.get('access-control-allow-origin')];
      }),
    );
    expect(types).toEqual([
      [200, 'text/javascript; charset=utf-8', '*'],
      [200, 'text/plain; charset=utf-8', '*'],
      [404, 'application/json; charset=utf-8', null],
    ]);
  });
});

describe('the feed’s page', () => {
  it('has every feed’s state and addresses without scripts, under a strict policy', async () => {
    const built = createTemporaryFolder('built');
    await mkdir(join(built, 'feedPage'));
    for (const file of ['feed.css', 'feed.js']) await writeFile(join(built, 'feedPage', file), '');
    show = await startShow([post('p1', { message: '<img src=x onerror=alert(1)>' })], { builtDir: built });
    const response = await get('/');
    const html = await response.text();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).not.toContain('<img');
    for (const text of [
      'ON AIR 1',
      'EMPTY',
      'Following live.',
      `${show.base}/feeds/main/vmix.json?rows=12&amp;name=vMix`,
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toContain(`${show.base.replace('http', 'ws')}/feeds/other/socket`);
    for (const [, source = ''] of html.matchAll(/(?:src|href)="(\/[^"]*)"/g)) {
      expect([source, (await get(source.replaceAll('&amp;', '&'))).status]).toEqual([source, 200]);
    }
    const style = await get('/page/feed.css');
    expect([style.headers.get('content-type'), style.headers.get('cache-control')]).toEqual([
      'text/css; charset=utf-8',
      'no-store',
    ]);
    expect((await get('/page/../outside.css')).status).toBe(404);
  });
});

describe('the server', () => {
  it('does not move to another port when its port is in use', async () => {
    show = await startShow([]);
    await expect(startShow([], { settings: { port: show.port } })).rejects.toMatchObject({
      name: 'PortTaken',
      port: show.port,
    });
  });

  it('serves a new address although a reader of the old one does not close its connection', async () => {
    show = await startShow([post('p1')]);
    const reader = connect(show.port, '127.0.0.1');
    reader.write(
      'GET /feeds/main/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    await once(reader, 'data');
    reader.pause();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      await show.server.configure({ ...settingsSchema.parse({}).feedServer, port: 0, host: 'localhost' });
    } finally {
      vi.useRealTimers();
    }
    expect((await fetch(`${show.server.base()}/feeds/main/live.json`)).status).toBe(200);
    reader.destroy();
  });

  it('does not share its port with another program on ::1', async () => {
    show = await startShow([]);
    const port = show.port;
    await show.stop();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '::1', resolve));
    await expect(startShow([], { settings: { port } })).rejects.toMatchObject({ name: 'PortTaken', port });
    other.close();
  });

  it('survives invalid HTTP and unusual headers', async () => {
    show = await startShow([post('p1')]);
    const requests = [
      '\0\0\0\0',
      'GET / HTTP/9\r\n\r\n',
      'GET http://[ HTTP/1.1\r\nHost: [\r\n\r\n',
      'GET /feeds/%/x HTTP/1.1\r\nHost: a@b\r\n\r\n',
      'GET // HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil\r\nConnection: close\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
      'GET /feeds/main/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n',
    ];
    for (const bytes of requests) {
      await new Promise<void>((resolve) => {
        const socket = connect(show.port, '127.0.0.1', () => socket.end(bytes));
        socket.on('close', () => resolve());
        socket.on('error', () => undefined);
        socket.resume();
      });
    }
    expect((await get('/feeds/main/live.json')).status).toBe(200);
  });

  it('answers 500 and logs the fault if a request throws, now or later, and goes on serving', async () => {
    const logged: unknown[] = [];
    const { clock } = quietPorts;
    let isThrowing = false;
    const orThrow = (read: () => number) => (): number => {
      if (isThrowing) throw new Error('planted');
      return read();
    };
    const ports: Ports = {
      ...quietPorts,
      clock: { ...clock, now: orThrow(clock.now), monotonicMs: orThrow(clock.monotonicMs) },
      log: (_, code, { where }) => logged.push([code, where]),
    };
    show = await startShow([post('p1')], { ports });
    isThrowing = true;
    const statuses = [(await get('/')).status, (await get('/metrics')).status];
    isThrowing = false;
    expect(statuses).toEqual([500, 500]);
    expect(logged).toEqual([
      ['ENGINE_FAULT', 'feed request'],
      ['ENGINE_FAULT', 'feed request'],
    ]);
    expect((await get('/feeds/main/live.json')).status).toBe(200);
  });

  it('can be stopped twice, and lists no consumers afterwards', async () => {
    show = await startShow([post('p1')]);
    await get('/feeds/main/live.json');
    await show.stop();
    await show.stop();
    expect(show.server.consumers('main')).toEqual([]);
  });

  it('reports every feed in Prometheus format, under names that dashboards rely on', async () => {
    show = await startShow([post('p1'), post('p2')]);
    const response = await get('/metrics');
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const { types, values } = readMetrics(await response.text());
    expect(types).toEqual({
      greenroom_info: 'gauge',
      greenroom_feed_revision: 'gauge',
      greenroom_feed_items: 'gauge',
      greenroom_feed_following: 'gauge',
      greenroom_feed_served: 'gauge',
      greenroom_feed_freshness: 'gauge',
      greenroom_feed_confirmed_age_seconds: 'gauge',
      greenroom_feed_consumers: 'gauge',
      greenroom_feed_painted_seconds: 'gauge',
      greenroom_feed_waiting_changes: 'gauge',
      greenroom_source_latency_seconds: 'gauge',
      greenroom_problems: 'gauge',
      greenroom_problems_total: 'counter',
      process_resident_memory_bytes: 'gauge',
      greenroom_heap_used_bytes: 'gauge',
      process_cpu_seconds_total: 'counter',
    });
    expect(values).toMatchObject({
      'greenroom_info{version="0.0.0-test"}': 1,
      'greenroom_feed_revision{feed="main"}': 1,
      'greenroom_feed_items{feed="main"}': 2,
      'greenroom_feed_following{feed="main"}': 1,
      'greenroom_feed_freshness{feed="main",word="fresh"}': 1,
      'greenroom_feed_freshness{feed="main",word="demo"}': 0,
      'greenroom_feed_consumers{feed="main",state="reading"}': 0,
      'greenroom_feed_waiting_changes{feed="main"}': 0,
    });
    expect(values['process_resident_memory_bytes']).toBeGreaterThan(1e6);
    expect(values['process_cpu_seconds_total']).toBeGreaterThan(0);
  });

  it('reports the age of the last confirmation truly after the clock was set', async () => {
    let wallMs = Date.now();
    const clock = { ...quietPorts.clock, now: () => wallMs, monotonicMs: () => 7000 };
    show = await startShow([post('p1')], { ports: { ...quietPorts, clock } });
    for (const byHours of [0, 32, -48]) {
      wallMs += byHours * 3_600_000;
      const { values } = readMetrics(await (await get('/metrics')).text());
      expect(values['greenroom_feed_confirmed_age_seconds{feed="main"}']).toBe(7);
    }
  });

  it('counts problems by code', async () => {
    show = await startShow([post('p1')], { problemCounts: () => new Map([['SOURCE_OFFLINE', 3]]) });
    const problem = describeProblem('SOURCE_OFFLINE', 'source', '2026-11-20T18:00:00.000Z', {});
    await show.apply({ type: 'problemRaised', problem });
    const { values } = readMetrics(await (await get('/metrics')).text());
    expect(values['greenroom_problems{code="SOURCE_OFFLINE"}']).toBe(1);
    expect(values['greenroom_problems_total{code="SOURCE_OFFLINE"}']).toBe(3);
  });

  it('drops a removed feed from the metrics', async () => {
    show = await startShow([post('p1'), post('p2')]);
    await get('/metrics');
    await show.apply({ type: 'feedsConfigured', feeds: [], at: '2026-11-20T18:00:00.000Z' });
    const { values } = readMetrics(await (await get('/metrics')).text());
    expect(Object.keys(values).filter((name) => name.includes('main'))).toEqual([]);
  });
});

function readMetrics(text: string): {
  readonly types: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, number>>;
} {
  const types: Record<string, string> = {};
  const values: Record<string, number> = {};
  for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('# HELP '))) {
    const [, typed = '', type = ''] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? [];
    const [, name = '', value = ''] = /^([a-z_]+(?:\{[^}]*\})?) ([\d.e+-]+)$/.exec(line) ?? [];
    if (typed !== '') types[typed] = type;
    else if (name !== '') values[name] = Number(value);
    else throw new Error(`not Prometheus text: ${line}`);
  }
  return { types, values };
}
