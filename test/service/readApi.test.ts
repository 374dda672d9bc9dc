/** The two reading endpoints, to the letter of the service document, over real HTTP. */
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { collection, collectionList, errorResponse } from '../../src/service/document.ts';
import { type Running, startForTest, startService } from './runService.ts';

async function makeCollections(service: Running, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const contentType = n % 2 === 0 ? 'SOCIAL_POST' : 'QUIZ';
    const made = await (await service.author('POST', '/collections', { name: `show ${n}`, contentType })).json();
    ids.push(made.id);
  }
  return ids;
}

async function makeShow(service: Running): Promise<{ id: string; etag: string }> {
  const [id = ''] = await makeCollections(service, 1);
  for (const [list, words] of [
    ['staging', 'one'],
    ['live', 'two'],
    ['live', 'three'],
  ]) {
    await service.author('POST', `/collections/${id}/items`, { list, source: 'INSTAGRAM', message: words });
  }
  const answer = await service.read(`/v1/collections/${id}`);
  return { id, etag: answer.headers.get('etag') ?? '' };
}

async function refusal(answer: Response): Promise<string> {
  return `${answer.status} ${errorResponse.parse(await answer.json()).error.code}`;
}

function sendRaw(service: Running, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1', () => socket.write(text));
    let got = '';
    socket.setEncoding('utf8').on('data', (part) => {
      got += part;
    });
    socket.on('close', () => resolve(got)).on('error', reject);
  });
}

describe('the list', () => {
  it('pages, filters and keeps its order while collections change', async () => {
    const service = await startForTest();
    const ids = await makeCollections(service, 25);
    await service.author('PATCH', `/collections/${ids[3]}`, { name: 'changed' });
    const first = collectionList.parse(await (await service.read('/v1/collections')).json());
    expect(first.meta).toEqual({ page: 0, pageSize: 20, totalItems: 25, totalPages: 2 });
    const pages = await Promise.all(
      [0, 1, 2].map(async (page) => (await service.read(`/v1/collections?page=${page}&pageSize=10`)).json()),
    );
    expect(pages.flatMap((page) => page.collections.map((one: { id: string }) => one.id))).toEqual(ids);
    const quiz = await (await service.read('/v1/collections?contentType=QUIZ')).json();
    expect(quiz.meta.totalItems).toBe(12);
    const none = await (await service.read('/v1/collections?contentType=UNKNOWN')).json();
    expect(none).toEqual({ collections: [], meta: { page: 0, pageSize: 20, totalItems: 0, totalPages: 0 } });
    const beyond = await (await service.read('/v1/collections?page=9')).json();
    expect(beyond.collections).toEqual([]);
  });

  it('gives addresses that answer', async () => {
    const service = await startForTest();
    const { id } = await makeShow(service);
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
    const answer = await service.read(`/v1/collections?${query}`);
    expect(answer.status).toBe(400);
    const { error } = await answer.json();
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.details.fields.map((one: { field: string }) => one.field)).toEqual(fields);
  });

  it('says in words what each field must be', async () => {
    const service = await startForTest();
    const { error } = await (await service.read('/v1/collections?page=x&pageSize=0')).json();
    expect(error).toEqual({
      code: 'VALIDATION_ERROR',
      message:
        'The request is not valid. page: must be a whole number from 0; pageSize: must be a whole number from 1 to 100.',
      details: {
        fields: [
          { field: 'page', message: 'must be a whole number from 0' },
          { field: 'pageSize', message: 'must be a whole number from 1 to 100' },
        ],
      },
    });
  });
});

describe('the single collection', () => {
  it('has both lists, its counts and its meta', async () => {
    const service = await startForTest();
    const { id } = await makeShow(service);
    const answer = await service.read(`/v1/collections/${id}`);
    const body = collection.parse(await answer.json());
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect([body.stagingContentCount, body.liveContentCount]).toEqual([1, 2]);
    expect(body.meta).toEqual({ totalItems: 3, page: 0, pageSize: 3 });
    expect(answer.headers.get('etag')).toBe(`"${body.lastModifiedDate}"`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=30');
    expect(answer.headers.get('vary')).toBe('Authorization, Accept-Encoding, X-API-Key');
  });

  it('varies by the document’s letter when asked to', async () => {
    const service = await startForTest({ isVaryLiteral: true });
    expect((await service.read('/v1/collections')).headers.get('vary')).toBe('Authorization, Accept-Encoding');
  });
});

describe('conditional requests', () => {
  const matching: [string, (etag: string) => string][] = [
    ['the very ETag', (etag) => etag],
    ['the ETag made weak by a proxy that compresses', (etag) => `W/${etag}`],
    ['a list that has it', (etag) => `"a", ${etag} , "b"`],
    ['a list that has it weak', (etag) => `W/"a,b",W/${etag}`],
    ['*', () => '*'],
    ['a list with something unquoted beside it', (etag) => `nonsense, ${etag}`],
  ];
  it.each(matching)('answer 304 with ETag, Cache-Control, Vary and Date and no body to %s', async (_, header) => {
    const service = await startForTest();
    const { id, etag } = await makeShow(service);
    const answer = await service.read(`/v1/collections/${id}`, { headers: { 'If-None-Match': header(etag) } });
    expect(answer.status).toBe(304);
    expect(await answer.text()).toBe('');
    expect(answer.headers.get('etag')).toBe(etag);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=30');
    expect(answer.headers.get('vary')).toContain('X-API-Key');
    expect(answer.headers.get('date')).not.toBeNull();
  });

  const other: [string, (etag: string) => string][] = [
    ['another ETag', () => '"other"'],
    ['the date without quotes', (etag) => etag.replaceAll('"', '')],
    ['the ETag inside another', (etag) => `"x${etag.slice(1)}`],
    ['nothing', () => ''],
  ];
  it.each(other)('answer 200 to %s', async (_, header) => {
    const service = await startForTest();
    const { id, etag } = await makeShow(service);
    const answer = await service.read(`/v1/collections/${id}`, { headers: { 'If-None-Match': header(etag) } });
    expect(answer.status).toBe(200);
  });

  it('hold for an asker that takes gzip, whose proxy made the ETag weak', async () => {
    const service = await startForTest();
    const { id, etag } = await makeShow(service);
    const headers = { 'Accept-Encoding': 'gzip, br', 'If-None-Match': `W/${etag}` };
    expect((await service.read(`/v1/collections/${id}`, { headers })).status).toBe(304);
  });

  it('hold for HEAD, with the headers of the GET', async () => {
    const service = await startForTest();
    const { id, etag } = await makeShow(service);
    const full = await service.read(`/v1/collections/${id}`);
    const head = await service.read(`/v1/collections/${id}`, { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag]);
    expect(head.headers.get('content-length')).toBe(full.headers.get('content-length'));
    const same = await service.read(`/v1/collections/${id}`, { method: 'HEAD', headers: { 'If-None-Match': etag } });
    expect(same.status).toBe(304);
  });

  it('tell two edits in one millisecond apart', async () => {
    const service = await startForTest();
    const { id } = await makeShow(service);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => service.author('PATCH', `/collections/${id}`, { name: `name ${n}` })),
    );
    expect(new Set(answers.map((answer) => answer.headers.get('etag'))).size).toBe(20);
  });

  it('answer 200 with the new ETag once the collection changed', async () => {
    const service = await startForTest();
    const { id, etag } = await makeShow(service);
    await service.author('POST', `/collections/${id}/clear-live`);
    const answer = await service.read(`/v1/collections/${id}`, { headers: { 'If-None-Match': etag } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).not.toBe(etag);
  });
});

describe('refusals', () => {
  it('name the missing and the wrong key', async () => {
    const service = await startForTest();
    expect(await refusal(await fetch(`${service.baseUrl}/v1/collections`))).toBe('401 MISSING_API_KEY');
    const wrong = { headers: { 'X-API-Key': 'wrong' } };
    expect(await refusal(await fetch(`${service.baseUrl}/v1/collections`, wrong))).toBe('401 INVALID_API_KEY');
    expect(await refusal(await fetch(`${service.baseUrl}/v1/collections/x`))).toBe('401 MISSING_API_KEY');
  });

  it('cover unknown collections, routes and methods', async () => {
    const service = await startForTest();
    expect(await refusal(await service.read('/v1/collections/none'))).toBe('404 COLLECTION_NOT_FOUND');
    expect(await refusal(await service.read('/v2/collections'))).toBe('404 NOT_FOUND');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await service.read('/v1/collections', { method });
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
      expect(await refusal(answer)).toBe('405 METHOD_NOT_ALLOWED');
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
      'two Hosts, the first of this machine,',
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
      'headers without end',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431',
      'HEADERS_TOO_LARGE',
    ],
    [
      'a broken percent sign',
      'GET /v1/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      '400',
      'BAD_REQUEST',
    ],
    [
      'an odd Expect',
      'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
      '417',
      'EXPECTATION_FAILED',
    ],
    ['CONNECT', 'CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n', '405', 'METHOD_NOT_ALLOWED'],
  ])('answer %s as an ErrorResponse', async (_, text, status, code) => {
    const service = await startForTest();
    const [head = '', body = ''] = (await sendRaw(service, text)).split('\r\n\r\n');
    expect(head.split(' ')[1]).toBe(status);
    expect(errorResponse.parse(JSON.parse(body)).error.code).toBe(code);
  });

  it('keep organisations apart', async () => {
    const keys = [
      { key: 'demo', organisation: 'demo' },
      { key: 'theirs', organisation: 'other' },
    ];
    const service = await startForTest({ keys });
    const { id } = await makeShow(service);
    const headers = { 'X-API-Key': 'theirs' };
    expect((await (await service.read('/v1/collections', { headers })).json()).meta.totalItems).toBe(0);
    expect(await refusal(await service.read(`/v1/collections/${id}`, { headers }))).toBe('404 COLLECTION_NOT_FOUND');
  });
});

describe('starting', () => {
  it('names the port that another program has, and touches nothing', async () => {
    const service = await startForTest();
    const port = Number(new URL(service.baseUrl).port);
    await expect(startService({ port })).rejects.toMatchObject({ name: 'ServicePortTaken', port });
  });

  it('answers after a restart what it answered before', async () => {
    const service = await startService({});
    const { id, etag } = await makeShow(service);
    const port = Number(new URL(service.baseUrl).port);
    await service.stop();
    await service.stop();
    const again = await startForTest({ dataDir: service.dataDir, port });
    const answer = await again.read(`/v1/collections/${id}`, { headers: { 'If-None-Match': etag } });
    expect(answer.status).toBe(304);
  });
});
