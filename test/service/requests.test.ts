/** Requests that Fastify would answer in its own way: each gets the service document’s ErrorResponse and nothing else. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { errorResponse } from '../../src/core/serviceDocument.ts';
import { closeServer, listen } from '../../src/http/listen.ts';
import { createApp } from '../../src/service/http/app.ts';
import { StoreUnwritable } from '../../src/service/store/durableState.ts';
import { type RawResponse, sendRaw, startForTest, token } from './runService.ts';

const codeOf = ({ status, body }: RawResponse): string =>
  `${status} ${errorResponse.parse(JSON.parse(body)).error.code}`;

function requestText(line: string, fields: Readonly<Record<string, string>>, body: string): string {
  const all = {
    Host: 'localhost',
    Connection: 'close',
    Authorization: `Bearer ${token}`,
    'X-API-Key': 'demo',
    'Content-Length': String(body.length),
    ...fields,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${head.join('')}\r\n${body}`;
}

const collections = '/authoring/v1/demo/collections';
const json = { 'Content-Type': 'application/json' };
const text = { 'Content-Type': 'text/plain' };

describe('a request', () => {
  it.each<[string, string, string, Readonly<Record<string, string>>, string]>([
    ['an empty path segment', '404 NOT_FOUND', 'GET /v1/collections/', {}, ''],
    ['an unknown method', '405 METHOD_NOT_ALLOWED', 'PROPFIND /v1/collections', {}, ''],
    ['a target that is not a path', '400 BAD_REQUEST', 'OPTIONS *', {}, ''],
    ['an id of 3000 characters', '404 COLLECTION_NOT_FOUND', `GET /v1/collections/${'x'.repeat(3000)}`, {}, ''],
    ['an origin in its target', '404 COLLECTION_NOT_FOUND', 'GET http://localhost/v1/collections/x', {}, ''],
    ['an unreadable address and a foreign Host', '421 MISDIRECTED_REQUEST', 'GET /v1/%zz', { Host: 'evil.test' }, ''],
    ['an unknown address and a foreign Host', '421 MISDIRECTED_REQUEST', 'GET /nothing', { Host: 'evil.test' }, ''],
    ['an unreadable fragment', '404 NOT_FOUND', 'GET /nothing#%ff', {}, ''],
    ['a body of another type at an unknown address', '404 NOT_FOUND', 'POST /nothing', text, 'x'],
    ['a body of another type, and DELETE', '404 COLLECTION_NOT_FOUND', `DELETE ${collections}/x`, text, 'x'],
    ['no body', '400 VALIDATION_ERROR', `POST ${collections}`, {}, ''],
    ['an empty body of another type', '400 VALIDATION_ERROR', `POST ${collections}`, text, ''],
    ['the body null', '400 VALIDATION_ERROR', `PATCH ${collections}/x`, json, 'null'],
    ['half a body', '400 BAD_REQUEST', `POST ${collections}`, json, '{"name":'],
    ['a body without a type', '415 UNSUPPORTED_MEDIA_TYPE', `POST ${collections}`, {}, '{}'],
  ])('with %s gets %s', async (_, code, line, fields, body) => {
    const service = await startForTest();
    const received = await sendRaw(service, requestText(line, fields, body));
    expect(codeOf(received)).toBe(code);
    expect(received.head).toMatch(/\r\ncontent-type: application\/json(\r\n|$)/);
    expect(received.head).toContain('\r\nx-content-type-options: nosniff');
    expect(received.head).toContain('\r\ncache-control: no-store');
  });

  it('that succeeds gets JSON without a charset, not to be stored or interpreted as anything else', async () => {
    const service = await startForTest();
    const received = await sendRaw(service, requestText(`GET ${collections}`, {}, ''));
    expect(received.status).toBe('200');
    expect(received.head).toMatch(/\r\ncontent-type: application\/json(\r\n|$)/);
    expect(received.head).toContain('\r\nx-content-type-options: nosniff');
    expect(received.head).toContain('\r\ncache-control: no-store');
  });

  it('with a body that is too large is refused before the body arrives, and its connection closes', async () => {
    const service = await startForTest();
    const fields = { ...json, Connection: 'keep-alive', 'Content-Length': String(9 * 1024 * 1024) };
    const received = await sendRaw(service, requestText(`POST ${collections}`, fields, '{'));
    expect(codeOf(received)).toBe('413 PAYLOAD_TOO_LARGE');
    expect(received.head).toContain('\r\nconnection: close');
  });

  it('without the token is refused before its body is read, and its connection closes', async () => {
    const service = await startForTest();
    const fields = { ...json, Authorization: '', Connection: 'keep-alive', 'Content-Length': '1000' };
    const received = await sendRaw(service, requestText(`POST ${collections}`, fields, '{'));
    expect(codeOf(received)).toBe('401 MISSING_TOKEN');
    expect(received.head).toContain('\r\nconnection: close');
  });

  it('by HEAD gets no Content-Length with 304', async () => {
    const service = await startForTest();
    const { id } = await (await service.author('POST', '/collections', { name: 'show' })).json();
    const received = await sendRaw(service, requestText(`HEAD /v1/collections/${id}`, { 'If-None-Match': '*' }, ''));
    expect(received.status).toBe('304');
    expect(received.head).not.toContain('content-length');
  });
});

describe('the service', () => {
  async function listenWith(addRoutes: boolean) {
    const faults: unknown[] = [];
    const app = createApp(true, (error) => faults.push(error));
    onTestFinished(() => closeServer(app.server, 1000));
    const port = await listen(app.server, '127.0.0.1', 0);
    if (addRoutes) {
      app.get('/fault', () => {
        throw new Error('a fault');
      });
      app.get('/full', () => {
        throw new StoreUnwritable('The disk is full.');
      });
      await app.ready();
    }
    return { faults, get: (path: string) => fetch(`http://127.0.0.1:${port}${path}`) };
  }

  it('returns 503 with Retry-After until it has started', async () => {
    const { get } = await listenWith(false);
    const response = await get('/');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(errorResponse.parse(await response.json()).error.code).toBe('SERVICE_UNAVAILABLE');
  });

  it('reports a fault of its own as 500 and hides its text', async () => {
    const { get, faults } = await listenWith(true);
    const text = await (await get('/fault')).text();
    expect(errorResponse.parse(JSON.parse(text)).error.code).toBe('INTERNAL_ERROR');
    expect(text).not.toContain('a fault');
    expect(faults).toHaveLength(1);
  });

  it('returns 503 with Retry-After while nothing can be written', async () => {
    const { get, faults } = await listenWith(true);
    const response = await get('/full');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(errorResponse.parse(await response.json()).error.message).toBe('The disk is full.');
    expect(faults).toEqual([]);
  });
});
