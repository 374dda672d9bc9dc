/** Readers whose access ends while they are connected. */
import { get } from 'node:http';
import { WebSocket } from 'ws';
import type { Child } from '../child.ts';
import { createVersion } from '../engineTestBed.ts';
import { createProcessRow } from '../processTestBed.ts';
import { assert, type Row } from '../row.ts';

const origin = 'http://graphics.example';

type Reader = { readonly text: () => string; readonly isClosed: () => boolean; readonly close: () => void };

export const accessRows: readonly Row[] = [
  createProcessRow(
    {
      id: 'F45',
      name: 'the read token or the origins change while sockets, event streams and long polls are open',
      injectedBy: 'control API',
      isQuick: true,
    },
    async ({ start, show, random, waitUntil }) => {
      const child = await start({ settings: { feedServer: { allowedOrigins: [origin] } } });
      const token = `token-${random.between(1000, 9999)}`;
      // A wait with `after` begins with the second read.
      const first = openRequest(child, 'live.json', {});
      await waitUntil('it has the first list', 8000, () => first.isClosed());
      const readers = {
        socket: openSocket(child, '', {}),
        events: openRequest(child, 'events', {}),
        longPoll: openRequest(child, 'live.json?after=1&wait=30', {}),
        foreign: openSocket(child, `?token=${token}`, { origin }),
        kept: openSocket(child, `?token=${token}`, {}),
      };
      try {
        const [kept, ...refused] = [readers.kept, readers.socket, readers.events, readers.longPoll, readers.foreign];
        await waitUntil('every stream has the first list', 8000, () =>
          [readers.socket, readers.events, readers.foreign, kept].every(({ text }) => text().includes('v1-0')),
        );
        await changeSettings(child, { feedServer: { readToken: token } });
        await changeSettings(child, { feedServer: { allowedOrigins: [] } });
        show.body = createVersion(2, 2);
        await waitUntil('a reader with the token has the new list', 4000, () => kept.text().includes('v2-0'));
        await waitUntil('all other readers are disconnected', 2000, () => refused.every(({ isClosed }) => isClosed()));
        assert(
          'none of them received the new list',
          refused.every(({ text }) => !text().includes('v2-0')),
        );
        assert('a reader with the token stays connected', !kept.isClosed());
        const response = await fetch(`${child.feed}/feeds/main/live.json`);
        assert('a request without the token gets 401', response.status === 401);
      } finally {
        for (const reader of Object.values(readers)) reader.close();
      }
    },
  ),
];

async function changeSettings(child: Child, patch: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${child.token}`, 'content-type': 'application/json' };
  const request = { method: 'PATCH', headers, body: JSON.stringify(patch) };
  const response = await fetch(`${child.desk}/api/settings`, request);
  assert(`the change gets 200, not ${response.status}`, response.status === 200);
}

function openSocket(child: Child, query: string, headers: Record<string, string>): Reader {
  const socket = new WebSocket(`${child.feed.replace('http', 'ws')}/feeds/main/socket${query}`, { headers });
  let text = '';
  let isClosed = false;
  socket.on('message', (data) => {
    text += String(data);
  });
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('error', () => undefined);
  return { text: () => text, isClosed: () => isClosed, close: () => socket.terminate() };
}

function openRequest(child: Child, path: string, headers: Record<string, string>): Reader {
  let text = '';
  let isClosed = false;
  const request = get(`${child.feed}/feeds/main/${path}`, { headers }, (response) => {
    response.on('data', (bytes) => {
      text += String(bytes);
    });
    response.on('error', () => undefined);
  });
  request.on('error', () => undefined);
  request.on('close', () => {
    isClosed = true;
  });
  return { text: () => text, isClosed: () => isClosed, close: () => request.destroy() };
}
