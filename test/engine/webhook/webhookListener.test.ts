import { createHmac } from 'node:crypto';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import type { Collection } from '../../../src/core/collection.ts';
import { readCollection } from '../../../src/core/readCollection.ts';
import { createSource } from '../../../src/engine/source.ts';
import { PortTaken } from '../../../src/http/listen.ts';
import {
  collection,
  createHarness,
  type Harness,
  payload,
  payloadNow,
  respondWithCollection,
  sourceSettings,
  webhookSecret,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** Starts a source in push mode that has version 10 of col_1, with p1 and p2 live. */
async function startListening(overrides: Record<string, unknown> = {}): Promise<Harness> {
  const running = await createHarness(
    respondWithCollection(() => collection('col_1', 10, ['p1', 'p2'])),
    { mode: 'push', ...overrides },
  );
  await running.source.start();
  await running.settle();
  return running;
}

/** Sends exactly these headers, which fetch would not allow. */
function sendRaw(harness: Harness, headers: Record<string, string | string[]>, body: string): Promise<number> {
  const address = new URL(harness.source.webhookAddress() ?? '');
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port: address.port, path: address.pathname, method: 'POST', headers },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('the webhook listener', () => {
  it('applies a signed delivery and responds 200', async () => {
    const harness = await startListening();
    const answer = await harness.deliver(payload(collection('col_1', 20, ['p2', 'p3'])));
    expect(answer.status).toBe(200);
    expect(harness.onAir()).toEqual(['p2', 'p3']);
    await harness.settle();
    expect(harness.store.state().source.webhook).toMatchObject({ accepted: 1, refused: 0, isListening: true });
    expect(harness.store.state().collections['col_1']?.from).toBe('webhook');
  });

  it('does not count its own probe as a refused delivery, but every other request that is refused', async () => {
    const harness = await startListening();
    const counts = () => harness.store.state().source.webhook;
    const probe = () => harness.source.probeWebhook(AbortSignal.timeout(30_000));
    expect(await Promise.all([probe(), probe()])).toEqual([405, 405]);
    const others = await Promise.all([fetch(harness.source.webhookAddress() ?? ''), probe()]);
    expect(others[0].status).toBe(405);
    // Counters are published with the next accepted delivery.
    await harness.deliver(payload(collection('col_1', 20, ['p2', 'p3'])));
    expect(counts()).toMatchObject({ accepted: 1, refused: 1, reachedFromOutside: null });
    await harness.source.stop();
    await expect(probe()).rejects.toThrow('closed');
  });

  it('keeps a newer version that arrives while a long delivery is read', async () => {
    const harness = await startListening();
    const long = payload(
      collection(
        'col_1',
        20,
        Array.from({ length: 2000 }, (_, index) => `long-${index}`),
      ),
    );
    expect(JSON.stringify(long).length).toBeGreaterThan(250_000);
    // Sent twice, so that one of them is read while the other is applied.
    const answers = await Promise.all([
      harness.deliver(long),
      harness.deliver(long),
      harness.deliver(payload(collection('col_1', 30, ['p9']))),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(harness.onAir()).toEqual(['p9']);
  });

  it('never empties a list with a long, doubtful delivery because of an older version applied while it is read', async () => {
    const staging = collection(
      'col_1',
      30,
      Array.from({ length: 2000 }, (_, index) => `long-${index}`),
    ).liveContents;
    let polledFirst = 0;
    for (let turns = 0; turns <= 60; turns += 4) {
      const harness = await startListening();
      await harness.deliver(payload(collection('col_1', 20, [])));
      expect(harness.onAir()).toEqual([]);
      const doubtful = collection('col_1', 40, [], { stagingContents: staging, liveContentCount: 5 });
      const delivering = harness.deliver(payload(doubtful));
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      const reading = readCollection(collection('col_1', 30, ['p1', 'p2', 'p3']), 'col_1', null);
      const polled = await harness.store.apply({
        type: 'collectionArrived',
        collection: reading.collection as Collection,
        from: 'poll',
        accept: 'newer',
        at: '2026-11-20T18:00:00Z',
      });
      const { status } = await delivering;
      if (polled.kind === 'done') {
        polledFirst += 1;
        expect([status, harness.onAir()], `${turns} turns`).toEqual([422, ['p1', 'p2', 'p3']]);
      }
      await harness.close();
    }
    expect(polledFirst).toBeGreaterThan(0);
  });

  it('applies a long delivery in parts, and reports why one can’t be read', async () => {
    const harness = await startListening();
    const ids = Array.from({ length: 2000 }, (_, index) => `long-${index}`);
    const raw = JSON.stringify(payload(collection('col_1', 20, ids)));
    expect((await harness.deliver(null, { raw: `${raw.slice(0, -1)},}` })).status).toBe(422);
    expect(harness.onAir()).toEqual(['p1', 'p2']);
    expect((await harness.deliver(null, { raw })).status).toBe(200);
    expect(harness.onAir()).toEqual(ids);
  });

  it('responds 200 to duplicates, older versions, other events and unused collections, and changes nothing', async () => {
    const harness = await startListening();
    const newest = payload(collection('col_1', 20, ['p3']));
    await harness.deliver(newest);
    const revision = harness.store.state().feeds[0]?.onAir.revision;
    const answers = [
      await harness.deliver(newest),
      await harness.deliver(payload(collection('col_1', 5, ['old']))),
      await harness.deliver(payload(collection('col_1', 30, ['p9'])), {
        raw: JSON.stringify({ ...payload(collection('col_1', 30, ['p9'])), event: 'COLLECTION_DELETED' }),
      }),
      await harness.deliver(payload(collection('col_7', 30, ['p9']))),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(harness.store.state().feeds[0]?.onAir.revision).toBe(revision);
    expect(harness.onAir()).toEqual(['p3']);
  });

  it.each([
    ['missing', { 'x-webhook-signature': '' }],
    ['wrong', { 'x-webhook-signature': `sha256=${'0'.repeat(64)}` }],
    ['without its prefix', { 'x-webhook-signature': '0'.repeat(64) }],
    ['too short', { 'x-webhook-signature': 'sha256=00' }],
    ['followed by other text', { 'x-webhook-signature': `sha256=${'0'.repeat(64)} x` }],
  ])('responds 401 to a signature that is %s, and changes nothing', async (_, headers) => {
    const harness = await startListening();
    const answer = await harness.deliver(payload(collection('col_1', 20, ['p3'])), { headers });
    expect(answer.status).toBe(401);
    expect(harness.onAir()).toEqual(['p1', 'p2']);
    await harness.settle();
    expect(harness.problemCodes()).toContain('WEBHOOK_SIGNATURE_WRONG');
  });

  it('refuses two signature headers even when both are right', async () => {
    const harness = await startListening();
    const body = JSON.stringify(payload(collection('col_1', 20, ['p3'])));
    const good = signatureOf(body);
    const port = new URL(harness.source.webhookAddress() ?? '').port;
    const headers = { host: `127.0.0.1:${port}`, 'content-type': 'application/json' };
    expect(await sendRaw(harness, { ...headers, 'x-webhook-signature': [good, good] }, body)).toBe(401);
    expect(await sendRaw(harness, { ...headers, 'x-webhook-signature': [good] }, body)).toBe(200);
  });

  it('refuses two Standard Webhooks signature headers, although one header may contain several signatures', async () => {
    const signing = '{id}.{timestamp}.{body}|key=base64|digest=base64|prefix=v1,';
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const harness = await startListening({ push: { signing } });
    harness.secrets.webhook = [secret];
    const body = JSON.stringify(payload(collection('col_1', 20, ['p3'])));
    const at = new Date(harness.clock.now());
    const good = new Webhook(secret).sign('msg_1', at, body);
    const bad = new Webhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA').sign('msg_1', at, body);
    const headers = {
      host: new URL(harness.source.webhookAddress() ?? '').host,
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    };
    expect(await sendRaw(harness, { ...headers, 'webhook-signature': [bad, good] }, body)).toBe(401);
    expect(await sendRaw(harness, { ...headers, 'webhook-signature': [good, good] }, body)).toBe(401);
    // A repeated header of one family must not make the other family's header count.
    const doubled = { 'x-webhook-signature': [good, good], 'webhook-signature': [good] };
    expect(await sendRaw(harness, { ...headers, ...doubled }, body)).toBe(401);
    expect(harness.onAir()).toEqual(['p1', 'p2']);
    expect(await sendRaw(harness, { ...headers, 'webhook-signature': [`${bad} ${good}`] }, body)).toBe(200);
  });

  it('accepts both secrets during a rotation, and only the new one afterwards', async () => {
    const harness = await startListening();
    harness.secrets.webhook = [webhookSecret, 'the next one'];
    expect((await harness.deliver(payload(collection('col_1', 20, ['p3'])))).status).toBe(200);
    expect((await harness.deliver(payload(collection('col_1', 21, ['p4'])), { secret: 'the next one' })).status).toBe(
      200,
    );
    harness.secrets.webhook = ['the next one'];
    expect((await harness.deliver(payload(collection('col_1', 22, ['p5'])))).status).toBe(401);
    expect(harness.onAir()).toEqual(['p4']);
  });

  it('loses nothing in 1,000 deliveries while the secret is changed', async () => {
    const harness = await startListening();
    const next = 'the next one';
    const statuses = new Map<number, number>();
    for (let sent = 1; sent <= 1000; sent += 1) {
      // The next secret is set here, then at the sender, then the old one is removed.
      if (sent === 300) harness.secrets.webhook = [webhookSecret, next];
      if (sent === 700) harness.secrets.webhook = [next];
      harness.clock.advance(20);
      const body = payload(collection('col_1', 10 + sent, [`d${sent}`]));
      const { status } = await harness.deliver(body, sent > 500 ? { secret: next } : {});
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (harness.onAir()[0] !== `d${sent}`) throw new Error(`delivery ${sent} is not on air`);
    }
    expect([...statuses]).toEqual([[200, 1000]]);
    expect(harness.store.state().source.webhook).toMatchObject({ accepted: 1000, refused: 0 });
  });

  it('checks the timestamp only if it is signed', async () => {
    const harness = await startListening();
    const late = { 'x-webhook-delivery-timestamp': '2020-01-01T00:00:00Z' };
    expect((await harness.deliver(payload(collection('col_1', 20, ['p3'])), { headers: late })).status).toBe(200);
  });

  it('accepts Standard Webhooks header names, with a valid signature only', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const signing = '{id}.{timestamp}.{body}|key=base64|digest=base64|prefix=v1,';
    const harness = await startListening({ push: { signing } });
    harness.secrets.webhook = [secret];
    const body = JSON.stringify(payload(collection('col_1', 20, ['p3'])));
    const address = new URL(harness.source.webhookAddress() ?? '');
    const send = (at: Date, signingSecret: string) =>
      sendRaw(
        harness,
        {
          host: address.host,
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new Webhook(signingSecret).sign('msg_1', at, body),
        },
        body,
      );
    const now = new Date(harness.clock.now());
    expect(await send(now, 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).toBe(401);
    expect(await send(new Date(harness.clock.now() - 3_600_000), secret)).toBe(401);
    expect(harness.onAir()).toEqual(['p1', 'p2']);
    expect(await send(now, secret)).toBe(200);
    expect(harness.onAir()).toEqual(['p3']);
  });

  it('responds 503 when the state can’t be saved, and accepts the delivery when it is resent', async () => {
    const harness = await startListening();
    const body = payload(collection('col_1', 20, ['p1', 'p2', 'p3']));
    harness.disk.isFull = true;
    const first = await harness.deliver(body);
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '5']);
    expect(harness.onAir()).toEqual(['p1', 'p2']);
    harness.disk.isFull = false;
    expect((await harness.deliver(body)).status).toBe(200);
    expect(harness.onAir()).toEqual(['p1', 'p2', 'p3']);
  });

  it('stays stale after a version that can’t be saved when the version before it is sent again', async () => {
    const harness = await startListening();
    const held = collection('col_1', 20, ['p1', 'p2', 'p3']);
    expect((await harness.deliver(payload(held))).status).toBe(200);
    harness.disk.isFull = true;
    const newer = payload(collection('col_1', 21, ['p1']));
    expect((await harness.deliver(newer)).status).toBe(503);
    const freshness = () => harness.store.state().source.freshness;
    expect(freshness()).toBe('stale');
    expect((await harness.deliver(payload(held, { id: 'again' }))).status).toBe(200);
    await harness.settle();
    expect(freshness()).toBe('stale');
    harness.disk.isFull = false;
    expect((await harness.deliver(newer)).status).toBe(200);
    await harness.settle();
    expect(freshness()).toBe('fresh');
  });

  it('responds 503 while no secret is set', async () => {
    const harness = await startListening();
    harness.secrets.webhook = [];
    expect((await harness.deliver(payload(collection('col_1', 20, ['p3'])))).status).toBe(503);
    await harness.settle();
    expect(harness.problemCodes()).toContain('WEBHOOK_SECRET_MISSING');
  });

  it('responds 429 above 50 deliveries a second, and accepts them again a second later', async () => {
    const harness = await startListening();
    const body = payload(collection('col_1', 5, ['old']));
    const answers = await Promise.all(Array.from({ length: 60 }, () => harness.deliver(body)));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(answers.find((answer) => answer.status === 429)?.headers.get('retry-after')).toBe('2');
    harness.clock.advance(1000);
    expect((await harness.deliver(body)).status).toBe(200);
  });

  it('responds 413 above 5 MiB and polls the service instead', async () => {
    const harness = await startListening();
    const before = harness.service.requests.length;
    // Only announced: the response to a body that is still being sent may be lost.
    expect(await sendRaw(harness, { 'content-length': String(5 * 1024 * 1024 + 1) }, '{')).toBe(413);
    await harness.settle();
    expect(harness.service.requests.length).toBe(before + 1);
    expect(harness.service.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
  });

  it.each([
    ['that is not JSON', '{"event":'],
    ['that is not UTF-8', Buffer.from(JSON.stringify(payload(collection('col_1', 20, ['caf\u00e9']))), 'latin1')],
    [
      'that is nested too deep',
      `{"event":"COLLECTION_UPDATED","collectionId":"col_1","deep":${'['.repeat(3000)}${']'.repeat(3000)}}`,
    ],
    [
      'without a live list',
      JSON.stringify(payload({ ...collection('col_1', 20, []), liveContents: 'x' as unknown as never[] })),
    ],
    [
      'whose data is another collection',
      JSON.stringify(payload(collection('col_9', 20, []), { collectionId: 'col_1' })),
    ],
    ['with an unreadable date', JSON.stringify(payload(collection('col_1', 20, ['p9'], { lastModifiedDate: 'soon' })))],
    [
      'dated days ahead',
      JSON.stringify(payload(collection('col_1', 20, ['p9'], { lastModifiedDate: '2030-01-01T00:00:00Z' }))),
    ],
  ])('responds 422 to a signed delivery %s, and polls the service', async (_, rawBody) => {
    const harness = await startListening();
    const before = harness.service.requests.length;
    expect((await harness.deliver(null, { raw: rawBody })).status).toBe(422);
    await expect.poll(() => harness.service.requests.length).toBe(before + 1);
    await harness.settle();
    expect(harness.onAir()).toEqual(['p1', 'p2']);
    expect(harness.problemCodes()).toContain('WEBHOOK_UNREADABLE');
    expect(harness.service.requests.length).toBe(before + 1);
  });

  it('responds 404 to other paths, 405 to other methods and 421 to other hosts', async () => {
    const harness = await startListening({ push: { allowedHosts: ['hooks.example'] } });
    const body = payload(collection('col_1', 20, ['p3']));
    expect((await harness.deliver(body, { path: '/' })).status).toBe(404);
    expect((await harness.deliver(body, { path: '/webhooks/collections?x=1' })).status).toBe(404);
    const get = await harness.deliver(body, { method: 'GET' });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await sendRaw(harness, { host: 'evil.example' }, '{}')).toBe(421);
    expect(await sendRaw(harness, { host: 'hooks.example' }, '{}')).toBe(401);
    expect(harness.onAir()).toEqual(['p1', 'p2']);
  });

  it('reports deliveries for an unknown host name until one arrives for a known name', async () => {
    const harness = await startListening({ push: { allowedHosts: ['Hooks.example:8443'] } });
    const reported = () => harness.store.state().problems.find(({ code }) => code === 'WEBHOOK_HOST_UNKNOWN');
    const good = JSON.stringify(payloadNow(harness, collection('col_1', 20, ['p3'])));
    const signature = `sha256=${createHmac('sha256', webhookSecret).update(good).digest('hex')}`;
    const deliver = (host: string): Promise<number> =>
      sendRaw(harness, { host, 'x-webhook-signature': signature }, good);
    // A scan is not a delivery.
    expect(await sendRaw(harness, { host: 'scanner.example' }, '{}')).toBe(421);
    expect(reported()).toBeUndefined();
    expect(await deliver('gallery.example:8443')).toBe(421);
    expect(reported()?.message).toContain('gallery.example,');
    expect(reported()?.nextStep).toContain('source.push.allowedHosts');
    const before = harness.events.length;
    for (let times = 0; times < 20; times += 1) await deliver(`gallery-${times}.example`);
    expect(harness.events.slice(before).filter((event) => event.type === 'problemRaised')).toEqual([]);
    expect(await deliver('hooks.example:8443')).toBe(200);
    expect(harness.onAir()).toEqual(['p3']);
    expect(reported()).toBeUndefined();
    await harness.advance(61_000);
    await deliver('<b>x</b>');
    expect(reported()?.message).toContain('an invalid host name');
    await harness.advance(600_000);
    expect(reported()).toBeUndefined();
  });

  it('reports deliveries for another path without naming the path', async () => {
    const harness = await startListening();
    expect((await harness.deliver(payload(collection('col_1', 20, ['p3'])), { path: '/old-canary' })).status).toBe(404);
    expect(harness.problemCodes()).toEqual(['WEBHOOK_PATH_UNKNOWN']);
    expect(JSON.stringify([harness.store.state().problems, harness.logLines])).not.toContain('old-canary');
    await harness.deliver(payload(collection('col_1', 20, ['p3'])));
    expect(harness.problemCodes()).toEqual([]);
  });

  it('resolves a tie by polling the service immediately', async () => {
    const harness = await startListening();
    const before = harness.service.requests.length;
    expect((await harness.deliver(payload(collection('col_1', 10, ['other'])))).status).toBe(200);
    await expect.poll(() => harness.service.requests.length).toBe(before + 1);
    await harness.settle();
    expect(harness.service.requests.length).toBe(before + 1);
    expect(harness.onAir()).toEqual(['p1', 'p2']);
  });

  it('remembers deliveries across a restart, so that a late copy changes nothing even after the service went back', async () => {
    const harness = await startListening();
    const before = harness.store.state().collections['col_1']?.collection;
    const delivered = payload(collection('col_1', 20, ['p3']));
    await harness.deliver(delivered);
    await harness.source.stop();
    if (before === undefined) throw new Error('nothing was stored');
    await harness.store.apply({ type: 'collectionArrived', collection: before, from: 'poll', accept: 'any', at: '' });
    const settings = sourceSettings({ baseUrl: harness.service.baseUrl, mode: 'push' });
    const restarted = createSource(settings, {
      store: harness.store,
      ports: harness.ports,
      dataDir: harness.dataDir,
      isDemo: false,
    });
    await restarted.start();
    const answer = await fetch(restarted.webhookAddress() ?? '', {
      method: 'POST',
      headers: { 'x-webhook-signature': signatureOf(JSON.stringify(delivered)) },
      body: JSON.stringify(delivered),
    });
    expect(answer.status).toBe(200);
    expect(harness.onAir()).toEqual(['p1', 'p2']);
    await restarted.stop();
  });

  it('works without a key: the later event of two versions with the same date wins, and no problem is raised', async () => {
    const running = await createHarness(
      respondWithCollection(() => collection('col_1', 1, [])),
      { mode: 'push' },
    );
    running.secrets.apiKey = null;
    await running.source.start();
    await running.settle();
    expect(running.problemCodes()).toEqual([]);
    await running.deliver(payload(collection('col_1', 20, ['p3']), { timestamp: '2026-11-20T17:00:20.1Z' }));
    await running.deliver(payload(collection('col_1', 20, ['p4']), { timestamp: '2026-11-20T17:00:20.2Z' }));
    expect(running.onAir()).toEqual(['p4']);
    await running.advance(3_600_000);
    expect(running.store.state().source).toMatchObject({ state: 'current', freshness: 'fresh' });
    expect(running.service.requests).toEqual([]);
  });

  it('keeps listening and counting when a setting changes that does not affect its address', async () => {
    const harness = await startListening({ push: { signing: 'timestamp.body' } });
    await harness.source.configure({ ...harness.settings, push: { ...harness.settings.push, signing: 'body' } });
    expect((await harness.deliver(payload(collection('col_1', 20, ['p3'])))).status).toBe(200);
    await harness.settle();
    const before = { address: harness.source.webhookAddress(), webhook: harness.store.state().source.webhook };
    const reported: (typeof before)['webhook'][] = [];
    harness.store.subscribe(({ state }) => void reported.push(state.source.webhook));
    await harness.source.configure({
      ...harness.settings,
      push: {
        ...harness.settings.push,
        signing: 'timestamp.body',
        toleranceSeconds: 20,
        reconcileSeconds: 30,
        allowedHosts: ['hooks.example'],
      },
    });
    await harness.settle();
    expect(harness.source.webhookAddress()).toBe(before.address);
    expect(before.webhook?.accepted).toBe(1);
    expect(reported.every((webhook) => webhook?.isListening === true && webhook.accepted === 1)).toBe(true);
    expect(harness.store.state().source.webhook).toEqual(before.webhook);
    // The changed settings apply.
    expect(await sendRaw(harness, { host: 'hooks.example' }, '{}')).toBe(401);
    const body = payload(collection('col_1', 21, ['p4']));
    const sentAt = (ms: number) => signWithTimestamp(body, new Date(ms).toISOString());
    expect((await harness.deliver(body, { headers: sentAt(harness.clock.now() - 60_000) })).status).toBe(401);
    expect((await harness.deliver(body, { headers: sentAt(harness.clock.now()) })).status).toBe(200);
  });

  it('stays on its port when the new port is in use', async () => {
    const harness = await startListening();
    const before = harness.source.webhookAddress() ?? '';
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as AddressInfo;
    // A fixed port, because returning to port 0 would open any free port.
    const fixedPort = { ...harness.settings, push: { ...harness.settings.push, port: Number(new URL(before).port) } };
    await harness.source.configure(fixedPort);
    const moved = harness.source.configure({ ...fixedPort, push: { ...fixedPort.push, port } });
    await expect(moved).rejects.toBeInstanceOf(PortTaken);
    expect(harness.source.webhookAddress()).toBe(before);
    expect(harness.problemCodes()).toEqual([]);
    expect((await harness.deliver(payload(collection('col_1', 20, ['p3'])))).status).toBe(200);
    expect(harness.onAir()).toEqual(['p3']);
    await new Promise((resolve) => blocker.close(resolve));
  });

  it('starts although its address does not exist, reports that, and listens once another address is set', async () => {
    const harness = await startListening();
    const absentHost = sourceSettings({
      baseUrl: harness.service.baseUrl,
      mode: 'hybrid',
      push: { host: '192.0.2.55', port: 0 },
    });
    const second = createSource(absentHost, {
      store: harness.store,
      ports: harness.ports,
      dataDir: `${harness.dataDir}/late`,
      isDemo: false,
    });
    const before = harness.service.requests.length;
    await second.start();
    await harness.settle();
    expect(harness.problemCodes()).toContain('WEBHOOK_HOST_ABSENT');
    expect(harness.service.requests.length).toBeGreaterThan(before);
    expect(second.webhookAddress()).toBeNull();
    await second.configure({ ...absentHost, push: { ...absentHost.push, host: '127.0.0.1' } });
    expect(second.webhookAddress()).not.toBeNull();
    await harness.settle();
    expect(harness.problemCodes()).not.toContain('WEBHOOK_HOST_ABSENT');
    await second.stop();
  });

  it('reports that its port is in use and does not start, while polling continues', async () => {
    const harness = await startListening();
    const port = Number(new URL(harness.source.webhookAddress() ?? '').port);
    const settings = sourceSettings({ baseUrl: harness.service.baseUrl, mode: 'hybrid', push: { port } });
    const second = createSource(settings, {
      store: harness.store,
      ports: harness.ports,
      dataDir: `${harness.dataDir}/second`,
      isDemo: false,
    });
    const before = harness.service.requests.length;
    await expect(second.start()).rejects.toBeInstanceOf(PortTaken);
    await harness.settle();
    expect(harness.problemCodes()).toContain('WEBHOOK_PORT_TAKEN');
    expect(harness.service.requests.length).toBe(before + 1);
    await second.stop();
  });
});

/** Returns the headers of a delivery with a signed timestamp. */
function signWithTimestamp(body: unknown, timestamp: string): Record<string, string> {
  const signature = createHmac('sha256', webhookSecret)
    .update(`${timestamp}.${JSON.stringify(body)}`)
    .digest('hex');
  return { 'x-webhook-delivery-timestamp': timestamp, 'x-webhook-signature': `sha256=${signature}` };
}

describe('a delivery dated far ahead of this machine’s clock', () => {
  const ahead = { lastModifiedDate: '2030-01-01T00:00:00Z' };
  const dated = payload(collection('col_1', 20, ['p9'], ahead));
  const codes = (harness: Harness) => harness.problemCodes().filter((code) => code.startsWith('WEBHOOK'));

  it('gets 503 while the service’s clock is unknown, so that it is resent', async () => {
    const running = await createHarness(
      respondWithCollection(() => collection('col_1', 1, [])),
      { mode: 'push' },
    );
    const harness = running;
    harness.secrets.apiKey = null;
    await harness.source.start();
    await harness.settle();
    const answer = await harness.deliver(dated);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(harness.store.state().problems.filter(({ about }) => about === 'webhook')).toMatchObject([
      {
        code: 'WEBHOOK_CLOCK_DOUBTED',
        severity: 'needsOperator',
        message:
          'A delivery is dated 2030-01-01T00:00:00Z, over a day ahead of this machine’s clock. It was not applied and will be sent again. With an API key, Greenroom checks the service. Without one, on air may be out of date.',
      },
    ]);
    // The operator sets the clock.
    harness.clock.jump(Date.parse('2030-01-01T00:01:00Z') - harness.clock.now());
    expect((await harness.deliver(dated)).status).toBe(200);
    expect(harness.onAir()).toEqual(['p9']);
    await harness.settle();
    expect(codes(harness)).toEqual([]);
  });

  it('is checked against the service’s clock as soon as that is known', async () => {
    const harness = await startListening();
    const serviceMs = Date.parse('2030-01-01T00:01:00Z');
    const respondNormally = harness.service.respond;
    harness.service.respond = (request) => void request.socket.destroy();
    harness.clock.jump(-60_000);
    expect((await harness.deliver(dated)).status).toBe(503);
    harness.service.respond = (request, response) => {
      response.setHeader('date', new Date(serviceMs).toUTCString());
      respondNormally(request, response);
    };
    await harness.advance(30_000);
    expect((await harness.deliver(dated)).status).toBe(200);
    expect(harness.onAir()).toEqual(['p9']);
    await harness.settle();
    expect(codes(harness)).toEqual([]);
  });
});

describe('a signed timestamp', () => {
  const hourMs = 3_600_000;
  const signing = { push: { signing: 'timestamp.body' } };

  /** Sends a delivery whose timestamp differs from our clock by `offsetMs`. */
  const sendAt = (harness: Harness, second: number, offsetMs: number, overrides = {}) => {
    const body = payload(collection('col_1', second, [`d${second}`], overrides));
    const at = new Date(harness.clock.now() + offsetMs).toISOString();
    return harness.deliver(body, { headers: signWithTimestamp(body, at) });
  };

  it('is accepted immediately after this machine slept, without a problem about a clock', async () => {
    const harness = await startListening(signing);
    await harness.advance(130_000);
    expect((await sendAt(harness, 20, 0)).status).toBe(200);
    for (const sleptMs of [8 * hourMs, 60 * hourMs]) {
      const codes = new Set<string>();
      const stop = harness.store.subscribe(({ state }) => {
        for (const problem of state.problems) codes.add(problem.code);
      });
      harness.clock.jump(sleptMs);
      const date = (beforeMs: number) => ({ lastModifiedDate: new Date(harness.clock.now() - beforeMs).toISOString() });
      expect((await sendAt(harness, 21, 0, date(2000))).status).toBe(200);
      await harness.advance(5000);
      expect((await sendAt(harness, 22, 0, date(1000))).status).toBe(200);
      await harness.advance(120_000);
      expect((await sendAt(harness, 23, 0, date(500))).status).toBe(200);
      expect(harness.onAir()).toEqual(['d23']);
      expect([...codes].filter((code) => /SKEWED|SIGNATURE/.test(code))).toEqual([]);
      stop();
    }
  });

  it('is not compared with the date of a response from a cache', async () => {
    const cachedMs = 600_000;
    const running = await createHarness(
      (request, response) => {
        const at = new Date((running?.clock.now() ?? 0) - cachedMs).toUTCString();
        response.setHeader('age', cachedMs / 1000).setHeader('date', at);
        respondWithCollection(() => collection('col_1', 10, ['p1', 'p2']))(request, response);
      },
      { mode: 'push', ...signing },
    );
    await running.source.start();
    await running.advance(10_000);
    expect((await sendAt(running, 20, 0)).status).toBe(200);
    expect(running.onAir()).toEqual(['d20']);
    expect(running.problemCodes()).not.toContain('SOURCE_CLOCK_SKEWED');
  });

  it('is reported when outside the tolerance, not as a wrong signature', async () => {
    const harness = await startListening(signing);
    await harness.advance(10_000);
    expect((await sendAt(harness, 20, -600_000)).status).toBe(401);
    const reported = () => harness.store.state().problems.filter(({ code }) => code.startsWith('WEBHOOK'));
    expect(reported()).toMatchObject([
      {
        code: 'WEBHOOK_TIME_OFF',
        // A response shows the service's time only to the second.
        message: expect.stringMatching(
          /is dated (599|600|601) s ago and was refused\. The limit is 300 s\. With an API key, Greenroom checks the service instead\. Without one, on air may be out of date\.$/,
        ),
      },
    ]);
    expect((await sendAt(harness, 20, 900_000)).status).toBe(401);
    expect(reported().map(({ message }) => /(899|900|901) s in the future and was refused/.test(message))).toEqual([
      true,
    ]);
    expect((await sendAt(harness, 21, 0)).status).toBe(200);
    await harness.settle();
    expect(reported()).toEqual([]);
    // The problem is cleared after ten minutes even if no other delivery arrives.
    expect((await sendAt(harness, 22, -600_000)).status).toBe(401);
    expect(reported()).toHaveLength(1);
    await harness.advance(601_000);
    expect(reported()).toEqual([]);
  });

  it('is accepted when only our own clock was set', async () => {
    const harness = await startListening(signing);
    await harness.advance(130_000);
    let serviceOffsetMs = 0;
    const serve = harness.service.respond;
    harness.service.respond = (request, response) => {
      response.setHeader('date', new Date(harness.clock.now() + serviceOffsetMs).toUTCString());
      serve(request, response);
    };
    for (const setMs of [2 * hourMs, -5 * hourMs]) {
      harness.clock.jump(setMs);
      serviceOffsetMs -= setMs;
      expect((await sendAt(harness, 30, serviceOffsetMs)).status).toBe(200);
      await harness.advance(5000);
      expect((await sendAt(harness, 31, serviceOffsetMs)).status).toBe(200);
      expect((await sendAt(harness, 32, 0)).status).toBe(401);
    }
  });

  it('gets 503 if it matches neither clock, until a poll has shown the service’s time', async () => {
    const harness = await startListening(signing);
    harness.service.respond = (request) => void request.socket.destroy();
    harness.clock.jump(8 * hourMs);
    const answer = await sendAt(harness, 20, -4 * hourMs);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    const forged = await harness.deliver(payload(collection('col_1', 20, ['d20'])), { secret: 'an unknown secret' });
    expect(forged.status).toBe(401);
    harness.service.respond = respondWithCollection(() => collection('col_1', 10, ['p1', 'p2']));
    await harness.advance(20_000);
    expect((await sendAt(harness, 20, -4 * hourMs)).status).toBe(401);
    expect(harness.onAir()).toEqual(['p1', 'p2']);
  });
});

function signatureOf(body: string): string {
  return `sha256=${createHmac('sha256', webhookSecret).update(body).digest('hex')}`;
}
