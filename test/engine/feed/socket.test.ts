import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { describeProblem } from '../../../src/core/problem.ts';
import { notCached } from '../../../src/engine/media/fetchState.ts';
import { waitUntil } from '../../waitUntil.ts';
import { at, picture, post, readTakedown, type Show, startShow } from './showHarness.ts';

let show: Show;
const open: WebSocket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await show.stop();
});

type Frame = {
  type: string;
  revision: number;
  contentHash: string;
  items: { id: string }[];
  gate: string;
  error?: { code: string };
};
type Client = { socket: WebSocket; frames: Frame[]; until: (matches: (frame: Frame) => boolean) => Promise<Frame> };

async function connect(
  path = '/feeds/main/socket',
  options: { headers?: Record<string, string> } = {},
): Promise<Client> {
  const socket = new WebSocket(`ws://127.0.0.1:${show.port}${path}`, options);
  open.push(socket);
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data, isBinary) => {
    expect(isBinary).toBe(false);
    frames.push(JSON.parse(String(data)));
    for (const check of [...waiting]) check();
  });
  const until = (matches: (frame: Frame) => boolean): Promise<Frame> =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = frames.find(matches);
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  return { socket, frames, until };
}

describe('the socket', () => {
  it('sends the whole state on connect and at every change', async () => {
    show = await startShow([post('p1')]);
    const client = await connect();
    expect(await client.until(() => true)).toMatchObject({ type: 'state', feed: 'main', revision: 1 });
    await show.arrive([post('p1'), post('p2')]);
    expect((await client.until(({ revision }) => revision === 2)).items.map(({ id }) => id)).toEqual(['p1', 'p2']);
    await show.apply({ type: 'feedHeld', feed: 'main', by: null, at });
    await client.until(({ gate }) => gate === 'held');
    expect(client.frames).toHaveLength(3);
  });

  it('sends the whole state first, then only what changed, for ?mode=changes', async () => {
    const posts = Array.from({ length: 20 }, (_, index) => post(`p${index}`));
    show = await startShow(posts);
    const client = await connect('/feeds/main/socket?mode=changes');
    await client.until(({ type }) => type === 'state');
    await show.arrive([...posts.slice(1), post('new')]);
    const changes = await client.until(({ revision }) => revision === 2);
    expect(changes).toMatchObject({ type: 'changes', from: 1, to: 2, removed: ['p0'], order: null, gate: 'following' });
    expect(changes).toMatchObject({ put: [{ index: 19, id: 'new' }] });
    expect(changes).not.toHaveProperty('items');
    await show.apply({ type: 'feedHeld', feed: 'main', by: null, at });
    expect(await client.until(({ gate }) => gate === 'held')).toMatchObject({ from: 2, to: 2, removed: [], put: [] });
    client.frames.length = 0;
    client.socket.send('{"type":"resync"}');
    expect((await client.until(({ type }) => type === 'state')).items).toHaveLength(20);
  });

  it('sends only the current post and the one before it, while it is on air, for ?items=current', async () => {
    show = await startShow([post('p1'), post('p2'), post('p3')]);
    const client = await connect('/feeds/main/socket?preview=1&items=current');
    const whole = await connect();
    await client.until(() => true);
    const step = { type: 'headStepped', steps: 1, feed: 'main', by: null, at } as const;
    for (const id of ['p2', 'p3']) {
      await show.apply(step);
      await client.until(({ items }) => items.at(-1)?.id === id);
    }
    await show.arrive([post('p1'), post('p3')]);
    await client.until(({ revision }) => revision === 2);
    await whole.until(({ revision }) => revision === 2);
    expect(client.frames.map(({ items }) => items.map(({ id }) => id))).toEqual([
      ['p1'],
      ['p1', 'p2'],
      ['p2', 'p3'],
      ['p3'],
    ]);
    const { items: all, ...head } = whole.frames.at(-1) as Frame;
    expect(client.frames.at(-1)).toEqual({ ...head, items: all.filter(({ id }) => id === 'p3') });
  });

  it('sends nothing while a file on air is fetched, for a consumer or a problem, and a state when the file is ready', async () => {
    const url = 'https://media.example/film.mp4';
    show = await startShow([post('p1', { media: [picture(url, 'video/mp4')] })]);
    const client = await connect();
    await client.until(() => true);
    const facts = { ...notCached };
    for (const progress of [0.1, 0.5, 0.9])
      await show.apply({ type: 'mediaChanged', media: [[url, { ...facts, progress }]] });
    await show.apply({ type: 'problemRaised', problem: describeProblem('MEDIA_DISK_LOW', 'media', at, {}) });
    show.store.announceTransient();
    await show.apply({ type: 'mediaChanged', media: [[url, { ...facts, name: 'film.mp4', progress: 1 }]] });
    await client.until((frame) => JSON.stringify(frame).includes('/media/film.mp4'));
    expect(client.frames).toHaveLength(2);
  });

  it('sends one state when Clear and Back happen together, with the same revision as the history', async () => {
    show = await startShow([post('p1')]);
    const client = await connect();
    const first = await client.until(() => true);
    const command = { feed: 'main', by: null, at };
    const revisions: number[] = [];
    show.store.subscribe(({ steps }) =>
      revisions.push(...steps.map(({ state }) => state.feeds[0]?.onAir.revision ?? 0)),
    );
    await Promise.all([
      show.apply({ type: 'feedCleared', ...command }),
      show.apply({ type: 'feedBroughtBack', ...command }),
    ]);
    const back = await client.until(({ gate }) => gate === 'held');
    expect(back).toMatchObject({ revision: 3, contentHash: first.contentHash, items: [{ id: 'p1' }] });
    expect(client.frames).toHaveLength(2);
    expect(revisions).toEqual([2, 3]);
  });

  it('sends the same document as live.json, and which run of Greenroom counted its revision', async () => {
    show = await startShow([post('p1')]);
    const frame = await (await connect()).until(() => true);
    const document = await (await fetch(`http://127.0.0.1:${show.port}/feeds/main/live.json`)).json();
    expect(frame).toEqual({ type: 'state', run: expect.any(String), ...document });
  });

  it('responds to resync with the state and to an invalid frame with an error, and stays open', async () => {
    show = await startShow([post('p1')]);
    const client = await connect();
    await client.until(() => true);
    for (const text of ['{', '[]', '{"type":"paint"}', '{"type":"painted","revision":"1"}', 'null']) {
      const before = client.frames.length;
      client.socket.send(text);
      await waitUntil('another frame arrives', () => client.frames.length > before);
      expect(client.frames.at(-1)).toMatchObject({ type: 'error', error: { code: 'COMMAND_INVALID' } });
    }
    const before = client.frames.length;
    client.socket.send('{"type":"resync"}');
    await waitUntil('another frame arrives', () => client.frames.length > before);
    expect(client.frames.at(-1)).toMatchObject({ type: 'state', revision: 1 });
    expect(client.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('is refused for another site’s page, an unknown Host, a missing token and an unknown feed', async () => {
    show = await startShow([post('p1')], { settings: { readToken: 'x' } });
    await expect(
      connect('/feeds/main/socket?token=x', { headers: { Origin: 'https://evil.example' } }),
    ).rejects.toThrow('403');
    await expect(connect('/feeds/main/socket?token=x', { headers: { Host: 'evil.example' } })).rejects.toThrow('421');
    await expect(connect('/feeds/main/socket')).rejects.toThrow('401');
    await expect(connect('/feeds/nobody/socket?token=x')).rejects.toThrow('404');
    await expect(connect('/elsewhere?token=x')).rejects.toThrow('404');
    expect((await connect('/feeds/main/socket?token=x')).socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe('consumers', () => {
  it('are listed with their name, revision and painted revision', async () => {
    show = await startShow([post('p1')]);
    const client = await connect();
    await client.until(() => true);
    client.socket.send('{"type":"hello","name":"OBS  main\\u0000"}');
    client.socket.send('{"type":"painted","revision":1}');
    await waitUntil('the paint is reported', () => show.server.consumers('main')[0]?.paintedRevision === 1);
    expect(show.server.consumers('main')).toMatchObject([
      { name: 'OBS main', protocol: 'socket', address: '127.0.0.1', revision: 1, state: 'reading' },
    ]);
    await show.arrive([post('p1'), post('p2')]);
    await client.until(({ revision }) => revision === 2);
    client.socket.send('{"type":"painted","revision":2}');
    await waitUntil('a change is painted', () => show.server.consumers('main')[0]?.paintedRevision === 2);
    expect(show.server.consumers('main')[0]?.paintedInMs).toBeTypeOf('number');
    client.socket.close(4001);
    await waitUntil('the consumer is gone', () => show.server.consumers('main').length === 0);
  });

  it('exclude previews, marked in the address or in hello', async () => {
    show = await startShow([post('p1')]);
    await connect('/feeds/main/socket?preview=1');
    const client = await connect();
    await client.until(() => true);
    client.socket.send('{"type":"hello","preview":true}');
    await waitUntil('the consumer is gone', () => show.server.consumers('main').length === 0);
    await fetch(`http://127.0.0.1:${show.port}/feeds/main/live.json?preview=1`);
    expect(show.server.consumers('main')).toEqual([]);
  });

  it('include pollers from their second read, named by their User-Agent', async () => {
    show = await startShow([post('p1')]);
    const read = () =>
      fetch(`http://127.0.0.1:${show.port}/feeds/main/vmix.json`, { headers: { 'User-Agent': 'vMix/29' } });
    await read();
    expect(show.server.consumers('main')).toEqual([]);
    await read();
    expect(show.server.consumers('main')).toMatchObject([{ name: 'vMix', protocol: 'poll', revision: 1 }]);
  });

  it('are announced as a transient change', async () => {
    show = await startShow([post('p1')]);
    const kinds: string[] = [];
    show.store.subscribe(({ kind }) => kinds.push(kind));
    await connect();
    await waitUntil('the change is announced', () => kinds.length > 0);
    expect(new Set(kinds)).toEqual(new Set(['transient']));
  });
});

describe('a takedown', () => {
  it('is confirmed once every consumer has painted or read a revision without the post', async () => {
    show = await startShow([post('p1'), post('p2')]);
    const painter = await connect();
    await painter.until(() => true);
    painter.socket.send('{"type":"hello","name":"Card"}');
    painter.socket.send('{"type":"painted","revision":1}');
    const poll = () =>
      fetch(`http://127.0.0.1:${show.port}/feeds/main/live.json`, { headers: { 'User-Agent': 'vMix/29' } });
    await poll();
    await poll();
    await waitUntil('the paint is reported', () =>
      show.server.consumers('main').some(({ paintedRevision }) => paintedRevision === 1),
    );

    await show.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, feed: 'main', by: null, at });
    const takedown = () => readTakedown(show, 'p1');
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, confirmedInMs: null, waitingFor: ['Card', 'vMix'] });
    await painter.until(({ revision }) => revision === 2);
    painter.socket.send('{"type":"painted","revision":2}');
    await waitUntil('only vMix has not confirmed', () => takedown()?.waitingFor.join() === 'vMix');
    await waitUntil('vMix has proved that it read it', async () => {
      await (await poll()).arrayBuffer();
      return takedown()?.confirmedOffAirAt != null;
    });
    expect(takedown()?.confirmedInMs).toBeGreaterThanOrEqual(0);

    await show.apply({ type: 'itemUnblocked', itemId: 'p1', feed: 'main', by: null, at });
    expect(takedown()).toBeUndefined();
  });

  it('needs no confirmation if no screen shows the post, and waits for a late consumer that still shows it', async () => {
    show = await startShow([post('p1'), post('p2')]);
    const painter = await connect();
    await painter.until(() => true);
    painter.socket.send('{"type":"hello","name":"Card"}');
    painter.socket.send('{"type":"painted","revision":1}');
    await waitUntil('the paint is reported', () =>
      show.server.consumers('main').some(({ paintedRevision }) => paintedRevision === 1),
    );
    await show.arrive([post('p2')]);

    const command = { feed: 'main', by: null, at };
    const takedown = (id: string) => readTakedown(show, id);
    await show.apply({ type: 'itemBlocked', itemId: 'never', reason: null, ...command });
    expect(takedown('never')).toMatchObject({ confirmedOffAirAt: null, confirmedInMs: null, waitingFor: [] });
    // The service has just taken it off, and the card has not painted that yet.
    await show.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, ...command });
    expect(takedown('p1')?.waitingFor).toEqual(['Card']);
    painter.socket.send('{"type":"painted","revision":2}');
    await waitUntil('everyone has confirmed', () => takedown('p1')?.waitingFor.length === 0);
    expect(takedown('p1')?.confirmedOffAirAt).toEqual(expect.any(String));
    expect(takedown('never')).toMatchObject({ confirmedOffAirAt: null, confirmedInMs: null, waitingFor: [] });

    await show.apply({ type: 'itemUnblocked', itemId: 'p1', ...command });
    await show.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, ...command });
    expect(takedown('p1')).toMatchObject({ confirmedOffAirAt: null, confirmedInMs: null, waitingFor: [] });
  });

  it('is not confirmed without consumers', async () => {
    show = await startShow([post('p1')]);
    await show.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, feed: 'main', by: null, at });
    expect(show.server.takedowns('main').get('p1')?.confirmedOffAirAt).toBeNull();
  });
});
