import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { notCached } from '../../../src/engine/media/fetchState.ts';
import { type Clock, type Ports, systemClock } from '../../../src/engine/ports.ts';
import { waitUntil } from '../../waitUntil.ts';
import { at, post, quietPorts, type Show, startShow } from './showHarness.ts';

let show: Show;
/** Durations of the timers that the feed server has set. */
let timersMs: number[] = [];
afterEach(async () => {
  await show.stop();
  timersMs = [];
});

const clock: Clock = {
  ...systemClock,
  after: (milliseconds, callback) => {
    timersMs.push(milliseconds);
    return systemClock.after(milliseconds, callback);
  },
};
const ports: Ports = { ...quietPorts, clock };
const waitForPoll = () => waitUntil('the poll of 20 s waits', () => timersMs.includes(20_000));

type Response = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** Allows any Host header, which `fetch` does not. */
function read(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: show.port, path, method, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('live.json', () => {
  it('publishes what is on air, with its revision, hash, gate and freshness in body and headers', async () => {
    show = await startShow([post('p1', { username: 'ada' }), post('p2', { username: '@bo' })]);
    const { status, headers, body } = await read('/feeds/main/live.json');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-feed-revision': '1',
      'x-feed-gate': 'following',
      'x-feed-freshness': 'fresh',
      'x-feed-checked-at': at,
      'x-content-type-options': 'nosniff',
    });
    const document = JSON.parse(body);
    expect(document).toMatchObject({ feed: 'main', revision: 1, gate: 'following', freshness: 'fresh' });
    expect(document.contentHash).toMatch(/^[0-9a-f]{32}$/);
    expect(document.items.map((item: { handle: string }) => item.handle)).toEqual(['@ada', '@bo']);
    expect(document.items.map((item: { index: number }) => item.index)).toEqual([0, 1]);
  });

  it('returns 304 for its ETag (strong, weak, in a list or *), and the document once it has changed', async () => {
    show = await startShow([post('p1')]);
    const { etag } = (await read('/feeds/main/live.json')).headers;
    for (const ifNoneMatch of [`${etag}`, `W/${etag}`, `"x", W/"y", ${etag}`, '*']) {
      const response = await read('/feeds/main/live.json', { 'If-None-Match': ifNoneMatch });
      expect([ifNoneMatch, response.status, response.body]).toEqual([ifNoneMatch, 304, '']);
      expect(response.headers).toMatchObject({ etag, 'cache-control': 'no-store', 'x-feed-revision': '1' });
    }
    expect((await read('/feeds/main/live.json', { 'If-None-Match': '"other"' })).status).toBe(200);
    await show.arrive([post('p1'), post('p2')]);
    expect((await read('/feeds/main/live.json', { 'If-None-Match': `${etag}` })).status).toBe(200);
  });

  it('keeps its ETag while only staging, the check time or the rotation change', async () => {
    show = await startShow([post('p1')]);
    const before = await read('/feeds/main/live.json');
    await show.arrive([post('p1')], [post('secret-staging')]);
    const later = '2026-11-20T18:00:05.000Z';
    const confirmed = { freshness: 'fresh', confirmedAt: later, confirmedMonotonicMs: 5000 } as const;
    await show.apply({ type: 'sourceChanged', source: { confirmations: { col_1: confirmed } } });
    await show.apply({
      type: 'rotationSet',
      rotation: { seconds: 9, isByLength: false },
      isLooping: true,
      skipsUsed: false,
      feed: 'main',
      by: null,
      at,
    });
    const after = await read('/feeds/main/live.json');
    expect(after.headers['etag']).toBe(before.headers['etag']);
    expect(after.body).toBe(before.body);
    expect(after.headers['x-feed-checked-at']).toBe(later);
  });

  it('uses the host of the request in its addresses', async () => {
    show = await startShow([post('p1', { profileImageUrl: 'https://pics.example/a.jpg' })]);
    const facts = { ...notCached, name: 'a.jpg', width: 1, height: 1, progress: 1 };
    await show.apply({ type: 'mediaChanged', media: [['https://pics.example/a.jpg', facts]] });
    for (const host of [`127.0.0.1:${show.port}`, `localhost:${show.port}`]) {
      const { body } = await read('/feeds/main/live.json', { Host: host });
      expect(JSON.parse(body).items[0].profileImage).toBe(`http://${host}/media/a.jpg`);
    }
  });

  it('responds to HEAD with the headers of GET and no body', async () => {
    show = await startShow([post('p1')]);
    const whole = await read('/feeds/main/live.json');
    const head = await read('/feeds/main/live.json', {}, 'HEAD');
    expect(head.body).toBe('');
    for (const name of ['etag', 'content-length', 'content-type', 'x-feed-revision']) {
      expect(head.headers[name]).toBe(whole.headers[name]);
    }
  });
});

describe('long polls', () => {
  it('wait for a newer revision and return it immediately', async () => {
    show = await startShow([post('p1')], { ports });
    await read('/feeds/main/live.json');
    const waiting = read('/feeds/main/live.json?after=1&wait=20');
    await waitForPoll();
    await show.arrive([post('p1'), post('p2')]);
    expect(JSON.parse((await waiting).body).revision).toBe(2);
  });

  it('return immediately when the reader has another revision', async () => {
    show = await startShow([post('p1')], { ports });
    expect((await read('/feeds/main/live.json?after=0&wait=20')).status).toBe(200);
    expect((await read('/feeds/main/live.json?after=7&wait=20')).status).toBe(200);
  });

  it('with an ETag wait for any change of the body, including the gate', async () => {
    show = await startShow([post('p1')], { ports });
    const { etag } = (await read('/feeds/main/live.json')).headers;
    const waiting = read('/feeds/main/live.json?wait=20', { 'If-None-Match': `${etag}` });
    await waitForPoll();
    await show.apply({ type: 'feedHeld', feed: 'main', by: null, at });
    const response = await waiting;
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body)).toMatchObject({ gate: 'held', revision: 1 });
  });

  it('return 304 with an ETag, or the current list without one, after the timeout', async () => {
    show = await startShow([post('p1')], { ports });
    const { etag } = (await read('/feeds/main/live.json')).headers;
    const withEtag = read('/feeds/main/live.json?wait=0.05', { 'If-None-Match': `${etag}` });
    const withRevision = read('/feeds/main/live.json?after=1&wait=0.05');
    expect((await withEtag).status).toBe(304);
    expect(JSON.parse((await withRevision).body).revision).toBe(1);
  });

  it('get a response, not a dropped connection, when the server stops', async () => {
    show = await startShow([post('p1')], { ports });
    await read('/feeds/main/live.json');
    const waiting = read('/feeds/main/live.json?after=1&wait=20');
    await waitForPoll();
    await show.stop();
    expect((await waiting).status).toBe(200);
  });
});

describe('vmix.json', () => {
  it('has the same text columns in the same order in every row, padded to the requested rows', async () => {
    show = await startShow([post('p1', { message: 'a\nb', fullName: null, username: null })]);
    const rows: Record<string, unknown>[] = JSON.parse((await read('/feeds/main/vmix.json?rows=3')).body);
    expect(rows).toHaveLength(3);
    const columns =
      'index,id,fullName,username,handle,source,message,messageShort,profileImage,mediaUrl,mediaType,posterUrl,' +
      'mediaCount,media2Url,media3Url,media4Url,publishedAt,publishedTime';
    for (const row of rows) {
      expect(Object.keys(row).join()).toBe(columns);
      expect(Object.values(row).every((value) => typeof value === 'string')).toBe(true);
    }
    expect(rows[0]).toMatchObject({ index: '0', fullName: '', handle: '', message: 'a\nb', messageShort: 'a b' });
    expect(Object.values(rows[2] ?? {}).join('')).toBe('');
  });

  it('is one empty row for an empty list, and contains every post even with fewer `rows`', async () => {
    show = await startShow([]);
    expect(JSON.parse((await read('/feeds/main/vmix.json')).body)).toHaveLength(1);
    await show.arrive([post('p1'), post('p2')]);
    for (const rows of ['1', '0', '-4', 'all', '']) {
      expect(JSON.parse((await read(`/feeds/main/vmix.json?rows=${rows}`)).body)).toHaveLength(2);
    }
  });
});

describe('the play head’s documents', () => {
  it('contain the current and the next post, and follow the play head', async () => {
    show = await startShow([post('p1'), post('p2')]);
    const ids = async () => [
      JSON.parse((await read('/feeds/main/current.json')).body).item?.id,
      JSON.parse((await read('/feeds/main/next.json')).body).item?.id,
      JSON.parse((await read('/feeds/main/vmix-current.json')).body)[0].id,
    ];
    expect(await ids()).toEqual(['p1', 'p2', 'p1']);
    await show.apply({ type: 'headStepped', steps: 1, feed: 'main', by: null, at });
    expect(await ids()).toEqual(['p2', undefined, 'p2']);
    await show.apply({ type: 'feedCleared', feed: 'main', by: null, at });
    expect(await ids()).toEqual([undefined, undefined, '']);
  });
});

describe('read access', () => {
  it('says which check refused a reader and which setting changes it', async () => {
    show = await startShow([post('p1')], { settings: { readToken: 'secret', allowedHosts: ['graphics.example'] } });
    const path = '/feeds/main/live.json';
    const refusals = [
      await read(path),
      await read(path, { Origin: 'https://evil.example' }),
      await read(path, { Host: 'evil.example' }),
    ];
    const messages = refusals.map(({ body }) => JSON.parse(body).error.message);
    expect(messages).toEqual([
      'This request may not read the feed: its token is missing or wrong. On air is not affected. Use the read token (feedServer.readToken), in an Authorization header or as ?token=.',
      'This request may not read the feed: the Origin of its web page is not allowed. On air is not affected. Use a web page listed in Allowed web pages (feedServer.allowedOrigins).',
      'This request may not read the feed: its Host is not known here. On air is not affected. Use an address of the machine that runs Greenroom, or a name listed in Allowed host names (feedServer.allowedHosts).',
    ]);
    const { status } = await read(`${path}?token=secret`, { Host: 'graphics.example:8080' });
    expect(status).toBe(200);
  });

  it('refuses an unknown Host with 421, an unknown Origin with 403 and other methods with 405', async () => {
    show = await startShow([post('p1')]);
    const cases = [
      [await read('/feeds/main/live.json', { Host: 'evil.example' }), 421],
      [await read('/feeds/main/live.json', { Host: '[::1' }), 421],
      [await read('/feeds/main/live.json', { Origin: 'https://evil.example' }), 403],
      [await read('/feeds/main/live.json', { Origin: 'null' }), 403],
      [await read('/feeds/main/live.json', {}, 'POST'), 405],
      [await read('/feeds/nobody/live.json'), 404],
      [await read('/feeds/main/nothing.json'), 404],
      [await read('/feeds/main/constructor'), 404],
      [await read('/nothing'), 404],
    ] as const;
    for (const [{ status, body }, wanted] of cases) {
      expect(status).toBe(wanted);
      expect(JSON.parse(body)).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
    }
    const own = await read('/feeds/main/live.json', {
      Origin: `http://127.0.0.1:${show.port}`,
      Host: `127.0.0.1:${show.port}`,
    });
    expect(own.headers['access-control-allow-origin']).toBe(`http://127.0.0.1:${show.port}`);
  });

  it('requires the read token, in a header or in the address, when one is set', async () => {
    show = await startShow([post('p1')], { settings: { readToken: 'let-me-in' } });
    expect((await read('/feeds/main/live.json')).status).toBe(401);
    expect((await read('/feeds/main/live.json?token=wrong')).status).toBe(401);
    expect((await read('/feeds/main/live.json?token=let-me-in')).status).toBe(200);
    expect((await read('/feeds/main/live.json', { Authorization: 'Bearer let-me-in' })).status).toBe(200);
  });

  it('is the same on ::1 as on 127.0.0.1', async () => {
    show = await startShow([post('p1')]);
    expect((await fetch(`http://[::1]:${show.port}/healthz`)).status).toBe(200);
  });
});

describe('/feeds and /healthz', () => {
  it('list every feed with its addresses, state and counts', async () => {
    show = await startShow([post('p1')]);
    const { feeds } = JSON.parse((await read('/feeds')).body);
    expect(feeds.map((feed: { slug: string }) => feed.slug)).toEqual(['main', 'other']);
    expect(feeds[0]).toMatchObject({ revision: 1, gate: 'following', freshness: 'fresh', counts: { onAir: 1 } });
    expect(feeds[0].addresses['live.json']).toMatch(/\/feeds\/main\/live\.json$/);
    expect(feeds[0].addresses.socket).toMatch(/^ws:/);
    expect(JSON.parse((await read('/healthz')).body)).toMatchObject({ status: 'ok', feeds: [{ slug: 'main' }, {}] });
  });
});

it('never publishes staging on any address', async () => {
  show = await startShow([post('p1')]);
  await show.arrive([post('p1')], [post('canary', { message: 'canary words', fullName: 'canary name' })]);
  const { feeds } = JSON.parse((await read('/feeds')).body);
  const paths = Object.values<string>(feeds[0].addresses).map((address) => address.replace(/^\w+:\/\/[^/]+/, ''));
  for (const path of ['/', '/feeds', '/healthz', '/metrics', ...paths.filter((path) => !/events|socket/.test(path))]) {
    expect((await read(path)).body).not.toContain('canary');
  }
});
