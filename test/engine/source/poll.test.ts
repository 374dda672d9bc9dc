import { afterEach, describe, expect, it, vi } from 'vitest';
import { apiKey, collection, createHarness, failing, type Harness, type Respond, saying, serving } from './bench.ts';

// A machine that is busy with something else is no fault of what is tested here.
vi.setConfig({ testTimeout: 60_000 });

let bench: Harness | null = null;
afterEach(async () => {
  await bench?.close();
  bench = null;
});

async function polling(respond: Respond, over = {}, feeds = ['col_1']): Promise<Harness> {
  bench = await createHarness(respond, { mode: 'poll', ...over }, feeds);
  await bench.source.start();
  await bench.settle();
  return bench;
}

describe('polling', () => {
  it('shows the live list, asks with the ETag byte for byte, and sees a change within one interval', async () => {
    let now = collection('col_1', 1, ['p1', 'p2']);
    const on = await polling(serving(() => now));
    expect(on.onAir()).toEqual(['p1', 'p2']);
    expect(on.service.requests[0]?.url).toBe('/v1/collections/col_1');
    expect(on.service.requests[0]?.headers['x-api-key']).toBe(apiKey);
    expect(on.service.requests[0]?.headers['if-none-match']).toBeUndefined();
    await on.advance(5000);
    expect(on.service.requests[1]?.headers['if-none-match']).toBe(`"${String(now['lastModifiedDate'])}"`);
    now = collection('col_1', 2, ['p2']);
    await on.advance(5000);
    expect(on.onAir()).toEqual(['p2']);
    expect(on.store.state().source).toMatchObject({ word: 'current', freshness: 'fresh' });
    expect(on.store.state().problems).toEqual([]);
  });

  it('does nothing for an unchanged collection but one 304 and one word', async () => {
    const on = await polling(serving(() => collection('col_1', 1, ['p1'])));
    const before = on.events.length;
    await on.advance(5000);
    expect(on.service.requests).toHaveLength(2);
    expect(on.events.slice(before).map((event) => event.type)).toEqual(['sourceChanged']);
  });

  it('asks without condition once in every full interval and at least nine times in ten with one', async () => {
    const on = await polling(serving(() => collection('col_1', 1, ['p1'])));
    await on.advance(300_000);
    const full = on.service.requests.filter((one) => one.headers['if-none-match'] === undefined);
    expect(full.length).toBe(6);
    for (const [place, one] of full.entries()) {
      const gapMs = one.atMs - (full[place - 1]?.atMs ?? one.atMs - 60_000);
      expect(Math.abs(gapMs - 60_000)).toBeLessThanOrEqual(6000);
    }
    expect(full.length / on.service.requests.length).toBeLessThanOrEqual(0.1);
  });

  it('repairs what a lying ETag hid, by the next unconditional question', async () => {
    let body = collection('col_1', 1, ['p1', 'p2']);
    const on = await polling((request, response) => serving(() => body)(request, response));
    // The same second, another list: the ETag stays.
    body = collection('col_1', 1, ['p1']);
    await on.advance(30_000);
    expect(on.onAir()).toEqual(['p1', 'p2']);
    await on.advance(36_000);
    expect(on.onAir()).toEqual(['p1']);
  });

  it.each([
    ['502 as JSON', failing(502), 'SOURCE_FAILING'],
    [
      '503 as HTML',
      ((_, r) => void r.writeHead(503, { 'content-type': 'text/html' }).end('<h1>no</h1>')) as Respond,
      'SOURCE_FAILING',
    ],
    ['429', failing(429), 'SOURCE_LIMITED'],
    ['401', failing(401), 'SOURCE_KEY_REFUSED'],
    ['404', failing(404), 'SOURCE_COLLECTION_GONE'],
    [
      'a redirect',
      ((_, r) => void r.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()) as Respond,
      'SOURCE_REDIRECTED',
    ],
    ['a login page', saying('<html>log in</html>', { 'content-type': 'text/html' }), 'SOURCE_NOT_THE_SERVICE'],
    ['an empty body', saying(''), 'SOURCE_MALFORMED'],
    ['null', saying('null'), 'SOURCE_MALFORMED'],
    ['a list', saying('[]'), 'SOURCE_MALFORMED'],
    ['a byte order mark', saying(`\ufeff${JSON.stringify(collection('col_1', 9, []))}`), 'SOURCE_MALFORMED'],
    [
      'bad UTF-8',
      saying(Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])),
      'SOURCE_MALFORMED',
    ],
    [
      'a body cut short',
      ((_, r) => {
        r.writeHead(200, { 'content-length': '1000' });
        r.write('{"id":"col_1"');
        setTimeout(() => r.destroy(), 5);
      }) as Respond,
      'SOURCE_',
    ],
    ['a reset before any byte', ((request) => void request.socket.destroy()) as Respond, 'SOURCE_OFFLINE'],
    ['another collection', saying(JSON.stringify(collection('col_9', 9, []))), 'SOURCE_WRONG_COLLECTION'],
    ['no live list', saying(JSON.stringify({ id: 'col_1', liveContents: {} })), 'SOURCE_MALFORMED'],
    [
      'an extra field that is nested without end',
      saying(
        `${JSON.stringify(collection('col_1', 9, ['p9'])).slice(0, -1)},"x":${'['.repeat(900)}${']'.repeat(900)}}`,
      ),
      'SOURCE_MALFORMED',
    ],
    [
      'more values than a collection can have',
      saying(`${JSON.stringify(collection('col_1', 9, ['p9'])).slice(0, -1)},"x":[${'0,'.repeat(1_000_000)}0]}`),
      'SOURCE_MALFORMED',
    ],
    ['an unknown compression', saying('x', { 'content-encoding': 'zap' }), 'SOURCE_MALFORMED'],
  ])('holds the last good list through %s, and says so', async (_, fault, code) => {
    let respond = serving(() => collection('col_1', 1, ['p1', 'p2']));
    const on = await polling((request, response) => respond(request, response));
    respond = fault;
    await on.advance(5000);
    expect(on.onAir()).toEqual(['p1', 'p2']);
    expect(on.store.state().feeds[0]?.onAir.revision).toBe(1);
    expect(on.problemCodes().join()).toContain(code);
    respond = serving(() => collection('col_1', 2, ['p3']));
    on.source.checkNow();
    await on.settle();
    expect(on.onAir()).toEqual(['p3']);
    expect(on.problemCodes()).toEqual([]);
  });

  it('holds through a refused connection and recovers within 16 s of the return, at most 65 requests in ten minutes', async () => {
    let isDown = false;
    let attempts = 0;
    const good = serving(() => collection('col_1', 1, ['p1']));
    const on = await polling((request, response) => {
      attempts += 1;
      if (isDown) request.socket.destroy();
      else good(request, response);
    });
    isDown = true;
    attempts = 0;
    await on.advance(600_000);
    expect(attempts).toBeLessThanOrEqual(65);
    expect(attempts).toBeGreaterThan(30);
    expect(on.store.state().source.freshness).toBe('offline');
    isDown = false;
    await on.advance(16_000);
    expect(on.store.state().source).toMatchObject({ word: 'current', freshness: 'fresh' });
    expect(on.problemCodes()).toEqual([]);
  });

  it.each([
    ['seconds', () => '120', 120_000],
    ['a date of the service', (nowMs: number) => new Date(nowMs + 90_000).toUTCString(), 90_000],
    ['far too long a wait, cut to five minutes', () => '1000000000', 300_000],
  ])('obeys Retry-After in the form of %s, even when told to check now', async (_, header, waitMs) => {
    let respond = serving(() => collection('col_1', 1, ['p1']));
    const on = await polling((request, response) => respond(request, response));
    respond = (request, response) => failing(429, { 'retry-after': header(on.clock.now()) })(request, response);
    await on.advance(5000);
    const askedBefore = on.service.requests.length;
    for (let left = waitMs - 2000; left > 0; left -= 7000) {
      on.source.checkNow();
      await on.advance(Math.min(left, 7000));
    }
    expect(on.service.requests).toHaveLength(askedBefore);
    await on.advance(20_000);
    expect(on.service.requests.length).toBeGreaterThan(askedBefore);
  });

  it.each([[302], [401], [403], [404], [503]])(
    'obeys Retry-After with %i, even when told to check now',
    async (status) => {
      let respond = serving(() => collection('col_1', 1, ['p1']));
      const on = await polling((request, response) => respond(request, response));
      respond = failing(status, { 'retry-after': '200' });
      await on.advance(5000);
      const before = on.service.requests.length;
      for (let times = 0; times < 19; times += 1) {
        on.source.checkNow();
        await on.advance(10_000);
      }
      expect(on.service.requests).toHaveLength(before);
      await on.advance(15_000);
      expect(on.service.requests.length).toBeGreaterThan(before);
    },
  );

  it('does not wait for what was said to a key that cannot be right', async () => {
    const on = await polling(serving(() => collection('col_1', 1, ['p1'])));
    on.service.refusalHeaders = { 'retry-after': '300' };
    await on.advance(20_000);
    expect(on.service.probes).toHaveLength(1);
    expect(on.service.requests.length).toBeGreaterThanOrEqual(4);
  });

  it.each([
    ['0', '0'],
    ['1', '1'],
    ['a date that is past', 'Thu, 01 Jan 2026 00:00:00 GMT'],
  ])('backs off all the same when Retry-After is %s: at most 65 requests in ten minutes', async (_, header) => {
    let respond = serving(() => collection('col_1', 1, ['p1']));
    const on = await polling((request, response) => respond(request, response));
    respond = failing(503, { 'retry-after': header });
    const before = on.service.requests.length;
    await on.advance(600_000);
    expect(on.service.requests.length - before).toBeLessThanOrEqual(65);
    expect(on.service.requests.length - before).toBeGreaterThan(30);
    respond = serving(() => collection('col_1', 2, ['p2']));
    await on.advance(16_000);
    expect(on.onAir()).toEqual(['p2']);
    expect(on.problemCodes()).toEqual([]);
  });

  it.each([['garbage'], ['-1'], ['']])('ignores Retry-After: %s', async (header) => {
    let respond = serving(() => collection('col_1', 1, ['p1']));
    const on = await polling((request, response) => respond(request, response));
    respond = failing(503, { 'retry-after': header });
    await on.advance(5000);
    const before = on.service.requests.length;
    await on.advance(2000);
    expect(on.service.requests.length).toBeGreaterThan(before);
  });

  it.each([[401], [403], [404]])(
    'asks again once a minute after %i, and at once when told to check now',
    async (status) => {
      let respond: Respond = serving(() => collection('col_1', 1, ['p1']));
      const on = await polling((request, response) => respond(request, response));
      respond = failing(status);
      await on.advance(5000);
      const before = on.service.requests.length;
      await on.advance(59_000);
      expect(on.service.requests).toHaveLength(before);
      await on.advance(2000);
      expect(on.service.requests).toHaveLength(before + 1);
      respond = serving(() => collection('col_1', 2, ['p2']));
      on.source.checkNow();
      await on.settle();
      expect(on.onAir()).toEqual(['p2']);
      expect(on.problemCodes()).toEqual([]);
    },
  );

  it('ignores an older version, and follows it once three unconditional answers over 65 s repeat it', async () => {
    let body = collection('col_1', 100, ['p1', 'p2']);
    const on = await polling((request, response) => serving(() => body)(request, response));
    body = collection('col_1', 50, ['old']);
    await on.advance(60_000);
    expect(on.onAir()).toEqual(['p1', 'p2']);
    expect(on.problemCodes()).toContain('SOURCE_OLDER_IGNORED');
    await on.advance(70_000);
    expect(on.onAir()).toEqual(['old']);
    expect(on.problemCodes()).toContain('SOURCE_REWOUND');
    expect(on.problemCodes()).not.toContain('SOURCE_OLDER_IGNORED');
  });

  it('never flips between two replicas of which one lags behind', async () => {
    const bodies = [collection('col_1', 100, ['new']), collection('col_1', 50, ['old'])];
    let turn = 0;
    const on = await polling((request, response) =>
      serving(() => bodies[turn++ % 2] ?? bodies[0] ?? collection('col_1', 0, []))(request, response),
    );
    await on.advance(200_000);
    expect(on.store.state().feeds[0]?.onAir.revision).toBe(1);
    expect(on.onAir()).toEqual(['new']);
  });

  it('says that a cache stands in the path while answers carry an age, and no more after a minute without one', async () => {
    let age: string | null = '12';
    const on = await polling((request, response) => {
      if (age !== null) response.setHeader('age', age);
      serving(() => collection('col_1', 1, ['p1']))(request, response);
    });
    await on.advance(5000);
    const told = () => on.store.state().problems.find(({ code }) => code === 'SOURCE_CACHE_IN_PATH')?.message;
    expect(told()).toContain('up to 15 s old');
    age = null;
    await on.advance(400_000);
    expect(told()).toBeUndefined();
  });

  it('obeys an empty list with a count of zero at once', async () => {
    let body = collection('col_1', 1, ['p1']);
    const on = await polling((request, response) => serving(() => body)(request, response));
    body = collection('col_1', 2, []);
    await on.advance(5000);
    expect(on.onAir()).toEqual([]);
  });

  it('doubts an empty list that counts posts until it was said three times, within 15 s', async () => {
    let body = collection('col_1', 1, ['p1']);
    const on = await polling((request, response) => serving(() => body)(request, response));
    body = collection('col_1', 2, [], { liveContentCount: 4 });
    await on.advance(5000);
    expect(on.onAir()).toEqual(['p1']);
    expect(on.problemCodes()).toContain('SOURCE_EMPTY_DOUBTED');
    await on.advance(15_000);
    expect(on.onAir()).toEqual([]);
    // Obeyed, with an alarm that stays until the list and its count agree.
    expect(on.problemCodes()).toContain('SOURCE_EMPTIED');
    body = collection('col_1', 3, ['p1']);
    await on.advance(5000);
    expect(on.problemCodes()).not.toContain('SOURCE_EMPTIED');
  });

  it('settles two edits in one second by asking without condition', async () => {
    let body = collection('col_1', 1, ['p1'], { lastModifiedDate: '2026-11-20T17:00:01Z' });
    const on = await polling((request, response) => {
      // An ETag of each body, so that the poll sees the second edit.
      const etag = `"${body.liveContents.length}"`;
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
      else response.writeHead(200, { etag }).end(JSON.stringify(body));
    });
    body = collection('col_1', 1, ['p1', 'p2'], { lastModifiedDate: '2026-11-20T17:00:01Z' });
    await on.advance(5000);
    expect(on.onAir()).toEqual(['p1', 'p2']);
    expect(on.service.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
  });

  it.each([
    ['unreadable', 'yesterday'],
    ['a year ahead', '2027-11-20T17:00:00Z'],
    ['missing', undefined],
  ])('applies an answer whose date is %s as it came', async (_, lastModifiedDate) => {
    let body = collection('col_1', 1, ['p1']);
    const on = await polling((_, response) => void response.end(JSON.stringify(body)));
    body = collection('col_1', 1, ['p2'], { lastModifiedDate });
    await on.advance(5000);
    expect(on.onAir()).toEqual(['p2']);
    body = collection('col_1', 3, ['p3']);
    await on.advance(5000);
    expect(on.onAir()).toEqual(['p3']);
  });

  it('does not believe a 304 that it did not earn, and asks at once without condition', async () => {
    let body = collection('col_1', 1, ['p1']);
    let isLying = false;
    const on = await polling((request, response) => {
      if (isLying && request.headers['if-none-match'] !== undefined)
        response.writeHead(304, { etag: '"foreign"' }).end();
      else serving(() => body)(request, response);
    });
    isLying = true;
    body = collection('col_1', 2, ['p2']);
    await on.advance(5000);
    expect(on.onAir()).toEqual(['p2']);
    expect(on.service.requests).toHaveLength(3);
  });

  it('makes no storm of 304s that are never earned', async () => {
    const on = await polling((_, response) => void response.writeHead(304).end());
    await on.advance(60_000);
    expect(on.service.requests.length).toBeLessThan(15);
    expect(on.problemCodes()).toContain('SOURCE_MALFORMED');
  });

  it('asks for a collection at once when a feed is pointed at it, and for its old one no more', async () => {
    const on = await polling((request, response) => {
      const id = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
      serving(() => collection(id, 1, [`of-${id}`]))(request, response);
    });
    await on.store.apply({
      type: 'feedPointed',
      feed: 'main',
      collectionId: 'col 2/ü',
      hold: false,
      by: null,
      at: '2026-11-20T18:00:00Z',
    });
    await on.settle();
    expect(on.onAir()).toEqual(['of-col 2/ü']);
    const before = on.service.requests.length;
    await on.advance(5000);
    expect(on.service.requests.slice(before).map((one) => one.url)).toEqual(['/v1/collections/col%202%2F%C3%BC']);
  });

  it.each([['.'], ['..'], ['\ud800']])('never asks for a collection whose id leads elsewhere: %j', async (id) => {
    const on = await polling(
      serving(() => collection(id, 1, ['p1'])),
      {},
      [id],
    );
    await on.advance(20_000);
    expect(on.service.requests).toEqual([]);
    expect(on.problemCodes()).toEqual(['SOURCE_ID_UNUSABLE']);
  });

  it('says of a collection that was never read there something else than of one that is gone', async () => {
    let respond: Respond = (_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>no');
    const on = await polling((request, response) => respond(request, response));
    expect(on.problemCodes()).toEqual(['SOURCE_COLLECTION_UNKNOWN']);
    expect(on.store.state().problems[0]?.message).not.toContain('no longer');
    expect(on.store.state().problems[0]?.nextStep).toContain('source.baseUrl');
    const missing = respond;
    respond = serving(() => collection('col_1', 1, ['p1']));
    on.source.checkNow();
    await on.settle();
    expect(on.problemCodes()).toEqual([]);
    respond = missing;
    await on.advance(5000);
    expect(on.problemCodes()).toEqual(['SOURCE_COLLECTION_GONE']);
    expect(on.onAir()).toEqual(['p1']);
  });

  it.each([['schl\u00fcssel'], ['two words'], ['line\nbreak']])(
    'does not send the key %j, and says why',
    async (key) => {
      bench = await createHarness(
        serving(() => collection('col_1', 1, ['p1'])),
        { mode: 'poll' },
      );
      bench.secrets.apiKey = key;
      await bench.source.start();
      await bench.settle();
      expect(bench.problemCodes()).toEqual(['SOURCE_KEY_UNSENDABLE']);
      expect(bench.store.state().source.word).toBe('refused');
      expect(await bench.source.collections('', 0)).toMatchObject({ code: 'SOURCE_KEY_UNSENDABLE' });
      expect(bench.service.requests).toEqual([]);
      expect(JSON.stringify([bench.store.state().problems, bench.logLines])).not.toContain(key);
      bench.secrets.apiKey = apiKey;
      await bench.advance(61_000);
      expect(bench.problemCodes()).toEqual([]);
    },
  );

  it('asks without condition as soon as the key is another, and with the ETag again after that', async () => {
    const on = await polling(serving(() => collection('col_1', 1, ['p1'])));
    await on.advance(5000);
    expect(on.service.requests.at(-1)?.headers['if-none-match']).toBeDefined();
    on.secrets.apiKey = 'the-next-key';
    await on.advance(5000);
    expect(on.service.requests.at(-1)?.headers['x-api-key']).toBe('the-next-key');
    expect(on.service.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
    await on.advance(5000);
    expect(on.service.requests.at(-1)?.headers['if-none-match']).toBeDefined();
  });

  it('asks nothing without a key, and at once after one was set', async () => {
    bench = await createHarness(
      serving(() => collection('col_1', 1, ['p1'])),
      { mode: 'poll' },
    );
    bench.secrets.apiKey = null;
    await bench.source.start();
    await bench.settle();
    expect(bench.problemCodes()).toEqual(['SOURCE_KEY_MISSING']);
    expect(bench.service.requests).toEqual([]);
    bench.secrets.apiKey = apiKey;
    bench.source.checkNow();
    await bench.settle();
    expect(bench.onAir()).toEqual(['p1']);
    expect(bench.problemCodes()).toEqual([]);
  });

  it('does not send the key over plain http to another machine', async () => {
    const on = await polling(
      serving(() => collection('col_1', 1, ['p1'])),
      { baseUrl: 'http://service.example' },
    );
    expect(on.problemCodes()).toEqual(['SOURCE_INSECURE']);
    expect(on.store.state().source.word).toBe('refused');
  });

  it('keeps what the disk would not take for the next look', async () => {
    let body = collection('col_1', 1, ['p1']);
    const on = await polling((request, response) => serving(() => body)(request, response));
    on.disk.isFull = true;
    body = collection('col_1', 2, ['p1', 'p2']);
    await on.advance(5000);
    expect(on.onAir()).toEqual(['p1']);
    on.disk.isFull = false;
    await on.advance(5000);
    expect(on.onAir()).toEqual(['p1', 'p2']);
  });

  it('leaves the key out of every event, problem and log line', async () => {
    const on = await polling(failing(401));
    await on.advance(10_000);
    expect(JSON.stringify([on.events, on.logLines, on.store.state().problems])).not.toContain(apiKey);
  });
});
