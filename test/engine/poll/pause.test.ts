import { describe, expect, it, vi } from 'vitest';
import { speakPhrases } from '../../../src/core/language/say.ts';
import { createPause, describePause } from '../../../src/engine/poll/pause.ts';
import { createFakeClock } from '../../fakeClock.ts';
import {
  collection,
  createHarness,
  type Harness,
  payloadNow,
  type Respond,
  respondWithCollection,
  respondWithStatus,
  sourceSettings,
  startService,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const limited = respondWithStatus(503, { 'retry-after': '300' });

async function start(respond: Respond, overrides = {}, feeds = ['col_1']): Promise<Harness> {
  const harness = await createHarness(respond, { mode: 'poll', ...overrides }, feeds);
  await harness.source.start();
  await harness.settle();
  return harness;
}

function respondByCollection(responses: Readonly<Record<string, Respond>>): Respond {
  return (request, response) => {
    const id = (request.url ?? '').split('/').at(-1) ?? '';
    (responses[id] ?? respondWithStatus(404))(request, response);
  };
}

function respondWithLive(id: string, live: () => readonly string[]): Respond {
  return respondWithCollection(() => collection(id, live().length, live()));
}

const nextCheckInMs = ({ store, clock }: Harness): number =>
  Date.parse(store.state().source.nextCheckAt ?? '') - clock.now();

it('is described by its length, which is the same in every time zone and stays true after its end', () => {
  expect(speakPhrases(describePause(30_000).facts)['wait']).toBe('it set a pause of 30 s');
});

describe('a Retry-After', () => {
  it('sent to an operator who browses does not delay polling', async () => {
    let live: readonly string[] = ['p1', 'p2'];
    const harness = await start(respondByCollection({ col_1: respondWithLive('col_1', () => live), col_9: limited }));
    expect(await harness.source.fetchCollection('col_9')).toMatchObject({ code: 'SOURCE_LIMITED' });
    live = ['p1', 'p3', 'p4'];
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['p1', 'p3', 'p4']);
    expect(harness.problemCodes()).toEqual([]);
  });

  it.each([[429], [503]])(
    'with status %i sent to an operator who browses delays more browsing, and each refusal names its length',
    async (status) => {
      const limit = respondWithStatus(status, { 'retry-after': '300' });
      const harness = await start(respondByCollection({ col_1: respondWithLive('col_1', () => ['p1']), col_9: limit }));
      const refusal = { code: 'SOURCE_LIMITED', message: expect.stringContaining('it set a pause of 5 min 00 s') };
      expect(await harness.source.fetchCollection('col_9')).toMatchObject(refusal);
      await harness.advance(10_000);
      const isOfBrowsing = ({ url }: { url: string }): boolean => url.endsWith('col_9');
      expect(await harness.source.fetchCollection('col_9')).toMatchObject(refusal);
      expect(harness.service.requests.filter(isOfBrowsing)).toHaveLength(1);
    },
  );

  it('sent to a poll is a problem with the length of the pause until the pause is over', async () => {
    let respond: Respond = respondWithLive('col_1', () => ['p1', 'p2']);
    const harness = await start((request, response) => respond(request, response));
    respond = limited;
    await harness.advance(5000);
    const limit = harness.store.state().problems.find(({ code }) => code === 'SOURCE_LIMITED');
    expect(limit).toMatchObject({ about: 'source', message: expect.stringContaining('it set a pause of 5 min 00 s') });
    expect(harness.logLines.filter((line) => line.startsWith('warn SOURCE_LIMITED'))).toHaveLength(1);
    expect(nextCheckInMs(harness)).toBe(300_000);
    respond = respondWithLive('col_1', () => ['p1', 'p3', 'p4']);
    await harness.advance(299_000);
    expect(harness.problemCodes()).toContain('SOURCE_LIMITED');
    await harness.advance(2000);
    expect(harness.onAir()).toEqual(['p1', 'p3', 'p4']);
    expect(harness.problemCodes()).toEqual([]);
  });

  it.each([[429], [503]])(
    'with status %i sent to the poll of one collection holds back the others, and says so',
    async (status) => {
      let other: Respond = respondWithLive('col_2', () => ['q1']);
      const harness = await start(
        respondByCollection({
          col_1: respondWithLive('col_1', () => ['p1']),
          col_2: (request, response) => other(request, response),
        }),
        {},
        ['col_1', 'col_2'],
      );
      other = respondWithStatus(status, { 'retry-after': '120' });
      await harness.advance(5000);
      expect(harness.problemCodes()).toContain('SOURCE_LIMITED');
      const requests = harness.service.requests.length;
      for (let seconds = 0; seconds < 110; seconds += 10) {
        await harness.advance(10_000);
        expect(nextCheckInMs(harness)).toBeGreaterThan(0);
      }
      expect(harness.service.requests).toHaveLength(requests);
      expect(harness.store.state().source.confirmations['col_1']?.freshness).not.toBe('fresh');
    },
  );

  it('makes Check now say that nothing was sent, and why', async () => {
    let respond: Respond = respondWithLive('col_1', () => ['p1']);
    const harness = await start((request, response) => respond(request, response));
    expect(await harness.source.checkNow()).toBeNull();
    await harness.settle();
    respond = limited;
    await harness.advance(5000);
    const refusal = await harness.source.checkNow();
    expect(refusal?.code).toBe('SOURCE_LIMITED');
    expect(speakPhrases(refusal?.facts ?? {})['wait']).toBe('it set a pause of 5 min 00 s');
  });

  it('makes a push feed stale when a check is overdue, and a delivery confirms it again', async () => {
    let respond: Respond = respondWithLive('col_1', () => ['p1']);
    const harness = await start((request, response) => respond(request, response), {
      mode: 'push',
      push: { reconcileSeconds: 60 },
    });
    respond = limited;
    await harness.advance(60_000);
    expect(harness.problemCodes()).toContain('SOURCE_LIMITED');
    const freshness = (): string => harness.store.state().source.freshness;
    expect(freshness()).toBe('fresh');
    await harness.advance(15_000);
    expect(freshness()).toBe('stale');
    expect((await harness.deliver(payloadNow(harness, collection('col_1', 9, ['p1', 'p2'])))).status).toBe(200);
    expect(freshness()).toBe('fresh');
    await harness.advance(75_000);
    expect(freshness()).toBe('stale');
    respond = respondWithCollection(() => collection('col_1', 9, ['p1', 'p2']));
    await harness.advance(215_000);
    expect(freshness()).toBe('fresh');
  });

  it('ends its problem by itself if no poll was held back', async () => {
    const harness = await start(
      respondByCollection({
        col_1: respondWithLive('col_1', () => ['p1']),
        col_2: respondWithLive('col_2', () => ['q1']),
      }),
      { poll: { intervalSeconds: 60 } },
      ['col_1', 'col_2'],
    );
    harness.service.respond = respondByCollection({
      col_1: respondWithLive('col_1', () => ['p1']),
      col_2: respondWithStatus(429, { 'retry-after': '2' }),
    });
    await harness.source.checkNow();
    await harness.settle();
    expect(harness.problemCodes()).toContain('SOURCE_LIMITED');
    harness.service.respond = respondByCollection({
      col_1: respondWithLive('col_1', () => ['p1']),
      col_2: respondWithLive('col_2', () => ['q1']),
    });
    await harness.advance(20_000);
    expect(harness.problemCodes()).toEqual([]);
  });

  it('ends together with its problem when another service is chosen', async () => {
    const harness = await start(limited);
    expect(harness.problemCodes()).toContain('SOURCE_LIMITED');
    const other = await startService(
      harness.clock,
      respondWithLive('col_1', () => ['p1']),
    );
    await harness.source.configure(sourceSettings({ mode: 'poll', baseUrl: other.baseUrl }));
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['p1']);
    expect(harness.problemCodes()).not.toContain('SOURCE_LIMITED');
  });
});

describe('a pause', () => {
  function begin(...lengths: readonly number[]) {
    const clock = createFakeClock();
    const changes: number[] = [];
    const pause = createPause(clock, (leftMs) => changes.push(leftMs));
    for (const milliseconds of lengths) pause.begin(milliseconds);
    return { clock, changes, pause };
  }

  it('is never ended by a shorter one', () => {
    const { clock, changes, pause } = begin(60_000, 10_000);
    clock.advance(10_000);
    expect(pause.leftMs()).toBe(50_000);
    expect(changes).toEqual([60_000]);
    clock.advance(50_000);
    expect(changes).toEqual([60_000, 0]);
  });

  it('that gets longer ends only once', () => {
    const { clock, changes, pause } = begin(10_000, 60_000);
    clock.advance(59_999);
    expect(changes).toEqual([10_000, 60_000]);
    clock.advance(1);
    expect(pause.leftMs()).toBe(0);
    expect(changes).toEqual([10_000, 60_000, 0]);
  });

  it('of the service before says nothing at its end', () => {
    const { clock, changes, pause } = begin(10_000);
    pause.end();
    expect(pause.leftMs()).toBe(0);
    clock.advance(10_000);
    expect(changes).toEqual([10_000]);
  });
});
