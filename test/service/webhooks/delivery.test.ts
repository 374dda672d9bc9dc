/** Deliveries over real HTTP: headers, independently computed signatures, redirects and a hanging endpoint. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { webhookPayload } from '../../../src/core/serviceDocument.ts';
import { waitUntil } from '../../waitUntil.ts';
import { type RunningService, startForTest, token } from '../runService.ts';

type Received = { readonly headers: IncomingHttpHeaders; readonly body: Buffer };

async function startReceiver(status: number | null, headers: Record<string, string> = {}) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks) });
    if (status !== null) response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

async function register(service: RunningService, url: string, more: object = {}) {
  return (await service.author('POST', '/webhooks', { name: 'gallery', url, ...more })).json();
}

async function listDeliveries(
  service: RunningService,
): Promise<{ state: string; lastStatus: number | null; queuePosition: number | null }[]> {
  return (await (await service.author('GET', '/deliveries')).json()).deliveries;
}

describe('a delivery', () => {
  it('has the four headers, the whole collection without meta, and a signature over the body', async () => {
    const receiver = await startReceiver(202);
    const service = await startForTest();
    const { secret } = await register(service, receiver.url);
    const created = await (await service.author('POST', '/collections', { name: 'show' })).json();
    await waitUntil('1 arrived', () => receiver.received.length === 1);
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = receiver.received;
    expect(headers['content-type']).toBe('application/json');
    expect(headers['x-webhook-event']).toBe('COLLECTION_UPDATED');
    expect(new Date(String(headers['x-webhook-delivery-timestamp'])).toISOString()).toBe(
      headers['x-webhook-delivery-timestamp'],
    );
    expect(headers['x-webhook-signature']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    const payload = webhookPayload.strict().parse(JSON.parse(body.toString()));
    expect(payload).toMatchObject({
      event: 'COLLECTION_UPDATED',
      collectionId: created.id,
      data: { id: created.id, liveContents: [] },
    });
    expect(payload.data).not.toHaveProperty('meta');
    await waitUntil('the delivery is delivered', async () => (await listDeliveries(service))[0]?.state === 'delivered');
    expect((await listDeliveries(service))[0]).toMatchObject({
      state: 'delivered',
      lastStatus: 202,
      isLost: false,
      queuePosition: null,
    });
  });

  it.each([
    ['timestamp.body', (at: string, body: string) => `${at}.${body}`],
    ['v0:{timestamp}:{event}:{body}', (at: string, body: string) => `v0:${at}:COLLECTION_UPDATED:${body}`],
  ])('can be signed over %s', async (signing, input) => {
    const receiver = await startReceiver(200);
    const service = await startForTest();
    await register(service, receiver.url, { signing, secret: 'chosen' });
    await service.author('POST', '/collections', { name: 'show' });
    await waitUntil('1 arrived', () => receiver.received.length === 1);
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = receiver.received;
    const signed = input(String(headers['x-webhook-delivery-timestamp']), body.toString());
    expect(headers['x-webhook-signature']).toBe(
      `sha256=${createHmac('sha256', 'chosen').update(signed).digest('hex')}`,
    );
  });

  it('never follows a redirect', async () => {
    const elsewhere = await startReceiver(200);
    const receiver = await startReceiver(307, { Location: elsewhere.url });
    const service = await startForTest();
    await register(service, receiver.url);
    await service.author('POST', '/collections', { name: 'show' });
    await waitUntil('the delivery has failed', async () => (await listDeliveries(service))[0]?.state === 'failed');
    expect((await listDeliveries(service))[0]).toMatchObject({ state: 'failed', lastStatus: 307 });
    expect(elsewhere.received).toEqual([]);
  });

  it('is not sent for a deletion, whose empty lists would clear air, and is sent after the undo', async () => {
    const receiver = await startReceiver(200);
    const service = await startForTest();
    await register(service, receiver.url);
    const created = await (await service.author('POST', '/collections', { name: 'show' })).json();
    const path = `/collections/${created.id}`;
    await service.author('POST', `${path}/items`, { source: 'INSTAGRAM', message: 'on air', list: 'live' });
    expect((await service.author('DELETE', path)).status).toBe(200);
    await service.author('POST', '/collections', { name: 'after' });
    expect((await service.author('POST', `${path}/undo`)).status).toBe(200);
    await waitUntil('4 arrived', () => receiver.received.length === 4);
    const delivered = receiver.received.map(({ body }) => JSON.parse(body.toString()).data);
    expect(delivered.map(({ name, liveContentCount }) => [name, liveContentCount])).toEqual([
      ['show', 0],
      ['show', 1],
      ['after', 0],
      ['show', 1],
    ]);
    expect(await listDeliveries(service)).toHaveLength(4);
  });

  it('that hangs delays neither changes nor stopping', async () => {
    const receiver = await startReceiver(null);
    const service = await startForTest();
    await register(service, receiver.url);
    const created = await (await service.author('POST', '/collections', { name: 'show' })).json();
    await waitUntil('1 arrived', () => receiver.received.length === 1);
    for (let n = 0; n < 5; n += 1) {
      expect((await service.author('PATCH', `/collections/${created.id}`, { name: `show ${n}` })).status).toBe(200);
    }
    expect((await listDeliveries(service)).map((delivery) => delivery.queuePosition)).toEqual([6, 5, 4, 3, 2, 1]);
    await service.stop();
    expect(receiver.received).toHaveLength(1);
  });
});

describe('webhooks', () => {
  it('set at startup receive every organisation’s changes; registered ones receive only their organisation’s', async () => {
    const startup = await startReceiver(200);
    const own = await startReceiver(200);
    const keys = [
      { key: 'demo', organisation: 'demo' },
      { key: 'b', organisation: 'other' },
    ];
    const service = await startForTest({ keys, webhooks: [{ url: startup.url, secret: 's' }] });
    await register(service, own.url);
    const other = {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    };
    await fetch(`${service.baseUrl}/authoring/v1/other/collections`, { ...other, body: '{"name":"theirs"}' });
    await service.author('POST', '/collections', { name: 'ours' });
    await waitUntil('all arrived', () => startup.received.length === 2 && own.received.length === 1);
    const namesOf = (received: readonly Received[]) =>
      received.map(({ body }) => JSON.parse(body.toString()).data.name);
    expect(namesOf(startup.received)).toEqual(['theirs', 'ours']);
    expect(namesOf(own.received)).toEqual(['ours']);
  });

  it('can be tested, get a new secret and be deleted, and show a secret only once', async () => {
    const receiver = await startReceiver(418);
    const service = await startForTest();
    const created = await register(service, receiver.url);
    const tried = await (await service.author('POST', `/webhooks/${created.id}/test`)).json();
    expect(tried).toMatchObject({ outcome: 'failed', status: 418 });
    const renewed = await (await service.author('POST', `/webhooks/${created.id}/secret`)).json();
    expect(renewed.secret).not.toBe(created.secret);
    const listed = await (await service.author('GET', '/webhooks')).text();
    expect(listed).not.toContain(created.secret);
    expect(listed).not.toContain(renewed.secret);
    expect((await service.author('DELETE', `/webhooks/${created.id}`)).status).toBe(200);
    expect((await service.author('DELETE', `/webhooks/${created.id}`)).status).toBe(404);
  });

  it('receive the collection’s current version when a failed delivery is retried', async () => {
    const receiver = await startReceiver(404);
    const service = await startForTest();
    await register(service, receiver.url);
    await service.author('POST', '/collections', { name: 'show' });
    await waitUntil('the delivery has failed', async () => (await listDeliveries(service))[0]?.state === 'failed');
    const [first] = (await (await service.author('GET', '/deliveries')).json()).deliveries;
    expect((await service.author('POST', `/deliveries/${first.id}/retry`)).status).toBe(202);
    await waitUntil('2 arrived', () => receiver.received.length === 2);
    expect(receiver.received).toHaveLength(2);
  });
});
