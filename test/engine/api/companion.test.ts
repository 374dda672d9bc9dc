import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collection, openControl, post } from '../openControl.ts';
import { sendRaw } from '../rawRequest.ts';

let control: Awaited<ReturnType<typeof openControl>>;
let token: string;
beforeEach(async () => {
  control = await openControl();
  token = (await control.call('POST', '/api/tokens', { name: 'Stream Deck', right: 'operate' })).body.token;
});
afterEach(() => control.stop());

/** Sends a request as Companion's generic connection does: the header as typed, the body as text, no Origin. */
function sendFromCompanion(
  method: string,
  uri: string,
  body: string | null,
): Promise<{ status: number; text: string }> {
  const typedHeader = `{"Authorization":"Bearer ${token}"}`;
  const headers = {
    'user-agent': 'got (https://github.com/sindresorhus/got)',
    accept: 'application/json',
    ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...JSON.parse(typedHeader),
  };
  return sendRaw(control.base, { method, path: uri, headers, body });
}

const fetchPanel = async () => JSON.parse((await sendFromCompanion('GET', '/api/panel?feed=main', null)).text);

describe('the Companion guide', () => {
  it('has keys that update the panel variables', async () => {
    await sendFromCompanion('POST', '/api/feeds/main/hold', '{}');
    expect(await fetchPanel()).toMatchObject({
      gate: 'held',
      pendingCount: 0,
      onAirCount: 3,
      index: 0,
      currentAuthor: 'A',
    });
    expect(await fetchPanel()).toMatchObject({ itemId: 'a' });
    await control.arrive(collection(5, [post('a'), post('b'), post('d')]));
    expect(await fetchPanel()).toMatchObject({ gate: 'held', pendingCount: 2, onAirCount: 3 });
    await sendFromCompanion('POST', '/api/feeds/main/take', '{"only":"removals"}');
    expect(await fetchPanel()).toMatchObject({ gate: 'held', pendingCount: 1, onAirCount: 2 });
    await sendFromCompanion('POST', '/api/feeds/main/release', '{}');
    expect(await fetchPanel()).toMatchObject({ gate: 'following', pendingCount: 0, onAirCount: 3, queueLength: 2 });
    await sendFromCompanion('POST', '/api/feeds/main/next', '{}');
    expect(await fetchPanel()).toMatchObject({ index: 1, currentAuthor: 'B', queueLength: 1 });
    await sendFromCompanion('POST', '/api/feeds/main/previous', '{}');
    expect(await fetchPanel()).toMatchObject({ index: 0, currentAuthor: 'A', queueLength: 2 });
    await sendFromCompanion('POST', '/api/feeds/main/next', '{}');
    await sendFromCompanion('POST', '/api/feeds/main/cue', '{"index":0}');
    expect(await fetchPanel()).toMatchObject({ index: 0 });
    // Block the current post by the id in the panel object.
    const { itemId } = await fetchPanel();
    await sendFromCompanion('POST', '/api/feeds/main/block', JSON.stringify({ itemId }));
    expect(await fetchPanel()).toMatchObject({ index: 0, currentAuthor: 'B', onAirCount: 2, itemId: 'b' });
    await sendFromCompanion('POST', '/api/feeds/main/unblock', JSON.stringify({ itemId }));
    await sendFromCompanion('POST', '/api/feeds/main/cue', '{"index":0}');
    expect(await fetchPanel()).toMatchObject({ currentAuthor: 'A', onAirCount: 3, itemId: 'a' });
    const head = () => control.store.state().feeds[0]?.playHead;
    await sendFromCompanion('POST', '/api/feeds/main/pin', '{}');
    expect(head()).toMatchObject({ isPinned: true });
    await sendFromCompanion('POST', '/api/feeds/main/unpin', '{}');
    expect(head()).toMatchObject({ isPinned: false });
    await sendFromCompanion('POST', '/api/feeds/main/rotate', '{"seconds":8}');
    expect(head()).toMatchObject({ rotation: { seconds: 8 }, isLooping: true });
    await sendFromCompanion('POST', '/api/feeds/main/rotate', '{"seconds":null}');
    expect(head()).toMatchObject({ rotation: null, isLooping: true });
    await sendFromCompanion('POST', '/api/feeds/main/take', '{}');
    expect(await fetchPanel()).toMatchObject({ gate: 'held', pendingCount: 0, onAirCount: 3 });
    await sendFromCompanion('POST', '/api/feeds/main/clear', '{}');
    expect(await fetchPanel()).toMatchObject({ gate: 'cleared', onAirCount: 0, currentAuthor: '', itemId: null });
    await sendFromCompanion('POST', '/api/feeds/main/back', '{}');
    expect(await fetchPanel()).toMatchObject({ gate: 'held', onAirCount: 3 });
    expect(control.store.state().feeds[0]?.gateBy).toBe('Stream Deck');
    // Using another collection with `hold` keeps on air unchanged and counts the differences as pending.
    await sendFromCompanion('POST', '/api/feeds/main/release', '{}');
    const { revision } = await fetchPanel();
    const used = await sendFromCompanion('POST', '/api/feeds/main/point', '{"collectionId":"col_2","hold":true}');
    expect(used).toMatchObject({ status: 200 });
    expect(JSON.parse(used.text)).toMatchObject({ revision, gate: 'held' });
    expect(await fetchPanel()).toMatchObject({
      gate: 'held',
      pendingCount: 4,
      onAirCount: 3,
      revision,
      currentAuthor: 'A',
    });
    await sendFromCompanion('POST', '/api/feeds/main/take', '{}');
    expect(await fetchPanel()).toMatchObject({ gate: 'held', pendingCount: 0, onAirCount: 1, currentAuthor: 'Z' });
    await sendFromCompanion('POST', '/api/feeds/main/point', '{"collectionId":"col_1","hold":true}');
    expect(await fetchPanel()).toMatchObject({ gate: 'held', pendingCount: 4, onAirCount: 1 });
  });

  it('counts as waiting what the desk does: changes of blocked posts too, and no guarded posts', async () => {
    const send = (command: string, body: object) =>
      sendFromCompanion('POST', `/api/feeds/main/${command}`, JSON.stringify(body));
    await send('release', {});
    await control.arrive(collection(20, [post('a'), post('b'), post('bomb')]));
    await send('guards', { words: ['bomb'] });
    expect(await fetchPanel()).toMatchObject({ gate: 'following', pendingCount: 0, onAirCount: 2 });
    await send('hold', {});
    await send('block', { itemId: 'b' });
    await control.arrive(collection(21, [post('a'), { ...post('b'), message: 'Corrected' }, post('bomb')]));
    expect(await fetchPanel()).toMatchObject({ gate: 'held', pendingCount: 1, onAirCount: 1 });
    await send('take', {});
    expect(await fetchPanel()).toMatchObject({ gate: 'held', pendingCount: 0, onAirCount: 1 });
    await send('unblock', { itemId: 'b' });
    const { onAir } = control.store.state().feeds[0] ?? {};
    expect(onAir?.items.map(({ message }) => message)).toContain('Corrected');
    await send('guards', { words: [] });
    await send('release', {});
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
      // Companion replaces the variable, which its trigger fills from the panel object.
      const body = typed.replace('$(expression:gr_item)', (await fetchPanel()).itemId);
      const answer = await sendFromCompanion('POST', `/api/feeds/main/${verb}`, body);
      expect(answer.status, `${verb} ${body}`).toBe(200);
      expect(JSON.parse(answer.text)).toMatchObject({
        gate: (await fetchPanel()).gate,
        revision: (await fetchPanel()).revision,
      });
    }
    expect(await fetchPanel()).toMatchObject({ gate: 'held' });
  });

  it('uses a panel object without nested values', async () => {
    for (const value of Object.values(await fetchPanel()))
      expect(value === null || typeof value !== 'object').toBe(true);
  });

  it('names only verbs, paths and fields that exist', async () => {
    const text = readFileSync('docs/companion.md', 'utf8');
    const known = Object.keys((await control.call('GET', '/api/openapi.json')).body.paths);
    for (const [, path] of text.matchAll(/`(\/api\/[\w/{}.]+)/g)) {
      const general = (path ?? '').replace('/feeds/main/', '/feeds/{slug}/');
      expect([...known, '/api/feeds/{slug}/']).toContain(general);
    }
    const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '');
    expect(Object.keys(example)).toEqual(Object.keys(await fetchPanel()));
  });
});
