/** The presenter’s stream, and what a token with the right `present` can and cannot do on every route and on the socket. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { PresenterView } from '../../../src/contract/presenter.ts';
import { collection, openControl, post } from '../openControl.ts';

let control: Awaited<ReturnType<typeof openControl>>;
let token = '';
const stagedWords = 'Words that only staging has';

beforeEach(async () => {
  control = await openControl();
  await control.arrive(collection(1, [post('a'), post('b'), post('c')], [post('s', stagedWords)]));
  token = (await control.call('POST', '/api/tokens', { name: 'Tablet', right: 'present' })).body.token;
});
afterEach(() => control.stop());

async function openStream(path: string) {
  const abort = new AbortController();
  const response = await fetch(`${control.base}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error('the stream has no body');
  const readText = async () => new TextDecoder().decode((await reader.read()).value);
  const next = async (): Promise<PresenterView> => {
    for (;;) {
      const data = /^data: (.*)$/m.exec(await readText())?.[1];
      if (data !== undefined) return JSON.parse(data);
    }
  };
  return { status: response.status, next, readText, close: () => abort.abort() };
}

describe('the presenter’s stream', () => {
  it('has the current and the next post, now and at each change', async () => {
    const stream = await openStream('/api/present?feed=main');
    expect(await stream.next()).toMatchObject({
      ...{ feed: 'main', served: true, index: 0, onAirCount: 3, used: false },
      current: { id: 'a', fullName: 'A', username: 'a', message: 'a', pictureUrl: null },
      next: { id: 'b' },
    });
    await control.call('POST', '/api/feeds/main/used', { itemId: 'a' }, token);
    expect(await stream.next()).toMatchObject({ current: { id: 'a' }, used: true });
    await control.call('POST', '/api/feeds/main/cue', { itemId: 'c' });
    expect(await stream.next()).toMatchObject({ index: 2, current: { id: 'c' }, used: false, next: null });
    await control.call('POST', '/api/feeds/main/block', { itemId: 'c' });
    expect(await stream.next()).toMatchObject({ index: 1, onAirCount: 2, current: { id: 'b' }, next: null });
    await control.call('POST', '/api/feeds/main/clear', {});
    expect(await stream.next()).toMatchObject({ index: null, onAirCount: 0, current: null, next: null });
    stream.close();
  });

  it('sends nothing when only staging changes', async () => {
    const stream = await openStream('/api/present');
    await stream.next();
    await control.arrive(collection(2, [post('a'), post('b'), post('c')], [post('s'), post('t', stagedWords)]));
    await control.call('POST', '/api/feeds/main/next', {});
    expect(await stream.next()).toMatchObject({ index: 1 });
    stream.close();
  });

  it('ends when its token is revoked, and refuses it from then on', async () => {
    const stream = await openStream('/api/present');
    await stream.next();
    await control.call('DELETE', '/api/tokens', { name: 'Tablet' });
    expect(await stream.readText()).toBe('');
    expect((await control.call('GET', '/api/present', undefined, token)).status).toBe(401);
  });

  it('names an unknown feed', async () => {
    const { status, body } = await control.call('GET', '/api/present?feed=none', undefined, token);
    expect([status, body.error.code]).toEqual([404, 'FEED_UNKNOWN']);
  });

  it('is refused to a token that may only view', async () => {
    const viewer = (await control.call('POST', '/api/tokens', { name: 'Viewer', right: 'view' })).body.token;
    expect((await control.call('GET', '/api/present', undefined, viewer)).status).toBe(403);
  });
});

describe('a token with the right present', () => {
  it('changes nothing but marks of use, on any route', async () => {
    const { paths } = (await control.call('GET', '/api/openapi.json')).body;
    const before = control.store.state();
    const allowed: string[] = [];
    let count = 0;
    for (const [path, methods] of Object.entries<Record<string, unknown>>(paths)) {
      for (const method of Object.keys(methods).filter((name) => name !== 'get')) {
        const url = path.replace('{slug}', 'main').replace(/\{\w+\}/g, '1');
        const { status } = await control.call(method.toUpperCase(), url, {}, token);
        if (status !== 403) allowed.push(`${method} ${path}`);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(40);
    expect(allowed).toEqual(['post /api/feeds/{slug}/used']);
    expect(control.store.state()).toBe(before);
  });

  it('reads nothing of staging, on any route', async () => {
    const { paths } = (await control.call('GET', '/api/openapi.json')).body;
    // Names the staged post in the log.
    const problem = {
      code: 'MEDIA_UNREACHABLE',
      severity: 'warning',
      message: '-',
      nextStep: '-',
      about: 'post:s',
    } as const;
    await control.store.apply({ type: 'problemRaised', problem: { ...problem, since: '2026-11-20T18:00:00.000Z' } });
    expect(JSON.stringify((await control.call('GET', '/api/log')).body)).toContain(stagedWords);
    const refused: string[] = [];
    const read: string[] = [];
    for (const path of Object.keys(paths).filter((name) => 'get' in paths[name])) {
      const stream = await openStream(path.replace('{slug}', 'main').replace(/\{\w+\}/g, 'col_1'));
      const isStream = path === '/api/events' || path === '/api/present';
      let text = await stream.readText();
      for (let part = text; part !== '' && !isStream; text += part) part = await stream.readText();
      stream.close();
      expect([path, text.includes(stagedWords)]).toEqual([path, false]);
      (stream.status === 403 ? refused : read).push(path);
    }
    expect(read).toContain('/api/state');
    expect(refused).toEqual(
      expect.arrayContaining([
        ...['/api/collections/{collectionId}', '/api/log', '/api/log.csv', '/api/rehearsal/events'],
        ...['/api/settings', '/api/tokens'],
      ]),
    );
  });

  it('opens no desk, so that its socket gets no list', async () => {
    const socket = new WebSocket(`${control.base.replace('http', 'ws')}/api/socket`);
    const messages: unknown[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data))));
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(JSON.stringify({ type: 'hello', token }));
    socket.send(JSON.stringify({ type: 'resync' }));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(messages).toEqual([
      { type: 'refused', refusal: expect.objectContaining({ code: 'COMMAND_UNAUTHORISED', language: 'en' }) },
    ]);
  });
});

describe('a token with the right view', () => {
  it('opens a desk that follows: it gets the lists, runs no command and no query, and is no desk of its own', async () => {
    const viewer = (await control.call('POST', '/api/tokens', { name: 'Director', right: 'view' })).body.token;
    const socket = new WebSocket(`${control.base.replace('http', 'ws')}/api/socket`);
    const messages: Record<string, unknown>[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data))));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => socket.once('open', resolve));
    const send = (message: object) => socket.send(JSON.stringify(message));
    send({ type: 'hello', token: viewer, name: 'Ines' });
    send({ type: 'command', id: 1, name: 'hold', input: { feed: 'main' } });
    send({ type: 'command', id: 2, name: 'used', input: { feed: 'main', itemId: 'a' } });
    send({ type: 'query', id: 3, name: 'servicePage', input: {} });
    const results = () => messages.filter(({ type }) => String(type).endsWith('Result'));
    await expect.poll(() => results().length).toBe(3);
    const state = messages.find(({ type }) => type === 'state');
    expect(state).toMatchObject({ state: { you: 'Director', right: 'view', desks: [] } });
    expect(JSON.stringify(messages)).toContain(stagedWords);
    for (const { result } of results()) expect(result).toMatchObject({ ok: false, code: 'COMMAND_FORBIDDEN' });
    expect(control.store.state().feeds[0]?.gate).toBe('following');
    await control.call('DELETE', '/api/tokens', { name: 'Director' });
    await closed;
    expect(messages.at(-1)).toMatchObject({ type: 'refused' });
  });
});
