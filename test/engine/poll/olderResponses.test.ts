import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type CollectionJson,
  collection,
  createHarness,
  type Harness,
  payload,
  respondWithCollection,
  respondWithStatus,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

let body: CollectionJson;
/** Seconds in the Age header; `null` sends none. */
let age: number | string | null = null;
let isDown = false;
afterEach(async () => {
  age = null;
  isDown = false;
});

const listed = collection('col_1', 10, ['a', 'bad']);
const takedown = collection('col_1', 20, ['a']);

const respond = respondWithCollection(() => body);

/** Starts a source with a key, and has one delivery accepted. */
async function startAccepting(mode: string): Promise<Harness> {
  body = listed;
  const running = await createHarness(
    (request, response) => {
      if (isDown) {
        request.socket.destroy();
        return;
      }
      if (age !== null) response.setHeader('age', String(age));
      respond(request, response);
    },
    { mode },
  );
  await running.source.start();
  await running.settle();
  if (mode !== 'poll') expect((await running.deliver(payload(listed))).status).toBe(200);
  // The check of an earlier delivery is over.
  await running.advance(6000);
  return running;
}

/** Delivers the takedown with another secret than ours. */
async function deliverWrongly(harness: Harness): Promise<void> {
  expect((await harness.deliver(payload(takedown), { secret: 'rotated' })).status).toBe(401);
}

const sourceOf = (harness: Harness) => harness.store.state().source;

describe('a response from a cache', () => {
  it.each([6, 0])(
    'that is known to be older than a refused delivery does not confirm the list (Age: %i)',
    async (seconds) => {
      const harness = await startAccepting('push');
      age = seconds;
      await deliverWrongly(harness);
      await harness.settle();
      expect(sourceOf(harness)).toMatchObject({ freshness: 'stale', state: 'stale' });
      expect(harness.onAir()).toEqual(['a', 'bad']);
      const before = harness.service.requests.length;
      body = takedown;
      await harness.advance(5000);
      expect(harness.service.requests.length).toBe(before + 1);
      expect(harness.onAir()).toEqual(['a']);
      age = 1;
      await harness.advance(5000);
      expect(sourceOf(harness)).toMatchObject({ freshness: 'fresh', state: 'current' });
    },
  );

  it.each([['600, 3'], ['600,3'], ['99999999999'], [' 600 ']])(
    'counts by the first of several ages (%s)',
    async (ages) => {
      const harness = await startAccepting('poll');
      age = ages;
      await harness.advance(60_000);
      expect(sourceOf(harness).freshness).toBe('stale');
      expect(harness.problemCodes()).toContain('SOURCE_CACHE_IN_PATH');
    },
  );

  it('dates the confirmation by its age, and is stale but not offline when it is older than 30 s', async () => {
    const harness = await startAccepting('hybrid');
    age = 30;
    await harness.advance(60_000);
    expect(sourceOf(harness)).toMatchObject({ freshness: 'fresh', state: 'current' });
    const confirmedMs = Date.parse(sourceOf(harness).lastConfirmedAt ?? '');
    expect(harness.clock.now() - confirmedMs).toBeGreaterThanOrEqual(30_000);
    age = 7200;
    await harness.advance(120_000);
    expect(sourceOf(harness)).toMatchObject({ freshness: 'stale', state: 'stale' });
    expect(Date.parse(sourceOf(harness).lastConfirmedAt ?? '')).toBeLessThanOrEqual(confirmedMs + 10_000);
    age = null;
    await harness.advance(6000);
    expect(sourceOf(harness)).toMatchObject({ freshness: 'fresh', state: 'current' });
  });
});

describe('the same cached response, read again and again', () => {
  const keepInCache = (harness: Harness): void => {
    const cachedMs = harness.clock.monotonicMs();
    harness.service.respond = (request, response) => {
      response.setHeader('age', String(Math.floor((harness.clock.monotonicMs() - cachedMs) / 1000)));
      respond(request, response);
    };
  };

  it('does not undo a takedown that was delivered meanwhile', async () => {
    const harness = await startAccepting('hybrid');
    keepInCache(harness);
    expect((await harness.deliver(payload(takedown))).status).toBe(200);
    await harness.advance(200_000);
    expect(harness.onAir()).toEqual(['a']);
    expect(harness.problemCodes()).not.toContain('SOURCE_REWOUND');
  });

  it('does not empty a feed by a list whose count is wrong', async () => {
    const harness = await startAccepting('poll');
    body = collection('col_1', 20, [], { liveContentCount: 2 });
    keepInCache(harness);
    await harness.advance(200_000);
    expect(harness.onAir()).toEqual(['a', 'bad']);
    expect(harness.problemCodes()).toContain('SOURCE_EMPTY_DOUBTED');
  });
});

describe('a poll that was sent before a refused delivery', () => {
  it('does not confirm the list, so that the feed is stale when the check fails', async () => {
    const harness = await startAccepting('push');
    let answer: (() => void) | null = null;
    harness.service.respond = (request, response: ServerResponse) => {
      answer = () => respond(request, response);
    };
    void harness.source.checkNow();
    await expect.poll(() => answer).not.toBeNull();
    harness.clock.advance(700);
    await deliverWrongly(harness);
    harness.service.respond = respondWithStatus(503);
    (answer as (() => void) | null)?.();
    await harness.advance(100);
    expect(sourceOf(harness)).toMatchObject({ freshness: 'stale', state: 'stale' });
    body = takedown;
    harness.service.respond = respond;
    await harness.advance(20_000);
    expect(harness.onAir()).toEqual(['a']);
    expect(sourceOf(harness)).toMatchObject({ freshness: 'fresh', state: 'current' });
  });
});

describe('a refused delivery while the service limits requests', () => {
  it('makes the feed stale until the check is allowed', async () => {
    const harness = await startAccepting('push');
    harness.service.respond = respondWithStatus(429, { 'retry-after': '240' });
    void harness.source.checkNow();
    await harness.settle();
    harness.service.respond = respond;
    body = takedown;
    const before = harness.service.requests.length;
    await deliverWrongly(harness);
    await harness.settle();
    expect(sourceOf(harness).freshness).toBe('stale');
    await harness.advance(200_000);
    expect(harness.service.requests.length).toBe(before);
    expect(sourceOf(harness).freshness).not.toBe('fresh');
    await harness.advance(60_000);
    expect(harness.onAir()).toEqual(['a']);
    expect(sourceOf(harness)).toMatchObject({ freshness: 'fresh', state: 'current' });
  });
});

describe('an older version that the service repeats', () => {
  it('after an outage ends the problem that the service is offline, and is reported before and after it goes on air', async () => {
    const harness = await startAccepting('poll');
    isDown = true;
    await harness.advance(40_000);
    expect(harness.problemCodes()).toEqual(['SOURCE_OFFLINE']);
    isDown = false;
    body = collection('col_1', 5, ['old']);
    await harness.advance(20_000);
    expect(harness.problemCodes()).toEqual(['SOURCE_OLDER_IGNORED']);
    expect(harness.onAir()).toEqual(['a', 'bad']);
    expect(sourceOf(harness)).toMatchObject({ freshness: 'stale', state: 'stale' });
    await harness.advance(70_000);
    expect(harness.onAir()).toEqual(['old']);
    expect(harness.problemCodes()).toEqual(['SOURCE_REWOUND']);
    body = collection('col_1', 30, ['new']);
    await harness.advance(5000);
    expect(harness.problemCodes()).toEqual([]);
  });

  it('after the collection was missing ends the problem that it is missing', async () => {
    const harness = await startAccepting('poll');
    const present = harness.service.respond;
    harness.service.respond = respondWithStatus(404);
    await harness.advance(40_000);
    expect(harness.problemCodes()).toEqual(['SOURCE_COLLECTION_GONE']);
    harness.service.respond = present;
    body = collection('col_1', 5, ['old']);
    await harness.advance(70_000);
    expect(harness.problemCodes()).toEqual(['SOURCE_OLDER_IGNORED']);
    expect(harness.onAir()).toEqual(['a', 'bad']);
  });

  it('is reported until the service’s next change, also if that arrives as a delivery', async () => {
    const harness = await startAccepting('hybrid');
    body = collection('col_1', 5, ['old']);
    await harness.advance(130_000);
    expect(harness.problemCodes()).toContain('SOURCE_REWOUND');
    body = collection('col_1', 30, ['new']);
    await harness.deliver(payload(body));
    expect(harness.problemCodes()).not.toContain('SOURCE_REWOUND');
  });

  it('is contact, so that the feed is stale and not offline until it is followed', async () => {
    const harness = await startAccepting('hybrid');
    body = collection('col_1', 5, ['old']);
    const seen = new Set<string>();
    const stop = harness.store.subscribe(
      ({ state }) => void seen.add(`${state.source.state} ${state.source.freshness}`),
    );
    await harness.advance(130_000);
    stop();
    expect(harness.onAir()).toEqual(['old']);
    expect([...seen].sort()).toEqual(['current fresh', 'stale stale']);
  });
});
