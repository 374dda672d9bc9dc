import { get, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import { post, type Show, startShow } from './showHarness.ts';

type Reader = {
  /** All text received so far. */
  readonly text: () => string;
  /** The code of a closed socket, the status of a refused request, or `ended`; `null` while the reader is served. */
  readonly end: () => number | string | null;
};

let show: Show;
const open: (() => void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) close();
  await show.stop();
});

async function openSocket(query: string, headers: Record<string, string> = {}, host = '127.0.0.1'): Promise<Reader> {
  const socket = new WebSocket(`ws://${host}:${show.port}/feeds/main/socket${query}`, { headers });
  open.push(() => socket.terminate());
  let text = '';
  let end: number | null = null;
  socket.on('message', (data) => {
    text += String(data);
  });
  socket.on('close', (code) => {
    end = code;
  });
  socket.on('error', () => undefined);
  await expect.poll(() => text).toContain('p1');
  return { text: () => text, end: () => end };
}

function openRequest(path: string): Promise<Reader> {
  let text = '';
  let end: number | string | null = null;
  let response: IncomingMessage | null = null;
  const sent = get(`http://127.0.0.1:${show.port}${path}`, (received) => {
    response = received;
    if (received.statusCode !== 200) end = received.statusCode ?? 0;
    received.on('data', (bytes) => {
      text += String(bytes);
    });
    received.on('error', () => undefined);
    received.on('close', () => {
      end ??= 'ended';
    });
  });
  sent.on('error', () => undefined);
  open.push(() => sent.destroy());
  const reader = { text: () => text, end: () => end };
  return path.includes('wait=')
    ? new Promise((resolve) => setTimeout(() => resolve(reader), 100))
    : expect
        .poll(() => response)
        .not.toBeNull()
        .then(() => reader);
}

async function configure(changes: Record<string, unknown>): Promise<void> {
  await show.server.configure({ ...settingsSchema.parse({}).feedServer, port: 0, ...changes });
}

describe('readers that may no longer read', () => {
  it('are closed when the read token changes, before the next change of the list', async () => {
    show = await startShow([post('p1')]);
    const first = await openRequest('/feeds/main/live.json');
    await expect.poll(first.end).toBe('ended');
    const [socket, current, events, waiting] = await Promise.all([
      openSocket(''),
      openSocket('?token=next'),
      openRequest('/feeds/main/events'),
      openRequest('/feeds/main/live.json?after=1&wait=30'),
    ]);
    await configure({ readToken: 'next' });
    await show.arrive([post('p1'), post('secret')]);
    await expect.poll(() => current.text()).toContain('secret');
    await expect.poll(() => [socket.end(), events.end(), waiting.end()]).toEqual([1008, 'ended', 401]);
    expect([socket, events, waiting].map(({ text }) => text().includes('secret'))).toEqual([false, false, false]);
    expect(current.end()).toBeNull();
  });

  it('stay when the read token is removed', async () => {
    show = await startShow([post('p1')], { settings: { readToken: 'first' } });
    const socket = await openSocket('?token=first');
    const events = await openRequest('/feeds/main/events?token=first');
    await configure({ readToken: null });
    await show.arrive([post('p1'), post('p2')]);
    await expect.poll(() => [socket.text(), events.text()].every((text) => text.includes('p2'))).toBe(true);
    expect([socket.end(), events.end()]).toEqual([null, null]);
  });

  it('are closed when their origin leaves the list of origins', async () => {
    const [kept, removed] = ['http://kept.example', 'http://removed.example'];
    show = await startShow([post('p1')], { settings: { allowedOrigins: [kept, removed] } });
    const readers = await Promise.all([openSocket('', { origin: kept }), openSocket('', { origin: removed })]);
    await configure({ allowedOrigins: [kept] });
    await show.arrive([post('p1'), post('p2')]);
    await expect.poll(() => readers.map(({ end }) => end())).toEqual([null, 1008]);
    await expect.poll(() => readers[0]?.text()).toContain('p2');
    expect(readers[1]?.text()).not.toContain('p2');
  });

  it('are closed when the feed no longer listens on the address at which they connected', async () => {
    show = await startShow([post('p1')], { settings: { host: '::', allowWithoutToken: true } });
    const readers = await Promise.all([openSocket('', {}, '[::1]'), openSocket('', {}, '127.0.0.1')]);
    await configure({ host: '::1' });
    await show.arrive([post('p1'), post('p2')]);
    await expect.poll(() => readers.map(({ end }) => end())).toEqual([null, 1008]);
    await expect.poll(() => readers[0]?.text()).toContain('p2');
    expect(readers[1]?.text()).not.toContain('p2');
  });
});
