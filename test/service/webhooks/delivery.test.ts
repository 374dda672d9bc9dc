/** Deliveries over real HTTP: headers, signature by an independent reckoning, redirects, and an endpoint that hangs. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { webhookPayload } from '../../../src/service/document.ts';
import { type Running, startForTest } from '../runService.ts';

type Got = { readonly headers: IncomingHttpHeaders; readonly body: Buffer };

async function startReceiver(status: number | null, headers: Record<string, string> = {}) {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    got.push({ headers: request.headers, body: Buffer.concat(chunks) });
    if (status !== null) response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; n < 300 && !(await isSo()); n += 1) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function register(service: Running, url: string, more: object = {}) {
  return (await service.author('POST', '/webhooks', { name: 'gallery', url, ...more })).json();
}

async function deliveries(
  service: Running,
): Promise<{ state: string; lastStatus: number | null; place: number | null }[]> {
  return (await (await service.author('GET', '/deliveries')).json()).deliveries;
}

describe('a delivery', () => {
  it('has the four headers, the whole collection without meta, and a signature over the body', async () => {
    const receiver = await startReceiver(202);
    const service = await startForTest();
    const { secret } = await register(service, receiver.url);
    const made = await (await service.author('POST', '/collections', { name: 'show' })).json();
    await until(() => receiver.got.length === 1);
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = receiver.got;
    expect(headers['content-type']).toBe('application/json');
    expect(headers['x-webhook-event']).toBe('COLLECTION_UPDATED');
    expect(new Date(String(headers['x-webhook-delivery-timestamp'])).toISOString()).toBe(
      headers['x-webhook-delivery-timestamp'],
    );
    expect(headers['x-webhook-signature']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    const payload = webhookPayload.strict().parse(JSON.parse(body.toString()));
    expect(payload).toMatchObject({
      event: 'COLLECTION_UPDATED',
      collectionId: made.id,
      data: { id: made.id, liveContents: [] },
    });
    expect(payload.data).not.toHaveProperty('meta');
    await until(async () => (await deliveries(service))[0]?.state === 'delivered');
    expect((await deliveries(service))[0]).toMatchObject({ state: 'delivered', lastStatus: 202, place: null });
  });

  it.each([
    ['timestamp.body', (at: string, body: string) => `${at}.${body}`],
    ['v0:{timestamp}:{event}:{body}', (at: string, body: string) => `v0:${at}:COLLECTION_UPDATED:${body}`],
  ])('can be signed over %s', async (signing, input) => {
    const receiver = await startReceiver(200);
    const service = await startForTest();
    await register(service, receiver.url, { signing, secret: 'chosen' });
    await service.author('POST', '/collections', { name: 'show' });
    await until(() => receiver.got.length === 1);
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = receiver.got;
    const signed = input(String(headers['x-webhook-delivery-timestamp']), body.toString());
    expect(headers['x-webhook-signature']).toBe(
      `sha256=${createHmac('sha256', 'chosen').update(signed).digest('hex')}`,
    );
  });

  it('is never sent on to where a redirect points', async () => {
    const elsewhere = await startReceiver(200);
    const receiver = await startReceiver(307, { Location: elsewhere.url });
    const service = await startForTest();
    await register(service, receiver.url);
    await service.author('POST', '/collections', { name: 'show' });
    await until(async () => (await deliveries(service))[0]?.state === 'failed');
    expect((await deliveries(service))[0]).toMatchObject({ state: 'failed', lastStatus: 307 });
    expect(elsewhere.got).toEqual([]);
  });

  it('is not made of a deletion, so that nobody goes blank by it, and brings all of it back when that is undone', async () => {
    const receiver = await startReceiver(200);
    const service = await startForTest();
    await register(service, receiver.url);
    const made = await (await service.author('POST', '/collections', { name: 'show' })).json();
    const path = `/collections/${made.id}`;
    await service.author('POST', `${path}/items`, { source: 'INSTAGRAM', message: 'on air', list: 'live' });
    expect((await service.author('DELETE', path)).status).toBe(200);
    await service.author('POST', '/collections', { name: 'after' });
    expect((await service.author('POST', `${path}/undo`)).status).toBe(200);
    await until(() => receiver.got.length === 4);
    const told = receiver.got.map(({ body }) => JSON.parse(body.toString()).data);
    expect(told.map(({ name, liveContentCount }) => [name, liveContentCount])).toEqual([
      ['show', 0],
      ['show', 1],
      ['after', 0],
      ['show', 1],
    ]);
    expect(await deliveries(service)).toHaveLength(4);
  });

  it('that hangs holds up neither a change nor the stop', async () => {
    const receiver = await startReceiver(null);
    const service = await startForTest();
    await register(service, receiver.url);
    const made = await (await service.author('POST', '/collections', { name: 'show' })).json();
    await until(() => receiver.got.length === 1);
    for (let n = 0; n < 5; n += 1) {
      expect((await service.author('PATCH', `/collections/${made.id}`, { name: `show ${n}` })).status).toBe(200);
    }
    expect((await deliveries(service)).map((one) => one.place)).toEqual([6, 5, 4, 3, 2, 1]);
    await service.stop();
    expect(receiver.got).toHaveLength(1);
  });
});

describe('webhooks', () => {
  it('given at start are told of every organisation, those registered of their own', async () => {
    const given = await startReceiver(200);
    const mine = await startReceiver(200);
    const keys = [
      { key: 'demo', organisation: 'demo' },
      { key: 'b', organisation: 'other' },
    ];
    const service = await startForTest({ keys, webhooks: [{ url: given.url, secret: 's' }] });
    await register(service, mine.url);
    const other = {
      method: 'POST',
      headers: { Authorization: 'Bearer token-of-the-tests', 'Content-Type': 'application/json' },
    };
    await fetch(`${service.baseUrl}/authoring/v1/other/collections`, { ...other, body: '{"name":"theirs"}' });
    await service.author('POST', '/collections', { name: 'ours' });
    await until(() => given.got.length === 2 && mine.got.length === 1);
    const namesOf = (got: readonly Got[]) => got.map(({ body }) => JSON.parse(body.toString()).data.name);
    expect(namesOf(given.got)).toEqual(['theirs', 'ours']);
    expect(namesOf(mine.got)).toEqual(['ours']);
  });

  it('can be tried, given a new secret and removed, and never show a secret twice', async () => {
    const receiver = await startReceiver(418);
    const service = await startForTest();
    const made = await register(service, receiver.url);
    const tried = await (await service.author('POST', `/webhooks/${made.id}/test`)).json();
    expect(tried).toMatchObject({ outcome: 'failed', status: 418 });
    const renewed = await (await service.author('POST', `/webhooks/${made.id}/secret`)).json();
    expect(renewed.secret).not.toBe(made.secret);
    const listed = await (await service.author('GET', '/webhooks')).text();
    expect(listed).not.toContain(made.secret);
    expect(listed).not.toContain(renewed.secret);
    expect((await service.author('DELETE', `/webhooks/${made.id}`)).status).toBe(200);
    expect((await service.author('DELETE', `/webhooks/${made.id}`)).status).toBe(404);
  });

  it('get a failed delivery’s collection again, as it is now, when a person asks', async () => {
    const receiver = await startReceiver(404);
    const service = await startForTest();
    await register(service, receiver.url);
    await service.author('POST', '/collections', { name: 'show' });
    await until(async () => (await deliveries(service))[0]?.state === 'failed');
    const [first] = (await (await service.author('GET', '/deliveries')).json()).deliveries;
    expect((await service.author('POST', `/deliveries/${first.id}/retry`)).status).toBe(202);
    await until(() => receiver.got.length === 2);
    expect(receiver.got).toHaveLength(2);
  });
});
