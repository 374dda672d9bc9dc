import { describe, expect, it, vi } from 'vitest';
import { runAllSteps } from '../../../src/core/steps.ts';
import type { ReadJson } from '../../../src/engine/http/longJson.ts';
import type { BaseAddress } from '../../../src/engine/poll/address.ts';
import { probePrefix } from '../../../src/engine/poll/cacheProbe.ts';
import { createEtagCache } from '../../../src/engine/poll/etagCache.ts';
import { createListOrigins } from '../../../src/engine/poll/listOrigins.ts';
import { pollOnce } from '../../../src/engine/poll/pollOnce.ts';
import { initialPollState } from '../../../src/engine/poll/pollState.ts';
import { createSourceStatus } from '../../../src/engine/sourceStatus.ts';
import {
  collection,
  createHarness,
  payload,
  type Respond,
  respondWithCollection,
  respondWithStatus,
  startService,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** Starts a source that polls one service, and a second service it can move to. */
async function startWithTwoServices(first: Respond, second: Respond, overrides = {}, feeds = ['col_1']) {
  const harness = await createHarness(first, { mode: 'poll', ...overrides }, feeds);
  const newService = await startService(harness.clock, second);
  await harness.source.start();
  await harness.settle();
  const moveToNewService = (more = {}) =>
    harness.source.configure({ ...harness.settings, baseUrl: newService.baseUrl, ...more });
  return { harness, newService, moveToNewService };
}

describe('changing the service’s address while running', () => {
  it('sends a key that was being read for the old service to neither address', async () => {
    const lists = respondWithCollection(() => collection('col_1', 9, ['a9']));
    const { harness, newService, moveToNewService } = await startWithTwoServices(lists, lists);
    let keyReads = 0;
    Object.defineProperty(harness.secrets, 'apiKey', {
      get: () => {
        keyReads += 1;
        if (keyReads > 1) return 'new-key';
        void moveToNewService();
        return 'old-key';
      },
    });
    void harness.source.checkNow();
    await harness.advance(2000);
    const keys = [harness.service, newService].map(({ requests }) =>
      requests.map(({ headers }) => headers['x-api-key']),
    );
    expect(keys.flat()).not.toContain('old-key');
    expect(new Set(keys[1])).toEqual(new Set(['new-key']));
  });

  it('puts no late delivery of the old service on air, whether or not the new one responds', async () => {
    let respondNew: Respond = (request) => void request.socket.destroy();
    const { harness, moveToNewService } = await startWithTwoServices(
      respondWithCollection(() => collection('col_1', 9, ['a9'])),
      (request, response) => respondNew(request, response),
      { mode: 'hybrid' },
    );
    await moveToNewService();
    await harness.settle();
    const deliverLate = async () => (await harness.deliver(payload(collection('col_1', 30, ['late'])))).status;
    expect(await deliverLate()).toBe(503);
    await harness.settle();
    expect(harness.onAir()).toEqual(['a9']);
    expect(harness.store.state().source.freshness).not.toBe('fresh');
    respondNew = respondWithCollection(() => collection('col_1', 5, ['b5']));
    await harness.advance(20_000);
    expect(harness.onAir()).toEqual(['b5']);
    expect(await deliverLate()).toBe(503);
    await harness.settle();
    expect(harness.onAir()).toEqual(['b5']);
    await harness.advance(300_000);
    expect((await harness.deliver(payload(collection('col_1', 31, ['b31'])))).status).toBe(200);
    await expect.poll(() => harness.onAir()).toEqual(['b31']);
  });

  it('accepts a delivery of the new service once a poll has brought its version, for example by Check now', async () => {
    let body = collection('col_1', 5, ['b5']);
    const { harness, moveToNewService } = await startWithTwoServices(
      respondWithCollection(() => collection('col_1', 9, ['a9'])),
      (request, response) => respondWithCollection(() => body)(request, response),
      { mode: 'hybrid' },
    );
    await moveToNewService();
    await expect.poll(() => harness.onAir()).toEqual(['b5']);
    body = collection('col_1', 6, ['b6']);
    const deliver = async (version: typeof body) => (await harness.deliver(payload(version))).status;
    expect(await deliver(body)).toBe(503);
    void harness.source.checkNow();
    await expect.poll(() => harness.onAir()).toEqual(['b6']);
    expect(await deliver(body)).toBe(200);
    expect(await deliver(collection('col_1', 5, ['b5']))).toBe(200);
    expect(await deliver(collection('col_1', 9, ['a9']))).toBe(503);
    await harness.settle();
    expect(harness.onAir()).toEqual(['b6']);
  });

  it('says that the old service’s list stays on air if the new one does not have the collection', async () => {
    const { harness, moveToNewService } = await startWithTwoServices(
      respondWithCollection(() => collection('col_1', 9, ['a9'])),
      respondWithStatus(404),
    );
    await moveToNewService();
    await harness.advance(6000);
    expect(harness.onAir()).toEqual(['a9']);
    expect(harness.problemCodes()).toEqual(['SOURCE_COLLECTION_UNKNOWN']);
    expect(harness.store.state().problems[0]?.message).toMatch(/ the last good list stays\.$/);
  });

  it('follows the new service immediately even if its version is older, and then ignores older versions again', async () => {
    let body = collection('col_1', 5, ['b5']);
    const { harness, newService, moveToNewService } = await startWithTwoServices(
      respondWithCollection(() => collection('col_1', 9, ['a9'])),
      (request, response) => respondWithCollection(() => body)(request, response),
    );
    await moveToNewService();
    await expect.poll(() => harness.onAir()).toEqual(['b5']);
    await harness.settle();
    expect(harness.problemCodes()).toEqual([]);
    expect(newService.requests[0]?.headers['if-none-match']).toBeUndefined();
    body = collection('col_1', 4, ['b4']);
    await harness.advance(10_000);
    expect(harness.onAir()).toEqual(['b5']);
    expect(harness.problemCodes()).toEqual(['SOURCE_OLDER_IGNORED']);
  });

  it('does not show the old service’s list as confirmed until the new service has responded', async () => {
    const { harness, moveToNewService } = await startWithTwoServices(
      respondWithCollection(() => collection('col_1', 9, ['a9'])),
      respondWithStatus(503),
    );
    expect(harness.store.state().source.state).toBe('current');
    await moveToNewService();
    await harness.advance(10_000);
    expect(harness.onAir()).toEqual(['a9']);
    expect(harness.store.state().source).toMatchObject({ state: 'stale', lastConfirmedAt: null });
  });

  it('aborts requests to the old service and never puts a late response from it on air', async () => {
    let version = 1;
    const delayed: (() => void)[] = [];
    let isSlow = false;
    const { harness, moveToNewService } = await startWithTwoServices(
      (request, response) => {
        const body = collection('col_1', version, [`a${version}`]);
        const answer = () => respondWithCollection(() => body)(request, response);
        if (isSlow) delayed.push(answer);
        else answer();
      },
      respondWithCollection(() => collection('col_1', 5, ['b5'])),
    );
    const published: string[] = [];
    harness.store.subscribe(
      ({ state }) => void published.push(state.feeds[0]?.onAir.items.map((item) => item.id).join() ?? ''),
    );
    isSlow = true;
    version = 9;
    void harness.source.checkNow();
    await expect.poll(() => delayed).toHaveLength(1);
    await moveToNewService();
    await harness.advance(10);
    expect(harness.onAir()).toEqual(['b5']);
    for (const answer of delayed) answer();
    await harness.advance(20_000);
    expect(harness.onAir()).toEqual(['b5']);
    expect(published).not.toContain('a9');
    expect(harness.service.requests).toHaveLength(2);
  });

  it('ignores a Retry-After set by the old service', async () => {
    let isLimiting = false;
    const { harness, newService, moveToNewService } = await startWithTwoServices(
      (request, response) =>
        isLimiting
          ? respondWithStatus(503, { 'retry-after': '300' })(request, response)
          : respondWithCollection(() => collection('col_1', 1, ['a1']))(request, response),
      respondWithCollection(() => collection('col_1', 2, ['b2'])),
    );
    isLimiting = true;
    await harness.advance(6000);
    const requestCount = harness.service.requests.length;
    await moveToNewService();
    await expect.poll(() => newService.requests.length).toBeGreaterThan(0);
    await harness.advance(1000);
    expect(harness.onAir()).toEqual(['b2']);
    expect(harness.service.requests.length).toBe(requestCount);
  });

  it('discards a response that was read just before the address changed', async () => {
    const harness = await createHarness(respondWithStatus(503));
    const old = { origin: 'http://127.0.0.1:1', path: '' };
    const current: { base: BaseAddress } = { base: old };
    const facts = { status: 200, sentMs: 0, latencyMs: 1, skewMs: 0, dateMs: null, cacheAgeSeconds: null };
    const deps = {
      store: harness.store,
      ports: harness.ports,
      etags: createEtagCache(),
      origins: createListOrigins(),
      sourceStatus: createSourceStatus(harness.store, harness.ports, false),
      base: () => current.base,
      serviceAddress: () => '',
      onResponse: () => undefined,
      isKeyRequired: () => true,
      client: {
        get: async <Body>(_: object, read: ReadJson<Body>) => {
          current.base = { origin: 'http://127.0.0.1:2', path: '' };
          const body = runAllSteps(read({ value: collection('col_1', 9, ['a9']), partedLists: new Map() }));
          return { kind: 'answered' as const, body, etag: '"9"', facts };
        },
        reconnect: () => undefined,
        abortAll: () => undefined,
        close: async () => undefined,
      },
    };
    const report = await pollOnce(deps, 'col_1', false, initialPollState);
    expect(report).toMatchObject({ result: { kind: 'inconclusive' }, next: { kind: 'now' } });
    expect(harness.onAir()).toEqual([]);
  });

  it('does not let the new service’s list confirm versions from the old service', async () => {
    let isFailing = false;
    const ids = ['c1', 'c2', 'c3', 'c4', 'c5'];
    const service =
      (name: string): Respond =>
      (request, response) => {
        const { pathname } = new URL(request.url ?? '', 'http://service');
        const id = pathname.split('/').at(-1) ?? '';
        const bodies = ids.map((each) => collection(each, 1, [`${name}-${each}`]));
        if (id !== 'collections' && name === 'b' && isFailing) return respondWithStatus(503)(request, response);
        if (id !== 'collections')
          return respondWithCollection(() => collection(id, 1, [`${name}-${id}`]))(request, response);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({
            collections: bodies.map(({ liveContents: _, stagingContents: __, ...row }) => row),
            meta: { page: 0, pageSize: 100, totalItems: ids.length, totalPages: 1 },
          }),
        );
      };
    const { harness, moveToNewService } = await startWithTwoServices(service('a'), service('b'), {}, ids);
    await harness.advance(30_000);
    isFailing = true;
    await moveToNewService();
    await harness.advance(20_000);
    expect(harness.store.state().source.lastConfirmedAt).toBeNull();
    isFailing = false;
    await harness.advance(90_000);
    expect(harness.store.state().feeds.map((feed) => feed.onAir.items[0]?.id)).toEqual(ids.map((id) => `b-${id}`));
  });

  it('probes the new service for a leaking cache and clears the old service’s problem', async () => {
    const { harness, newService, moveToNewService } = await startWithTwoServices(
      respondWithCollection(() => collection('col_1', 1, ['a1'])),
      respondWithCollection(() => collection('col_1', 2, ['b2'])),
    );
    harness.service.ignoresKey = true;
    await harness.advance(5000);
    expect(harness.problemCodes()).toEqual(['SOURCE_CACHE_LEAKS']);
    await moveToNewService();
    await harness.advance(5000);
    expect(newService.probes).toEqual(['/v1/collections/col_1']);
    expect(harness.problemCodes()).toEqual([]);
    newService.ignoresKey = true;
    await harness.source.configure(harness.settings);
    harness.service.ignoresKey = false;
    await harness.advance(5000);
    await moveToNewService();
    await harness.advance(5000);
    expect(harness.problemCodes()).toEqual(['SOURCE_CACHE_LEAKS']);
  });

  it('changes nothing when the same address is written differently', async () => {
    const { harness } = await startWithTwoServices(
      respondWithCollection(() => collection('col_1', 9, ['a9'])),
      respondWithStatus(503),
    );
    harness.service.respond = respondWithCollection(() => collection('col_1', 5, ['a5']));
    await harness.source.configure({ ...harness.settings, baseUrl: `${harness.settings.baseUrl}/` });
    await harness.advance(10_000);
    expect(harness.onAir()).toEqual(['a9']);
    expect(harness.problemCodes()).toEqual(['SOURCE_OLDER_IGNORED']);
  });
});

describe('a cache on the way', () => {
  it('is no longer named once another proxy leads past it', async () => {
    let age: string | null = '12';
    const { harness } = await startWithTwoServices((request, response) => {
      if (age !== null) response.setHeader('age', age);
      respondWithCollection(() => collection('col_1', 1, ['a1']))(request, response);
    }, respondWithStatus(503));
    await harness.advance(5000);
    expect(harness.problemCodes()).toEqual(['SOURCE_CACHE_IN_PATH']);
    age = null;
    await harness.source.configure({ ...harness.settings, proxy: 'none' });
    await harness.advance(5000);
    expect(harness.problemCodes()).toEqual([]);
  });
});

describe('probing for a leaking cache', () => {
  it('repeats the probe when the Authorization header is switched on, and clears the problem when nothing leaks', async () => {
    const { harness } = await startWithTwoServices(
      respondWithCollection(() => collection('col_1', 1, ['a1'])),
      respondWithStatus(503),
    );
    harness.service.ignoresKey = true;
    await harness.advance(5000);
    expect(harness.problemCodes()).toEqual(['SOURCE_CACHE_LEAKS']);
    harness.service.ignoresKey = false;
    await harness.source.configure({ ...harness.settings, sendAuthorization: true });
    await harness.advance(5000);
    expect(harness.problemCodes()).toEqual([]);
    expect(harness.service.probes).toHaveLength(1);
  });

  it('repeats the probe within about a minute when the connection was cut', async () => {
    const { harness } = await startWithTwoServices(
      respondWithCollection(() => collection('col_1', 1, ['a1'])),
      respondWithStatus(503),
    );
    harness.service.ignoresKey = true;
    let cuts = 0;
    harness.service.respond = (request, response) => {
      const isProbe = String(request.headers['x-api-key']).startsWith(probePrefix);
      if (isProbe && cuts === 0) {
        cuts += 1;
        request.socket.destroy();
        return;
      }
      respondWithCollection(() => collection('col_1', 1, ['a1']))(request, response);
    };
    await harness.advance(5000);
    expect([cuts, harness.problemCodes()]).toEqual([1, []]);
    await harness.advance(70_000);
    expect(harness.problemCodes()).toEqual(['SOURCE_CACHE_LEAKS']);
  });
});
