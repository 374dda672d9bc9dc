import { describe, expect, it, vi } from 'vitest';
import {
  type CollectionJson,
  collection,
  createHarness,
  type Harness,
  payload,
  respondWithCollection,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** Starts a source whose service sends the current `body`. */
async function startSource(mode: string): Promise<Harness & { body: CollectionJson }> {
  const current = { body: collection('col_1', 1, ['p1']) };
  const running = await createHarness(
    (request, response) => respondWithCollection(() => current.body)(request, response),
    {
      mode,
    },
  );
  await running.source.start();
  await running.settle();
  return Object.defineProperty(running as Harness & { body: CollectionJson }, 'body', {
    get: () => current.body,
    set: (next: CollectionJson) => {
      current.body = next;
    },
  });
}

describe('polling combined with deliveries', () => {
  it('applies a delivery immediately, and the next poll verifies it without changing air', async () => {
    const harness = await startSource('hybrid');
    harness.body = collection('col_1', 2, ['p2']);
    await harness.deliver(payload(harness.body));
    expect(harness.onAir()).toEqual(['p2']);
    const { revision } = harness.store.state().feeds[0]?.onAir ?? { revision: -1 };
    await harness.advance(60_000);
    expect(harness.store.state().feeds[0]?.onAir.revision).toBe(revision);
    expect(harness.problemCodes()).toEqual([]);
  });

  it('counts a change that no delivery announced, and reports it when deliveries stay silent', async () => {
    const harness = await startSource('hybrid');
    harness.body = collection('col_1', 2, ['p2']);
    await harness.advance(40_000);
    expect(harness.onAir()).toEqual(['p2']);
    expect(harness.problemCodes()).toEqual(['SOURCE_DELIVERIES_MISSED']);
    harness.body = collection('col_1', 3, ['p3']);
    await harness.advance(40_000);
    expect(harness.problemCodes()).toContain('WEBHOOK_SILENT');
    harness.body = collection('col_1', 4, ['p4']);
    await harness.deliver(payload(harness.body));
    await harness.settle();
    expect(harness.problemCodes()).not.toContain('WEBHOOK_SILENT');
    expect(harness.problemCodes()).toContain('SOURCE_DELIVERIES_MISSED');
    harness.body = collection('col_1', 5, ['p5']);
    await harness.deliver(payload(harness.body));
    await harness.settle();
    expect(harness.problemCodes()).toEqual([]);
    harness.body = collection('col_1', 6, ['p6']);
    await harness.advance(40_000);
    expect(harness.store.state().problems[0]?.message).toMatch(/^Polling found 1 change that no delivery reported\. /);
  });

  it('counts every change that no delivery announced, however soon it follows the one before', async () => {
    const harness = await startSource('hybrid');
    for (const second of [2, 3, 4]) {
      harness.body = collection('col_1', second, [`p${second}`]);
      await harness.advance(6000);
      expect(harness.onAir()).toEqual([`p${second}`]);
    }
    await harness.advance(40_000);
    expect(harness.store.state().problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Polling found 3 changes that no delivery reported\. /),
    ]);
    // A delivery of the newest replaces those before it.
    for (const second of [5, 6]) {
      harness.body = collection('col_1', second, [`p${second}`]);
      await harness.advance(6000);
    }
    await harness.deliver(payload(harness.body));
    await harness.advance(40_000);
    expect(harness.store.state().problems[0]?.message).toMatch(/^Polling found 3 changes /);
  });

  it('puts no version with the same date on air while the service fails, and polls it afterwards', async () => {
    const lastModifiedDate = '2026-11-20T17:00:01Z';
    const harness = await startSource('hybrid');
    const dated = (id: string) => collection('col_1', 1, [id], { lastModifiedDate });
    harness.service.respond = (request) => void request.socket.destroy();
    expect((await harness.deliver(payload(dated('second edit')))).status).toBe(200);
    expect(harness.onAir()).toEqual(['p1']);
    // A third edit was never delivered, and the ETag hides it, so only an unconditional request finds it.
    harness.body = dated('third edit');
    const before = harness.service.requests.length;
    harness.service.respond = (request, response) => {
      if (request.headers['if-none-match'] !== undefined) response.writeHead(304).end();
      else respondWithCollection(() => harness.body)(request, response);
    };
    await harness.advance(16_000);
    expect(harness.service.requests[before]?.headers['if-none-match']).toBeUndefined();
    expect(harness.onAir()).toEqual(['third edit']);
  });

  it('lets the service decide between two versions with the same date before it responds to the delivery', async () => {
    const lastModifiedDate = '2026-11-20T17:00:01Z';
    const harness = await startSource('hybrid');
    harness.body = collection('col_1', 1, ['the last edit'], { lastModifiedDate });
    const earlier = collection('col_1', 1, ['an earlier edit'], { lastModifiedDate });
    expect((await harness.deliver(payload(earlier))).status).toBe(200);
    expect(harness.onAir()).toEqual(['the last edit']);
    await harness.advance(60_000);
    expect(harness.problemCodes()).toEqual([]);
  });

  it('starts counting repeats of an older version again when a delivery brings a new version', async () => {
    const harness = await startSource('hybrid');
    const stuck = collection('col_1', 1, ['p1']);
    harness.body = stuck;
    expect((await harness.deliver(payload(collection('col_1', 2, ['p2'])))).status).toBe(200);
    await harness.advance(60_000);
    expect((await harness.deliver(payload(collection('col_1', 3, ['p3'])))).status).toBe(200);
    await harness.advance(60_000);
    expect(harness.onAir()).toEqual(['p3']);
    await harness.advance(60_000);
    expect(harness.onAir()).toEqual(['p1']);
    expect(harness.problemCodes()).toContain('SOURCE_REWOUND');
  });

  it('does not count a delivery that arrives shortly after the poll as missed', async () => {
    const harness = await startSource('hybrid');
    harness.body = collection('col_1', 2, ['p2']);
    await harness.advance(10_000);
    await harness.deliver(payload(harness.body));
    await harness.advance(60_000);
    expect(harness.problemCodes()).toEqual([]);
  });

  it('does not count an unusable delivery as missed, whether it arrived before or after the poll', async () => {
    const harness = await startSource('hybrid');
    const unreadable = { event: 'COLLECTION_UPDATED', collectionId: 'col_1', data: { id: 'col_1' } };
    for (const raw of [JSON.stringify(unreadable), 'not JSON', 'x'.repeat(5 * 1024 * 1024 + 1)]) {
      harness.body = collection('col_1', harness.service.requests.length + 2, [`before ${raw.length}`]);
      expect((await harness.deliver(null, { raw })).status).toBe(raw.length > 1000 ? 413 : 422);
      await harness.advance(60_000);
      expect(harness.onAir()).toEqual([`before ${raw.length}`]);
      harness.body = collection('col_1', harness.service.requests.length + 2, [`after ${raw.length}`]);
      await harness.advance(20_000);
      await harness.deliver(null, { raw: `${raw} ` });
      await harness.advance(60_000);
      expect(harness.onAir()).toEqual([`after ${raw.length}`]);
    }
    expect(harness.problemCodes().filter((code) => /MISSED|SILENT/.test(code))).toEqual([]);
    // A delivery that really is missing is still reported.
    harness.body = collection('col_1', harness.service.requests.length + 2, ['undelivered']);
    await harness.advance(60_000);
    expect(harness.problemCodes()).toContain('SOURCE_DELIVERIES_MISSED');
  });

  it('ends the silence when a delivery arrives, even an unreadable one', async () => {
    const harness = await startSource('hybrid');
    for (const second of [2, 3]) {
      harness.body = collection('col_1', second, [`p${second}`]);
      await harness.advance(60_000);
    }
    expect(harness.problemCodes()).toContain('WEBHOOK_SILENT');
    const raw = JSON.stringify({ event: 'COLLECTION_UPDATED', collectionId: 'col_1', data: { id: 'col_1' } });
    expect((await harness.deliver(null, { raw })).status).toBe(422);
    await harness.settle();
    expect(harness.problemCodes()).not.toContain('WEBHOOK_SILENT');
  });

  it('polls at the poll interval in push mode while deliveries are silent, and slowly again after one arrives', async () => {
    const harness = await startSource('push');
    for (const second of [2, 3]) {
      harness.body = collection('col_1', second, [`p${second}`]);
      await harness.advance(100_000);
    }
    expect(harness.problemCodes()).toContain('WEBHOOK_SILENT');
    const before = harness.service.requests.length;
    await harness.advance(60_000);
    expect(harness.service.requests.length - before).toBeGreaterThanOrEqual(11);
    harness.body = collection('col_1', 4, ['p4']);
    await harness.deliver(payload(harness.body));
    await harness.advance(10_000);
    const afterRecovery = harness.service.requests.length;
    await harness.advance(60_000);
    expect(harness.service.requests.length - afterRecovery).toBeLessThanOrEqual(2);
  });
});

describe('a running source', () => {
  it('switches between poll, push and hybrid without a gap, a repeat or a blank', async () => {
    const harness = await startSource('poll');
    const published: { revision: number; count: number }[] = [];
    harness.store.subscribe(({ state }) => {
      const feed = state.feeds[0];
      if (feed !== undefined) published.push({ revision: feed.onAir.revision, count: feed.onAir.items.length });
    });
    let second = 1;
    for (const mode of ['push', 'hybrid', 'poll', 'hybrid', 'push', 'poll'] as const) {
      second += 1;
      harness.body = collection('col_1', second, ['p1', `p${second}`]);
      await harness.source.configure({ ...harness.settings, mode });
      await harness.settle();
      expect(harness.onAir()).toEqual(['p1', `p${second}`]);
      expect(harness.source.webhookAddress() === null).toBe(mode === 'poll');
      expect(harness.store.state().source.webhook === null).toBe(mode === 'poll');
      expect(harness.store.state().source.mode).toBe(mode);
    }
    expect(published.every(({ count }) => count > 0)).toBe(true);
    expect(published.every(({ revision }, index) => revision >= (published[index - 1]?.revision ?? 0))).toBe(true);
    expect(harness.store.state().feeds[0]?.onAir.revision).toBe(second);
  });

  it('leaves no timer running when it stops, and can be stopped twice', async () => {
    const harness = await startSource('hybrid');
    await harness.advance(30_000);
    await harness.source.stop();
    await harness.source.stop();
    expect(harness.clock.timerCount()).toBe(0);
    expect(harness.source.webhookAddress()).toBeNull();
  });

  it('becomes stale, then offline, as time passes without contact', async () => {
    const harness = await startSource('push');
    harness.service.respond = (request) => void request.socket.destroy();
    await harness.advance(120_000);
    expect(harness.store.state().source.freshness).toBe('fresh');
    await harness.advance(6000);
    expect(harness.store.state().source.freshness).toBe('stale');
    await harness.advance(30_000);
    expect(harness.store.state().source.freshness).toBe('offline');
  });
});
