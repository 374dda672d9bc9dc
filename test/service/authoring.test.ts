/** The authoring API over real HTTP: changes, concurrent editors, keys, media and pages. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectionChange } from '../../src/core/authoringDocument.ts';
import { errorResponse } from '../../src/core/serviceDocument.ts';
import { applySplices } from '../../src/core/splices.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { type RunningService, startForTest, token } from './runService.ts';

async function createCollection(service: RunningService, live: readonly string[], staging: readonly string[]) {
  const created = await (await service.author('POST', '/collections', { name: 'show' })).json();
  for (const [list, ids] of [
    ['live', live],
    ['staging', staging],
  ] as const) {
    for (const id of ids) {
      await service.author('POST', `/collections/${created.id}/items`, {
        id,
        list,
        source: 'INSTAGRAM',
        message: `text of ${id}`,
      });
    }
  }
  return `/collections/${created.id}`;
}

type Lists = { readonly stagingContents: readonly { id: string }[]; readonly liveContents: readonly { id: string }[] };

async function formatLists(response: Response): Promise<string> {
  expect([200, 201]).toContain(response.status);
  const { stagingContents, liveContents }: Lists = await response.json();
  return `${stagingContents.map(({ id }) => id).join(' ')} | ${liveContents.map(({ id }) => id).join(' ')}`;
}

async function codeOf(response: Response): Promise<string> {
  return `${response.status} ${errorResponse.parse(await response.json()).error.code}`;
}

describe('a change', () => {
  it('returns the changed collection for every kind of change', async () => {
    const service = await startForTest();
    const show = await createCollection(service, ['x', 'y'], ['a', 'b', 'c']);
    const send = async (method: string, path: string, body?: unknown) =>
      formatLists(await service.author(method, `${show}${path}`, body));
    expect(await send('POST', '/items/b/promote', { index: 0 })).toBe('a c | b x y');
    expect(await send('POST', '/items/a/promote')).toBe('c | b x y a');
    expect(await send('POST', '/items/x/demote', {})).toBe('c x | b y a');
    expect(await send('PUT', '/order', { list: 'live', itemIds: ['a', 'b', 'y'] })).toBe('c x | a b y');
    expect(await send('PATCH', '/items/y', { list: 'staging', index: 0 })).toBe('y c x | a b');
    expect(await send('DELETE', '/items/c')).toBe('y x | a b');
    expect(await send('POST', '/clear-live')).toBe('y x a b | ');
    expect(await send('POST', '/undo')).toBe('y x | a b');
    expect(await send('POST', '/undo')).toBe('y c x | a b');
    expect(await send('DELETE', '')).toBe(' | ');
    expect(await codeOf(await service.author('GET', show))).toBe('404 COLLECTION_NOT_FOUND');
    expect(await send('POST', '/undo')).toBe('y c x | a b');
  });

  it('moves or deletes several posts in one version, in the order of their list, and undoes them together', async () => {
    const service = await startForTest();
    const show = await createCollection(service, ['x', 'y'], ['a', 'b', 'c', 'd']);
    const send = async (path: string, body: unknown) =>
      formatLists(await service.author('POST', `${show}${path}`, body));
    expect(await send('/promote-items', { itemIds: ['d', 'a', 'a'], index: 1 })).toBe('b c | x a d y');
    expect(await send('/undo', {})).toBe('a b c d | x y');
    expect(await send('/promote-items', { itemIds: ['c', 'x', 'b'] })).toBe('a d | x y b c');
    const read = async () => (await service.author('GET', show)).json();
    expect((await read()).lastChange).toMatchObject({ kind: 'itemsPromoted', itemId: null });
    expect(await send('/promote-items', { itemIds: ['c', 'a'], index: 0 })).toBe('d | a c x y b');
    expect(await send('/demote-items', { itemIds: ['y', 'c'] })).toBe('d c y | a x b');
    const { version } = await read();
    expect(await send('/delete-items', { itemIds: ['d', 'b', 'c'] })).toBe('y | a x');
    expect(await read()).toMatchObject({ version: version + 1, lastChange: { kind: 'itemsDeleted' } });
    expect(await send('/undo', {})).toBe('d c y | a x b');
  });

  it('of several posts is refused as a whole if one is unknown or none is named', async () => {
    const service = await startForTest();
    const show = await createCollection(service, ['x'], ['a', 'b']);
    for (const verb of ['promote', 'demote', 'delete']) {
      const send = (itemIds: readonly string[]) => service.author('POST', `${show}/${verb}-items`, { itemIds });
      expect(await codeOf(await send(['a', 'gone', 'x']))).toBe('404 ITEM_NOT_FOUND');
      expect(await codeOf(await send([]))).toBe('400 VALIDATION_ERROR');
    }
    expect(await formatLists(await service.author('GET', show))).toBe('a b | x');
  });

  it('returns only the difference after Prefer: return=minimal, and reproduces the collection from it', async () => {
    const service = await startForTest();
    const show = await createCollection(service, ['x', 'y'], ['a', 'b', 'c']);
    let known = await (await service.author('GET', show)).json();
    const changes = [
      ['POST', '/items', { source: 'X', message: 'new', id: 'd', list: 'live', index: 1 }],
      ['POST', '/items/b/promote', {}],
      ['PATCH', '/items/x', { message: 'edited' }],
      ['PATCH', '', { name: 'renamed' }],
      ['PUT', '/order', { list: 'live', itemIds: ['y', 'b', 'd', 'x'] }],
      ['POST', '/clear-live', {}],
      ['DELETE', '/items/a', undefined],
      ['POST', '/undo', {}],
    ] as const;
    for (const [method, path, body] of changes) {
      const response = await service.author(method, `${show}${path}`, body, { Prefer: 'return=minimal' });
      expect(response.headers.get('preference-applied')).toBe('return=minimal');
      const { splices, ...header } = collectionChange.parse(await response.json());
      const lists = applySplices({ staging: known.stagingContents, live: known.liveContents }, splices ?? []);
      const whole = await service.author('GET', show);
      expect(response.headers.get('etag')).toBe(whole.headers.get('etag'));
      const current = await whole.json();
      const totalItems = current.stagingContents.length + current.liveContents.length;
      expect({
        ...header,
        stagingContents: lists?.staging,
        liveContents: lists?.live,
        meta: { totalItems, page: 0, pageSize: totalItems },
      }).toEqual(current);
      known = current;
    }
  });

  it('returns no difference of more than 200 posts, and an empty one for a change without effect', async () => {
    const service = await startForTest();
    const show = await createCollection(service, [], []);
    for (let n = 0; n < 201; n += 1) {
      const post = { id: `post-${n}`, list: 'live', source: 'X', message: 'text' };
      await service.author('POST', `${show}/items`, post, { Prefer: 'respond-async, return=minimal' });
    }
    const send = async (path: string) =>
      collectionChange.parse(
        await (await service.author('POST', `${show}${path}`, {}, { Prefer: 'return=minimal' })).json(),
      );
    expect((await send('/items/post-1/promote')).splices).toEqual([]);
    expect(await send('/clear-live')).toMatchObject({ splices: null, stagingContentCount: 201, liveContentCount: 0 });
  });

  it('is 304 for an author who has the current version', async () => {
    const service = await startForTest();
    const show = await createCollection(service, ['x'], []);
    const etag = (await service.author('GET', show)).headers.get('etag') ?? '';
    const unchanged = await service.author('GET', show, undefined, { 'If-None-Match': etag });
    expect(unchanged.status).toBe(304);
    expect(unchanged.headers.get('etag')).toBe(etag);
    await service.author('PATCH', `${show}/items/x`, { message: 'newer' });
    expect((await service.author('GET', show, undefined, { 'If-None-Match': etag })).status).toBe(200);
  });

  it('returns the new post’s Location and fills in omitted fields', async () => {
    const service = await startForTest();
    const show = await createCollection(service, [], []);
    const response = await service.author('POST', `${show}/items`, { source: 'WHATSAPP', message: 'hello' });
    const [item] = (await response.json()).stagingContents;
    expect(item).toMatchObject({ fullName: null, username: null, media: [], message: 'hello', source: 'WHATSAPP' });
    expect(response.headers.get('location')).toBe(`/authoring/v1/demo${show}/items/${item.id}`);
    const edited = await service.author('PATCH', `${show}/items/${item.id}`, { fullName: 'Ada', message: 'new' });
    expect((await edited.json()).stagingContents[0]).toMatchObject({
      fullName: 'Ada',
      message: 'new',
      source: 'WHATSAPP',
    });
  });

  it('gets 412 with the current collection if the version is outdated, and changes nothing', async () => {
    const service = await startForTest();
    const show = await createCollection(service, ['x'], []);
    const seen = (await service.author('GET', show)).headers.get('etag') ?? '';
    const first = await service.author('PATCH', `${show}/items/x`, { message: 'theirs' }, { 'If-Match': seen });
    expect(first.status).toBe(200);
    const second = await service.author('PATCH', `${show}/items/x`, { message: 'mine' }, { 'If-Match': seen });
    expect(second.status).toBe(412);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    const { error } = await second.json();
    expect(error.code).toBe('PRECONDITION_FAILED');
    expect(error.details.collection.liveContents[0].message).toBe('theirs');
    const weak = { 'If-Match': `W/${first.headers.get('etag')}` };
    expect((await service.author('PATCH', `${show}/items/x`, { message: 'mine' }, weak)).status).toBe(412);
    expect((await service.author('PATCH', `${show}/items/x`, { message: 'mine' }, { 'If-Match': '*' })).status).toBe(
      200,
    );
  });

  it.each([
    ['POST', '/items', { source: 'X', message: 'again', id: 'x' }, '409 ITEM_EXISTS'],
    ['POST', '/items', { message: 'no source' }, '400 VALIDATION_ERROR'],
    ['POST', '/items', { source: 'X', message: 'm', profileImageUrl: 'javascript:alert(1)' }, '400 VALIDATION_ERROR'],
    ['POST', '/items', { source: 'X', message: 'm', id: '..' }, '400 VALIDATION_ERROR'],
    ['POST', '/items/none/promote', {}, '404 ITEM_NOT_FOUND'],
    ['PUT', '/order', { list: 'live', itemIds: ['x', 'x'] }, '409 ORDER_MISMATCH'],
    ['PATCH', '', { nmae: 'typo' }, '400 VALIDATION_ERROR'],
  ])('%s %s with %j is refused', async (method, path, body, code) => {
    const service = await startForTest();
    const show = await createCollection(service, ['x', 'y'], []);
    expect(await codeOf(await service.author(method, `${show}${path}`, body))).toBe(code);
  });

  it('refuses a body that is not valid application/json', async () => {
    const service = await startForTest();
    const send = (type: string, body: string) =>
      fetch(`${service.baseUrl}/authoring/v1/demo/collections`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
        body,
      });
    expect(await codeOf(await send('text/plain', '{"name":"x"}'))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    expect(await codeOf(await send('application/json', '{"name":'))).toBe('400 BAD_REQUEST');
  });
});

describe('authorisation', () => {
  it('accepts only the token for authoring, and only API keys for reading', async () => {
    const service = await startForTest();
    const path = `${service.baseUrl}/authoring/v1`;
    expect(await codeOf(await fetch(path))).toBe('401 MISSING_TOKEN');
    expect(await codeOf(await fetch(path, { headers: { 'X-API-Key': 'demo' } }))).toBe('401 MISSING_TOKEN');
    expect(await codeOf(await fetch(path, { headers: { Authorization: 'Bearer demo' } }))).toBe('401 INVALID_TOKEN');
    expect(await codeOf(await service.read('/v1/collections', { headers: { 'X-API-Key': token } }))).toBe(
      '401 INVALID_API_KEY',
    );
    const unknown = await fetch(`${path}/unknown/collections`, { headers: { Authorization: `Bearer ${token}` } });
    expect(await codeOf(unknown)).toBe('404 ORGANISATION_NOT_FOUND');
  });
});

describe('an API key', () => {
  it('is shown once, records its last use, and stops working when revoked', async () => {
    const service = await startForTest();
    const created = await (await service.author('POST', '/keys', { name: 'gallery' })).json();
    const headers = { 'X-API-Key': created.key };
    expect((await service.read('/v1/collections', { headers })).status).toBe(200);
    const listed = await (await service.author('GET', '/keys')).text();
    expect(listed).not.toContain(created.key);
    const [, shown] = JSON.parse(listed).keys;
    expect(shown).toMatchObject({ name: 'gallery', endsWith: created.key.slice(-4), isSetAtStartup: false });
    expect(shown.lastUsedAt).not.toBeNull();
    expect((await service.author('DELETE', `/keys/${created.id}`)).status).toBe(200);
    expect(await codeOf(await service.read('/v1/collections', { headers }))).toBe('401 INVALID_API_KEY');
  });
});

describe('media', () => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100, 7)]);
  const upload = (service: RunningService, bytes: Buffer) =>
    fetch(`${service.baseUrl}/authoring/v1/demo/media`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: new Uint8Array(bytes),
    });

  it('is stored, served by range, and has the host name that the reader used', async () => {
    const service = await startForTest();
    const show = await createCollection(service, [], []);
    const uploaded = await (await upload(service, png)).json();
    expect(uploaded.mediaType).toBe('image/png');
    await service.author('POST', `${show}/items`, { source: 'X', message: 'm', list: 'live', media: [uploaded] });
    const whole = await fetch(uploaded.mediaUrl);
    expect(Buffer.from(await whole.arrayBuffer()).equals(png)).toBe(true);
    const part = await fetch(uploaded.mediaUrl, { headers: { Range: 'bytes=8-17' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 8-17/${png.length}`]);
    expect((await fetch(uploaded.mediaUrl, { headers: { Range: 'bytes=500-' } })).status).toBe(416);
    const byName = service.baseUrl.replace('127.0.0.1', 'localhost');
    const id = show.split('/')[2];
    const read = await (await fetch(`${byName}/v1/collections/${id}`, { headers: { 'X-API-Key': 'demo' } })).json();
    expect(read.liveContents[0].media[0].mediaUrl).toBe(uploaded.mediaUrl.replace('127.0.0.1', 'localhost'));
  });

  it('is refused if its first bytes are not a picture or video', async () => {
    const service = await startForTest();
    expect(await codeOf(await upload(service, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    );
    expect(await codeOf(await upload(service, Buffer.alloc(0)))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('pages', () => {
  it('have a strict policy and come from their folder only', async () => {
    const pageDir = createTemporaryFolder('service-page');
    mkdirSync(join(pageDir, 'assets'));
    writeFileSync(join(pageDir, 'authoring.html'), '<!doctype html><title>page</title>');
    writeFileSync(join(pageDir, 'assets', 'a.js'), 'export {};');
    const service = await startForTest({ pageDir });
    const page = await fetch(`${service.baseUrl}/authoring/`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/,
    );
    expect((await fetch(`${service.baseUrl}/authoring/assets/a.js`)).headers.get('content-type')).toContain(
      'javascript',
    );
    expect(await codeOf(await fetch(`${service.baseUrl}/authoring/assets/..%2f..%2f..%2fetc%2fhosts.html`))).toBe(
      '404 NOT_FOUND',
    );
    const described = await fetch(`${service.baseUrl}/openapi`);
    expect(described.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await described.text()).toContain('/v1/collections/{collectionId}');
  });
});

describe('the event stream', () => {
  it('reports changes and reads', async () => {
    const service = await startForTest();
    const response = await service.author('GET', '/events');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let received = '';
    const until = async (text: string) => {
      while (!received.includes(text)) received += new TextDecoder().decode((await reader.read()).value);
    };
    await until(': open');
    await service.author('POST', '/collections', { name: 'show' });
    await until('event: collection');
    await service.read('/v1/collections');
    await until('event: read');
    expect(received).toMatch(/"kind":"collectionCreated".*"splices":\[\].*"isDeleted":false/);
    await reader.cancel();
  });
});
