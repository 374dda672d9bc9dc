/** The fault switches: off by default, for authors only, and the effect of each fault. */
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { type RunningService, startForTest, token } from './runService.ts';

async function createCollection(service: RunningService): Promise<string> {
  const created = await (await service.author('POST', '/collections', { name: 'show' })).json();
  for (const message of ['one', 'two']) {
    await service.author('POST', `/collections/${created.id}/items`, { list: 'live', source: 'X', message });
  }
  return created.id;
}

async function startWith(fault: object): Promise<{ service: RunningService; path: string }> {
  const service = await startForTest({ hasFaultSwitches: true });
  const path = `/v1/collections/${await createCollection(service)}`;
  const set = await service.author('PUT', '/faults', { faults: [fault] });
  expect(set.status).toBe(200);
  return { service, path };
}

describe('the fault switches', () => {
  it('do not exist unless the service started with --faults', async () => {
    const service = await startForTest();
    expect((await service.author('PUT', '/faults', { faults: [] })).status).toBe(404);
  });

  it.each([true, false])('are announced with the organisations: %s', async (hasFaultSwitches) => {
    const { baseUrl } = await startForTest({ hasFaultSwitches });
    const response = await fetch(`${baseUrl}/authoring/v1`, { headers: { authorization: `Bearer ${token}` } });
    expect(await response.json()).toMatchObject({ hasFaults: hasFaultSwitches });
  });

  it('count hits, stop after their limit and can be switched off', async () => {
    const { service, path } = await startWith({ fault: 'badGateway', times: 2 });
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await service.read(path)).status);
    expect(statuses).toEqual([502, 502, 200]);
    expect((await (await service.author('GET', '/faults')).json()).faults[0]).toMatchObject({ hits: 2, isSpent: true });
    await service.author('PUT', '/faults', { faults: [{ fault: 'badGateway' }] });
    expect((await service.read(path)).status).toBe(502);
    await service.author('PUT', '/faults', { faults: [] });
    expect((await service.read(path)).status).toBe(200);
  });

  it('affect only their endpoint', async () => {
    const { service, path } = await startWith({ fault: 'badGateway', on: 'list' });
    expect((await service.read(path)).status).toBe(200);
    expect((await service.read('/v1/collections')).status).toBe(502);
  });
});

describe('a fault', () => {
  it('unavailable returns a 503 ErrorResponse with Retry-After', async () => {
    const { service, path } = await startWith({ fault: 'unavailable', retryAfter: '7' });
    const response = await service.read(path);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '7']);
    expect((await response.json()).error.code).toBe('SERVICE_UNAVAILABLE');
  });

  it.each([
    [{ fault: 'status', status: 401, code: 'INVALID_API_KEY' }, 401],
    [{ fault: 'html' }, 200],
    [{ fault: 'redirect', location: 'http://127.0.0.1:9/login' }, 302],
    [{ fault: 'unexpected304' }, 304],
  ])('%j returns %i', async (fault, status) => {
    const { service, path } = await startWith(fault);
    expect((await service.read(path, { redirect: 'manual' })).status).toBe(status);
  });

  it.each([
    [{ fault: 'truncation', framing: 'length' }],
    [{ fault: 'truncation', framing: 'chunked' }],
    [{ fault: 'reset', afterBytes: 50 }],
  ])('%j breaks the body', async (fault) => {
    const { service, path } = await startWith(fault);
    await expect(service.read(path).then((response) => response.text())).rejects.toThrow();
  });

  it('truncation with framing close looks like a complete body', async () => {
    const { service, path } = await startWith({ fault: 'truncation', framing: 'close' });
    const response = await request(`${service.baseUrl}${path}`, { headers: { 'X-API-Key': 'demo' } });
    const text = await response.body.text();
    expect(text.length).toBeGreaterThan(10);
    expect(() => JSON.parse(text)).toThrow();
  });

  it('sameEtag sends the old ETag with a new body and returns 304 for it', async () => {
    const { service, path } = await startWith({ fault: 'sameEtag' });
    const first = await service.read(path);
    const etag = first.headers.get('etag') ?? '';
    await service.author('POST', `${path.replace('/v1', '')}/clear-live`);
    const second = await service.read(path);
    expect(second.headers.get('etag')).toBe(etag);
    expect(await second.text()).not.toBe(await first.text());
    expect((await service.read(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  it('rewind returns an older version; flapping alternates between old and new', async () => {
    const { service, path } = await startWith({ fault: 'rewind', versions: 1 });
    const readLiveCount = async () => (await (await service.read(path)).json()).liveContentCount;
    expect(await readLiveCount()).toBe(1);
    await service.author('PUT', '/faults', { faults: [{ fault: 'flapping' }] });
    expect([await readLiveCount(), await readLiveCount(), await readLiveCount(), await readLiveCount()]).toEqual([
      2, 1, 2, 1,
    ]);
  });

  it('emptyWithCount, wrongId and duplicateId change the body', async () => {
    const { service, path } = await startWith({ fault: 'emptyWithCount' });
    expect(await (await service.read(path)).json()).toMatchObject({ liveContents: [], liveContentCount: 2 });
    await service.author('PUT', '/faults', { faults: [{ fault: 'wrongId' }] });
    expect((await (await service.read(path)).json()).id).toMatch(/-other$/);
    await service.author('PUT', '/faults', { faults: [{ fault: 'oddItems', kind: 'duplicateId' }] });
    const { liveContents } = await (await service.read(path)).json();
    expect(liveContents[0].id).toBe(liveContents[1].id);
  });

  it.each([
    ['null', Buffer.from('null')],
    ['array', Buffer.from('[]')],
    ['empty', Buffer.from('')],
  ])('oddBody %s is exactly that, with the headers of a good response', async (kind, expected) => {
    const { service, path } = await startWith({ fault: 'oddBody', kind });
    expect(await readOddBody(service, path)).toEqual(expected);
  });

  it('oddBody notJson, bom and badUtf8 are a response that a strict reader refuses', async () => {
    const { service, path } = await startWith({ fault: 'oddBody', kind: 'notJson' });
    const notJson = await readOddBody(service, path);
    expect(() => JSON.parse(notJson.toString())).toThrow(SyntaxError);
    await service.author('PUT', '/faults', { faults: [{ fault: 'oddBody', kind: 'bom' }] });
    const [first, second, third, ...rest] = await readOddBody(service, path);
    expect([first, second, third]).toEqual([0xef, 0xbb, 0xbf]);
    expect(JSON.parse(Buffer.from(rest).toString())).toMatchObject({ id: expect.any(String), liveContentCount: 2 });
    await service.author('PUT', '/faults', { faults: [{ fault: 'oddBody', kind: 'badUtf8' }] });
    const bytes = await readOddBody(service, path);
    expect(bytes.filter((byte) => byte === 0xff)).toHaveLength(1);
    expect(bytes).toHaveLength(rest.length);
  });
});

async function readOddBody(service: RunningService, path: string): Promise<Buffer> {
  const response = await service.read(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  return Buffer.from(await response.arrayBuffer());
}
