import { expect, test } from 'vitest';
import { createFeedConnection, type SocketLike } from '../../src/overlay/feedConnection.ts';
import type { OverlayDocument } from '../../src/overlay/readFrame.ts';

type FakeSocket = SocketLike & { readonly sent: unknown[] };

function connect() {
  const sockets: FakeSocket[] = [];
  const timers: { readonly ms: number; readonly callback: () => void; isOff: boolean }[] = [];
  const heard: OverlayDocument[] = [];
  const connection = createFeedConnection(
    'ws://feed/feeds/main/socket',
    'OBS main',
    (document) => heard.push(document),
    {
      open: () => {
        const sent: unknown[] = [];
        const socket: FakeSocket = {
          sent,
          send: (data) => sent.push(JSON.parse(String(data))),
          close: () => undefined,
          onopen: null,
          onmessage: null,
          onclose: null,
        };
        sockets.push(socket);
        return socket;
      },
      after: (ms, callback) => {
        const timer = { ms, callback, isOff: false };
        timers.push(timer);
        return () => {
          timer.isOff = true;
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
    heard,
    open: () => call('onopen', {}),
    close: () => call('onclose', {}),
    receive: (frame: unknown) => call('onmessage', { data: typeof frame === 'string' ? frame : JSON.stringify(frame) }),
    /** Runs the one timer that is set, and answers its length. */
    runTimer: (): number | null => {
      const timer = timers.filter(({ isOff }) => !isOff).at(-1);
      if (timer === undefined) return null;
      timer.isOff = true;
      timer.callback();
      return timer.ms;
    },
  };
}

const state = { type: 'state', revision: 3, items: [], playHead: { index: null, itemId: null, pinned: false } };

test('it says who it is, hears whole states and says what is painted', () => {
  const line = connect();
  line.connection.start();
  line.open();
  line.receive(state);
  line.connection.painted(3);
  expect(line.heard).toEqual([{ revision: 3, currentId: null, items: [] }]);
  expect(line.sockets[0]?.sent).toEqual([
    { type: 'hello', name: 'OBS main' },
    { type: 'painted', revision: 3 },
  ]);
});

test('it comes back for ever, slower up to two seconds, and fast again after a good state', () => {
  const line = connect();
  line.connection.start();
  const waits = Array.from({ length: 6 }, () => {
    line.close();
    return line.runTimer();
  });
  expect(waits).toEqual([250, 500, 1000, 2000, 2000, 2000]);
  line.open();
  line.receive(state);
  line.close();
  expect(line.runTimer()).toBe(250);
});

test('a line that has gone quiet is dropped although nobody closed it', () => {
  const line = connect();
  line.connection.start();
  line.open();
  line.receive({ type: 'heartbeat', revision: 1, freshness: 'fresh', at: '2026-11-20T18:00:00Z' });
  expect(line.runTimer()).toBe(12_000);
  expect(line.runTimer()).toBe(250);
  expect(line.sockets).toHaveLength(2);
});

test('what is not a frame changes nothing', () => {
  const line = connect();
  line.connection.start();
  line.open();
  for (const odd of [
    '',
    '{',
    '[]',
    'null',
    '{"type":"state"}',
    '{"type":"state","revision":"1","items":[],"playHead":{}}',
  ]) {
    line.receive(odd);
  }
  expect(line.heard).toEqual([]);
});

test('it wakes at once when the page is seen again, and stays away once stopped', () => {
  const line = connect();
  line.connection.start();
  line.close();
  line.connection.wake();
  expect(line.sockets).toHaveLength(2);
  line.connection.stop();
  line.connection.wake();
  expect(line.runTimer()).toBeNull();
  expect(line.sockets).toHaveLength(2);
});
