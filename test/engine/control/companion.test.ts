import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collection, openControl, post } from './openControl.ts';
import { sendRaw } from './rawRequest.ts';

let control: Awaited<ReturnType<typeof openControl>>;
let token: string;
beforeAll(async () => {
  control = await openControl();
  token = (await control.call('POST', '/api/tokens', { name: 'Stream Deck', right: 'operate' })).body.token;
});
afterAll(() => control.stop());

/** Sends what Companion's generic connection sends: the header as typed, the body as text, no Origin. */
function companion(method: string, uri: string, body: string | null): Promise<{ status: number; text: string }> {
  const typedHeader = `{"Authorization":"Bearer ${token}"}`;
  const headers = {
    'user-agent': 'got (https://github.com/sindresorhus/got)',
    accept: 'application/json',
    ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...JSON.parse(typedHeader),
  };
  return sendRaw(control.base, { method, path: uri, headers, body });
}

const panel = async () => JSON.parse((await companion('GET', '/api/panel?feed=main', null)).text);

describe('the Companion guide', () => {
  it('updates the panel variables after each key of its table', async () => {
    await companion('POST', '/api/feeds/main/hold', '{}');
    expect(await panel()).toMatchObject({ gate: 'held', pendingCount: 0, onAirCount: 3, index: 0, currentAuthor: 'A' });
    expect(await panel()).toMatchObject({ itemId: 'a' });
    await control.arrive(collection(5, [post('a'), post('b'), post('d')]));
    expect(await panel()).toMatchObject({ gate: 'held', pendingCount: 2, onAirCount: 3 });
    await companion('POST', '/api/feeds/main/take', '{"only":"removals"}');
    expect(await panel()).toMatchObject({ gate: 'held', pendingCount: 1, onAirCount: 2 });
    await companion('POST', '/api/feeds/main/release', '{}');
    expect(await panel()).toMatchObject({ gate: 'following', pendingCount: 0, onAirCount: 3, queueLength: 2 });
    await companion('POST', '/api/feeds/main/next', '{}');
    expect(await panel()).toMatchObject({ index: 1, currentAuthor: 'B', queueLength: 1 });
    await companion('POST', '/api/feeds/main/previous', '{}');
    expect(await panel()).toMatchObject({ index: 0, currentAuthor: 'A', queueLength: 2 });
    await companion('POST', '/api/feeds/main/next', '{}');
    await companion('POST', '/api/feeds/main/cue', '{"index":0}');
    expect(await panel()).toMatchObject({ index: 0 });
    // Block the current post by the id in the panel object.
    const { itemId } = await panel();
    await companion('POST', '/api/feeds/main/block', JSON.stringify({ itemId }));
    expect(await panel()).toMatchObject({ index: 0, currentAuthor: 'B', onAirCount: 2, itemId: 'b' });
    await companion('POST', '/api/feeds/main/unblock', JSON.stringify({ itemId }));
    await companion('POST', '/api/feeds/main/cue', '{"index":0}');
    expect(await panel()).toMatchObject({ currentAuthor: 'A', onAirCount: 3, itemId: 'a' });
    const head = () => control.store.state().feeds[0]?.playHead;
    await companion('POST', '/api/feeds/main/pin', '{}');
    expect(head()).toMatchObject({ isPinned: true });
    await companion('POST', '/api/feeds/main/unpin', '{}');
    expect(head()).toMatchObject({ isPinned: false });
    await companion('POST', '/api/feeds/main/rotate', '{"seconds":8}');
    expect(head()).toMatchObject({ rotation: { seconds: 8 }, isLooping: true });
    await companion('POST', '/api/feeds/main/rotate', '{"seconds":null}');
    expect(head()).toMatchObject({ rotation: null, isLooping: true });
    await companion('POST', '/api/feeds/main/take', '{}');
    expect(await panel()).toMatchObject({ gate: 'held', pendingCount: 0, onAirCount: 3 });
    await companion('POST', '/api/feeds/main/clear', '{}');
    expect(await panel()).toMatchObject({ gate: 'cleared', onAirCount: 0, currentAuthor: '', itemId: null });
    await companion('POST', '/api/feeds/main/back', '{}');
    expect(await panel()).toMatchObject({ gate: 'held', onAirCount: 3 });
    expect(control.store.state().feeds[0]?.gateBy).toBe('Stream Deck');
    // Using another collection with `hold` keeps on air unchanged and counts the differences as pending.
    await companion('POST', '/api/feeds/main/release', '{}');
    const { revision } = await panel();
    const used = await companion('POST', '/api/feeds/main/point', '{"collectionId":"col_2","hold":true}');
    expect(used).toMatchObject({ status: 200 });
    expect(JSON.parse(used.text)).toMatchObject({ revision, gate: 'held' });
    expect(await panel()).toMatchObject({ gate: 'held', pendingCount: 4, onAirCount: 3, revision, currentAuthor: 'A' });
    await companion('POST', '/api/feeds/main/take', '{}');
    expect(await panel()).toMatchObject({ gate: 'held', pendingCount: 0, onAirCount: 1, currentAuthor: 'Z' });
    await companion('POST', '/api/feeds/main/point', '{"collectionId":"col_1","hold":true}');
    expect(await panel()).toMatchObject({ gate: 'held', pendingCount: 4, onAirCount: 1 });
  });

  it('lists only keys that work', async () => {
    const table = /\| key \| URI \| body \|\n([\s\S]*?)\n\n/.exec(readFileSync('docs/companion.md', 'utf8'))?.[1] ?? '';
    const rows = table.split('\n').slice(1);
    expect(rows).toHaveLength(10);
    const keys = rows.flatMap((row) => {
      const [, , uris = '', bodies = ''] = row.split('|');
      const [verbs, bodyTexts] = [uris, bodies].map((cell) =>
        [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? ''),
      );
      return (bodyTexts ?? []).flatMap((body) => (verbs ?? []).map((verb) => ({ verb, body })));
    });
    expect(keys.map(({ verb }) => verb)).toContain('block');
    for (const { verb, body: typed } of keys) {
      // Companion replaces the variable, which it reads from the panel object.
      const body = typed.replace('$(expression:gr_item)', (await panel()).itemId);
      const answer = await companion('POST', `/api/feeds/main/${verb}`, body);
      expect(answer.status, `${verb} ${body}`).toBe(200);
      expect(JSON.parse(answer.text)).toMatchObject({ gate: (await panel()).gate, revision: (await panel()).revision });
    }
    expect(await panel()).toMatchObject({ gate: 'held' });
  });

  it('gets a flat panel object', async () => {
    for (const value of Object.values(await panel())) expect(value === null || typeof value !== 'object').toBe(true);
  });

  it('names only verbs, paths and fields that exist', async () => {
    const text = readFileSync('docs/companion.md', 'utf8');
    const known = Object.keys((await control.call('GET', '/api/openapi.json')).body.paths);
    for (const [, path] of text.matchAll(/`(\/api\/[\w/]+)/g)) {
      const general = (path ?? '').replace('/feeds/main/', '/feeds/{slug}/');
      expect([...known, '/api/feeds/{slug}/']).toContain(general);
    }
    const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '');
    expect(Object.keys(example)).toEqual(Object.keys(await panel()));
  });
});
