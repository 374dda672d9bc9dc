import { describe, expect, it, vi } from 'vitest';
import {
  apiKey,
  collection,
  createHarness,
  type Harness,
  type Respond,
  respondWithBody,
  respondWithCollection,
  respondWithStatus,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

async function startPolling(respond: Respond, overrides = {}, feeds = ['col_1']): Promise<Harness> {
  const running = await createHarness(respond, { mode: 'poll', ...overrides }, feeds);
  await running.source.start();
  await running.settle();
  return running;
}

describe('polling', () => {
  it('shows the live list, sends the ETag byte for byte, and shows a change within one interval', async () => {
    let body = collection('col_1', 1, ['p1', 'p2']);
    const harness = await startPolling(respondWithCollection(() => body));
    expect(harness.onAir()).toEqual(['p1', 'p2']);
    expect(harness.service.requests[0]?.url).toBe('/v1/collections/col_1');
    expect(harness.service.requests[0]?.headers['x-api-key']).toBe(apiKey);
    expect(harness.service.requests[0]?.headers['if-none-match']).toBeUndefined();
    await harness.advance(5000);
    expect(harness.service.requests[1]?.headers['if-none-match']).toBe(`"${String(body['lastModifiedDate'])}"`);
    body = collection('col_1', 2, ['p2']);
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['p2']);
    expect(harness.store.state().source).toMatchObject({ state: 'current', freshness: 'fresh' });
    expect(harness.store.state().problems).toEqual([]);
  });

  it('handles an unchanged collection with one 304 and one status update', async () => {
    const harness = await startPolling(respondWithCollection(() => collection('col_1', 1, ['p1'])));
    const before = harness.events.length;
    await harness.advance(5000);
    expect(harness.service.requests).toHaveLength(2);
    expect(harness.events.slice(before).map((event) => event.type)).toEqual(['sourceChanged']);
  });

  it('sends one unconditional request per full interval, and conditional requests at least nine times in ten', async () => {
    const harness = await startPolling(respondWithCollection(() => collection('col_1', 1, ['p1'])));
    await harness.advance(300_000);
    const full = harness.service.requests.filter(({ headers }) => headers['if-none-match'] === undefined);
    expect(full.length).toBe(6);
    for (const [index, { atMs }] of full.entries()) {
      const gapMs = atMs - (full[index - 1]?.atMs ?? atMs - 60_000);
      expect(Math.abs(gapMs - 60_000)).toBeLessThanOrEqual(6000);
    }
    expect(full.length / harness.service.requests.length).toBeLessThanOrEqual(0.1);
  });

  it('corrects a wrong ETag with the next unconditional request', async () => {
    let body = collection('col_1', 1, ['p1', 'p2']);
    const harness = await startPolling((request, response) => respondWithCollection(() => body)(request, response));
    // An edit within the same second, so the ETag does not change.
    body = collection('col_1', 1, ['p1']);
    await harness.advance(30_000);
    expect(harness.onAir()).toEqual(['p1', 'p2']);
    await harness.advance(36_000);
    expect(harness.onAir()).toEqual(['p1']);
  });

  it.each([
    ['502 as JSON', respondWithStatus(502), 'SOURCE_FAILING'],
    [
      '503 as HTML',
      ((_, r) => void r.writeHead(503, { 'content-type': 'text/html' }).end('<h1>no</h1>')) as Respond,
      'SOURCE_FAILING',
    ],
    ['429', respondWithStatus(429), 'SOURCE_LIMITED'],
    ['401', respondWithStatus(401), 'SOURCE_FAILING'],
    ['404', respondWithStatus(404), 'SOURCE_FAILING'],
    [
      'a redirect',
      ((_, r) => void r.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()) as Respond,
      'SOURCE_REDIRECTED',
    ],
    ['a login page', respondWithBody('<html>log in</html>', { 'content-type': 'text/html' }), 'SOURCE_NOT_THE_SERVICE'],
    ['an empty body', respondWithBody(''), 'SOURCE_MALFORMED'],
    ['null', respondWithBody('null'), 'SOURCE_MALFORMED'],
    ['a list', respondWithBody('[]'), 'SOURCE_MALFORMED'],
    ['a byte order mark', respondWithBody(`\ufeff${JSON.stringify(collection('col_1', 9, []))}`), 'SOURCE_MALFORMED'],
    [
      'bad UTF-8',
      respondWithBody(Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])),
      'SOURCE_MALFORMED',
    ],
    [
      'an incomplete body',
      ((_, r) => {
        r.writeHead(200, { 'content-length': '1000' });
        r.write('{"id":"col_1"', () => r.destroy());
      }) as Respond,
      'SOURCE_MALFORMED',
    ],
    ['a reset before any byte', ((request) => void request.socket.destroy()) as Respond, 'SOURCE_OFFLINE'],
    ['another collection', respondWithBody(JSON.stringify(collection('col_9', 9, []))), 'SOURCE_WRONG_COLLECTION'],
    ['no live list', respondWithBody(JSON.stringify({ id: 'col_1', liveContents: {} })), 'SOURCE_MALFORMED'],
    [
      'an extra field that is nested too deep',
      respondWithBody(
        `${JSON.stringify(collection('col_1', 9, ['p9'])).slice(0, -1)},"x":${'['.repeat(900)}${']'.repeat(900)}}`,
      ),
      'SOURCE_MALFORMED',
    ],
    [
      'more values than a collection can have',
      respondWithBody(
        `${JSON.stringify(collection('col_1', 9, ['p9'])).slice(0, -1)},"x":[${'0,'.repeat(1_000_000)}0]}`,
      ),
      'SOURCE_MALFORMED',
    ],
    ['an unknown compression', respondWithBody('x', { 'content-encoding': 'zap' }), 'SOURCE_MALFORMED'],
  ])('keeps the last good list on air through %s, and raises a problem', async (_, fault, code) => {
    let respond = respondWithCollection(() => collection('col_1', 1, ['p1', 'p2']));
    const harness = await startPolling((request, response) => respond(request, response));
    respond = fault;
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['p1', 'p2']);
    expect(harness.store.state().feeds[0]?.onAir.revision).toBe(1);
    expect(harness.problemCodes()).toEqual([code]);
    respond = respondWithCollection(() => collection('col_1', 2, ['p3']));
    void harness.source.checkNow();
    await harness.settle();
    expect(harness.onAir()).toEqual(['p3']);
    expect(harness.problemCodes()).toEqual([]);
  });

  it('keeps the list through refused connections and recovers within 16 s, with at most 65 requests in ten minutes', async () => {
    let isDown = false;
    let attempts = 0;
    const good = respondWithCollection(() => collection('col_1', 1, ['p1']));
    const harness = await startPolling((request, response) => {
      attempts += 1;
      if (isDown) request.socket.destroy();
      else good(request, response);
    });
    isDown = true;
    attempts = 0;
    await harness.advance(600_000);
    expect(attempts).toBeLessThanOrEqual(65);
    expect(attempts).toBeGreaterThan(30);
    expect(harness.store.state().source.freshness).toBe('offline');
    isDown = false;
    await harness.advance(16_000);
    expect(harness.store.state().source).toMatchObject({ state: 'current', freshness: 'fresh' });
    expect(harness.problemCodes()).toEqual([]);
  });

  it.each([
    ['seconds', () => '120', 120_000],
    ['a date by the service’s clock', (nowMs: number) => new Date(nowMs + 90_000).toUTCString(), 90_000],
    ['a wait that is far too long, shortened to five minutes', () => '1000000000', 300_000],
  ])('obeys Retry-After given as %s, even on Check now', async (_, header, waitMs) => {
    let respond = respondWithCollection(() => collection('col_1', 1, ['p1']));
    const harness = await startPolling((request, response) => respond(request, response));
    respond = (request, response) =>
      respondWithStatus(429, { 'retry-after': header(harness.clock.now()) })(request, response);
    await harness.advance(5000);
    const before = harness.service.requests.length;
    for (let left = waitMs - 2000; left > 0; left -= 7000) {
      void harness.source.checkNow();
      await harness.advance(Math.min(left, 7000));
    }
    expect(harness.service.requests).toHaveLength(before);
    await harness.advance(20_000);
    expect(harness.service.requests.length).toBeGreaterThan(before);
  });

  it.each([[302], [401], [403], [404], [503]])(
    'obeys Retry-After with status %i, even on Check now',
    async (status) => {
      let respond = respondWithCollection(() => collection('col_1', 1, ['p1']));
      const harness = await startPolling((request, response) => respond(request, response));
      respond = respondWithStatus(status, { 'retry-after': '200' });
      await harness.advance(5000);
      const before = harness.service.requests.length;
      for (let times = 0; times < 19; times += 1) {
        void harness.source.checkNow();
        await harness.advance(10_000);
      }
      expect(harness.service.requests).toHaveLength(before);
      await harness.advance(15_000);
      expect(harness.service.requests.length).toBeGreaterThan(before);
    },
  );

  it.each([[302], [401], [403], [429], [503]])(
    'keeps polling when the cache probe’s invalid key gets status %i and a Retry-After',
    async (status) => {
      const harness = await startPolling(respondWithCollection(() => collection('col_1', 1, ['p1'])));
      harness.service.refusal = respondWithStatus(status, { 'retry-after': '300' });
      await harness.advance(300_000);
      expect(harness.service.probes).toHaveLength(1);
      expect(harness.service.requests.length).toBeGreaterThanOrEqual(60);
      expect(harness.problemCodes()).toEqual([]);
    },
  );

  it('probes less and less often while the answers to the invalid key show nothing', async () => {
    const poll = { intervalSeconds: 60, fullEverySeconds: 60 };
    const harness = await startPolling(
      respondWithCollection(() => collection('col_1', 1, ['p1'])),
      { poll },
    );
    harness.service.refusal = respondWithStatus(503);
    await harness.advance(3_600_000);
    expect(harness.service.probes.length).toBeGreaterThanOrEqual(4);
    expect(harness.service.probes.length).toBeLessThanOrEqual(7);
  });

  it.each([
    ['0', '0'],
    ['1', '1'],
    ['a past date', 'Thu, 01 Jan 2026 00:00:00 GMT'],
  ])('still backs off when Retry-After is %s: at most 65 requests in ten minutes', async (_, header) => {
    let respond = respondWithCollection(() => collection('col_1', 1, ['p1']));
    const harness = await startPolling((request, response) => respond(request, response));
    respond = respondWithStatus(503, { 'retry-after': header });
    const before = harness.service.requests.length;
    await harness.advance(600_000);
    expect(harness.service.requests.length - before).toBeLessThanOrEqual(65);
    expect(harness.service.requests.length - before).toBeGreaterThan(30);
    respond = respondWithCollection(() => collection('col_1', 2, ['p2']));
    await harness.advance(16_000);
    expect(harness.onAir()).toEqual(['p2']);
    expect(harness.problemCodes()).toEqual([]);
  });

  it.each([['garbage'], ['-1'], ['']])('ignores Retry-After: %s', async (header) => {
    let respond = respondWithCollection(() => collection('col_1', 1, ['p1']));
    const harness = await startPolling((request, response) => respond(request, response));
    respond = respondWithStatus(503, { 'retry-after': header });
    await harness.advance(5000);
    const before = harness.service.requests.length;
    await harness.advance(2000);
    expect(harness.service.requests.length).toBeGreaterThan(before);
  });

  it.each([
    [401, 60_000],
    [404, 15_000],
  ])(
    'after %i twice in a row, waits longer and longer, up to %i ms, and polls immediately on Check now',
    async (status, longestMs) => {
      let respond: Respond = respondWithCollection(() => collection('col_1', 1, ['p1']));
      const harness = await startPolling((request, response) => respond(request, response));
      respond = respondWithStatus(status);
      await harness.advance(5000);
      expect(harness.problemCodes()).toEqual(['SOURCE_FAILING']);
      await harness.advance(300_000);
      const before = harness.service.requests.length;
      await harness.advance(longestMs);
      expect([1, 2]).toContain(harness.service.requests.length - before);
      respond = respondWithCollection(() => collection('col_1', 2, ['p2']));
      void harness.source.checkNow();
      await harness.settle();
      expect(harness.onAir()).toEqual(['p2']);
      expect(harness.problemCodes()).toEqual([]);
    },
  );

  it.each([
    [5, 5],
    [300, 15],
  ])('with an interval of %i s, polls a collection that was never read every %i s', async (interval, seconds) => {
    let respond: Respond = respondWithStatus(404);
    const harness = await startPolling((request, response) => respond(request, response), {
      poll: { intervalSeconds: interval, fullEverySeconds: 600 },
    });
    await harness.advance(30_000);
    expect(harness.problemCodes()).toEqual(['SOURCE_COLLECTION_UNKNOWN']);
    const before = harness.service.requests.length;
    await harness.advance(seconds * 1000 * 2);
    expect(harness.service.requests).toHaveLength(before + 2);
    respond = respondWithCollection(() => collection('col_1', 1, ['p1']));
    await harness.advance(seconds * 1000);
    expect(harness.onAir()).toEqual(['p1']);
    expect(harness.problemCodes()).toEqual([]);
  });

  it('ignores an older version until three unconditional responses over 65 s repeat it', async () => {
    let body = collection('col_1', 100, ['p1', 'p2']);
    const harness = await startPolling((request, response) => respondWithCollection(() => body)(request, response));
    body = collection('col_1', 50, ['old']);
    await harness.advance(60_000);
    expect(harness.onAir()).toEqual(['p1', 'p2']);
    expect(harness.problemCodes()).toContain('SOURCE_OLDER_IGNORED');
    await harness.advance(70_000);
    expect(harness.onAir()).toEqual(['old']);
    expect(harness.problemCodes()).toContain('SOURCE_REWOUND');
    expect(harness.problemCodes()).not.toContain('SOURCE_OLDER_IGNORED');
  });

  it('does not report an older version as followed until it is saved', async () => {
    let body = collection('col_1', 100, ['p1']);
    const harness = await startPolling((request, response) => respondWithCollection(() => body)(request, response));
    harness.disk.isFull = true;
    body = collection('col_1', 50, ['p1', 'old']);
    await harness.advance(150_000);
    expect(harness.onAir()).toEqual(['p1']);
    expect(harness.problemCodes()).not.toContain('SOURCE_REWOUND');
    expect(harness.store.state().source.freshness).not.toBe('fresh');
    harness.disk.isFull = false;
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['p1', 'old']);
    expect(harness.problemCodes()).toContain('SOURCE_REWOUND');
    expect(harness.store.state().source.freshness).toBe('fresh');
  });

  it('never alternates between two replicas when one lags behind', async () => {
    const bodies = [collection('col_1', 100, ['new']), collection('col_1', 50, ['old'])];
    let turn = 0;
    const harness = await startPolling((request, response) =>
      respondWithCollection(() => bodies[turn++ % 2] ?? bodies[0] ?? collection('col_1', 0, []))(request, response),
    );
    await harness.advance(200_000);
    expect(harness.store.state().feeds[0]?.onAir.revision).toBe(1);
    expect(harness.onAir()).toEqual(['new']);
  });

  it('reports a cache while responses have an age, and clears the problem after 60 responses without one', async () => {
    let age: string | null = '12';
    const harness = await startPolling((request, response) => {
      if (age !== null) response.setHeader('age', age);
      respondWithCollection(() => collection('col_1', 1, ['p1']))(request, response);
    });
    await harness.advance(5000);
    const findMessage = () =>
      harness.store.state().problems.find(({ code }) => code === 'SOURCE_CACHE_IN_PATH')?.message;
    expect(findMessage()).toContain('up to 15 s old');
    age = null;
    await harness.advance(400_000);
    expect(findMessage()).toBeUndefined();
  });

  it('applies an empty list with a count of zero immediately', async () => {
    let body = collection('col_1', 1, ['p1']);
    const harness = await startPolling((request, response) => respondWithCollection(() => body)(request, response));
    body = collection('col_1', 2, []);
    await harness.advance(5000);
    expect(harness.onAir()).toEqual([]);
  });

  it('keeps the list when an empty one has a count above zero, until three responses within 15 s repeat it', async () => {
    let body = collection('col_1', 1, ['p1']);
    const harness = await startPolling((request, response) => respondWithCollection(() => body)(request, response));
    body = collection('col_1', 2, [], { liveContentCount: 4 });
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['p1']);
    expect(harness.problemCodes()).toContain('SOURCE_EMPTY_DOUBTED');
    await harness.advance(15_000);
    expect(harness.onAir()).toEqual([]);
    // The list was applied; the problem stays until the list and its count agree.
    expect(harness.problemCodes()).toContain('SOURCE_EMPTIED');
    body = collection('col_1', 3, ['p1']);
    await harness.advance(5000);
    expect(harness.problemCodes()).not.toContain('SOURCE_EMPTIED');
  });

  it('keeps posts that a list with fewer posts than its count lacks, until three responses repeat it', async () => {
    let body = collection('col_1', 1, ['p1', 'p2', 'p3']);
    const harness = await startPolling((request, response) => respondWithCollection(() => body)(request, response));
    body = collection('col_1', 2, ['p1'], { liveContentCount: 3 });
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['p1', 'p2', 'p3']);
    expect(harness.problemCodes()).toEqual(['SOURCE_EMPTY_DOUBTED']);
    body = collection('col_1', 3, ['p1', 'p2', 'p3']);
    await harness.advance(5000);
    expect(harness.problemCodes()).toEqual([]);
    body = collection('col_1', 4, ['p1', 'p2'], { liveContentCount: 3 });
    await harness.advance(20_000);
    expect(harness.onAir()).toEqual(['p1', 'p2']);
    expect(harness.problemCodes()).toContain('SOURCE_EMPTIED');
    body = collection('col_1', 5, ['p1']);
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['p1']);
    expect(harness.problemCodes()).toEqual([]);
  });

  it('resolves two edits in one second with an unconditional request', async () => {
    let body = collection('col_1', 1, ['p1'], { lastModifiedDate: '2026-11-20T17:00:01Z' });
    const harness = await startPolling((request, response) => {
      // Each body has its own ETag, so that the poll sees the second edit.
      const etag = `"${body.liveContents.length}"`;
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
      else response.writeHead(200, { etag }).end(JSON.stringify(body));
    });
    body = collection('col_1', 1, ['p1', 'p2'], { lastModifiedDate: '2026-11-20T17:00:01Z' });
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['p1', 'p2']);
    expect(harness.service.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
  });

  it.each([
    ['unreadable', 'yesterday'],
    ['a year ahead', '2027-11-20T17:00:00Z'],
    ['missing', undefined],
  ])('applies a response whose date is %s as received', async (_, lastModifiedDate) => {
    let body = collection('col_1', 1, ['p1']);
    const harness = await startPolling((_, response) => void response.end(JSON.stringify(body)));
    body = collection('col_1', 1, ['p2'], { lastModifiedDate });
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['p2']);
    body = collection('col_1', 3, ['p3']);
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['p3']);
  });

  it('rejects a 304 with a foreign ETag and sends an unconditional request immediately', async () => {
    let body = collection('col_1', 1, ['p1']);
    let isLying = false;
    const harness = await startPolling((request, response) => {
      if (isLying && request.headers['if-none-match'] !== undefined)
        response.writeHead(304, { etag: '"foreign"' }).end();
      else respondWithCollection(() => body)(request, response);
    });
    isLying = true;
    body = collection('col_1', 2, ['p2']);
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['p2']);
    expect(harness.service.requests).toHaveLength(3);
  });

  it('does not flood a service that keeps sending invalid 304s', async () => {
    const harness = await startPolling((_, response) => void response.writeHead(304).end());
    await harness.advance(60_000);
    expect(harness.service.requests.length).toBeLessThan(15);
    expect(harness.problemCodes()).toContain('SOURCE_MALFORMED');
  });

  it('polls a collection immediately when a feed starts to use it, and stops polling the old one', async () => {
    const harness = await startPolling((request, response) => {
      const id = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
      respondWithCollection(() => collection(id, 1, [`of-${id}`]))(request, response);
    });
    await harness.store.apply({
      type: 'feedPointed',
      feed: 'main',
      collectionId: 'col 2/ü',
      hold: false,
      by: null,
      at: '2026-11-20T18:00:00Z',
    });
    await harness.settle();
    expect(harness.onAir()).toEqual(['of-col 2/ü']);
    const before = harness.service.requests.length;
    await harness.advance(5000);
    expect(harness.service.requests.slice(before).map(({ url }) => url)).toEqual(['/v1/collections/col%202%2F%C3%BC']);
  });

  it.each([['.'], ['..'], ['\ud800']])(
    'never requests a collection with the id %j, which would lead to another path',
    async (id) => {
      const harness = await startPolling(
        respondWithCollection(() => collection(id, 1, ['p1'])),
        {},
        [id],
      );
      await harness.advance(20_000);
      expect(harness.service.requests).toEqual([]);
      expect(harness.problemCodes()).toEqual(['SOURCE_ID_UNUSABLE']);
    },
  );

  it('reports a collection that was never read differently from a deleted one', async () => {
    let respond: Respond = respondWithStatus(404);
    const harness = await startPolling((request, response) => respond(request, response));
    await harness.advance(1000);
    expect(harness.problemCodes()).toEqual(['SOURCE_COLLECTION_UNKNOWN']);
    expect(harness.store.state().problems[0]?.message).not.toContain('no longer');
    expect(harness.store.state().problems[0]?.nextStep).toContain('source.baseUrl');
    const missing = respond;
    respond = respondWithCollection(() => collection('col_1', 1, ['p1']));
    void harness.source.checkNow();
    await harness.settle();
    expect(harness.problemCodes()).toEqual([]);
    respond = missing;
    await harness.advance(6000);
    expect(harness.problemCodes()).toEqual(['SOURCE_COLLECTION_GONE']);
    expect(harness.onAir()).toEqual(['p1']);
  });

  it.each([['schl\u00fcssel'], ['two words'], ['line\nbreak']])(
    'does not send the key %j, and says why',
    async (key) => {
      const running = await createHarness(
        respondWithCollection(() => collection('col_1', 1, ['p1'])),
        { mode: 'poll' },
      );
      running.secrets.apiKey = key;
      await running.source.start();
      await running.settle();
      expect(running.problemCodes()).toEqual(['SOURCE_KEY_UNSENDABLE']);
      expect(running.store.state().source.state).toBe('refused');
      expect(await running.source.listCollections('', 0)).toMatchObject({ code: 'SOURCE_KEY_UNSENDABLE' });
      expect(running.service.requests).toEqual([]);
      expect(JSON.stringify([running.store.state().problems, running.logLines])).not.toContain(key);
      running.secrets.apiKey = apiKey;
      await running.advance(61_000);
      expect(running.problemCodes()).toEqual([]);
    },
  );

  it('sends one unconditional request after the key changes, then the ETag again', async () => {
    const harness = await startPolling(respondWithCollection(() => collection('col_1', 1, ['p1'])));
    await harness.advance(5000);
    expect(harness.service.requests.at(-1)?.headers['if-none-match']).toBeDefined();
    harness.secrets.apiKey = 'the-next-key';
    await harness.advance(5000);
    expect(harness.service.requests.at(-1)?.headers['x-api-key']).toBe('the-next-key');
    expect(harness.service.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
    await harness.advance(5000);
    expect(harness.service.requests.at(-1)?.headers['if-none-match']).toBeDefined();
  });

  it('sends nothing without a key, and polls immediately after one is set', async () => {
    const running = await createHarness(
      respondWithCollection(() => collection('col_1', 1, ['p1'])),
      { mode: 'poll' },
    );
    running.secrets.apiKey = null;
    await running.source.start();
    await running.settle();
    expect(running.problemCodes()).toEqual(['SOURCE_KEY_MISSING']);
    expect(running.service.requests).toEqual([]);
    running.secrets.apiKey = apiKey;
    void running.source.checkNow();
    await running.settle();
    expect(running.onAir()).toEqual(['p1']);
    expect(running.problemCodes()).toEqual([]);
  });

  it('does not send the key over plain HTTP to another machine', async () => {
    const harness = await startPolling(
      respondWithCollection(() => collection('col_1', 1, ['p1'])),
      { baseUrl: 'http://service.example' },
    );
    expect(harness.problemCodes()).toEqual(['SOURCE_INSECURE']);
    expect(harness.store.state().source.state).toBe('refused');
  });

  it('applies a change at the next poll after it could not be saved', async () => {
    let body = collection('col_1', 1, ['p1']);
    const harness = await startPolling((request, response) => respondWithCollection(() => body)(request, response));
    harness.disk.isFull = true;
    body = collection('col_1', 2, ['p1', 'p2']);
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['p1']);
    harness.disk.isFull = false;
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['p1', 'p2']);
  });

  it('is stale, not offline, while the service answers and its version can’t be saved', async () => {
    let body = collection('col_1', 1, ['p1']);
    const harness = await startPolling((request, response) => respondWithCollection(() => body)(request, response));
    harness.disk.isFull = true;
    body = collection('col_1', 2, ['p1', 'p2']);
    await harness.advance(5000);
    const source = () => harness.store.state().source;
    expect([source().state, source().freshness]).toEqual(['stale', 'stale']);
    const confirmedAt = source().lastConfirmedAt;
    for (let count = 0; count < 24; count += 1) await harness.advance(5000);
    expect([source().freshness, source().lastConfirmedAt]).toEqual(['stale', confirmedAt]);
    // Without contact it goes offline, as ever.
    harness.service.respond = respondWithStatus(503);
    for (let count = 0; count < 24; count += 1) await harness.advance(5000);
    expect(source().freshness).toBe('offline');
    harness.service.respond = respondWithCollection(() => body);
    harness.disk.isFull = false;
    for (let count = 0; count < 24; count += 1) await harness.advance(5000);
    expect([source().state, source().freshness, harness.onAir()]).toEqual(['current', 'fresh', ['p1', 'p2']]);
  });

  it('keeps the key out of every event, problem and log line', async () => {
    const harness = await startPolling(respondWithStatus(401));
    await harness.advance(10_000);
    expect(JSON.stringify([harness.events, harness.logLines, harness.store.state().problems])).not.toContain(apiKey);
  });
});
