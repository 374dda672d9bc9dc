import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ApiDocument, createConformanceCheck } from '../conformance.ts';
import { collection, openControl, post } from '../openControl.ts';

let control: Awaited<ReturnType<typeof openControl>>;
beforeEach(async () => {
  control = await openControl();
});
afterEach(() => control.stop());

type Described = { readonly description?: string; readonly properties?: Readonly<Record<string, Described>> };

/** Returns the paths of the fields without a description. */
function findUndescribed(path: string, schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties }: Described = schema;
  const undescribed = Object.entries(properties ?? {})
    .filter(([, field]) => field.description === undefined)
    .map(([name]) => `${path}.${name}`);
  return [
    ...undescribed,
    ...Object.entries(schema).flatMap(([key, inner]) => findUndescribed(`${path}.${key}`, inner)),
  ];
}

describe('the OpenAPI document', () => {
  it('gives every operation a unique operationId, a summary and a description', async () => {
    const { body } = await control.call('GET', '/api/openapi.json');
    const operations = Object.values<Record<string, Record<string, string>>>(body.paths).flatMap(Object.values);
    const operationIds = operations.map(({ operationId }) => operationId);
    expect(new Set(operationIds).size).toBe(operations.length);
    for (const { operationId, summary, description } of operations) {
      expect(operationId).toMatch(/^[a-z]+([A-Z][a-z]*)+$/);
      expect([operationId, summary, description?.endsWith('.')]).toEqual([operationId, expect.any(String), true]);
    }
    expect(operationIds).toEqual(
      expect.arrayContaining(['holdFeed', 'releaseFeed', 'takeFeed', 'clearFeed', 'blockItem', 'exportAsRunCsv']),
    );
  });

  it('describes every field', async () => {
    const { body } = await control.call('GET', '/api/openapi.json');
    expect(findUndescribed('', body.components.schemas)).toEqual([]);
    expect(findUndescribed('', body.paths)).toEqual([]);
  });

  it('describes the real response to creating a token', async () => {
    const { body: described } = await control.call('GET', '/api/openapi.json');
    const { responses } = described.paths['/api/tokens'].post;
    const answer = await control.call('POST', '/api/tokens', { name: 'panel', right: 'view' });
    expect(Object.keys(responses).filter((status) => status.startsWith('2'))).toEqual([String(answer.status)]);
    const { $ref } = responses[201].content['application/json'].schema;
    const schema = described.components.schemas[$ref.split('/').at(-1)];
    expect(z.fromJSONSchema(schema).safeParse(answer.body).error?.issues).toBeUndefined();
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(answer.body).sort());
    await control.call('DELETE', '/api/tokens', { name: 'panel' });
    const taken = await control.call('POST', '/api/tokens', { name: 'OSC', right: 'view' });
    expect(taken).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('name is') } } });
  });

  it('matches the real responses field by field', async () => {
    await control.call('POST', '/api/feeds/main/hold', {});
    await control.arrive(collection(1, [post('b'), post('d'), post('a', 'edited')]));
    await control.call('POST', '/api/feeds/main/block', { itemId: 'c', reason: 'spam' });
    await control.call('POST', '/api/feeds/main/guards', { words: ['edited'], authors: [] });
    await control.call('POST', '/api/feeds/main/take', {});
    const { body: described } = await control.call('GET', '/api/openapi.json');
    const requests: readonly [string, string, string, unknown][] = [
      ['post', '/api/feeds/{slug}/next', '/api/feeds/main/next', {}],
      ['get', '/api/state', '/api/state', undefined],
      ['get', '/api/panel', '/api/panel', undefined],
      ['get', '/api/feeds/{slug}/history', '/api/feeds/main/history', undefined],
      ['get', '/api/feeds/{slug}/history/{revision}', '/api/feeds/main/history/1', undefined],
      ['get', '/api/collections', '/api/collections', undefined],
      ['get', '/api/collections/{collectionId}', '/api/collections/col_1', undefined],
      ['get', '/api/recordings', '/api/recordings', undefined],
      ['get', '/api/rehearsal', '/api/rehearsal', undefined],
      ['get', '/api/rehearsal/events', '/api/rehearsal/events', undefined],
      ['post', '/api/source/detect', '/api/source/detect', { secret: 'x' }],
      ['delete', '/api/source/detect', '/api/source/detect', undefined],
      ['get', '/api/tokens', '/api/tokens', undefined],
      ['get', '/api/settings', '/api/settings', undefined],
      ['patch', '/api/settings', '/api/settings', { media: { quotaMegabytes: 600 } }],
      ['get', '/api/settings/backups', '/api/settings/backups', undefined],
      ['post', '/api/settings/undo', '/api/settings/undo', {}],
    ];
    for (const [method, path, url, sent] of requests) {
      const answer = await control.call(method.toUpperCase(), url, sent);
      const { $ref } = described.paths[path][method].responses[200].content['application/json'].schema;
      const schema = described.components.schemas[$ref.split('/').at(-1)];
      expect([path, schema.type, schema.additionalProperties]).toEqual([path, 'object', false]);
      const read = z.fromJSONSchema(schema).safeParse(answer.body);
      expect([method, path, answer.status, read.error?.issues]).toEqual([method, path, 200, undefined]);
      expect(Object.keys(answer.body).sort()).toEqual(Object.keys(schema.properties).sort());
      const { [Object.keys(answer.body)[0] ?? '']: _, ...incomplete } = answer.body;
      expect(z.fromJSONSchema(schema).safeParse(incomplete).success).toBe(false);
    }
  });

  it('has a compilable schema for every parameter, body and response', async () => {
    const { body: described } = await control.call('GET', '/api/openapi.json');
    const operations = Object.values<ApiDocument['paths'][string]>(described.paths).flatMap((methods) =>
      Object.values(methods),
    );
    const media = operations.flatMap(({ requestBody, responses }) =>
      [...(requestBody === undefined ? [] : [requestBody]), ...Object.values(responses)].flatMap(({ content }) =>
        Object.values(content),
      ),
    );
    const parts = [...operations.flatMap(({ parameters }) => parameters), ...media];
    expect(parts.length).toBeGreaterThan(500);
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ components: described.components }, 'document');
    for (const schema of new Set(parts.map((part) => JSON.stringify('schema' in part ? part.schema : null)))) {
      expect(() => ajv.compile(JSON.parse(schema.replaceAll('"#/', '"document#/')))).not.toThrow();
    }
  });

  it('finds a field, a status and a route that the document does not describe', async () => {
    const { body: described } = await control.call('GET', '/api/openapi.json');
    const findFaults = createConformanceCheck(described);
    const { body: panel } = await control.call('GET', '/api/panel');
    const answer = { method: 'GET', path: '/api/panel?feed=main', status: 200, body: panel };
    expect(findFaults(answer)).toEqual([]);
    expect(findFaults({ ...answer, body: { ...panel, secret: 1 } })).toHaveLength(1);
    expect(findFaults({ ...answer, body: { ...panel, revision: 'one' } })).toHaveLength(1);
    expect(findFaults({ ...answer, status: 418 })).toHaveLength(1);
    expect(findFaults({ ...answer, path: '/api/nothing' })).toHaveLength(1);
  });

  it('describes the panel stream as server-sent events, and the 500 and 503 responses of commands', async () => {
    const { body } = await control.call('GET', '/api/openapi.json');
    expect(Object.keys(body.paths['/api/events'].get.responses[200].content)).toEqual(['text/event-stream']);
    expect(Object.keys(body.paths['/api/feeds/{slug}/hold'].post.responses)).toEqual(
      expect.arrayContaining(['500', '503']),
    );
  });
});
