import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Bench, type CollectionJson, collection, createBench, payload, serving } from './bench.ts';

// A machine that is busy with something else is no fault of what is tested here.
vi.setConfig({ testTimeout: 60_000 });

let bench: Bench | null = null;
afterEach(async () => {
  await bench?.end();
  bench = null;
});

/** A source whose service says whatever `body` is now. */
async function started(mode: string): Promise<Bench & { body: CollectionJson }> {
  const say = { body: collection('col_1', 1, ['p1']) };
  bench = await createBench((request, response) => serving(() => say.body)(request, response), { mode });
  await bench.source.start();
  await bench.quiet();
  return Object.defineProperty(bench as Bench & { body: CollectionJson }, 'body', {
    get: () => say.body,
    set: (next: CollectionJson) => {
      say.body = next;
    },
  });
}

describe('hybrid', () => {
  it('applies a delivery at once, and the next poll verifies it without touching air', async () => {
    const on = await started('hybrid');
    on.body = collection('col_1', 2, ['p2']);
    await on.deliver(payload(on.body));
    expect(on.onAir()).toEqual(['p2']);
    const { revision } = on.store.state().feeds[0]?.onAir ?? { revision: -1 };
    await on.pass(60_000);
    expect(on.store.state().feeds[0]?.onAir.revision).toBe(revision);
    expect(on.codes()).toEqual([]);
  });

  it('counts a change that no delivery told of, and says when deliveries stay away', async () => {
    const on = await started('hybrid');
    on.body = collection('col_1', 2, ['p2']);
    await on.pass(40_000);
    expect(on.onAir()).toEqual(['p2']);
    expect(on.codes()).toEqual(['SOURCE_DELIVERIES_MISSED']);
    on.body = collection('col_1', 3, ['p3']);
    await on.pass(40_000);
    expect(on.codes()).toContain('WEBHOOK_SILENT');
    on.body = collection('col_1', 4, ['p4']);
    await on.deliver(payload(on.body));
    await on.quiet();
    expect(on.codes()).not.toContain('WEBHOOK_SILENT');
    expect(on.codes()).toContain('SOURCE_DELIVERIES_MISSED');
    on.body = collection('col_1', 5, ['p5']);
    await on.deliver(payload(on.body));
    await on.quiet();
    expect(on.codes()).toEqual([]);
    on.body = collection('col_1', 6, ['p6']);
    await on.pass(40_000);
    expect(on.store.state().problems[0]?.message).toMatch(/^Polling found changes that no delivery reported: 1\. /);
  });

  it('takes the later of two with one date while the service fails, on disk before its 200, and asks again when it is back', async () => {
    const lastModifiedDate = '2026-11-20T17:00:01Z';
    const on = await started('hybrid');
    const dated = (id: string) => collection('col_1', 1, [id], { lastModifiedDate });
    on.service.respond = (request) => void request.socket.destroy();
    expect((await on.deliver(payload(dated('second edit')))).status).toBe(200);
    expect(on.onAir()).toEqual(['second edit']);
    // A third edit that nobody delivered; the ETag hides it: only a question without condition finds it.
    on.body = dated('third edit');
    const before = on.service.asked.length;
    on.service.respond = (request, response) => {
      if (request.headers['if-none-match'] !== undefined) response.writeHead(304).end();
      else serving(() => on.body)(request, response);
    };
    await on.pass(16_000);
    expect(on.service.asked[before]?.headers['if-none-match']).toBeUndefined();
    expect(on.onAir()).toEqual(['third edit']);
  });

  it('lets the service decide between two with one date before the delivery is answered', async () => {
    const lastModifiedDate = '2026-11-20T17:00:01Z';
    const on = await started('hybrid');
    on.body = collection('col_1', 1, ['the last edit'], { lastModifiedDate });
    const late = collection('col_1', 1, ['an edit between'], { lastModifiedDate });
    expect((await on.deliver(payload(late))).status).toBe(200);
    expect(on.onAir()).toEqual(['the last edit']);
    await on.pass(60_000);
    expect(on.codes()).toEqual([]);
  });

  it('does not believe an older answer over a version that was delivered only now, however long it was given before', async () => {
    const on = await started('hybrid');
    const stuck = collection('col_1', 1, ['p1']);
    on.body = stuck;
    expect((await on.deliver(payload(collection('col_1', 2, ['p2'])))).status).toBe(200);
    await on.pass(60_000);
    expect((await on.deliver(payload(collection('col_1', 3, ['p3'])))).status).toBe(200);
    await on.pass(60_000);
    expect(on.onAir()).toEqual(['p3']);
    await on.pass(60_000);
    expect(on.onAir()).toEqual(['p1']);
    expect(on.codes()).toContain('SOURCE_REWOUND');
  });

  it('does not count a delivery that comes a little after the poll', async () => {
    const on = await started('hybrid');
    on.body = collection('col_1', 2, ['p2']);
    await on.pass(10_000);
    await on.deliver(payload(on.body));
    await on.pass(60_000);
    expect(on.codes()).toEqual([]);
  });

  it('does not call a delivery missed that came and could not be used, whether it came before asking or after', async () => {
    const on = await started('hybrid');
    const unreadable = { event: 'COLLECTION_UPDATED', collectionId: 'col_1', data: { id: 'col_1' } };
    for (const raw of [JSON.stringify(unreadable), 'nothing that is JSON', 'x'.repeat(5 * 1024 * 1024 + 1)]) {
      on.body = collection('col_1', on.service.asked.length + 2, [`before ${raw.length}`]);
      expect((await on.deliver(null, { raw })).status).toBe(raw.length > 1000 ? 413 : 422);
      await on.pass(60_000);
      expect(on.onAir()).toEqual([`before ${raw.length}`]);
      on.body = collection('col_1', on.service.asked.length + 2, [`after ${raw.length}`]);
      await on.pass(20_000);
      await on.deliver(null, { raw: `${raw} ` });
      await on.pass(60_000);
      expect(on.onAir()).toEqual([`after ${raw.length}`]);
    }
    expect(on.codes().filter((code) => /MISSED|SILENT/.test(code))).toEqual([]);
    // One that really stays away is told of all the same.
    on.body = collection('col_1', on.service.asked.length + 2, ['untold']);
    await on.pass(60_000);
    expect(on.codes()).toContain('SOURCE_DELIVERIES_MISSED');
  });

  it('ends the silence when a delivery came, though it could not be understood', async () => {
    const on = await started('hybrid');
    for (const second of [2, 3]) {
      on.body = collection('col_1', second, [`p${second}`]);
      await on.pass(60_000);
    }
    expect(on.codes()).toContain('WEBHOOK_SILENT');
    const raw = JSON.stringify({ event: 'COLLECTION_UPDATED', collectionId: 'col_1', data: { id: 'col_1' } });
    expect((await on.deliver(null, { raw })).status).toBe(422);
    await on.quiet();
    expect(on.codes()).not.toContain('WEBHOOK_SILENT');
  });

  it('in push mode polls at the poll interval while deliveries stay away, and slowly again after one came', async () => {
    const on = await started('push');
    for (const second of [2, 3]) {
      on.body = collection('col_1', second, [`p${second}`]);
      await on.pass(100_000);
    }
    expect(on.codes()).toContain('WEBHOOK_SILENT');
    const before = on.service.asked.length;
    await on.pass(60_000);
    expect(on.service.asked.length - before).toBeGreaterThanOrEqual(11);
    on.body = collection('col_1', 4, ['p4']);
    await on.deliver(payload(on.body));
    await on.pass(10_000);
    const slow = on.service.asked.length;
    await on.pass(60_000);
    expect(on.service.asked.length - slow).toBeLessThanOrEqual(2);
  });
});

describe('switching the mode', () => {
  it('goes through poll, push, hybrid and back without a gap, a repeat or a blank', async () => {
    const on = await started('poll');
    const seen: { revision: number; count: number }[] = [];
    on.store.subscribe(({ state }) => {
      const feed = state.feeds[0];
      if (feed !== undefined) seen.push({ revision: feed.onAir.revision, count: feed.onAir.items.length });
    });
    let second = 1;
    for (const mode of ['push', 'hybrid', 'poll', 'hybrid', 'push', 'poll'] as const) {
      second += 1;
      on.body = collection('col_1', second, ['p1', `p${second}`]);
      await on.source.configure({ ...on.settings, mode });
      await on.quiet();
      expect(on.onAir()).toEqual(['p1', `p${second}`]);
      expect(on.source.webhookAddress() === null).toBe(mode === 'poll');
      expect(on.store.state().source.webhook === null).toBe(mode === 'poll');
      expect(on.store.state().source.mode).toBe(mode);
    }
    expect(seen.every((one) => one.count > 0)).toBe(true);
    expect(seen.every((one, place) => one.revision >= (seen[place - 1]?.revision ?? 0))).toBe(true);
    expect(on.store.state().feeds[0]?.onAir.revision).toBe(second);
  });

  it('leaves no timer behind when it stops, and stopping twice is once', async () => {
    const on = await started('hybrid');
    await on.pass(30_000);
    await on.source.stop();
    await on.source.stop();
    expect(on.clock.timers()).toBe(0);
    expect(on.source.webhookAddress()).toBeNull();
  });

  it('says stale, then offline, by the mere passing of time', async () => {
    const on = await started('push');
    on.service.respond = (request) => void request.socket.destroy();
    await on.pass(120_000);
    expect(on.store.state().source.freshness).toBe('fresh');
    await on.pass(6000);
    expect(on.store.state().source.freshness).toBe('stale');
    await on.pass(30_000);
    expect(on.store.state().source.freshness).toBe('offline');
  });
});
