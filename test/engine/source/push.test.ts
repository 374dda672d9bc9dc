import { createHmac } from 'node:crypto';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
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

  it('refuses two signature lines of Standard Webhooks, though one line may hold several', async () => {
    const signing = '{id}.{timestamp}.{body}|key=base64AfterPrefix|digest=base64|prefix=v1,';
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const on = await listening({ push: { signing } });
    on.secrets.webhook = [secret];
    const body = JSON.stringify(payload(collection('col_1', 20, ['p3'])));
    const at = new Date(on.clock.now());
    const good = new Webhook(secret).sign('msg_1', at, body);
    const bad = new Webhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA').sign('msg_1', at, body);
    const headers = {
      host: new URL(on.source.webhookAddress() ?? '').host,
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    };
    expect(await raw(on, { ...headers, 'webhook-signature': [bad, good] }, body)).toBe(401);
    expect(await raw(on, { ...headers, 'webhook-signature': [good, good] }, body)).toBe(401);
    // Nor may a doubled line of the one family have the other one believed.
    const doubled = { 'x-webhook-signature': [good, good], 'webhook-signature': [good] };
    expect(await raw(on, { ...headers, ...doubled }, body)).toBe(401);
    expect(on.onAir()).toEqual(['p1', 'p2']);
    expect(await raw(on, { ...headers, 'webhook-signature': [`${bad} ${good}`] }, body)).toBe(200);
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

  it('loses nothing in 1,000 deliveries while the secret is changed', async () => {
    const on = await listening();
    const next = 'the next one';
    const statuses = new Map<number, number>();
    for (let sent = 1; sent <= 1000; sent += 1) {
      // The next secret is set here, then the sender changes over, then it is the only one.
      if (sent === 300) on.secrets.webhook = [webhookSecret, next];
      if (sent === 700) on.secrets.webhook = [next];
      on.clock.advance(20);
      const body = payload(collection('col_1', 10 + sent, [`d${sent}`]));
      const { status } = await on.deliver(body, sent > 500 ? { secret: next } : {});
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (on.onAir()[0] !== `d${sent}`) throw new Error(`delivery ${sent} is not on air`);
    }
    expect([...statuses]).toEqual([[200, 1000]]);
    expect(on.store.state().source.webhook).toMatchObject({ accepted: 1000, refused: 0 });
  });

  it('checks the signed time only where the scheme signs it', async () => {
    const on = await listening();
    const late = { 'x-webhook-delivery-timestamp': '2020-01-01T00:00:00Z' };
    expect((await on.deliver(payload(collection('col_1', 20, ['p3'])), { headers: late })).status).toBe(200);
  });

  it('takes what a sender by Standard Webhooks sends under its own header names, and no stranger', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const signing = '{id}.{timestamp}.{body}|key=base64AfterPrefix|digest=base64|prefix=v1,';
    const on = await listening({ push: { signing } });
    on.secrets.webhook = [secret];
    const body = JSON.stringify(payload(collection('col_1', 20, ['p3'])));
    const address = new URL(on.source.webhookAddress() ?? '');
    const send = (at: Date, by: string) =>
      raw(
        on,
        {
          host: address.host,
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new Webhook(by).sign('msg_1', at, body),
        },
        body,
      );
    const now = new Date(on.clock.now());
    expect(await send(now, 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).toBe(401);
    expect(await send(new Date(on.clock.now() - 3_600_000), secret)).toBe(401);
    expect(on.onAir()).toEqual(['p1', 'p2']);
    expect(await send(now, secret)).toBe(200);
    expect(on.onAir()).toEqual(['p3']);
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
      'that is not UTF-8, as its posts would be mangled',
      Buffer.from(JSON.stringify(payload(collection('col_1', 20, ['caf\u00e9']))), 'latin1'),
    ],
    [
      'nested beyond all use',
      `{"event":"COLLECTION_UPDATED","collectionId":"col_1","deep":${'['.repeat(3000)}${']'.repeat(3000)}}`,
    ],
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

  it('says that deliveries come for a name it does not know, until one comes for a name that it does', async () => {
    const on = await listening({ push: { allowedHosts: ['Hooks.example:8443'] } });
    const told = () => on.store.state().problems.find((one) => one.code === 'WEBHOOK_HOST_UNKNOWN');
    const good = JSON.stringify(payload(collection('col_1', 20, ['p3'])));
    const signature = `sha256=${createHmac('sha256', webhookSecret).update(good).digest('hex')}`;
    const deliver = (host: string): Promise<number> => raw(on, { host, 'x-webhook-signature': signature }, good);
    // A look around is no delivery.
    expect(await raw(on, { host: 'scanner.example' }, '{}')).toBe(421);
    expect(told()).toBeUndefined();
    expect(await deliver('gallery.example:8443')).toBe(421);
    expect(told()?.message).toContain('gallery.example,');
    expect(told()?.nextStep).toContain('source.push.allowedHosts');
    const before = on.events.length;
    for (let times = 0; times < 20; times += 1) await deliver(`gallery-${times}.example`);
    expect(on.events.slice(before).filter((event) => event.type === 'problemRaised')).toEqual([]);
    expect(await deliver('hooks.example:8443')).toBe(200);
    expect(on.onAir()).toEqual(['p3']);
    expect(told()).toBeUndefined();
    await on.pass(61_000);
    await deliver('<b>x</b>');
    expect(told()?.message).toContain('something that is no name of a host');
    await on.pass(600_000);
    expect(told()).toBeUndefined();
  });

  it('says that deliveries come for another path, naming none', async () => {
    const on = await listening();
    expect((await on.deliver(payload(collection('col_1', 20, ['p3'])), { path: '/old-canary' })).status).toBe(404);
    expect(on.codes()).toEqual(['WEBHOOK_PATH_UNKNOWN']);
    expect(JSON.stringify([on.store.state().problems, on.logged])).not.toContain('old-canary');
    await on.deliver(payload(collection('col_1', 20, ['p3'])));
    expect(on.codes()).toEqual([]);
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

  it('goes on listening, and counting, when a setting changes that does not concern its address', async () => {
    const on = await listening({ push: { signing: 'timestamp.body' } });
    await on.source.configure({ ...on.settings, push: { ...on.settings.push, signing: 'body' } });
    expect((await on.deliver(payload(collection('col_1', 20, ['p3'])))).status).toBe(200);
    await on.quiet();
    const before = { address: on.source.webhookAddress(), webhook: on.store.state().source.webhook };
    const told: (typeof before)['webhook'][] = [];
    on.store.subscribe(({ state }) => void told.push(state.source.webhook));
    await on.source.configure({
      ...on.settings,
      push: {
        ...on.settings.push,
        signing: 'timestamp.body',
        toleranceSeconds: 20,
        reconcileSeconds: 30,
        allowedHosts: ['hooks.example'],
      },
    });
    await on.quiet();
    expect(on.source.webhookAddress()).toBe(before.address);
    expect(before.webhook?.accepted).toBe(1);
    expect(told.every((one) => one?.isListening === true && one.accepted === 1)).toBe(true);
    expect(on.store.state().source.webhook).toEqual(before.webhook);
    // What was changed counts all the same.
    expect(await raw(on, { host: 'hooks.example' }, '{}')).toBe(401);
    const body = payload(collection('col_1', 21, ['p4']));
    const sentAt = (ms: number) => signedInTime(body, new Date(ms).toISOString());
    expect((await on.deliver(body, { headers: sentAt(on.clock.now() - 60_000) })).status).toBe(401);
    expect((await on.deliver(body, { headers: sentAt(on.clock.now()) })).status).toBe(200);
  });

  it('listens where it did when the port that it is told to move to is taken', async () => {
    const on = await listening();
    const before = on.source.webhookAddress() ?? '';
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as AddressInfo;
    // A port of its own, so that coming back to it can be told from any free one.
    const own = { ...on.settings, push: { ...on.settings.push, port: Number(new URL(before).port) } };
    await on.source.configure(own);
    const moved = on.source.configure({ ...own, push: { ...own.push, port } });
    await expect(moved).rejects.toBeInstanceOf(PortTaken);
    expect(on.source.webhookAddress()).toBe(before);
    expect(on.codes()).toEqual([]);
    expect((await on.deliver(payload(collection('col_1', 20, ['p3'])))).status).toBe(200);
    expect(on.onAir()).toEqual(['p3']);
    await new Promise((resolve) => blocker.close(resolve));
  });

  it('starts without the address that it should listen at, says so, and listens once it can', async () => {
    const on = await listening();
    const away = sourceSettings({ baseUrl: on.service.baseUrl, mode: 'hybrid', push: { host: '192.0.2.55', port: 0 } });
    const second = createSource(away, {
      store: on.store,
      ports: on.ports,
      dataDir: `${on.dataDir}/late`,
      isDemo: false,
    });
    const before = on.service.asked.length;
    await second.start();
    await on.quiet();
    expect(on.codes()).toContain('WEBHOOK_HOST_ABSENT');
    expect(on.service.asked.length).toBeGreaterThan(before);
    expect(second.webhookAddress()).toBeNull();
    await second.configure({ ...away, push: { ...away.push, host: '127.0.0.1' } });
    expect(second.webhookAddress()).not.toBeNull();
    expect(on.codes()).not.toContain('WEBHOOK_HOST_ABSENT');
    await second.stop();
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

/** Headers of a delivery that signs its time too. */
function signedInTime(body: unknown, timestamp: string): Record<string, string> {
  const signature = createHmac('sha256', webhookSecret)
    .update(`${timestamp}.${JSON.stringify(body)}`)
    .digest('hex');
  return { 'x-webhook-delivery-timestamp': timestamp, 'x-webhook-signature': `sha256=${signature}` };
}

describe('a date that this machine’s clock calls impossible', () => {
  const ahead = { lastModifiedDate: '2030-01-01T00:00:00Z' };
  const dated = payload(collection('col_1', 20, ['p9'], ahead));
  const codes = (on: Bench) => on.codes().filter((code) => code.startsWith('WEBHOOK'));

  it('is not held against a delivery while the service’s clock is not known: it comes again', async () => {
    bench = await createBench(
      serving(() => collection('col_1', 1, [])),
      { mode: 'push' },
    );
    const on = bench;
    on.secrets.apiKey = null;
    await on.source.start();
    await on.quiet();
    const answer = await on.deliver(dated);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(on.store.state().problems).toMatchObject([
      {
        code: 'WEBHOOK_CLOCK_DOUBTED',
        severity: 'needsOperator',
        message:
          'A delivery is dated 2030-01-01T00:00:00Z, over a day ahead of this machine’s clock. It was not applied and will be sent again. On air is not affected.',
      },
    ]);
    // Somebody sets the clock.
    on.clock.jump(Date.parse('2030-01-01T00:01:00Z') - on.clock.now());
    expect((await on.deliver(dated)).status).toBe(200);
    expect(on.onAir()).toEqual(['p9']);
    await on.quiet();
    expect(codes(on)).toEqual([]);
  });

  it('is decided by the service’s clock as soon as that is known', async () => {
    const on = await listening();
    const serviceMs = Date.parse('2030-01-01T00:01:00Z');
    const away = on.service.respond;
    on.service.respond = (request) => void request.socket.destroy();
    on.clock.jump(-60_000);
    expect((await on.deliver(dated)).status).toBe(503);
    on.service.respond = (request, response) => {
      response.setHeader('date', new Date(serviceMs).toUTCString());
      away(request, response);
    };
    await on.pass(30_000);
    expect((await on.deliver(dated)).status).toBe(200);
    expect(on.onAir()).toEqual(['p9']);
    await on.quiet();
    expect(codes(on)).toEqual([]);
  });
});

describe('the signed time after a sleep', () => {
  const hour = 3_600_000;
  const signing = { push: { signing: 'timestamp.body' } };

  /** Sends a delivery at the service's time, which is so far from ours. */
  const sendAt = (on: Bench, second: number, offMs: number, over = {}) => {
    const body = payload(collection('col_1', second, [`d${second}`], over));
    const at = new Date(on.clock.now() + offMs).toISOString();
    return on.deliver(body, { headers: signedInTime(body, at) });
  };

  it('is believed at once when machine and service both went on, and no clock is called wrong', async () => {
    const on = await listening(signing);
    await on.pass(130_000);
    expect((await sendAt(on, 20, 0)).status).toBe(200);
    for (const sleptMs of [8 * hour, 60 * hour]) {
      const codes = new Set<string>();
      const stop = on.store.subscribe(({ state }) => {
        for (const problem of state.problems) codes.add(problem.code);
      });
      on.clock.jump(sleptMs);
      const date = (beforeMs: number) => ({ lastModifiedDate: new Date(on.clock.now() - beforeMs).toISOString() });
      expect((await sendAt(on, 21, 0, date(2000))).status).toBe(200);
      await on.pass(5000);
      expect((await sendAt(on, 22, 0, date(1000))).status).toBe(200);
      await on.pass(120_000);
      expect((await sendAt(on, 23, 0, date(500))).status).toBe(200);
      expect(on.onAir()).toEqual(['d23']);
      expect([...codes].filter((code) => /SKEWED|SIGNATURE/.test(code))).toEqual([]);
      stop();
    }
  });

  it('is what is told of when it is too far off: neither secret nor scheme is doubted', async () => {
    const on = await listening(signing);
    await on.pass(10_000);
    expect((await sendAt(on, 20, -600_000)).status).toBe(401);
    const told = () => on.store.state().problems.filter(({ code }) => code.startsWith('WEBHOOK'));
    expect(told()).toMatchObject([
      {
        code: 'WEBHOOK_TIME_OFF',
        // An answer tells the service's time to a second.
        message: expect.stringMatching(
          /was sent (599|600|601) s before now\. It was refused: the limit is 300 s\. On air is not affected\.$/,
        ),
      },
    ]);
    expect((await sendAt(on, 20, 900_000)).status).toBe(401);
    expect(told().map(({ message }) => /(899|900|901) s after now/.test(message))).toEqual([true]);
    expect((await sendAt(on, 21, 0)).status).toBe(200);
    await on.quiet();
    expect(told()).toEqual([]);
    // An old one that is sent again, and no other after it, is forgotten by itself.
    expect((await sendAt(on, 22, -600_000)).status).toBe(401);
    expect(told()).toHaveLength(1);
    await on.pass(601_000);
    expect(told()).toEqual([]);
  });

  it('is still believed when only our own clock was set', async () => {
    const on = await listening(signing);
    await on.pass(130_000);
    const offMs = { now: 0 };
    const serve = on.service.respond;
    on.service.respond = (request, response) => {
      response.setHeader('date', new Date(on.clock.now() + offMs.now).toUTCString());
      serve(request, response);
    };
    for (const setMs of [2 * hour, -5 * hour]) {
      on.clock.jump(setMs);
      offMs.now -= setMs;
      expect((await sendAt(on, 30, offMs.now)).status).toBe(200);
      await on.pass(5000);
      expect((await sendAt(on, 31, offMs.now)).status).toBe(200);
      expect((await sendAt(on, 32, 0)).status).toBe(401);
    }
  });

  it('sends away for a while, not for ever, what fits neither clock until the service was asked', async () => {
    const on = await listening(signing);
    on.service.respond = (request) => void request.socket.destroy();
    on.clock.jump(8 * hour);
    const answer = await sendAt(on, 20, -4 * hour);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    const forged = await on.deliver(payload(collection('col_1', 20, ['d20'])), { secret: 'a stranger' });
    expect(forged.status).toBe(401);
    on.service.respond = serving(() => collection('col_1', 10, ['p1', 'p2']));
    await on.pass(20_000);
    expect((await sendAt(on, 20, -4 * hour)).status).toBe(401);
    expect(on.onAir()).toEqual(['p1', 'p2']);
  });
});

function signatureOf(body: string): string {
  return `sha256=${createHmac('sha256', webhookSecret).update(body).digest('hex')}`;
}
