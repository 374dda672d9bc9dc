/** Tests a service whose ETag is the date of its list in whole seconds, so that two changes in one second have the same ETag. */
import { describe, expect, it, vi } from 'vitest';
import {
  type CollectionJson,
  collection,
  createHarness,
  type Harness,
  payload,
  type Respond,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

let body: CollectionJson;
let hasDate = true;

/** Dates the list by now; the fake clock starts at a whole second. */
const change = (harness: Harness, ...ids: string[]): CollectionJson =>
  collection('col_1', 0, ids, { lastModifiedDate: `${new Date(harness.clock.now()).toISOString().slice(0, 19)}Z` });

const respond: Respond = (request, response) => {
  if (!hasDate) response.sendDate = false;
  if (!hasDate) response.removeHeader('date');
  const etag = `"${String(body['lastModifiedDate'])}"`;
  if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
  else response.writeHead(200, { etag }).end(JSON.stringify(body));
};

async function start(overrides = {}, feeds = ['col_1']): Promise<Harness> {
  body = collection('col_1', 1, ['a']);
  const running = await createHarness(respond, { mode: 'poll', ...overrides }, feeds);
  await running.source.start();
  await running.advance(5000);
  return running;
}

const countFull = (harness: Harness): number =>
  harness.service.requests.filter(({ headers }) => headers['if-none-match'] === undefined).length;

describe.each([true, false])('with a date of its own: %s', (isDated) => {
  it('a takedown in the same second as an earlier change is found by the next poll', async () => {
    hasDate = isDated;
    const harness = await start();
    await harness.advance(4900);
    body = change(harness, 'a', 'bad');
    await harness.advance(100);
    expect(harness.onAir()).toEqual(['a', 'bad']);
    // The clock shows the next second, but the list still has the date of the one before.
    body = { ...body, liveContents: change(harness, 'a').liveContents, liveContentCount: 1 };
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['a']);
    expect(harness.store.state().source.freshness).toBe('fresh');
  });
});

describe('the cost of a change', () => {
  it('is at most two complete responses more, and none if it is older than two seconds when it is found', async () => {
    hasDate = true;
    const harness = await start();
    await harness.advance(2000);
    body = change(harness, 'b');
    await harness.advance(3000);
    let before = { requests: harness.service.requests.length, full: countFull(harness) };
    await harness.advance(20_000);
    expect(countFull(harness)).toBe(before.full);
    await harness.advance(4500);
    body = change(harness, 'c');
    await harness.advance(500);
    expect(harness.onAir()).toEqual(['c']);
    before = { requests: harness.service.requests.length, full: countFull(harness) };
    await harness.advance(20_000);
    expect(countFull(harness) - before.full).toBeLessThanOrEqual(2);
    expect(harness.service.requests.length - before.requests).toBeLessThanOrEqual(6);
  });

  it('is bounded if its date stays in the last two seconds, as of a service whose clock has stopped', async () => {
    hasDate = true;
    const harness = await start();
    const now = new Date(harness.clock.now()).toUTCString();
    body = change(harness, 'b');
    harness.service.respond = (request, response) => {
      response.setHeader('date', now);
      respond(request, response);
    };
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['b']);
    const before = countFull(harness);
    await harness.advance(300_000);
    // And one a minute, as always.
    expect(countFull(harness) - before).toBeLessThanOrEqual(2 + 5);
  });

  it('is nothing if the ETag has the date in milliseconds', async () => {
    hasDate = true;
    const harness = await start();
    await harness.advance(4900);
    body = { ...change(harness, 'b'), lastModifiedDate: new Date(harness.clock.now()).toISOString() };
    await harness.advance(100);
    const before = countFull(harness);
    expect(harness.onAir()).toEqual(['b']);
    await harness.advance(20_000);
    expect(countFull(harness)).toBe(before);
  });
});

describe('a delivery', () => {
  it('is followed by complete polls until a takedown in its second would show', async () => {
    hasDate = true;
    const harness = await start({ mode: 'hybrid' });
    await harness.advance(4900);
    body = change(harness, 'a', 'bad');
    expect((await harness.deliver(payload(body))).status).toBe(200);
    await harness.advance(100);
    expect(harness.onAir()).toEqual(['a', 'bad']);
    body = { ...body, liveContents: change(harness, 'a').liveContents, liveContentCount: 1 };
    await harness.advance(30_000);
    expect(harness.onAir()).toEqual(['a']);
  });
});
