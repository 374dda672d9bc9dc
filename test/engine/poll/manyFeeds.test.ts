import { describe, expect, it, vi } from 'vitest';
import { requestsPerMinute } from '../../../src/core/pollPlan.ts';
import {
  apiKey,
  collection,
  createHarness,
  type Harness,
  payload,
  type Respond,
  respondWithCollection,
  respondWithStatus,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** Creates a service with many collections and a paged list, as the service's document says. */
function createManyCollections(count: number) {
  const seconds = new Map(Array.from({ length: count }, (_, number) => [`col_${number}`, 1]));
  const state = { isListBroken: false, isListFrozen: false, hiddenId: '', isListAhead: false, listAge: 0 };
  let frozenList: string | null = null;
  const respond: Respond = (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const id = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    if (id !== 'collections') {
      if (seconds.has(id))
        respondWithCollection(() => collection(id, seconds.get(id) ?? 1, [`${id}-${seconds.get(id)}`]))(
          request,
          response,
        );
      else respondWithStatus(404)(request, response);
      return;
    }
    if (state.isListBroken) return respondWithStatus(503)(request, response);
    const page = Number(url.searchParams.get('page') ?? 0);
    const pageSize = Number(url.searchParams.get('pageSize') ?? 20);
    const rows = [...seconds].filter(([each]) => each !== state.hiddenId);
    const collections = rows.slice(page * pageSize, (page + 1) * pageSize).map(([each, second]) => {
      const listedSecond = state.isListAhead && each === 'col_0' ? second + 1 : second;
      const { stagingContents: _, liveContents: __, ...row } = collection(each, listedSecond, ['x']);
      return { ...row, url: 'http://127.0.0.1:1/steal' };
    });
    const meta = { page, pageSize, totalItems: rows.length, totalPages: Math.ceil(rows.length / pageSize) };
    const list = JSON.stringify({ collections, meta });
    if (state.isListFrozen) frozenList ??= list;
    if (state.listAge > 0) response.setHeader('age', String(state.listAge));
    response.writeHead(200, { 'content-type': 'application/json' }).end(state.isListFrozen ? frozenList : list);
  };
  return { respond, seconds, state };
}

async function startFollowing(service: ReturnType<typeof createManyCollections>, feeds: number): Promise<Harness> {
  const ids = Array.from({ length: feeds }, (_, number) => `col_${number}`);
  const running = await createHarness(service.respond, { mode: 'poll' }, ids);
  await running.source.start();
  await running.settle();
  return running;
}

const onAir = (harness: Harness, feed: number) => harness.store.state().feeds[feed]?.onAir.items.map((item) => item.id);

describe('many feeds', () => {
  it.each([1, 3, 4, 12])('%s send as many requests a minute as the settings say', async (feeds) => {
    const harness = await startFollowing(createManyCollections(12), feeds);
    // The first polls follow each other sooner.
    await harness.advance(60_000);
    const before = harness.service.requests.length;
    await harness.advance(300_000);
    const perMinute = (harness.service.requests.length - before) / 5;
    expect(Math.abs(perMinute - requestsPerMinute({ every: 5, fullEvery: 60 }, feeds))).toBeLessThanOrEqual(1);
  });

  it('send few requests, because the list shows which collections changed', async () => {
    const service = createManyCollections(40);
    const harness = await startFollowing(service, 20);
    expect(harness.store.state().feeds.every((feed) => feed.onAir.items.length === 1)).toBe(true);
    const before = harness.service.requests.length;
    await harness.advance(60_000);
    const requestCount = harness.service.requests.length - before;
    // Polling directly would send 20 × 12 requests.
    expect(requestCount).toBeLessThanOrEqual(12 + 20 + 2);
    expect(harness.store.state().source).toMatchObject({ state: 'current', freshness: 'fresh' });
    service.seconds.set('col_7', 2);
    await harness.advance(5000);
    expect(onAir(harness, 7)).toEqual(['col_7-2']);
    expect(harness.problemCodes()).toEqual([]);
  });

  it('are polled directly while the list fails, and through the list again afterwards', async () => {
    const service = createManyCollections(10);
    const harness = await startFollowing(service, 10);
    await harness.advance(10_000);
    service.state.isListBroken = true;
    service.seconds.set('col_3', 2);
    await harness.advance(10_000);
    expect(onAir(harness, 3)).toEqual(['col_3-2']);
    const before = harness.service.requests.length;
    await harness.advance(10_000);
    expect(harness.service.requests.length - before).toBeGreaterThanOrEqual(20);
    service.state.isListBroken = false;
    await harness.advance(65_000);
    const after = harness.service.requests.length;
    await harness.advance(10_000);
    expect(harness.service.requests.length - after).toBeLessThanOrEqual(2 + 10);
  });

  it('are polled directly while the list is late, as behind a cache', async () => {
    const service = createManyCollections(5);
    const harness = await startFollowing(service, 5);
    await harness.advance(10_000);
    service.state.isListFrozen = true;
    await harness.advance(5000);
    service.seconds.set('col_2', 2);
    // A full poll of the collection finds the change, so the list is no longer trusted.
    await harness.advance(60_000);
    expect(onAir(harness, 2)).toEqual(['col_2-2']);
    service.seconds.set('col_4', 3);
    await harness.advance(6000);
    expect(onAir(harness, 4)).toEqual(['col_4-3']);
  });

  it('are stale while the list shows a newer version than the service returns', async () => {
    const service = createManyCollections(10);
    const harness = await startFollowing(service, 5);
    await harness.advance(10_000);
    const source = () => harness.store.state().source;
    expect(source()).toMatchObject({ state: 'current', freshness: 'fresh' });
    service.state.isListAhead = true;
    await harness.advance(6000);
    expect(source()).toMatchObject({ state: 'stale', freshness: 'stale' });
    expect(harness.problemCodes()).toEqual(['SOURCE_LIST_AHEAD']);
    await harness.advance(300_000);
    expect(source()).toMatchObject({ state: 'stale', freshness: 'stale' });
    service.state.isListAhead = false;
    service.seconds.set('col_0', 2);
    await harness.advance(6000);
    expect(onAir(harness, 0)).toEqual(['col_0-2']);
    expect(source()).toMatchObject({ state: 'current', freshness: 'fresh' });
    expect(harness.problemCodes()).toEqual([]);
  });

  it('are not stale for a moment when the list shows a change', async () => {
    const service = createManyCollections(10);
    const harness = await startFollowing(service, 5);
    await harness.advance(10_000);
    const seen = new Set<string>();
    const stop = harness.store.subscribe(({ state }) => void seen.add(state.source.freshness));
    for (let second = 2; second < 8; second += 1) {
      service.seconds.set('col_0', second);
      await harness.advance(5000);
    }
    stop();
    expect(onAir(harness, 0)).toEqual(['col_0-7']);
    expect([...seen]).toEqual(['fresh']);
  });

  it('are not confirmed by a list that is older than a refused delivery', async () => {
    const service = createManyCollections(10);
    const running = await createHarness(service.respond, { mode: 'hybrid' }, ['col_0', 'col_1', 'col_2', 'col_3']);
    await running.source.start();
    await running.settle();
    expect((await running.deliver(payload(collection('col_0', 1, ['col_0-1'])))).status).toBe(200);
    await running.advance(10_000);
    service.state.listAge = 60;
    running.service.respond = (request, response) => {
      const isList = new URL(request.url ?? '/', 'http://x').pathname.endsWith('collections');
      (isList ? service.respond : respondWithStatus(503))(request, response);
    };
    const wrong = payload(collection('col_0', 9, []));
    expect((await running.deliver(wrong, { secret: 'rotated' })).status).toBe(401);
    await running.advance(11_000);
    expect(running.store.state().source.freshness).toBe('stale');
  });

  it('read a collection that was missing as soon as the list has it again', async () => {
    const service = createManyCollections(40);
    const harness = await startFollowing(service, 5);
    const second = service.seconds.get('col_2') ?? 1;
    service.seconds.delete('col_2');
    await harness.advance(90_000);
    expect(harness.problemCodes()).toEqual(['SOURCE_COLLECTION_GONE']);
    service.seconds.set('col_2', second);
    await harness.advance(6000);
    expect(harness.problemCodes()).toEqual([]);
    expect(harness.store.state().source).toMatchObject({ state: 'current', freshness: 'fresh' });
  });

  it('include a collection that the list leaves out', async () => {
    const service = createManyCollections(6);
    const harness = await startFollowing(service, 6);
    service.state.hiddenId = 'col_1';
    await harness.advance(10_000);
    service.seconds.set('col_1', 2);
    await harness.advance(6000);
    expect(onAir(harness, 1)).toEqual(['col_1-2']);
  });

  it('never send more than four requests at a time, nor two for one collection', async () => {
    const service = createManyCollections(12);
    const openRequests = new Map<string, number>();
    let maxOpen = 0;
    let maxOpenPerUrl = 0;
    const slow: Respond = (request, response) => {
      const url = request.url ?? '';
      openRequests.set(url, (openRequests.get(url) ?? 0) + 1);
      maxOpenPerUrl = Math.max(maxOpenPerUrl, openRequests.get(url) ?? 0);
      maxOpen = Math.max(
        maxOpen,
        [...openRequests.values()].reduce((sum, count) => sum + count, 0),
      );
      setTimeout(() => {
        openRequests.set(url, (openRequests.get(url) ?? 1) - 1);
        service.respond(request, response);
      }, 8);
    };
    const harness = await startFollowing({ ...service, respond: slow }, 12);
    for (let count = 0; count < 5; count += 1) {
      void harness.source.checkNow();
      await harness.settle();
    }
    expect(maxOpen).toBe(4);
    expect(maxOpenPerUrl).toBe(1);
  });
});

describe('browsing the collections', () => {
  it('returns a page, searches all collections, and applies nothing', async () => {
    const service = createManyCollections(230);
    const harness = await startFollowing(service, 1);
    const first = await harness.source.listCollections('', 1);
    expect(first).toMatchObject({ page: 1, totalPages: 12 });
    if ('code' in first) throw new Error(first.code);
    expect(first.rows[0]?.id).toBe('col_20');
    const found = await harness.source.listCollections('COL_22', 0);
    if ('code' in found) throw new Error(found.code);
    expect(found.rows.map((row) => row.id)).toEqual([
      'col_22',
      ...Array.from({ length: 10 }, (_, digit) => `col_22${digit}`),
    ]);
    const unused = await harness.source.fetchCollection('col_99');
    expect('code' in unused ? unused.code : unused.live.map((item) => item.id)).toEqual(['col_99-1']);
    expect(Object.keys(harness.store.state().collections)).toEqual(['col_0']);
  });

  it('says why the collections can’t be read', async () => {
    const service = createManyCollections(3);
    const harness = await startFollowing(service, 1);
    expect(await harness.source.fetchCollection('nowhere')).toMatchObject({ code: 'COLLECTION_UNKNOWN' });
    expect(await harness.source.fetchCollection('..')).toMatchObject({ code: 'COLLECTION_UNKNOWN' });
    service.state.isListBroken = true;
    expect(await harness.source.listCollections('', 0)).toMatchObject({ code: 'SOURCE_FAILING' });
    harness.secrets.apiKey = null;
    expect(await harness.source.listCollections('', 0)).toMatchObject({ code: 'SOURCE_KEY_MISSING' });
  });

  it('retries without a page size when the service refuses ours', async () => {
    const harness = await startFollowing(createManyCollections(1), 1);
    harness.service.respond = (request, response) => {
      if (request.url?.includes('pageSize')) respondWithStatus(400)(request, response);
      else response.end(JSON.stringify({ collections: [{ id: 'a' }], meta: {} }));
    };
    expect(await harness.source.listCollections('', 0)).toMatchObject({ rows: [{ id: 'a' }] });
  });
});

describe('a cache that ignores the API key', () => {
  it('is found with an invalid key within seconds, and the problem is cleared soon after it is gone', async () => {
    const running = await createHarness(
      respondWithCollection(() => collection('col_1', 1, ['p1'])),
      { mode: 'poll' },
    );
    running.service.ignoresKey = true;
    await running.source.start();
    await running.advance(5000);
    expect(running.problemCodes()).toEqual(['SOURCE_CACHE_LEAKS']);
    running.service.ignoresKey = false;
    await running.advance(120_000);
    expect(running.problemCodes()).toEqual([]);
  });

  it('is probed once an hour, and only the probe uses an invalid key', async () => {
    const running = await createHarness(
      respondWithCollection(() => collection('col_1', 1, ['p1'])),
      { mode: 'poll' },
    );
    await running.source.start();
    await running.advance(600_000);
    expect(running.service.probes).toEqual(['/v1/collections/col_1']);
    expect(running.service.requests.every(({ headers }) => headers['x-api-key'] === apiKey)).toBe(true);
  });

  it('is also sent the key in the Authorization header when that setting is on', async () => {
    const running = await createHarness(
      respondWithCollection(() => collection('col_1', 1, ['p1'])),
      { mode: 'poll', sendAuthorization: true },
    );
    await running.source.start();
    await running.settle();
    expect(running.service.requests[0]?.headers['authorization']).toBe(`Bearer ${apiKey}`);
    expect(running.service.requests[0]?.headers['cache-control']).toBe('no-cache');
  });
});

describe('a source whose wall clock jumps', () => {
  it('polls immediately when the jump shows that the machine slept', async () => {
    const running = await createHarness(
      respondWithCollection(() => collection('col_1', 1, ['p1'])),
      { mode: 'poll', poll: { intervalSeconds: 300, fullEverySeconds: 3600 } },
    );
    await running.source.start();
    await running.advance(10_000);
    const before = running.service.requests.length;
    running.clock.jump(3_600_000);
    await running.advance(2000);
    expect(running.service.requests.length).toBe(before + 1);
  });

  it.each([[3_600_000], [-3_600_000], [-7_200_000], [-1_795_197_600_000], [365 * 86_400_000]])(
    'keeps its interval after a jump of %i ms',
    async (jumpMs) => {
      const running = await createHarness(
        respondWithCollection(() => collection('col_1', 1, ['p1'])),
        { mode: 'poll' },
      );
      await running.source.start();
      await running.advance(20_000);
      const before = running.service.requests.length;
      running.clock.jump(jumpMs);
      await running.advance(60_000);
      const requestCount = running.service.requests.length - before;
      expect(requestCount).toBeGreaterThanOrEqual(11);
      expect(requestCount).toBeLessThanOrEqual(14);
      expect(running.store.state().source.freshness).toBe('fresh');
    },
  );
});
