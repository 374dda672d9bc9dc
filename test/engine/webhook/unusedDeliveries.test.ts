import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import { findFreePort } from '../../findFreePort.ts';
import {
  type CollectionJson,
  collection,
  createHarness,
  type Harness,
  payload,
  payloadNow,
  respondWithCollection,
  respondWithStatus,
  webhookSecret,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

let body: CollectionJson;
/** Starts a source with version 10 of col_1. */
async function startSource(overrides: { mode?: string; hasKey?: boolean; feeds?: string[] } = {}): Promise<Harness> {
  const { mode = 'push', hasKey = true, feeds = ['col_1'] } = overrides;
  body = collection('col_1', 10, ['p1']);
  const running = await createHarness(
    (request, response) => respondWithCollection(() => body)(request, response),
    { mode },
    feeds,
  );
  if (!hasKey) running.secrets.apiKey = null;
  await running.source.start();
  await running.settle();
  return running;
}

/** The same, and has one correctly signed delivery of version 11 accepted. */
async function startAccepting(overrides: Parameters<typeof startSource>[0] = {}): Promise<Harness> {
  const harness = await startSource(overrides);
  body = collection('col_1', 11, ['p2']);
  expect((await harness.deliver(payloadNow(harness, body))).status).toBe(200);
  await harness.settle();
  return harness;
}

/** Delivers with another secret than ours, as after a rotation at the service. */
async function deliverWrongly(harness: Harness, next: CollectionJson): Promise<void> {
  expect((await harness.deliver(payload(next), { secret: 'rotated' })).status).toBe(401);
  await harness.settle();
}

/** Delivers with a wrong signature from another address of this machine. */
async function forgeFromElsewhere(harness: Harness, context: TestContext, id = 'col_1'): Promise<void> {
  if (process.platform === 'darwin') context.skip('macOS has no second loopback address');
  const address = new URL(harness.source.webhookAddress() ?? '');
  const status = await new Promise<number>((resolve, reject) => {
    const sent = httpRequest(
      {
        ...{ host: '127.0.0.1', localAddress: '127.0.0.2', port: address.port, path: address.pathname, method: 'POST' },
        headers: { 'x-webhook-signature': `sha256=${'0'.repeat(64)}`, 'content-type': 'application/json' },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(payload(collection(id, 99, ['forged']))));
  });
  expect(status).toBe(harness.secrets.webhook.length === 0 ? 503 : 401);
  await harness.settle();
}

const freshnessOf = (harness: Harness): string => harness.store.state().source.freshness;

describe('the first wrong signature from a peer that signed correctly before', () => {
  it('makes the feed stale and is reported without a key, until a delivery is accepted', async () => {
    const harness = await startAccepting({ hasKey: false });
    expect(harness.store.state().source).toMatchObject({ freshness: 'fresh', state: 'current' });
    await deliverWrongly(harness, collection('col_1', 12, ['p3']));
    expect(harness.store.state().source).toMatchObject({ freshness: 'stale', state: 'stale' });
    expect(harness.problemCodes()).toEqual(['WEBHOOK_SIGNATURE_WRONG', 'SOURCE_UNCONFIRMED']);
    expect(harness.logLines.join('\n')).toMatch(/warn WEBHOOK_SIGNATURE_WRONG[\s\S]*warn SOURCE_UNCONFIRMED/);
    expect(harness.onAir()).toEqual(['p2']);
    await harness.advance(3_600_000);
    expect(freshnessOf(harness)).toBe('stale');
    expect(harness.problemCodes()).toContain('SOURCE_UNCONFIRMED');
    expect((await harness.deliver(payloadNow(harness, collection('col_1', 13, ['p4'])))).status).toBe(200);
    await harness.settle();
    expect(harness.store.state().source).toMatchObject({ freshness: 'fresh', state: 'current' });
    expect(harness.problemCodes()).toEqual([]);
  });

  it('leaves the feed stale without a key when the version that we have is delivered again, and after a PING', async () => {
    const harness = await startAccepting({ hasKey: false });
    await deliverWrongly(harness, collection('col_1', 12, ['p3']));
    for (const again of [{ ...payload(body), note: 'again' }, { event: 'PING' }]) {
      expect((await harness.deliver(again)).status).toBe(200);
      await harness.settle();
      expect(freshnessOf(harness)).toBe('stale');
      // The secret is right again.
      expect(harness.problemCodes()).toEqual(['SOURCE_UNCONFIRMED']);
    }
    expect((await harness.deliver(payloadNow(harness, collection('col_1', 13, ['p4'])))).status).toBe(200);
    await harness.settle();
    expect(freshnessOf(harness)).toBe('fresh');
  });

  it.each([['push'], ['hybrid']])('is reported and followed by a check with a key, in %s mode', async (mode) => {
    const harness = await startAccepting({ mode });
    body = collection('col_1', 12, ['p3']);
    const before = harness.service.requests.length;
    await deliverWrongly(harness, body);
    expect(harness.service.requests).toHaveLength(before + 1);
    expect(harness.onAir()).toEqual(['p3']);
    expect(harness.problemCodes()).toEqual(['WEBHOOK_SIGNATURE_WRONG']);
    expect(freshnessOf(harness)).toBe('fresh');
    await harness.advance(300_000);
    expect(harness.problemCodes()).toEqual(['WEBHOOK_SIGNATURE_WRONG']);
  });

  it('leaves no change unchecked and never blames address or firewall, however many follow', async () => {
    const harness = await startAccepting();
    const before = harness.service.requests.length;
    for (let second = 0; second < 60; second += 1) {
      body = collection('col_1', 12 + second, [`edit-${second}`]);
      await deliverWrongly(harness, body);
      await harness.advance(1000);
    }
    await harness.advance(5000);
    expect(harness.onAir()).toEqual(['edit-59']);
    // At most one check in five seconds, besides the regular one each minute.
    expect(harness.service.requests.length - before).toBeLessThanOrEqual(15);
    await harness.advance(120_000);
    expect(harness.problemCodes()).toEqual(['WEBHOOK_SIGNATURE_WRONG']);
  });

  it('makes the feed stale when the check fails', async () => {
    const harness = await startAccepting();
    harness.service.respond = (request) => void request.socket.destroy();
    await deliverWrongly(harness, collection('col_1', 12, ['p3']));
    expect(freshnessOf(harness)).toBe('stale');
    body = collection('col_1', 12, ['p3']);
    harness.service.respond = respondWithCollection(() => body);
    await harness.advance(20_000);
    expect(harness.onAir()).toEqual(['p3']);
    expect(freshnessOf(harness)).toBe('fresh');
  });

  it('leaves the feed stale without a key until every collection is confirmed', async () => {
    const harness = await startAccepting({ hasKey: false, feeds: ['col_1', 'col_2'] });
    await harness.deliver(payloadNow(harness, collection('col_2', 11, ['q2'])));
    await deliverWrongly(harness, collection('col_2', 12, ['q3']));
    expect((await harness.deliver(payloadNow(harness, collection('col_1', 13, ['p4'])))).status).toBe(200);
    await harness.settle();
    expect(freshnessOf(harness)).toBe('stale');
    expect(harness.problemCodes()).toEqual(['SOURCE_UNCONFIRMED']);
    expect((await harness.deliver(payloadNow(harness, collection('col_2', 13, ['q4'])))).status).toBe(200);
    await harness.settle();
    expect(freshnessOf(harness)).toBe('fresh');
    expect(harness.problemCodes()).toEqual([]);
  });
});

describe('without a key, an earlier version that arrives after', () => {
  const version = (harness: Harness, second: number, live: string[], agoMs: number) =>
    payload(collection('col_1', second, live), { timestamp: new Date(harness.clock.now() - agoMs).toISOString() });

  it.each<[string, { secret?: string; path?: string }]>([
    ['a delivery with a wrong signature', { secret: 'rotated' }],
    ['a delivery to another path', { path: '/other' }],
  ])('%s leaves the feed stale, until one with a later event', async (_, wrong) => {
    const harness = await startAccepting({ hasKey: false });
    const takedown = version(harness, 13, ['p2'], 0);
    expect((await harness.deliver(takedown, wrong)).status).toBeGreaterThanOrEqual(401);
    await harness.settle();
    expect(freshnessOf(harness)).toBe('stale');
    expect((await harness.deliver(version(harness, 12, ['p2', 'bad'], 5000))).status).toBe(200);
    await harness.settle();
    expect([harness.onAir(), freshnessOf(harness)]).toEqual([['p2', 'bad'], 'stale']);
    expect(harness.problemCodes()).toContain('SOURCE_UNCONFIRMED');
    const { timestamp: _time, ...timeless } = version(harness, 14, ['p2', 'bad', 'c'], 0);
    expect((await harness.deliver(timeless)).status).toBe(200);
    await harness.settle();
    expect(freshnessOf(harness)).toBe('stale');
    expect((await harness.deliver(version(harness, 15, ['p2'], 0))).status).toBe(200);
    await harness.settle();
    expect([harness.onAir(), freshnessOf(harness), harness.problemCodes()]).toEqual([['p2'], 'fresh', []]);
  });

  it('a version that could not be saved leaves the feed stale, until that version is repeated', async () => {
    const harness = await startAccepting({ hasKey: false });
    const [first, second] = [version(harness, 12, ['p2', 'typo'], 0), version(harness, 13, ['p2', 'right'], 0)];
    harness.disk.isFull = true;
    for (const each of [first, second, first]) expect((await harness.deliver(each)).status).toBe(503);
    harness.disk.isFull = false;
    await harness.advance(30_000);
    expect((await harness.deliver(first)).status).toBe(200);
    await harness.settle();
    expect([harness.onAir(), freshnessOf(harness)]).toEqual([['p2', 'typo'], 'stale']);
    await harness.advance(60_000);
    expect([freshnessOf(harness), harness.problemCodes()]).toEqual(['stale', ['SOURCE_UNCONFIRMED']]);
    expect((await harness.deliver(second)).status).toBe(200);
    await harness.settle();
    expect([harness.onAir(), freshnessOf(harness)]).toEqual([['p2', 'right'], 'fresh']);
    expect(harness.problemCodes()).toEqual([]);
  });
});

describe('with a key, an earlier version that arrives after a wrong signature', () => {
  it('leaves the feed stale while the service limits requests', async () => {
    const harness = await startAccepting({ mode: 'hybrid' });
    harness.service.respond = respondWithStatus(429, { 'retry-after': '120' });
    await harness.advance(6000);
    await deliverWrongly(harness, collection('col_1', 13, ['p2']));
    expect(freshnessOf(harness)).toBe('stale');
    const timestamp = new Date(harness.clock.now() - 5000).toISOString();
    expect((await harness.deliver(payload(collection('col_1', 12, ['p2', 'bad']), { timestamp }))).status).toBe(200);
    await harness.settle();
    expect([harness.onAir(), freshnessOf(harness)]).toEqual([['p2', 'bad'], 'stale']);
  });
});

describe('a wrong signature before any delivery was accepted', () => {
  it('is reported, followed by a check at a bounded rate, and not by a wrong diagnosis', async () => {
    const harness = await startSource();
    body = collection('col_1', 11, ['p2']);
    await deliverWrongly(harness, body);
    expect(harness.onAir()).toEqual(['p2']);
    expect(freshnessOf(harness)).toBe('fresh');
    expect(harness.problemCodes()).toEqual(['WEBHOOK_SIGNATURE_WRONG']);
    const before = harness.service.requests.length;
    for (let second = 0; second < 30; second += 1) {
      await deliverWrongly(harness, collection('col_1', 12 + second, ['p3']));
      await harness.advance(1000);
    }
    expect(harness.service.requests.length - before).toBeLessThanOrEqual(8);
    await harness.advance(62_000);
    await deliverWrongly(harness, body);
    await harness.advance(62_000);
    expect(harness.problemCodes()).toEqual(['WEBHOOK_SIGNATURE_WRONG']);
  });

  it('makes the feed stale without a key, although it was polled before', async () => {
    const harness = await startSource();
    harness.secrets.apiKey = null;
    harness.source.useNewSecrets();
    await harness.settle();
    expect(freshnessOf(harness)).toBe('fresh');
    await deliverWrongly(harness, collection('col_1', 11, ['p2']));
    expect(freshnessOf(harness)).toBe('stale');
  });
});

describe('a wrong signature from an address that signed nothing correctly', () => {
  it('is followed by a check with a key, at a bounded rate', async (context) => {
    const harness = await startAccepting();
    body = collection('col_1', 12, ['p3']);
    const before = harness.service.requests.length;
    for (let second = 0; second < 30; second += 1) {
      await forgeFromElsewhere(harness, context);
      await harness.advance(1000);
    }
    expect(harness.onAir()).toEqual(['p3']);
    expect(harness.service.requests.length - before).toBeLessThanOrEqual(8);
    expect(freshnessOf(harness)).toBe('fresh');
    expect(harness.problemCodes()).toEqual(['WEBHOOK_SIGNATURE_WRONG']);
  });

  it('makes the feed of the collection that it names stale without a key, and is reported', async (context) => {
    const harness = await startAccepting({ hasKey: false, feeds: ['col_1', 'col_2'] });
    await harness.deliver(payloadNow(harness, collection('col_2', 11, ['q2'])));
    await harness.settle();
    await forgeFromElsewhere(harness, context);
    const freshness = Object.entries(harness.store.state().source.confirmations).map(([id, of]) => [id, of.freshness]);
    expect(freshness.sort()).toEqual([
      ['col_1', 'stale'],
      ['col_2', 'fresh'],
    ]);
    expect(harness.problemCodes()).toEqual(['WEBHOOK_SIGNATURE_WRONG', 'SOURCE_UNCONFIRMED']);
    expect(harness.logLines.join('\n')).toMatch(/warn WEBHOOK_SIGNATURE_WRONG[\s\S]*warn SOURCE_UNCONFIRMED/);
    expect((await harness.deliver(payloadNow(harness, collection('col_1', 13, ['p4'])))).status).toBe(200);
    await harness.settle();
    expect([freshnessOf(harness), harness.problemCodes()]).toEqual(['fresh', []]);
  });

  it('is only reported without a key if it names no collection of a feed', async (context) => {
    const harness = await startAccepting({ hasKey: false });
    await forgeFromElsewhere(harness, context, 'col_9');
    expect([freshnessOf(harness), harness.problemCodes()]).toEqual(['fresh', ['WEBHOOK_SIGNATURE_WRONG']]);
  });
});

describe('without a key, the feed becomes stale after a delivery from a known peer that', () => {
  it('has no secret here to verify it with', async () => {
    const harness = await startAccepting({ hasKey: false });
    harness.secrets.webhook = [];
    expect((await harness.deliver(payloadNow(harness, collection('col_1', 12, ['p3'])))).status).toBe(503);
    await harness.settle();
    expect(freshnessOf(harness)).toBe('stale');
    expect(harness.problemCodes()).toContain('WEBHOOK_SECRET_MISSING');
  });

  it('has no secret here to verify it with, and names the collection, from any address', async (context) => {
    const harness = await startAccepting({ hasKey: false, feeds: ['col_1', 'col_2'] });
    await harness.deliver(payloadNow(harness, collection('col_2', 11, ['q2'])));
    harness.secrets.webhook = [];
    await forgeFromElsewhere(harness, context, 'col_9');
    expect(freshnessOf(harness)).toBe('fresh');
    await forgeFromElsewhere(harness, context);
    const { confirmations } = harness.store.state().source;
    expect([confirmations['col_1']?.freshness, confirmations['col_2']?.freshness]).toEqual(['stale', 'fresh']);
    expect(harness.problemCodes()).toContain('SOURCE_UNCONFIRMED');
  });

  it('is signed correctly, but has fewer posts than its count', async () => {
    const harness = await startAccepting({ hasKey: false });
    await harness.deliver(payloadNow(harness, collection('col_1', 12, ['p2', 'p3'])));
    const cut = collection('col_1', 13, ['p2'], { liveContentCount: 2 });
    expect((await harness.deliver(payloadNow(harness, cut))).status).toBe(422);
    await harness.settle();
    expect([harness.onAir(), freshnessOf(harness)]).toEqual([['p2', 'p3'], 'stale']);
  });

  it('is signed correctly but unreadable', async () => {
    const harness = await startAccepting({ hasKey: false });
    const raw = JSON.stringify({ event: 'COLLECTION_UPDATED', collectionId: 'col_1', data: { id: 'col_1' } });
    expect((await harness.deliver(null, { raw })).status).toBe(422);
    await harness.settle();
    expect(freshnessOf(harness)).toBe('stale');
  });

  it('is signed correctly but too late, unless it was received before', async () => {
    const running = await createHarness(
      respondWithCollection(() => collection('col_1', 1, [])),
      { mode: 'push', push: { signing: 'timestamp.body' } },
    );
    const harness = running;
    harness.secrets.apiKey = null;
    await harness.source.start();
    const send = async (second: number, at: string): Promise<number> => {
      const raw = JSON.stringify(payload(collection('col_1', second, [`p${second}`])));
      const signature = createHmac('sha256', webhookSecret).update(`${at}.${raw}`).digest('hex');
      const headers = { 'x-webhook-delivery-timestamp': at, 'x-webhook-signature': `sha256=${signature}` };
      const { status } = await harness.deliver(null, { raw, headers });
      await harness.settle();
      return status;
    };
    const first = new Date(harness.clock.now()).toISOString();
    expect(await send(1, first)).toBe(200);
    await harness.advance(600_000);
    expect(await send(1, first)).toBe(401);
    expect(freshnessOf(harness)).toBe('fresh');
    expect(await send(2, first)).toBe(401);
    expect(freshnessOf(harness)).toBe('stale');
  });
});

describe('a delivery to another address', () => {
  /** Sends a correctly signed delivery to this Host, which fetch can't set, or without one. */
  const deliverToHost = (harness: Harness, host: string | null, next: CollectionJson): Promise<number> => {
    const raw = JSON.stringify(payload(next));
    const signature = `sha256=${createHmac('sha256', webhookSecret).update(raw).digest('hex')}`;
    const { port, pathname: path } = new URL(harness.source.webhookAddress() ?? '');
    const headers = {
      ...(host === null ? {} : { host }),
      ...{ 'x-webhook-signature': signature, 'content-type': 'application/json' },
    };
    return new Promise((resolve, reject) => {
      const where = { host: '127.0.0.1', port, path, method: 'POST', headers, setHost: false };
      const sent = httpRequest(where, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end(raw);
    });
  };
  const addresses: readonly [string, string, (harness: Harness, next: CollectionJson) => Promise<number>][] = [
    [
      'path',
      'WEBHOOK_PATH_UNKNOWN',
      async (harness, next) => (await harness.deliver(payload(next), { path: '/other' })).status,
    ],
    ['Host', 'WEBHOOK_HOST_UNKNOWN', (harness, next) => deliverToHost(harness, 'tunnel.example', next)],
    ['no Host', 'WEBHOOK_HOST_UNKNOWN', (harness, next) => deliverToHost(harness, null, next)],
    [
      'another method',
      'WEBHOOK_METHOD_WRONG',
      async (harness, next) => (await harness.deliver(payload(next), { method: 'PUT' })).status,
    ],
  ];

  it.each(addresses)(
    'makes the feed stale without a key, and is reported until its change is there (%s)',
    async (_, code, send) => {
      const harness = await startAccepting({ hasKey: false, feeds: ['col_1', 'col_2'] });
      await harness.deliver(payloadNow(harness, collection('col_2', 11, ['q2'])));
      await harness.settle();
      expect(freshnessOf(harness)).toBe('fresh');
      expect(await send(harness, collection('col_1', 12, []))).toBeGreaterThanOrEqual(404);
      await harness.settle();
      expect(freshnessOf(harness)).toBe('stale');
      expect(harness.problemCodes()).toEqual([code, 'SOURCE_UNCONFIRMED']);
      expect((await harness.deliver(payloadNow(harness, collection('col_2', 12, ['q3'])))).status).toBe(200);
      await harness.settle();
      expect(freshnessOf(harness)).toBe('stale');
      expect(harness.problemCodes()).toEqual([code, 'SOURCE_UNCONFIRMED']);
      expect((await harness.deliver(payloadNow(harness, collection('col_1', 13, ['p4'])))).status).toBe(200);
      await harness.settle();
      expect(freshnessOf(harness)).toBe('fresh');
      expect(harness.problemCodes()).toEqual([]);
    },
  );

  it.each(addresses)('is followed by a check with a key (%s)', async (_, code, send) => {
    const harness = await startAccepting();
    body = collection('col_1', 12, ['p3']);
    await send(harness, body);
    await harness.settle();
    expect(harness.onAir()).toEqual(['p3']);
    expect(harness.problemCodes()).toEqual([code]);
  });

  it('is news too if it names a collection that no feed uses, but has the data of one in use', async () => {
    const harness = await startAccepting({ hasKey: false });
    const next = collection('col_1', 12, []);
    const mixed = payload(next, { collectionId: 'col_9' });
    expect((await harness.deliver(mixed)).status).toBe(422);
    await harness.settle();
    expect(freshnessOf(harness)).toBe('stale');
    expect(harness.problemCodes()).toEqual(['WEBHOOK_UNREADABLE', 'SOURCE_UNCONFIRMED']);
  });

  it('is no news from a peer that signed nothing correctly', async (context) => {
    const harness = await startAccepting({ hasKey: false });
    if (process.platform === 'darwin') context.skip('macOS has no second loopback address');
    const { port } = new URL(harness.source.webhookAddress() ?? '');
    await new Promise<void>((resolve, reject) => {
      const headers = { 'x-webhook-signature': `sha256=${'0'.repeat(64)}` };
      const where = { host: '127.0.0.1', localAddress: '127.0.0.2', port, path: '/other', method: 'POST' };
      const sent = httpRequest({ ...where, headers }, (response) => {
        response.resume();
        resolve();
      });
      sent.on('error', reject);
      sent.end('{}');
    });
    await harness.settle();
    expect(freshnessOf(harness)).toBe('fresh');
  });
});

describe('while the signature format is detected', () => {
  it('a captured delivery makes the feed stale without a key, until a newer one is accepted', async () => {
    const harness = await startAccepting({ hasKey: false });
    await harness.source.signatureDetector.start(webhookSecret);
    const next = payloadNow(harness, collection('col_1', 12, ['p3']));
    expect((await harness.deliver(next)).status).toBe(503);
    await harness.settle();
    expect(freshnessOf(harness)).toBe('stale');
    expect(harness.problemCodes()).toContain('SOURCE_UNCONFIRMED');
    harness.source.signatureDetector.stop();
    expect((await harness.deliver(next)).status).toBe(200);
    await harness.settle();
    expect(freshnessOf(harness)).toBe('fresh');
  });
});

describe('secrets that can’t be read', () => {
  it.each([
    ['push', true],
    ['push', false],
    ['hybrid', true],
  ])('are reported, and the feed is stale after a delivery (%s, key: %s)', async (mode, hasKey) => {
    const harness = await startAccepting({ mode, hasKey });
    harness.secrets.isUnreadable = true;
    body = collection('col_1', 12, ['p3']);
    expect((await harness.deliver(payloadNow(harness, body))).status).toBe(503);
    await harness.settle();
    expect(freshnessOf(harness)).toBe('stale');
    const reported = () => harness.store.state().problems.find(({ code }) => code === 'SECRETS_UNREADABLE');
    expect(reported()?.message).toContain('EACCES');
    harness.secrets.isUnreadable = false;
    expect((await harness.deliver(payloadNow(harness, body))).status).toBe(200);
    await harness.advance(20_000);
    expect(harness.onAir()).toEqual(['p3']);
    expect(harness.problemCodes()).toEqual([]);
    expect(harness.store.state().source).toMatchObject({ freshness: 'fresh', state: 'current' });
  });

  it('are reported by polling, and polling goes on as soon as they can be read', async () => {
    const harness = await startSource({ mode: 'poll' });
    harness.secrets.isUnreadable = true;
    body = collection('col_1', 11, ['p2']);
    await harness.advance(20_000);
    expect(harness.problemCodes()).toEqual(['SECRETS_UNREADABLE']);
    expect(harness.store.state().source).toMatchObject({ freshness: 'stale', state: 'stale' });
    // Nothing says that there are none, and settings can still be changed.
    expect(await harness.source.checkService(null)).toMatchObject({ problem: { code: 'SECRETS_UNREADABLE' } });
    expect(await harness.source.fetchCollection('col_1')).toMatchObject({ code: 'SECRETS_UNREADABLE' });
    await harness.source.configure({ ...harness.settings, sendAuthorization: true });
    harness.secrets.isUnreadable = false;
    await harness.advance(20_000);
    expect(harness.onAir()).toEqual(['p2']);
    expect(harness.problemCodes()).toEqual([]);
  });
});

describe('a delivery whose date is before that of the version on air', () => {
  const hoursAhead = 20 * 3600;
  const now = (harness: Harness): string => new Date(harness.clock.now()).toISOString();
  /** The service dated one version far ahead, and goes on with the right dates. */
  const startAhead = async (hasKey: boolean): Promise<Harness> => {
    const harness = await startAccepting({ hasKey });
    body = collection('col_1', hoursAhead, ['ahead']);
    expect((await harness.deliver(payload(body, { timestamp: now(harness) }))).status).toBe(200);
    await harness.settle();
    expect(harness.onAir()).toEqual(['ahead']);
    expect(freshnessOf(harness)).toBe('fresh');
    await harness.advance(60_000);
    return harness;
  };

  it('makes the feed stale without a key if its event is later', async () => {
    const harness = await startAhead(false);
    const earlier = new Date(harness.clock.now() - 120_000).toISOString();
    await harness.deliver(payload(collection('col_1', 12, ['late']), { timestamp: earlier }));
    await harness.settle();
    expect([freshnessOf(harness), harness.problemCodes()]).toEqual(['fresh', []]);
    await harness.deliver(payload(collection('col_1', 90, ['removed']), { timestamp: now(harness) }));
    await harness.settle();
    expect([freshnessOf(harness), harness.problemCodes()]).toEqual([
      'stale',
      ['WEBHOOK_DELIVERY_OLDER', 'SOURCE_UNCONFIRMED'],
    ]);
    expect(harness.onAir()).toEqual(['ahead']);
  });

  it('makes the feed stale without a key if its event is later by less than two seconds', async () => {
    const harness = await startAccepting({ hasKey: false });
    await harness.deliver(payload(collection('col_1', 3602, ['p2', 'bad']), { timestamp: now(harness) }));
    expect(harness.onAir()).toEqual(['p2', 'bad']);
    await harness.advance(1000);
    await harness.deliver(payload(collection('col_1', 3601, ['p2']), { timestamp: now(harness) }));
    await harness.settle();
    expect([freshnessOf(harness), harness.problemCodes()]).toEqual([
      'stale',
      ['WEBHOOK_DELIVERY_OLDER', 'SOURCE_UNCONFIRMED'],
    ]);
  });

  const minutesAgo = (harness: Harness, minutes: number): string =>
    new Date(harness.clock.now() - minutes * 60_000).toISOString();

  it.each<[string, (harness: Harness) => { timestamp: unknown; sentAt: string }]>([
    ['none', (harness) => ({ timestamp: undefined, sentAt: now(harness) })],
    ['null', (harness) => ({ timestamp: null, sentAt: now(harness) })],
    ['a number', (harness) => ({ timestamp: harness.clock.now(), sentAt: now(harness) })],
    ['hours before', (harness) => ({ timestamp: minutesAgo(harness, 120), sentAt: now(harness) })],
    [
      'minutes before, as is the time at which it was sent',
      (harness) => ({ timestamp: minutesAgo(harness, 5), sentAt: minutesAgo(harness, 5) }),
    ],
  ])('makes the feed stale without a key and is reported if the time of its event is %s', async (_, timesOf) => {
    const harness = await startAhead(false);
    const { timestamp, sentAt } = timesOf(harness);
    const headers = { 'x-webhook-delivery-timestamp': sentAt };
    const status = await harness.deliver(payload(collection('col_1', 12, ['removed']), { timestamp }), { headers });
    expect(status.status).toBe(200);
    await harness.settle();
    expect([freshnessOf(harness), harness.problemCodes()]).toEqual([
      'stale',
      ['WEBHOOK_DELIVERY_OLDER', 'SOURCE_UNCONFIRMED'],
    ]);
    expect(harness.logLines.join('\n')).toMatch(/warn WEBHOOK_DELIVERY_OLDER/);
    expect((await harness.deliver(payloadNow(harness, collection('col_1', hoursAhead + 9, ['p9'])))).status).toBe(200);
    await harness.settle();
    expect([freshnessOf(harness), harness.problemCodes()]).toEqual(['fresh', []]);
  });

  it('is followed by polls with a key, and the list follows although it changes meanwhile', async () => {
    const harness = await startAhead(true);
    for (let second = 0; second < 130; second += 10) {
      body = collection('col_1', 90 + second, [`edit-${second}`]);
      await harness.deliver(payload(body, { timestamp: now(harness) }));
      await harness.settle();
      if (second === 0) {
        expect(freshnessOf(harness)).toBe('stale');
        expect(harness.problemCodes()).toContain('SOURCE_OLDER_IGNORED');
      }
      await harness.advance(10_000);
    }
    expect(harness.onAir()).toEqual(['edit-120']);
    expect(freshnessOf(harness)).toBe('fresh');
  });
});

it.each(['constructor', '__proto__', 'toString'])(
  'the collection %s can be missing, and is delivered later',
  async (id) => {
    const harness = await createHarness(respondWithStatus(404), { mode: 'hybrid' }, [id]);
    await harness.source.start();
    await harness.advance(10_000);
    expect(
      harness.store
        .state()
        .problems.map(({ message }) => message)
        .join(),
    ).toContain(id);
    expect((await harness.deliver(payloadNow(harness, collection(id, 11, ['p2'])))).status).toBe(200);
    await harness.settle();
    expect(harness.onAir()).toEqual(['p2']);
  },
);

describe('push after polling, without a key', () => {
  it('does not stay fresh until a delivery was accepted, because nothing shows that the service delivers', async () => {
    const harness = await startSource({ mode: 'poll' });
    expect(freshnessOf(harness)).toBe('fresh');
    harness.secrets.apiKey = null;
    await harness.source.configure({ ...harness.settings, mode: 'push' });
    await harness.advance(3_600_000);
    expect(freshnessOf(harness)).toBe('offline');
    expect((await harness.deliver(payloadNow(harness, collection('col_1', 11, ['p2'])))).status).toBe(200);
    await harness.settle();
    expect(freshnessOf(harness)).toBe('fresh');
    await harness.advance(3_600_000);
    expect([harness.onAir(), freshnessOf(harness)]).toEqual([['p2'], 'fresh']);
  });
});

describe('push without a key, after deliveries were accepted', () => {
  /** A change is lost on its way; then a delivery of it arrives at the present address. */
  const missAndRepeat = async (harness: Harness, missForMs: number): Promise<string[]> => {
    await harness.advance(missForMs);
    const missed = freshnessOf(harness);
    expect((await harness.deliver(payloadNow(harness, collection('col_1', 12, ['p3'])))).status).toBe(200);
    await harness.settle();
    expect(harness.onAir()).toEqual(['p3']);
    return [missed ?? '', freshnessOf(harness) ?? ''];
  };

  it.each(['path', 'port'])('is not fresh at another %s until one was accepted there', async (name) => {
    const harness = await startAccepting({ hasKey: false });
    await harness.advance(60_000);
    expect(freshnessOf(harness)).toBe('fresh');
    const next = { path: '/elsewhere', port: await findFreePort() };
    const push = { ...harness.settings.push, [name]: next[name as keyof typeof next] };
    await harness.source.configure({ ...harness.settings, push });
    expect(await missAndRepeat(harness, 0)).toEqual(['offline', 'fresh']);
    await harness.advance(3_600_000);
    expect(freshnessOf(harness)).toBe('fresh');
  });

  it('is not fresh after a time in poll mode until one was accepted, and then says nothing about the key', async () => {
    const harness = await startAccepting({ hasKey: false });
    await harness.source.configure({ ...harness.settings, mode: 'poll' });
    await harness.advance(45_000);
    expect(harness.problemCodes()).toContain('SOURCE_KEY_MISSING');
    await harness.source.configure(harness.settings);
    expect(await missAndRepeat(harness, 0)).toEqual(['stale', 'fresh']);
    expect(harness.problemCodes()).toEqual([]);
    expect(harness.store.state().source.state).toBe('current');
  });
});

describe('push without a key and without a secret', () => {
  it('is fresh again once the secret is back, if no delivery was refused meanwhile', async () => {
    const harness = await startAccepting({ hasKey: false });
    const before = harness.secrets.webhook;
    harness.secrets.webhook = [];
    harness.source.useNewSecrets();
    await harness.advance(200_000);
    expect(freshnessOf(harness)).toBe('offline');
    harness.secrets.webhook = before;
    harness.source.useNewSecrets();
    await harness.settle();
    expect([freshnessOf(harness), harness.problemCodes()]).toEqual(['fresh', []]);
  });

  it('is fresh once the secret is back and the last of the refused deliveries is repeated', async () => {
    const harness = await startAccepting({ hasKey: false });
    const before = harness.secrets.webhook;
    harness.secrets.webhook = [];
    const refuse = async (second: number): Promise<ReturnType<typeof payloadNow>> => {
      const refused = payloadNow(harness, collection('col_1', second, [`p${second}`]));
      expect((await harness.deliver(refused)).status).toBe(503);
      await harness.advance(30_000);
      return refused;
    };
    const [first, last] = [await refuse(12), await refuse(13)];
    harness.secrets.webhook = before;
    harness.source.useNewSecrets();
    await harness.settle();
    expect([harness.onAir(), freshnessOf(harness)]).toEqual([['p2'], 'stale']);
    for (const [repeated, ids, freshness] of [[first, ['p12'], 'stale'] as const, [last, ['p13'], 'fresh'] as const]) {
      expect((await harness.deliver(repeated)).status).toBe(200);
      await harness.settle();
      expect([harness.onAir(), freshnessOf(harness)]).toEqual([ids, freshness]);
    }
  });

  it('does not stay fresh, because nothing can confirm the list', async () => {
    const harness = await startAccepting({ hasKey: false });
    harness.secrets.webhook = [];
    await harness.advance(200_000);
    expect(freshnessOf(harness)).toBe('offline');
  });
});
