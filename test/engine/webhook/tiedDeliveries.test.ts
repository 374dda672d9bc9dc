/** Tests which of two delivered versions with the same date goes on air while the service can’t decide. */
import { describe, expect, it, vi } from 'vitest';
import {
  type CollectionJson,
  collection,
  createHarness,
  type Harness,
  payload,
  payloadNow,
  respondWithCollection,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const tied = (...ids: string[]): CollectionJson => collection('col_1', 20, ids);
/** Events of the second in which the collection changed. */
const at = (fraction: string): Record<string, unknown> => ({ timestamp: `2026-11-20T17:00:20${fraction}Z` });

async function start(hasKey: boolean): Promise<Harness> {
  const running = await createHarness(
    respondWithCollection(() => tied('a')),
    { mode: 'push' },
  );
  if (!hasKey) running.secrets.apiKey = null;
  await running.source.start();
  await running.settle();
  return running;
}

const now = (harness: Harness): Record<string, string> => ({
  'x-webhook-delivery-timestamp': new Date(harness.clock.now()).toISOString(),
});

describe('without an API key, of two versions with the same date', () => {
  it('keeps a takedown when the version before it arrives late', async () => {
    const harness = await start(false);
    await harness.deliver(payload(tied('a'), at('.800')));
    expect((await harness.deliver(payload(tied('a', 'bad'), at('.200')), { headers: now(harness) })).status).toBe(200);
    expect(harness.onAir()).toEqual(['a']);
  });

  it('applies the later one, whether it adds or removes posts', async () => {
    const harness = await start(false);
    await harness.deliver(payload(tied('a', 'bad'), at('.200')));
    await harness.deliver(payload(tied('a'), at('.500')));
    expect(harness.onAir()).toEqual(['a']);
    await harness.deliver(payload(tied('a', 'b'), at('.800')));
    expect(harness.onAir()).toEqual(['a', 'b']);
    expect(harness.problemCodes()).toEqual([]);
    expect(harness.store.state().source.freshness).toBe('fresh');
  });

  it.each([
    ['equal', '.200', '.200'],
    ['of different precision', '.2', '.200'],
    ['missing', null, '.200'],
  ])('adds nothing on air if the times of the events are %s, and doubts the list', async (_, first, second) => {
    const harness = await start(false);
    await harness.deliver(payload(tied('a', 'b'), first === null ? { timestamp: null } : at(first)));
    await harness.deliver(payload(tied('a', 'bad'), at(second)));
    expect(harness.onAir()).toEqual(['a', 'b']);
    expect(harness.store.state().source.freshness).toBe('stale');
    expect(harness.problemCodes()).toContain('WEBHOOK_ORDER_UNKNOWN');
    // A version with only removals is applied all the same.
    await harness.deliver(payload(tied('a'), { timestamp: null }));
    expect(harness.onAir()).toEqual(['a']);
    expect(harness.store.state().source.freshness).toBe('stale');
    await harness.deliver(payloadNow(harness, collection('col_1', 21, ['a', 'c'])));
    expect(harness.onAir()).toEqual(['a', 'c']);
    expect(harness.problemCodes()).toEqual([]);
    expect(harness.store.state().source.freshness).toBe('fresh');
  });
});

describe('with an API key, a version with the same date', () => {
  it('is not put on air while the service fails or its answer is late', async () => {
    const harness = await start(true);
    expect(harness.onAir()).toEqual(['a']);
    harness.service.respond = (_request, response) => void response.writeHead(503).end();
    await harness.deliver(payload(tied('a', 'bad'), at('.200')));
    expect(harness.onAir()).toEqual(['a']);
    expect(harness.problemCodes()).toContain('WEBHOOK_ORDER_UNKNOWN');
    await harness.advance(11_000);
    expect(harness.onAir()).toEqual(['a']);
    expect(harness.store.state().source.freshness).not.toBe('fresh');
    harness.service.respond = respondWithCollection(() => tied('a', 'c'));
    await harness.advance(60_000);
    expect(harness.onAir()).toEqual(['a', 'c']);
    expect(harness.problemCodes()).toEqual([]);
  });

  it('that the service confirmed stays on air when the version before it arrives late while the service fails', async () => {
    const harness = await start(true);
    const newest = tied('a', 'b', 'c');
    harness.service.respond = respondWithCollection(() => newest);
    const accepted = harness.deliver(payload(newest, at('.700')), { headers: now(harness) });
    await expect.poll(() => harness.onAir()).toEqual(['a', 'b', 'c']);
    await accepted;
    harness.service.respond = (_request, response) => void response.writeHead(503).end();
    const late = harness.deliver(payload(tied('a', 'b'), at('.200')), { headers: now(harness) });
    await harness.settle();
    await harness.advance(1000);
    expect((await late).status).toBe(200);
    expect(harness.onAir()).toEqual(['a', 'b', 'c']);
    expect(harness.problemCodes()).not.toContain('WEBHOOK_ORDER_UNKNOWN');
  });
});
