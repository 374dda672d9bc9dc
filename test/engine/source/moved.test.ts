import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BaseAddress } from '../../../src/engine/source/address.ts';
import { createEtagCache } from '../../../src/engine/source/conditional.ts';
import { createSourceStatus } from '../../../src/engine/source/contact.ts';
import { initialPollState, pollOnce } from '../../../src/engine/source/look.ts';
import { createListOrigins } from '../../../src/engine/source/origins.ts';
import { probePrefix } from '../../../src/engine/source/probe.ts';
import {
  collection,
  createHarness,
  type FakeService,
  failing,
  type Harness,
  type Respond,
  serving,
  startService,
} from './bench.ts';

// A machine that is busy with something else is no fault of what is tested here.
vi.setConfig({ testTimeout: 60_000 });

let bench: Harness | null = null;
let other: FakeService | null = null;
afterEach(async () => {
  await bench?.close();
  await other?.close();
  bench = null;
  other = null;
});

/** A source that polls one service, and another service that it can be moved to. */
async function between(first: Respond, second: Respond, over = {}, feeds = ['col_1']) {
  const on = await createHarness(first, { mode: 'poll', ...over }, feeds);
  bench = on;
  const there = await startService(on.clock, second);
  other = there;
  await on.source.start();
  await on.settle();
  const move = (more = {}) => on.source.configure({ ...on.settings, baseUrl: there.baseUrl, ...more });
  return { on, there, move };
}

describe('another address at run time', () => {
  it('follows the new service at once though its version is older, and keeps its order from then on', async () => {
    let said = collection('col_1', 5, ['b5']);
    const { on, there, move } = await between(
      serving(() => collection('col_1', 9, ['a9'])),
      (request, response) => serving(() => said)(request, response),
    );
    await move();
    await vi.waitFor(() => expect(on.onAir()).toEqual(['b5']));
    await on.settle();
    expect(on.problemCodes()).toEqual([]);
    expect(there.requests[0]?.headers['if-none-match']).toBeUndefined();
    said = collection('col_1', 4, ['b4']);
    await on.advance(10_000);
    expect(on.onAir()).toEqual(['b5']);
    expect(on.problemCodes()).toEqual(['SOURCE_OLDER_IGNORED']);
  });

  it('does not show what the old one left as confirmed until the new one has said its own', async () => {
    const { on, move } = await between(
      serving(() => collection('col_1', 9, ['a9'])),
      failing(503),
    );
    expect(on.store.state().source.word).toBe('current');
    await move();
    await on.advance(10_000);
    expect(on.onAir()).toEqual(['a9']);
    expect(on.store.state().source).toMatchObject({ word: 'stale', lastConfirmedAt: null });
  });

  it('cuts off what is under way at the old service, and never puts its answer on air', async () => {
    let version = 1;
    const held: (() => void)[] = [];
    let isSlow = false;
    const { on, move } = await between(
      (request, response) => {
        const body = collection('col_1', version, [`a${version}`]);
        const answer = () => serving(() => body)(request, response);
        if (isSlow) held.push(answer);
        else answer();
      },
      serving(() => collection('col_1', 5, ['b5'])),
    );
    const shown: string[] = [];
    on.store.subscribe(({ state }) => void shown.push(state.feeds[0]?.onAir.items.map((item) => item.id).join() ?? ''));
    isSlow = true;
    version = 9;
    on.source.checkNow();
    await vi.waitFor(() => expect(held).toHaveLength(1));
    await move();
    await on.advance(10);
    expect(on.onAir()).toEqual(['b5']);
    for (const answer of held) answer();
    await on.advance(20_000);
    expect(on.onAir()).toEqual(['b5']);
    expect(shown).not.toContain('a9');
    expect(on.service.requests).toHaveLength(2);
  });

  it('is not bound by a wait that the old service asked for', async () => {
    let isLimiting = false;
    const { on, there, move } = await between(
      (request, response) =>
        isLimiting
          ? failing(503, { 'retry-after': '300' })(request, response)
          : serving(() => collection('col_1', 1, ['a1']))(request, response),
      serving(() => collection('col_1', 2, ['b2'])),
    );
    isLimiting = true;
    await on.advance(6000);
    const asked = on.service.requests.length;
    await move();
    await vi.waitFor(() => expect(there.requests.length).toBeGreaterThan(0));
    await on.advance(1000);
    expect(on.onAir()).toEqual(['b2']);
    expect(on.service.requests.length).toBe(asked);
  });

  it('throws an answer away that was read whole just before the address changed', async () => {
    const on = await createHarness(failing(503));
    bench = on;
    const old = { origin: 'http://127.0.0.1:1', path: '' };
    const present: { base: BaseAddress } = { base: old };
    const facts = { status: 200, latencyMs: 1, skewMs: 0, cacheAgeSeconds: null };
    const deps = {
      store: on.store,
      ports: on.ports,
      etags: createEtagCache(),
      origins: createListOrigins(),
      sourceStatus: createSourceStatus(on.store, on.ports, false),
      base: () => present.base,
      answered: () => undefined,
      needsKey: () => true,
      client: {
        get: async () => {
          present.base = { origin: 'http://127.0.0.1:2', path: '' };
          return { kind: 'answered' as const, body: collection('col_1', 9, ['a9']), etag: '"9"', facts };
        },
        renew: () => undefined,
        cutOff: () => undefined,
        close: async () => undefined,
      },
    };
    const seen = await pollOnce(deps, 'col_1', false, initialPollState);
    expect(seen).toMatchObject({ result: { kind: 'inconclusive' }, next: { kind: 'now' } });
    expect(on.onAir()).toEqual([]);
  });

  it('believes the list of the new service about nothing that the old one said', async () => {
    let isFailing = false;
    const ids = ['c1', 'c2', 'c3', 'c4', 'c5'];
    const service =
      (name: string): Respond =>
      (request, response) => {
        const { pathname } = new URL(request.url ?? '', 'http://service');
        const id = pathname.split('/').at(-1) ?? '';
        const bodies = ids.map((one) => collection(one, 1, [`${name}-${one}`]));
        if (id !== 'collections' && name === 'b' && isFailing) return failing(503)(request, response);
        if (id !== 'collections') return serving(() => collection(id, 1, [`${name}-${id}`]))(request, response);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({
            collections: bodies.map(({ liveContents: _, stagingContents: __, ...row }) => row),
            meta: { page: 0, pageSize: 100, totalItems: ids.length, totalPages: 1 },
          }),
        );
      };
    const { on, move } = await between(service('a'), service('b'), {}, ids);
    await on.advance(30_000);
    isFailing = true;
    await move();
    await on.advance(20_000);
    expect(on.store.state().source.lastConfirmedAt).toBeNull();
    isFailing = false;
    await on.advance(90_000);
    expect(on.store.state().feeds.map((feed) => feed.onAir.items[0]?.id)).toEqual(ids.map((id) => `b-${id}`));
  });

  it('looks for a leaking cache anew there, and takes back what was said of the old one', async () => {
    const { on, there, move } = await between(
      serving(() => collection('col_1', 1, ['a1'])),
      serving(() => collection('col_1', 2, ['b2'])),
    );
    on.service.ignoresKey = true;
    await on.advance(5000);
    expect(on.problemCodes()).toEqual(['SOURCE_CACHE_LEAKS']);
    await move();
    await on.advance(5000);
    expect(there.probes).toEqual(['/v1/collections/col_1']);
    expect(on.problemCodes()).toEqual([]);
    there.ignoresKey = true;
    await on.source.configure(on.settings);
    on.service.ignoresKey = false;
    await on.advance(5000);
    await move();
    await on.advance(5000);
    expect(on.problemCodes()).toEqual(['SOURCE_CACHE_LEAKS']);
  });

  it('changes nothing when the same address is written another way', async () => {
    const { on } = await between(
      serving(() => collection('col_1', 9, ['a9'])),
      failing(503),
    );
    on.service.respond = serving(() => collection('col_1', 5, ['a5']));
    await on.source.configure({ ...on.settings, baseUrl: `${on.settings.baseUrl}/` });
    await on.advance(10_000);
    expect(on.onAir()).toEqual(['a9']);
    expect(on.problemCodes()).toEqual(['SOURCE_OLDER_IGNORED']);
  });
});

describe('looking for a leaking cache', () => {
  it('is done anew as soon as Authorization is sent too, and the matter taken back when nothing leaks', async () => {
    const { on } = await between(
      serving(() => collection('col_1', 1, ['a1'])),
      failing(503),
    );
    on.service.ignoresKey = true;
    await on.advance(5000);
    expect(on.problemCodes()).toEqual(['SOURCE_CACHE_LEAKS']);
    on.service.ignoresKey = false;
    await on.source.configure({ ...on.settings, sendAuthorization: true });
    await on.advance(5000);
    expect(on.problemCodes()).toEqual([]);
    expect(on.service.probes).toHaveLength(1);
  });

  it('is tried again within a minute or so when the line was cut', async () => {
    const { on } = await between(
      serving(() => collection('col_1', 1, ['a1'])),
      failing(503),
    );
    on.service.ignoresKey = true;
    let cuts = 0;
    on.service.respond = (request, response) => {
      const isProbe = String(request.headers['x-api-key']).startsWith(probePrefix);
      if (isProbe && cuts === 0) {
        cuts += 1;
        request.socket.destroy();
        return;
      }
      serving(() => collection('col_1', 1, ['a1']))(request, response);
    };
    await on.advance(5000);
    expect([cuts, on.problemCodes()]).toEqual([1, []]);
    await on.advance(70_000);
    expect(on.problemCodes()).toEqual(['SOURCE_CACHE_LEAKS']);
  });
});
