import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PortTaken } from '../../../src/engine/door/listen.ts';
import { createSource } from '../../../src/engine/source/source.ts';
import { type Bench, collection, createBench, payload, serving, sourceSettings, webhookSecret } from './bench.ts';

// A machine that is busy with something else is no fault of what is tested here.
vi.setConfig({ testTimeout: 60_000 });

let bench: Bench | null = null;
afterEach(async () => {
  await bench?.end();
  bench = null;
});

/** A source in push mode, holding version 10 of col_1 with p1 and p2. */
async function listening(over: Record<string, unknown> = {}): Promise<Bench> {
  bench = await createBench(
    serving(() => collection('col_1', 10, ['p1', 'p2'])),
    { mode: 'push', ...over },
  );
  await bench.source.start();
  await bench.quiet();
  return bench;
}

/** A request with exactly these headers, as no fetch would send it. */
function raw(on: Bench, headers: Record<string, string | string[]>, body: string): Promise<number> {
  const address = new URL(on.source.webhookAddress() ?? '');
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
  it('applies a signed delivery and answers 200', async () => {
    const on = await listening();
    const answer = await on.deliver(payload(collection('col_1', 20, ['p2', 'p3'])));
    expect(answer.status).toBe(200);
    expect(on.onAir()).toEqual(['p2', 'p3']);
    await on.quiet();
    expect(on.store.state().source.webhook).toMatchObject({ accepted: 1, refused: 0, isListening: true });
    expect(on.store.state().collections['col_1']?.from).toBe('webhook');
  });

  it('answers 200 to duplicates, older ones, other events and foreign collections, and changes nothing', async () => {
    const on = await listening();
    const newest = payload(collection('col_1', 20, ['p3']));
    await on.deliver(newest);
    const revision = on.store.state().feeds[0]?.onAir.revision;
    const answers = [
      await on.deliver(newest),
      await on.deliver(payload(collection('col_1', 5, ['old']))),
      await on.deliver(payload(collection('col_1', 30, ['p9'])), {
        raw: JSON.stringify({ ...payload(collection('col_1', 30, ['p9'])), event: 'COLLECTION_DELETED' }),
      }),
      await on.deliver(payload(collection('col_7', 30, ['p9']))),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(on.store.state().feeds[0]?.onAir.revision).toBe(revision);
    expect(on.onAir()).toEqual(['p3']);
  });

  it.each([
    ['missing', { 'x-webhook-signature': '' }],
    ['wrong', { 'x-webhook-signature': `sha256=${'0'.repeat(64)}` }],
    ['without its prefix', { 'x-webhook-signature': '0'.repeat(64) }],
    ['too short', { 'x-webhook-signature': 'sha256=00' }],
    ['followed by something', { 'x-webhook-signature': `sha256=${'0'.repeat(64)} x` }],
  ])('answers 401 to a signature that is %s, and changes nothing', async (_, headers) => {
    const on = await listening();
    const answer = await on.deliver(payload(collection('col_1', 20, ['p3'])), { headers });
    expect(answer.status).toBe(401);
    expect(on.onAir()).toEqual(['p1', 'p2']);
    await on.quiet();
    expect(on.codes()).toContain('WEBHOOK_SIGNATURE_WRONG');
  });

  it('refuses two signature headers even when one of them is right', async () => {
    const on = await listening();
    const body = JSON.stringify(payload(collection('col_1', 20, ['p3'])));
    const good = signatureOf(body);
    const port = new URL(on.source.webhookAddress() ?? '').port;
    const headers = { host: `127.0.0.1:${port}`, 'content-type': 'application/json' };
    expect(await raw(on, { ...headers, 'x-webhook-signature': [good, good] }, body)).toBe(401);
    expect(await raw(on, { ...headers, 'x-webhook-signature': [good] }, body)).toBe(200);
  });

  it('believes both secrets during a rotation, and neither after they were replaced', async () => {
    const on = await listening();
    on.secrets.webhook = [webhookSecret, 'the next one'];
    expect((await on.deliver(payload(collection('col_1', 20, ['p3'])))).status).toBe(200);
    expect((await on.deliver(payload(collection('col_1', 21, ['p4'])), { secret: 'the next one' })).status).toBe(200);
    on.secrets.webhook = ['the next one'];
    expect((await on.deliver(payload(collection('col_1', 22, ['p5'])))).status).toBe(401);
    expect(on.onAir()).toEqual(['p4']);
  });

  it('checks the signed time only where the scheme signs it', async () => {
    const on = await listening();
    const late = { 'x-webhook-delivery-timestamp': '2020-01-01T00:00:00Z' };
    expect((await on.deliver(payload(collection('col_1', 20, ['p3'])), { headers: late })).status).toBe(200);
  });

  it('answers 503 when the state could not be saved, and takes the delivery when it comes again', async () => {
    const on = await listening();
    const body = payload(collection('col_1', 20, ['p1', 'p2', 'p3']));
    on.disk.isFull = true;
    const first = await on.deliver(body);
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '5']);
    expect(on.onAir()).toEqual(['p1', 'p2']);
    on.disk.isFull = false;
    expect((await on.deliver(body)).status).toBe(200);
    expect(on.onAir()).toEqual(['p1', 'p2', 'p3']);
  });

  it('answers 503 while no secret is set', async () => {
    const on = await listening();
    on.secrets.webhook = [];
    expect((await on.deliver(payload(collection('col_1', 20, ['p3'])))).status).toBe(503);
    await on.quiet();
    expect(on.codes()).toContain('WEBHOOK_SECRET_MISSING');
  });

  it('answers 429 to more than 50 a second, and takes them again a second later', async () => {
    const on = await listening();
    const body = payload(collection('col_1', 5, ['old']));
    const answers = await Promise.all(Array.from({ length: 60 }, () => on.deliver(body)));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(answers.find((answer) => answer.status === 429)?.headers.get('retry-after')).toBe('2');
    on.clock.advance(1000);
    expect((await on.deliver(body)).status).toBe(200);
  });

  it('answers 413 to more than 5 MiB and asks the service instead', async () => {
    const on = await listening();
    const before = on.service.asked.length;
    const answer = await on.deliver(null, { raw: 'x'.repeat(5 * 1024 * 1024 + 1) });
    expect(answer.status).toBe(413);
    await on.quiet();
    expect(on.service.asked.length).toBe(before + 1);
    expect(on.service.asked.at(-1)?.headers['if-none-match']).toBeUndefined();
  });

  it.each([
    ['not JSON', '{"event":'],
    [
      'without a live list',
      JSON.stringify(payload({ ...collection('col_1', 20, []), liveContents: 'x' as unknown as never[] })),
    ],
    [
      'about another collection than its data',
      JSON.stringify(payload(collection('col_9', 20, []), { collectionId: 'col_1' })),
    ],
    [
      'with a date that says nothing',
      JSON.stringify(payload(collection('col_1', 20, ['p9'], { lastModifiedDate: 'soon' }))),
    ],
    [
      'with a date days ahead',
      JSON.stringify(payload(collection('col_1', 20, ['p9'], { lastModifiedDate: '2030-01-01T00:00:00Z' }))),
    ],
  ])('answers 422 to a signed delivery %s, and asks the service', async (_, rawBody) => {
    const on = await listening();
    const before = on.service.asked.length;
    expect((await on.deliver(null, { raw: rawBody })).status).toBe(422);
    await expect.poll(() => on.service.asked.length).toBe(before + 1);
    await on.quiet();
    expect(on.onAir()).toEqual(['p1', 'p2']);
    expect(on.codes()).toContain('WEBHOOK_UNREADABLE');
    expect(on.service.asked.length).toBe(before + 1);
  });

  it('answers 404 elsewhere, 405 to other methods and 421 to other hosts', async () => {
    const on = await listening({ push: { allowedHosts: ['hooks.example'] } });
    const body = payload(collection('col_1', 20, ['p3']));
    expect((await on.deliver(body, { path: '/' })).status).toBe(404);
    expect((await on.deliver(body, { path: '/webhooks/collections?x=1' })).status).toBe(404);
    const get = await on.deliver(body, { method: 'GET' });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await raw(on, { host: 'evil.example' }, '{}')).toBe(421);
    expect(await raw(on, { host: 'hooks.example' }, '{}')).toBe(401);
    expect(on.onAir()).toEqual(['p1', 'p2']);
  });

  it('settles a tie by asking the service at once', async () => {
    const on = await listening();
    const before = on.service.asked.length;
    expect((await on.deliver(payload(collection('col_1', 10, ['other'])))).status).toBe(200);
    await expect.poll(() => on.service.asked.length).toBe(before + 1);
    await on.quiet();
    expect(on.service.asked.length).toBe(before + 1);
    expect(on.onAir()).toEqual(['p1', 'p2']);
  });

  it('remembers deliveries over a restart: a late copy does nothing even after the service really went back', async () => {
    const on = await listening();
    const before = on.store.state().collections['col_1']?.collection;
    const delivered = payload(collection('col_1', 20, ['p3']));
    await on.deliver(delivered);
    await on.source.stop();
    if (before === undefined) throw new Error('nothing was held');
    await on.store.apply({ type: 'collectionArrived', collection: before, from: 'poll', accept: 'any', at: '' });
    const settings = sourceSettings({ baseUrl: on.service.baseUrl, mode: 'push' });
    const again = createSource(settings, { store: on.store, ports: on.ports, dataDir: on.dataDir, isDemo: false });
    await again.start();
    const answer = await fetch(again.webhookAddress() ?? '', {
      method: 'POST',
      headers: { 'x-webhook-signature': signatureOf(JSON.stringify(delivered)) },
      body: JSON.stringify(delivered),
    });
    expect(answer.status).toBe(200);
    expect(on.onAir()).toEqual(['p1', 'p2']);
    await again.stop();
  });

  it('works without a key: the later of two equals wins, and nothing is missed for it', async () => {
    bench = await createBench(
      serving(() => collection('col_1', 1, [])),
      { mode: 'push' },
    );
    bench.secrets.apiKey = null;
    await bench.source.start();
    await bench.quiet();
    expect(bench.codes()).toEqual([]);
    await bench.deliver(payload(collection('col_1', 20, ['p3'])));
    await bench.deliver(payload(collection('col_1', 20, ['p4'])));
    expect(bench.onAir()).toEqual(['p4']);
    await bench.pass(3_600_000);
    expect(bench.store.state().source).toMatchObject({ word: 'current', freshness: 'fresh' });
    expect(bench.service.asked).toEqual([]);
  });

  it('says that a port is taken, polls all the same, and rejects', async () => {
    const on = await listening();
    const port = Number(new URL(on.source.webhookAddress() ?? '').port);
    const settings = sourceSettings({ baseUrl: on.service.baseUrl, mode: 'hybrid', push: { port } });
    const second = createSource(settings, {
      store: on.store,
      ports: on.ports,
      dataDir: `${on.dataDir}/second`,
      isDemo: false,
    });
    const before = on.service.asked.length;
    await expect(second.start()).rejects.toBeInstanceOf(PortTaken);
    await on.quiet();
    expect(on.codes()).toContain('WEBHOOK_PORT_TAKEN');
    expect(on.service.asked.length).toBe(before + 1);
    await second.stop();
  });
});

function signatureOf(body: string): string {
  return `sha256=${createHmac('sha256', webhookSecret).update(body).digest('hex')}`;
}
