/** Tests that a response from before our version never decides between versions that their dates can’t order. */
import { describe, expect, it, vi } from 'vitest';
import {
  type CollectionJson,
  collection,
  createHarness,
  type Harness,
  payload,
  respondWithBody,
  respondWithStatus,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const withDate = (lastModifiedDate: string, ...ids: string[]): CollectionJson =>
  collection('col_1', 20, ids, { lastModifiedDate });
const sameSecond = '2026-11-20T17:00:20Z';

/** Headers of a response that a cache has kept for some seconds. */
type Cached = (harness: Harness, seconds: number) => Record<string, string>;
const withAge: Cached = (_, seconds) => ({ age: String(seconds) });
const withOldDate: Cached = ({ clock }, seconds) => ({ date: new Date(clock.now() - seconds * 1000).toUTCString() });

/** Without an ETag, so that every response is complete. */
const send = (harness: Harness, body: CollectionJson, headers: Record<string, string> = {}): void => {
  harness.service.respond = respondWithBody(JSON.stringify(body), headers);
};

async function start(body: CollectionJson, mode = 'poll'): Promise<Harness> {
  const running = await createHarness(respondWithBody(JSON.stringify(body)), { mode });
  await running.source.start();
  await running.advance(10_000);
  return running;
}

describe.each([
  ['an age', withAge],
  ['an older date', withOldDate],
])('a cached response with %s', (_, cached) => {
  it.each([
    ['of the same second', sameSecond],
    ['with a date that can’t be read', 'yesterday'],
  ])('does not bring a removed post back by a version %s', async (_, date) => {
    const harness = await start(withDate(date, 'a', 'bad'));
    send(harness, withDate(date, 'a'));
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['a']);
    send(harness, withDate(date, 'a', 'bad'), cached(harness, 20));
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['a']);
    send(harness, withDate(date, 'a', 'b'));
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['a', 'b']);
    expect(harness.store.state().source.freshness).toBe('fresh');
  });

  it('does not decide against a delivered takedown of the same second', async () => {
    const listed = withDate(sameSecond, 'a', 'bad');
    const harness = await start(listed, 'hybrid');
    send(harness, listed, cached(harness, 20));
    expect((await harness.deliver(payload(withDate(sameSecond, 'a')))).status).toBe(200);
    expect(harness.onAir()).toEqual(['a']);
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['a']);
  });
});

describe('a version of the same second', () => {
  it('is decided by a cache that answers every request, once it has a response from after our version', async () => {
    const harness = await start(withDate(sameSecond, 'a', 'bad'));
    let keptMs = 0;
    let kept = JSON.stringify(withDate(sameSecond, 'a', 'bad'));
    let body = kept;
    harness.service.respond = (request, response) => {
      const nowMs = harness.clock.monotonicMs();
      if (nowMs - keptMs >= 30_000) [keptMs, kept] = [nowMs, body];
      respondWithBody(kept, { age: String(Math.floor((nowMs - keptMs) / 1000)) })(request, response);
    };
    await harness.advance(10_000);
    body = JSON.stringify(withDate(sameSecond, 'a'));
    await harness.advance(90_000);
    expect(harness.onAir()).toEqual(['a']);
    expect(harness.store.state().source.freshness).toBe('fresh');
  });
});

describe('a response with a date that can’t be read', () => {
  it('does not replace a version that was delivered during the request', async () => {
    const harness = await start(withDate(sameSecond, 'a', 'bad'), 'hybrid');
    let isAnswered = false;
    harness.service.respond = (request, response) => {
      if (isAnswered) return respondWithStatus(503)(request, response);
      isAnswered = true;
      void harness
        .deliver(payload(collection('col_1', 30, ['a'])))
        .then(() => respondWithBody(JSON.stringify(withDate('yesterday', 'a', 'bad')))(request, response));
    };
    await harness.advance(6000);
    expect(isAnswered).toBe(true);
    expect(harness.onAir()).toEqual(['a']);
  });
});
