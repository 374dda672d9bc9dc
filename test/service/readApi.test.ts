/** The two read endpoints over real HTTP, exactly as in the service document. */
import { describe, expect, it } from 'vitest';
import { collection, collectionList, errorResponse } from '../../src/core/serviceDocument.ts';
import { type RunningService, sendRaw, startForTest, startService } from './runService.ts';

async function createCollections(service: RunningService, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const contentType = n % 2 === 0 ? 'SOCIAL_POST' : 'QUIZ';
    const created = await (await service.author('POST', '/collections', { name: `show ${n}`, contentType })).json();
    ids.push(created.id);
  }
  return ids;
}

async function createShow(service: RunningService): Promise<{ id: string; etag: string }> {
  const [id = ''] = await createCollections(service, 1);
  for (const [list, message] of [
    ['staging', 'one'],
    ['live', 'two'],
    ['live', 'three'],
  ]) {
    await service.author('POST', `/collections/${id}/items`, { list, source: 'INSTAGRAM', message });
  }
  const response = await service.read(`/v1/collections/${id}`);
  return { id, etag: response.headers.get('etag') ?? '' };
}

async function errorOf(response: Response): Promise<string> {
  return `${response.status} ${errorResponse.parse(await response.json()).error.code}`;
}

describe('the list', () => {
  it('pages, filters and keeps its order when a collection changes', async () => {
    const service = await startForTest();
    const ids = await createCollections(service, 25);
    await service.author('PATCH', `/collections/${ids[3]}`, { name: 'changed' });
    const first = collectionList.parse(await (await service.read('/v1/collections')).json());
    expect(first.meta).toEqual({ page: 0, pageSize: 20, totalItems: 25, totalPages: 2 });
    const pages = await Promise.all(
      [0, 1, 2].map(async (page) => (await service.read(`/v1/collections?page=${page}&pageSize=10`)).json()),
    );
    expect(pages.flatMap((page) => page.collections.map((summary: { id: string }) => summary.id))).toEqual(ids);
    const quiz = await (await service.read('/v1/collections?contentType=QUIZ')).json();
    expect(quiz.meta.totalItems).toBe(12);
    const none = await (await service.read('/v1/collections?contentType=UNKNOWN')).json();
    expect(none).toEqual({ collections: [], meta: { page: 0, pageSize: 20, totalItems: 0, totalPages: 0 } });
    const beyond = await (await service.read('/v1/collections?page=9')).json();
    expect(beyond.collections).toEqual([]);
  });

  it('contains URLs that work', async () => {
    const service = await startForTest();
    const { id } = await createShow(service);
    const { collections } = await (await service.read('/v1/collections')).json();
    expect(collections[0]).toMatchObject({ id, stagingContentCount: 1, liveContentCount: 2 });
    const followed = await fetch(collections[0].url, { headers: { 'X-API-Key': 'demo' } });
    expect(followed.status).toBe(200);
  });

  it.each([
    ['page=-1', ['page']],
    ['page=1.5', ['page']],
    ['page=', ['page']],
    ['page=x&pageSize=0', ['page', 'pageSize']],
    ['pageSize=101', ['pageSize']],
    ['pageSize=1e1', ['pageSize']],
    ['page=1&page=2', ['page']],
    ['page=99999999999999999999', ['page']],
  ])('refuses ?%s and names %j', async (query, fields) => {
    const service = await startForTest();
    const response = await service.read(`/v1/collections?${query}`);
    expect(response.status).toBe(400);
    const { error } = await response.json();
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.details.fields.map((fault: { field: string }) => fault.field)).toEqual(fields);
  });

  it('explains each wrong field', async () => {
    const service = await startForTest();
    const { error } = await (await service.read('/v1/collections?page=x&pageSize=0')).json();
    expect(error).toEqual({
      code: 'VALIDATION_ERROR',
      message:
        'The request is not valid. page: must be a whole number, 0 or more; pageSize: must be a whole number from 1 to 100.',
      details: {
        fields: [
          { field: 'page', message: 'must be a whole number, 0 or more' },
          { field: 'pageSize', message: 'must be a whole number from 1 to 100' },
        ],
      },
    });
  });
});

describe('the single collection', () => {
  it('has both lists, its counts and its meta', async () => {
    const service = await startForTest();
    const { id } = await createShow(service);
    const response = await service.read(`/v1/collections/${id}`);
    const body = collection.parse(await response.json());
    expect(response.headers.get('content-type')).toBe('application/json');
    expect([body.stagingContentCount, body.liveContentCount]).toEqual([1, 2]);
    expect(body.meta).toEqual({ totalItems: 3, page: 0, pageSize: 3 });
    expect(response.headers.get('etag')).toBe(`"${body.lastModifiedDate}"`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=30');
    expect(response.headers.get('vary')).toBe('Authorization, Accept-Encoding, X-API-Key');
  });

  it('sends the document’s own Vary with --literal-vary', async () => {
    const service = await startForTest({ isVaryLiteral: true });
    expect((await service.read('/v1/collections')).headers.get('vary')).toBe('Authorization, Accept-Encoding');
  });
});

describe('conditional requests', () => {
  const matching: [string, (etag: string) => string][] = [
    ['the exact ETag', (etag) => etag],
    ['the ETag weakened by a compressing proxy', (etag) => `W/${etag}`],
    ['a list with the ETag', (etag) => `"a", ${etag} , "b"`],
    ['a list with the weak ETag', (etag) => `W/"a,b",W/${etag}`],
    ['*', () => '*'],
    ['a list that also has an unquoted entry', (etag) => `nonsense, ${etag}`],
  ];
  it.each(matching)('return 304 with ETag, Cache-Control, Vary and Date and no body for %s', async (_, header) => {
    const service = await startForTest();
    const { id, etag } = await createShow(service);
    const response = await service.read(`/v1/collections/${id}`, { headers: { 'If-None-Match': header(etag) } });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
    expect(response.headers.get('etag')).toBe(etag);
    expect(response.headers.get('cache-control')).toBe('public, max-age=30');
    expect(response.headers.get('vary')).toContain('X-API-Key');
    expect(response.headers.get('date')).not.toBeNull();
  });

  const other: [string, (etag: string) => string][] = [
    ['another ETag', () => '"other"'],
    ['the date without quotes', (etag) => etag.replaceAll('"', '')],
    ['the ETag inside another', (etag) => `"x${etag.slice(1)}`],
    ['nothing', () => ''],
  ];
  it.each(other)('return 200 for %s', async (_, header) => {
    const service = await startForTest();
    const { id, etag } = await createShow(service);
    const response = await service.read(`/v1/collections/${id}`, { headers: { 'If-None-Match': header(etag) } });
    expect(response.status).toBe(200);
  });

  it('work for a gzip client whose proxy weakened the ETag', async () => {
    const service = await startForTest();
    const { id, etag } = await createShow(service);
    const headers = { 'Accept-Encoding': 'gzip, br', 'If-None-Match': `W/${etag}` };
    expect((await service.read(`/v1/collections/${id}`, { headers })).status).toBe(304);
  });

  it('work for HEAD, with the headers of GET', async () => {
    const service = await startForTest();
    const { id, etag } = await createShow(service);
    const full = await service.read(`/v1/collections/${id}`);
    const head = await service.read(`/v1/collections/${id}`, { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag]);
    expect(head.headers.get('content-length')).toBe(full.headers.get('content-length'));
    const same = await service.read(`/v1/collections/${id}`, { method: 'HEAD', headers: { 'If-None-Match': etag } });
    expect(same.status).toBe(304);
  });

  it('distinguish two edits in the same millisecond', async () => {
    const service = await startForTest();
    const { id } = await createShow(service);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => service.author('PATCH', `/collections/${id}`, { name: `name ${n}` })),
    );
    expect(new Set(responses.map((response) => response.headers.get('etag'))).size).toBe(20);
  });

  it('return 200 with the new ETag after a change', async () => {
    const service = await startForTest();
    const { id, etag } = await createShow(service);
    await service.author('POST', `/collections/${id}/clear-live`);
    const response = await service.read(`/v1/collections/${id}`, { headers: { 'If-None-Match': etag } });
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).not.toBe(etag);
  });
});

describe('errors', () => {
  it('distinguish a missing API key from an invalid one', async () => {
    const service = await startForTest();
    expect(await errorOf(await fetch(`${service.baseUrl}/v1/collections`))).toBe('401 MISSING_API_KEY');
    const wrong = { headers: { 'X-API-Key': 'wrong' } };
    expect(await errorOf(await fetch(`${service.baseUrl}/v1/collections`, wrong))).toBe('401 INVALID_API_KEY');
    expect(await errorOf(await fetch(`${service.baseUrl}/v1/collections/x`))).toBe('401 MISSING_API_KEY');
  });

  it('cover unknown collections, routes and methods', async () => {
    const service = await startForTest();
    expect(await errorOf(await service.read('/v1/collections/none'))).toBe('404 COLLECTION_NOT_FOUND');
    expect(await errorOf(await service.read('/v2/collections'))).toBe('404 NOT_FOUND');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await service.read('/v1/collections', { method });
      expect(response.headers.get('allow')).toBe('GET, HEAD');
      expect(await errorOf(response)).toBe('405 METHOD_NOT_ALLOWED');
    }
  });

  it.each([
    ['a line that is not HTTP', 'NONSENSE\r\n\r\n', '400', 'BAD_REQUEST'],
    [
      'a foreign Host',
      'GET /v1/collections HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n',
      '421',
      'MISDIRECTED_REQUEST',
    ],
    ['no Host', 'GET /v1/collections HTTP/1.1\r\nConnection: close\r\n\r\n', '400', 'BAD_REQUEST'],
    [
      'two Hosts, the first one ours,',
      'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\nConnection: close\r\n\r\n',
      '400',
      'BAD_REQUEST',
    ],
    [
      'the same Host twice',
      'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\nConnection: close\r\n\r\n',
      '400',
      'BAD_REQUEST',
    ],
    [
      'oversized headers',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431',
      'HEADERS_TOO_LARGE',
    ],
    [
      'invalid percent-encoding',
      'GET /v1/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      '400',
      'BAD_REQUEST',
    ],
    [
      'an unknown Expect',
      'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: unknown\r\nConnection: close\r\n\r\n',
      '417',
      'EXPECTATION_FAILED',
    ],
    ['CONNECT', 'CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n', '405', 'METHOD_NOT_ALLOWED'],
  ])('are an ErrorResponse for %s', async (_, text, status, code) => {
    const service = await startForTest();
    const received = await sendRaw(service, text);
    expect(received.status).toBe(status);
    expect(errorResponse.parse(JSON.parse(received.body)).error.code).toBe(code);
  });

  it('keep organisations apart', async () => {
    const keys = [
      { key: 'demo', organisation: 'demo' },
      { key: 'theirs', organisation: 'other' },
    ];
    const service = await startForTest({ keys });
    const { id } = await createShow(service);
    const headers = { 'X-API-Key': 'theirs' };
    expect((await (await service.read('/v1/collections', { headers })).json()).meta.totalItems).toBe(0);
    expect(await errorOf(await service.read(`/v1/collections/${id}`, { headers }))).toBe('404 COLLECTION_NOT_FOUND');
  });
});

describe('starting', () => {
  it('rejects with the port if another program uses it', async () => {
    const service = await startForTest();
    const port = Number(new URL(service.baseUrl).port);
    await expect(startService({ port })).rejects.toMatchObject({ name: 'PortTaken', port });
  });

  it('returns the same ETag after a restart', async () => {
    const service = await startService({});
    const { id, etag } = await createShow(service);
    const port = Number(new URL(service.baseUrl).port);
    await service.stop();
    await service.stop();
    const again = await startForTest({ dataDir: service.dataDir, port });
    const response = await again.read(`/v1/collections/${id}`, { headers: { 'If-None-Match': etag } });
    expect(response.status).toBe(304);
  });
});
