import { afterEach, describe, expect, it, vi } from 'vitest';
import { apiKey, collection, createHarness, failing, type Harness, type Respond, serving } from './bench.ts';

// A machine that is busy with something else is no fault of what is tested here.
vi.setConfig({ testTimeout: 60_000 });

let bench: Harness | null = null;
afterEach(async () => {
  await bench?.close();
  bench = null;
});

/** A service of many collections with a paged list, as the document says. */
function manyCollections(count: number) {
  const seconds = new Map(Array.from({ length: count }, (_, number) => [`col_${number}`, 1]));
  const state = { isListBroken: false, isListFrozen: false, hidden: '' };
  let frozen: string | null = null;
  const respond: Respond = (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const id = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    if (id !== 'collections') {
      if (seconds.has(id))
        serving(() => collection(id, seconds.get(id) ?? 1, [`${id}-${seconds.get(id)}`]))(request, response);
      else failing(404)(request, response);
      return;
    }
    if (state.isListBroken) return failing(503)(request, response);
    const page = Number(url.searchParams.get('page') ?? 0);
    const pageSize = Number(url.searchParams.get('pageSize') ?? 20);
    const rows = [...seconds].filter(([each]) => each !== state.hidden);
    const collections = rows.slice(page * pageSize, (page + 1) * pageSize).map(([each, second]) => {
      const { stagingContents: _, liveContents: __, ...row } = collection(each, second, ['x']);
      return { ...row, url: 'http://127.0.0.1:1/steal' };
    });
    const meta = { page, pageSize, totalItems: rows.length, totalPages: Math.ceil(rows.length / pageSize) };
    const now = JSON.stringify({ collections, meta });
    if (state.isListFrozen) frozen ??= now;
    response.writeHead(200, { 'content-type': 'application/json' }).end(state.isListFrozen ? frozen : now);
  };
  return { respond, seconds, state };
}

async function following(many: ReturnType<typeof manyCollections>, feeds: number): Promise<Harness> {
  const ids = Array.from({ length: feeds }, (_, number) => `col_${number}`);
  bench = await createHarness(many.respond, { mode: 'poll' }, ids);
  await bench.source.start();
  await bench.settle();
  return bench;
}

const onAir = (on: Harness, feed: number) => on.store.state().feeds[feed]?.onAir.items.map((item) => item.id);

describe('many feeds', () => {
  it('cost few requests: the list tells which collections changed', async () => {
    const many = manyCollections(40);
    const on = await following(many, 20);
    expect(on.store.state().feeds.every((feed) => feed.onAir.items.length === 1)).toBe(true);
    const before = on.service.requests.length;
    await on.advance(60_000);
    const asked = on.service.requests.length - before;
    // One by one it would be 20 collections times 12 questions.
    expect(asked).toBeLessThanOrEqual(12 + 20 + 2);
    expect(on.store.state().source).toMatchObject({ word: 'current', freshness: 'fresh' });
    many.seconds.set('col_7', 2);
    await on.advance(5000);
    expect(onAir(on, 7)).toEqual(['col_7-2']);
    expect(on.problemCodes()).toEqual([]);
  });

  it('fall back to asking one by one while the list errs, and come back to it', async () => {
    const many = manyCollections(10);
    const on = await following(many, 10);
    await on.advance(10_000);
    many.state.isListBroken = true;
    many.seconds.set('col_3', 2);
    await on.advance(10_000);
    expect(onAir(on, 3)).toEqual(['col_3-2']);
    const before = on.service.requests.length;
    await on.advance(10_000);
    expect(on.service.requests.length - before).toBeGreaterThanOrEqual(20);
    many.state.isListBroken = false;
    await on.advance(65_000);
    const after = on.service.requests.length;
    await on.advance(10_000);
    expect(on.service.requests.length - after).toBeLessThanOrEqual(2 + 10);
  });

  it('fall back while the list is late, as behind a cache', async () => {
    const many = manyCollections(5);
    const on = await following(many, 5);
    await on.advance(10_000);
    many.state.isListFrozen = true;
    await on.advance(5000);
    many.seconds.set('col_2', 2);
    // The collection's own unconditional question finds it, and the list loses the lead.
    await on.advance(60_000);
    expect(onAir(on, 2)).toEqual(['col_2-2']);
    many.seconds.set('col_4', 3);
    await on.advance(6000);
    expect(onAir(on, 4)).toEqual(['col_4-3']);
  });

  it('never lose a collection that the list leaves out', async () => {
    const many = manyCollections(6);
    const on = await following(many, 6);
    many.state.hidden = 'col_1';
    await on.advance(10_000);
    many.seconds.set('col_1', 2);
    await on.advance(6000);
    expect(onAir(on, 1)).toEqual(['col_1-2']);
  });

  it('never have more than four requests under way, nor two of one collection', async () => {
    const many = manyCollections(12);
    const underWay = new Map<string, number>();
    let most = 0;
    let mostOfOne = 0;
    const slow: Respond = (request, response) => {
      const url = request.url ?? '';
      underWay.set(url, (underWay.get(url) ?? 0) + 1);
      mostOfOne = Math.max(mostOfOne, underWay.get(url) ?? 0);
      most = Math.max(
        most,
        [...underWay.values()].reduce((sum, one) => sum + one, 0),
      );
      setTimeout(() => {
        underWay.set(url, (underWay.get(url) ?? 1) - 1);
        many.respond(request, response);
      }, 8);
    };
    const on = await following({ ...many, respond: slow }, 12);
    for (let count = 0; count < 5; count += 1) {
      on.source.checkNow();
      await on.settle();
    }
    expect(most).toBe(4);
    expect(mostOfOne).toBe(1);
  });
});

describe('looking through the collections', () => {
  it('answers a page, searches all of them, and applies nothing', async () => {
    const many = manyCollections(230);
    const on = await following(many, 1);
    const first = await on.source.collections('', 1);
    expect(first).toMatchObject({ page: 1, totalPages: 12 });
    if ('code' in first) throw new Error(first.code);
    expect(first.rows[0]?.id).toBe('col_20');
    const found = await on.source.collections('COL_22', 0);
    if ('code' in found) throw new Error(found.code);
    expect(found.rows.map((row) => row.id)).toEqual([
      'col_22',
      ...Array.from({ length: 10 }, (_, digit) => `col_22${digit}`),
    ]);
    const one = await on.source.collection('col_99');
    expect('code' in one ? one.code : one.live.map((item) => item.id)).toEqual(['col_99-1']);
    expect(Object.keys(on.store.state().collections)).toEqual(['col_0']);
  });

  it('says in words what keeps it from answering', async () => {
    const many = manyCollections(3);
    const on = await following(many, 1);
    expect(await on.source.collection('nowhere')).toMatchObject({ code: 'COLLECTION_UNKNOWN' });
    expect(await on.source.collection('..')).toMatchObject({ code: 'COLLECTION_UNKNOWN' });
    many.state.isListBroken = true;
    expect(await on.source.collections('', 0)).toMatchObject({ code: 'SOURCE_FAILING' });
    on.secrets.apiKey = null;
    expect(await on.source.collections('', 0)).toMatchObject({ code: 'SOURCE_KEY_MISSING' });
  });

  it('asks without a page size when the service does not like ours', async () => {
    const on = await following(manyCollections(1), 1);
    on.service.respond = (request, response) => {
      if (request.url?.includes('pageSize')) failing(400)(request, response);
      else response.end(JSON.stringify({ collections: [{ id: 'a' }], meta: {} }));
    };
    expect(await on.source.collections('', 0)).toMatchObject({ rows: [{ id: 'a' }] });
  });
});

describe('a cache that does not look at the key', () => {
  it('is found by a wrong key within seconds, and said; the split takes it back', async () => {
    bench = await createHarness(
      serving(() => collection('col_1', 1, ['p1'])),
      { mode: 'poll' },
    );
    bench.service.ignoresKey = true;
    await bench.source.start();
    await bench.advance(5000);
    expect(bench.problemCodes()).toEqual(['SOURCE_CACHE_LEAKS']);
    bench.service.ignoresKey = false;
    await bench.advance(3_605_000);
    expect(bench.problemCodes()).toEqual([]);
  });

  it('is looked for once an hour, with a key that is not ours and no wish for fresh bytes', async () => {
    bench = await createHarness(
      serving(() => collection('col_1', 1, ['p1'])),
      { mode: 'poll' },
    );
    await bench.source.start();
    await bench.advance(600_000);
    expect(bench.service.probes).toEqual(['/v1/collections/col_1']);
    expect(bench.service.requests.every((one) => one.headers['x-api-key'] === apiKey)).toBe(true);
  });

  it('is kept apart by Authorization when that is switched on', async () => {
    bench = await createHarness(
      serving(() => collection('col_1', 1, ['p1'])),
      { mode: 'poll', sendAuthorization: true },
    );
    await bench.source.start();
    await bench.settle();
    expect(bench.service.requests[0]?.headers['authorization']).toBe(`Bearer ${apiKey}`);
    expect(bench.service.requests[0]?.headers['cache-control']).toBe('no-cache');
  });
});

describe('waking up', () => {
  it('asks at once when the wall clock shows that the machine slept', async () => {
    bench = await createHarness(
      serving(() => collection('col_1', 1, ['p1'])),
      { mode: 'poll', poll: { intervalSeconds: 300, fullEverySeconds: 3600 } },
    );
    await bench.source.start();
    await bench.advance(10_000);
    const before = bench.service.requests.length;
    bench.clock.jump(3_600_000);
    await bench.advance(2000);
    expect(bench.service.requests.length).toBe(before + 1);
  });

  it.each([[3_600_000], [-3_600_000], [-7_200_000], [-1_795_197_600_000], [365 * 86_400_000]])(
    'keeps its rhythm when the wall clock jumps by %i ms',
    async (jumpMs) => {
      bench = await createHarness(
        serving(() => collection('col_1', 1, ['p1'])),
        { mode: 'poll' },
      );
      await bench.source.start();
      await bench.advance(20_000);
      const before = bench.service.requests.length;
      bench.clock.jump(jumpMs);
      await bench.advance(60_000);
      const asked = bench.service.requests.length - before;
      expect(asked).toBeGreaterThanOrEqual(11);
      expect(asked).toBeLessThanOrEqual(14);
      expect(bench.store.state().source.freshness).toBe('fresh');
    },
  );
});
