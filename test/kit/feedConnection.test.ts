import { expect, test } from 'vitest';
import { createFeedConnection, type SocketLike } from '../../src/kit/feedConnection.ts';
import type { FeedState } from '../../src/kit/publicTypes.ts';

type FakeSocket = SocketLike & {
  readonly url: string;
  readonly sent: unknown[];
  readonly closeCodes: (number | undefined)[];
};

function connect() {
  const sockets: FakeSocket[] = [];
  const timers: { readonly ms: number; readonly callback: () => void; isCancelled: boolean }[] = [];
  const states: FeedState[] = [];
  const connected: boolean[] = [];
  const connection = createFeedConnection(
    (painted) => `ws://feed/feeds/main/socket?painted=${JSON.stringify(painted)}`,
    'OBS main',
    { onState: (state) => states.push(state), onConnection: (isConnected) => connected.push(isConnected) },
    {
      open: (url) => {
        const sent: unknown[] = [];
        const closeCodes: (number | undefined)[] = [];
        const socket: FakeSocket = {
          url,
          sent,
          closeCodes,
          send: (data) => sent.push(JSON.parse(String(data))),
          close: (code) => closeCodes.push(code),
          onopen: null,
          onmessage: null,
          onclose: null,
        };
        sockets.push(socket);
        return socket;
      },
      after: (ms, callback) => {
        const timer = { ms, callback, isCancelled: false };
        timers.push(timer);
        return () => {
          timer.isCancelled = true;
        };
      },
    },
  );
  const call = (handler: 'onopen' | 'onclose' | 'onmessage', event: object): void => {
    const listener: unknown = sockets.at(-1)?.[handler];
    if (typeof listener === 'function') listener.call(null, event);
  };
  return {
    connection,
    sockets,
    states,
    connected,
    open: () => call('onopen', {}),
    close: () => call('onclose', {}),
    receive: (frame: unknown) => call('onmessage', { data: typeof frame === 'string' ? frame : JSON.stringify(frame) }),
    /** Runs the pending timer and returns its delay in milliseconds. */
    runTimer: (): number | null => {
      const timer = timers.filter(({ isCancelled }) => !isCancelled).at(-1);
      if (timer === undefined) return null;
      timer.isCancelled = true;
      timer.callback();
      return timer.ms;
    },
  };
}

const state = {
  type: 'state',
  run: 'r1',
  revision: 3,
  items: [],
  playHead: { index: null, itemId: null, pinned: false, nextItemId: null },
};

test('sends its name, receives complete states and reports the painted revision', () => {
  const harness = connect();
  harness.connection.start();
  harness.open();
  harness.receive(state);
  harness.connection.reportPainted({ revision: 3, run: null });
  harness.connection.reportPainted({ revision: 3, run: harness.connection.run() });
  expect(harness.states).toMatchObject([{ revision: 3, now: null, next: null, list: [] }]);
  expect(harness.sockets[0]?.sent).toEqual([
    { type: 'hello', name: 'OBS main' },
    { type: 'painted', revision: 3 },
    { type: 'painted', revision: 3, run: 'r1' },
  ]);
});

test('requests the whole state when changes don’t follow the state that it has', () => {
  const harness = connect();
  harness.connection.start();
  harness.open();
  harness.receive(state);
  harness.receive({ type: 'changes', from: 2, to: 4, revision: 4, removed: [], put: [], order: null, playHead: {} });
  expect(harness.states).toHaveLength(1);
  expect(harness.sockets[0]?.sent.at(-1)).toEqual({ type: 'resync' });
});

test('says when the connection opens and when it is lost', () => {
  const harness = connect();
  harness.connection.start();
  harness.open();
  harness.close();
  harness.runTimer();
  harness.open();
  harness.connection.stop();
  expect(harness.connected).toEqual([true, false, true, false]);
});

test('reconnects forever, with delays up to two seconds that reset after a good state', () => {
  const harness = connect();
  harness.connection.start();
  const waits = Array.from({ length: 6 }, () => {
    harness.close();
    return harness.runTimer();
  });
  expect(waits).toEqual([250, 500, 1000, 2000, 2000, 2000]);
  harness.open();
  harness.receive(state);
  harness.close();
  expect(harness.runTimer()).toBe(250);
});

test('replaces a connection that has gone silent', () => {
  const harness = connect();
  harness.connection.start();
  harness.open();
  harness.receive({ type: 'heartbeat', revision: 1, freshness: 'fresh', at: '2026-11-20T18:00:00Z' });
  expect(harness.runTimer()).toBe(12_000);
  expect(harness.runTimer()).toBe(250);
  expect(harness.sockets).toHaveLength(2);
});

test('answers each heartbeat, so that Greenroom notices when its scripts stop', () => {
  const harness = connect();
  harness.connection.start();
  harness.open();
  harness.receive(state);
  harness.receive({ type: 'heartbeat', revision: 3, freshness: 'fresh', at: '2026-11-20T18:00:00Z' });
  expect(harness.sockets[0]?.sent).toEqual([{ type: 'hello', name: 'OBS main' }, { type: 'alive' }]);
});

test('ignores invalid frames', () => {
  const harness = connect();
  harness.connection.start();
  harness.open();
  for (const invalid of [
    '',
    '{',
    '[]',
    'null',
    '{"type":"state"}',
    '{"type":"state","revision":"1","items":[],"playHead":{}}',
  ]) {
    harness.receive(invalid);
  }
  expect(harness.states).toEqual([]);
});

test('reconnects immediately when the page becomes visible, and never after stop', () => {
  const harness = connect();
  harness.connection.start();
  harness.close();
  harness.connection.reconnectNow();
  expect(harness.sockets).toHaveLength(2);
  harness.connection.stop();
  harness.connection.reconnectNow();
  expect(harness.runTimer()).toBeNull();
  expect(harness.sockets).toHaveLength(2);
});

test('says when it reconnects which revision is on screen, and that it has not left', () => {
  const harness = connect();
  harness.connection.start();
  harness.open();
  harness.receive(state);
  harness.connection.reportPainted({ revision: 3, run: 'r1' });
  harness.runTimer();
  harness.runTimer();
  expect(harness.sockets.map(({ url }) => url.split('painted=')[1])).toEqual(['null', '{"revision":3,"run":"r1"}']);
  harness.connection.stop();
  const closeCodes = () => harness.sockets.map((socket) => socket.closeCodes);
  // A browser warns about a socket that is closed while it connects.
  expect(closeCodes()).toEqual([[4000], []]);
  harness.open();
  expect(closeCodes()).toEqual([[4000], [4001]]);
  expect(harness.connected).toEqual([true, false]);
});
