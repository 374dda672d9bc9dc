import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { connect as connectTcp, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createFakeClock, type FakeClock } from '../../fakeClock.ts';
import { waitUntil } from '../../waitUntil.ts';
import { post, quietPorts, readTakedown, type Show, startShow } from './showHarness.ts';

let show: Show;
let clock: FakeClock;
const closers: (() => void)[] = [];

beforeEach(async () => {
  clock = createFakeClock();
  show = await startShow([post('p1'), post('p2')], { ports: { ...quietPorts, clock } });
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await show.stop();
});

const consumerCalled = (name: string) => show.server.consumers('main').find((consumer) => consumer.name === name);
const takedown = (itemId = 'p1') => readTakedown(show, itemId);
const unconfirmedBy = (name: string) => ({ confirmedOffAirAt: null, confirmedInMs: null, waitingFor: [name] });
const block = (itemId = 'p1') => {
  const at = new Date(clock.now()).toISOString();
  return show.apply({ type: 'itemBlocked', itemId, reason: null, feed: 'main', by: 'Ines', at });
};
/** The engine has handed the revision to the system, whether or not the client reads it. */
const waitUntilSent = (name: string, revision: number) =>
  waitUntil(`${name} was sent ${revision}`, () => consumerCalled(name)?.revision === revision);

/** A graphics program that reads the socket and reports nothing. */
async function connectPlain(name: string): Promise<{ freeze: () => void; resume: () => void; socket: WebSocket }> {
  const socket = new WebSocket(`ws://127.0.0.1:${show.port}/feeds/main/socket?name=${name}`);
  closers.push(() => socket.terminate());
  await new Promise((resolve) => socket.once('message', resolve));
  await waitUntilSent(name, show.store.state().feeds[0]?.onAir.revision ?? 0);
  return { socket, freeze: () => socket.pause(), resume: () => socket.resume() };
}

/** The run of Greenroom, which is part of its ETags. */
async function readRun(): Promise<string> {
  const { headers } = await fetch(`http://127.0.0.1:${show.port}/feeds/main/live.json?preview=1`);
  return headers.get('etag')?.match(/[\w-]+/)?.[0] ?? '';
}

async function openEvents(name: string, headers: Record<string, string> = {}): Promise<ClientRequest> {
  const request = get(`http://127.0.0.1:${show.port}/feeds/main/events?name=${name}`, { headers, agent: false });
  request.on('error', () => undefined);
  closers.push(() => request.destroy());
  const response = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
  response.on('error', () => undefined);
  await new Promise((resolve) => response.once('data', resolve));
  return request;
}

describe('a socket that reports nothing', () => {
  it('confirms a takedown when it has read it, not when the frame was sent', async () => {
    const caspar = await connectPlain('Caspar');
    caspar.freeze();
    await block();
    await waitUntilSent('Caspar', 2);
    expect(takedown()).toMatchObject(unconfirmedBy('Caspar'));
    clock.advance(3000);
    expect(consumerCalled('Caspar')?.state).toBe('behind');
    caspar.resume();
    await waitUntil('it is confirmed', () => takedown()?.confirmedOffAirAt != null);
    expect(takedown()).toMatchObject({ confirmedInMs: 3000, waitingFor: [] });
    expect(consumerCalled('Caspar')?.state).toBe('reading');
  });

  it('confirms immediately while it reads, also a post that had left air before', async () => {
    await connectPlain('Caspar');
    await block();
    await waitUntil('it is confirmed', () => takedown()?.confirmedOffAirAt != null);
    await show.arrive([post('p3')]);
    await block('p2');
    await waitUntil('the other is confirmed', () => takedown('p2')?.confirmedOffAirAt != null);
  });

  it('does not confirm with pongs that nothing requested, nor with a revision that was not sent to it', async () => {
    const { socket } = await connectPlain('Caspar');
    const old = new WebSocket(`ws://127.0.0.1:${show.port}/feeds/main/socket?name=Old`, { autoPong: false });
    closers.push(() => old.terminate());
    await new Promise((resolve) => old.once('message', resolve));
    await waitUntilSent('Old', 1);
    await block();
    await waitUntil('Caspar has confirmed', () => takedown()?.waitingFor.join() === 'Old');
    for (const payload of ['', '1', '900', 'x']) old.pong(payload);
    const lastSeen = new Promise((resolve) => old.once('ping', resolve));
    clock.advance(5000);
    await lastSeen;
    expect(takedown()).toMatchObject(unconfirmedBy('Old'));
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  it('is awaited when it was lost without reading, and confirms when it comes back and reads', async () => {
    const caspar = await connectPlain('Caspar');
    caspar.freeze();
    await block();
    await waitUntilSent('Caspar', 2);
    caspar.socket.terminate();
    await waitUntil('it is silent', () => consumerCalled('Caspar')?.state === 'silent');
    clock.advance(102_000);
    expect(takedown()).toMatchObject(unconfirmedBy('Caspar'));
    await connectPlain('Caspar');
    await waitUntil('it is confirmed', () => takedown()?.confirmedOffAirAt != null);
  });

  it('is not awaited if it connected after the block', async () => {
    const caspar = await connectPlain('Caspar');
    caspar.freeze();
    await block();
    const late = await connectPlain('Late');
    late.freeze();
    expect(takedown()?.waitingFor).toEqual(['Caspar']);
  });
});

describe('an event stream', () => {
  it('never confirms a takedown by itself, because nothing proves what it has read', async () => {
    const request = await openEvents('Stream');
    await block();
    await waitUntilSent('Stream', 2);
    clock.advance(5000);
    expect(takedown()).toMatchObject(unconfirmedBy('Stream'));
    expect(consumerCalled('Stream')?.state).toBe('reading');
    request.destroy();
    await waitUntil('it is silent', () => consumerCalled('Stream')?.state === 'silent');
    await openEvents('Stream');
    await waitUntilSent('Stream', 2);
    expect(takedown()).toMatchObject(unconfirmedBy('Stream'));
    const at = new Date(clock.now()).toISOString();
    await show.apply({ type: 'takedownConfirmed', itemId: 'p1', feed: 'main', by: 'Ines', at });
    expect(takedown()).toMatchObject({ confirmedOffAirBy: 'Ines', waitingFor: [] });
  });

  it.each([
    ['1-RUN', false],
    ['2-RUN', true],
    ['3-RUN', true],
    ['3', false],
    ['900-RUN', false],
    ['x', false],
  ])(
    'that reconnects with Last-Event-ID %s after revision 2 took the post off confirms it: %s',
    async (id, confirms) => {
      const request = await openEvents('Stream');
      await block();
      await show.arrive([post('p1'), post('p2'), post('p3')]);
      await waitUntilSent('Stream', 3);
      request.destroy();
      await waitUntil('it is silent', () => consumerCalled('Stream')?.state === 'silent');
      await openEvents('Stream', { 'Last-Event-ID': id.replace('RUN', await readRun()) });
      await waitUntilSent('Stream', 3);
      expect(takedown()?.confirmedOffAirAt != null).toBe(confirms);
    },
  );

  it('is not awaited if it connected after the block', async () => {
    await connectPlain('Caspar');
    await block();
    await openEvents('Stream');
    await waitUntilSent('Stream', 2);
    await waitUntil('it is confirmed', () => takedown()?.confirmedOffAirAt != null);
    expect(takedown()?.waitingFor).toEqual([]);
  });
});

describe('a poller', () => {
  const oneRequest = 'GET /feeds/main/live.json HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: vMix/29\r\n\r\n';
  /** Sends requests in one packet and returns their connection, which reads nothing. */
  const request = async (count = 1): Promise<Socket> => {
    const connection = connectTcp(show.port, '127.0.0.1');
    closers.push(() => connection.destroy());
    connection.on('error', () => undefined);
    await once(connection, 'connect');
    connection.pause();
    connection.write(oneRequest.repeat(count));
    return connection;
  };
  const readAll = async (): Promise<void> => {
    const connection = await request();
    connection.once('data', () => connection.end());
    connection.resume();
    await once(connection, 'close');
  };
  const waitUntilRead = () => waitUntilSent('vMix', 2);

  it('confirms with its next request, also on another connection, and not by closing the one before', async () => {
    for (const _ of [1, 2]) await readAll();
    clock.advance(1000);
    await block();
    expect(takedown()).toMatchObject(unconfirmedBy('vMix'));
    await readAll();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(takedown()).toMatchObject(unconfirmedBy('vMix'));
    await readAll();
    await waitUntil('it is confirmed', () => takedown()?.confirmedOffAirAt != null);
  });

  it('confirms nothing when its connection is reset or only sent to, until it reads again', async () => {
    for (const _ of [1, 2]) await readAll();
    clock.advance(1000);
    await block();
    const reset = await request();
    await waitUntilRead();
    reset.resetAndDestroy();
    const unread = await request();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(takedown()).toMatchObject(unconfirmedBy('vMix'));
    unread.resetAndDestroy();
    for (const _ of [1, 2]) await readAll();
    await waitUntil('it is confirmed', () => takedown()?.confirmedOffAirAt != null);
  });

  it('confirms nothing with two requests sent together, and then with the next one on that connection', async () => {
    for (const _ of [1, 2]) await readAll();
    clock.advance(1000);
    await block();
    const connection = await request(2);
    await waitUntilRead();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(takedown()).toMatchObject(unconfirmedBy('vMix'));
    connection.resume();
    connection.write(oneRequest);
    await waitUntil('it is confirmed', () => takedown()?.confirmedOffAirAt != null);
  });

  it('confirms nothing with a 304 to If-None-Match: *, and then with one to the ETag that it has', async () => {
    const read = (headers: Readonly<Record<string, string>> = {}) =>
      fetch(`http://127.0.0.1:${show.port}/feeds/main/live.json`, { headers: { 'User-Agent': 'vMix/29', ...headers } });
    for (const _ of [1, 2]) await read();
    clock.advance(1000);
    await block();
    for (const _ of [1, 2, 3]) expect((await read({ 'If-None-Match': '*' })).status).toBe(304);
    expect(takedown()).toMatchObject(unconfirmedBy('vMix'));
    const { headers } = await fetch(`http://127.0.0.1:${show.port}/feeds/main/live.json`, { method: 'HEAD' });
    for (const _ of [1, 2]) expect((await read({ 'If-None-Match': headers.get('ETag') ?? '' })).status).toBe(304);
    await waitUntil('it is confirmed', () => takedown()?.confirmedOffAirAt != null);
  });

  it('that has a long response unread confirms nothing with a request on another connection', async () => {
    await show.arrive(Array.from({ length: 3000 }, (_, index) => post(`p${index}`, { message: 'x'.repeat(4000) })));
    for (const _ of [1, 2]) await readAll();
    clock.advance(1000);
    await block();
    await request();
    await waitUntilSent('vMix', 3);
    await request();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(takedown()).toMatchObject(unconfirmedBy('vMix'));
  });
});

describe('a poller that waits for a change', () => {
  it('confirms with its next request, not with the response sent to it', async () => {
    const read = (search: string) =>
      fetch(`http://127.0.0.1:${show.port}/feeds/main/live.json${search}`, { headers: { 'User-Agent': 'vMix/29' } });
    await read('');
    await read('');
    clock.advance(1000);
    const held = read('?after=1&wait=30');
    await waitUntil('it is held', () => clock.timersSetFor(30_000) === 1);
    await block();
    expect((await held).status).toBe(200);
    expect(takedown()).toMatchObject(unconfirmedBy('vMix'));
    void read('?after=2&wait=30').catch(() => undefined);
    await waitUntil('it is confirmed', () => takedown()?.confirmedOffAirAt != null);
  });
});
