import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collection, openControl, post } from './bench.ts';

let control: Awaited<ReturnType<typeof openControl>>;
beforeAll(async () => {
  control = await openControl();
});
afterAll(() => control.stop());

describe('the description of the control API', () => {
  it('names the status with which a token is made, and what is answered', async () => {
    const { body: described } = await control.call('GET', '/api/openapi.json');
    const { responses } = described.paths['/api/tokens'].post;
    const answer = await control.call('POST', '/api/tokens', { name: 'panel', right: 'view' });
    expect(Object.keys(responses).filter((status) => status.startsWith('2'))).toEqual([String(answer.status)]);
    const { schema } = responses[201].content['application/json'];
    expect(z.fromJSONSchema(schema).safeParse(answer.body).error?.issues).toBeUndefined();
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(answer.body).sort());
    await control.call('DELETE', '/api/tokens', { name: 'panel' });
    const taken = await control.call('POST', '/api/tokens', { name: 'OSC', right: 'view' });
    expect(taken).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('name:') } } });
  });

  it('fits what is really answered, field by field', async () => {
    await control.call('POST', '/api/feeds/main/hold', {});
    await control.arrive(collection(1, [post('b'), post('d'), post('a', 'edited')]));
    await control.call('POST', '/api/feeds/main/block', { itemId: 'c', reason: 'spam' });
    await control.call('POST', '/api/feeds/main/guards', { words: ['edited'], authors: [] });
    await control.call('POST', '/api/feeds/main/take', {});
    const { body: described } = await control.call('GET', '/api/openapi.json');
    const asked: readonly [string, string, string, unknown][] = [
      ['post', '/api/feeds/{slug}/next', '/api/feeds/main/next', {}],
      ['get', '/api/state', '/api/state', undefined],
      ['get', '/api/panel', '/api/panel', undefined],
      ['get', '/api/feeds/{slug}/history', '/api/feeds/main/history', undefined],
      ['get', '/api/settings', '/api/settings', undefined],
      ['patch', '/api/settings', '/api/settings', { media: { quotaMegabytes: 600 } }],
      ['post', '/api/settings/undo', '/api/settings/undo', {}],
    ];
    for (const [method, path, url, sent] of asked) {
      const answer = await control.call(method.toUpperCase(), url, sent);
      const { $ref } = described.paths[path][method].responses[200].content['application/json'].schema;
      const schema = described.components.schemas[$ref.split('/').at(-1)];
      expect([path, schema.type, schema.additionalProperties]).toEqual([path, 'object', false]);
      const read = z.fromJSONSchema(schema).safeParse(answer.body);
      expect([method, path, answer.status, read.error?.issues]).toEqual([method, path, 200, undefined]);
      expect(Object.keys(answer.body).sort()).toEqual(Object.keys(schema.properties).sort());
      const { [Object.keys(answer.body)[0] ?? '']: _, ...less } = answer.body;
      expect(z.fromJSONSchema(schema).safeParse(less).success).toBe(false);
    }
  });

  it('says that a stream is one, and that a press can fail within', async () => {
    const { body } = await control.call('GET', '/api/openapi.json');
    expect(Object.keys(body.paths['/api/events'].get.responses[200].content)).toEqual(['text/event-stream']);
    expect(Object.keys(body.paths['/api/feeds/{slug}/hold'].post.responses)).toEqual(
      expect.arrayContaining(['500', '503']),
    );
  });
});
