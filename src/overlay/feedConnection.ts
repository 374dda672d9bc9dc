/** The line to the feed: comes back by itself for ever, and each time begins with the whole state. */
import { type OverlayDocument, readFrame } from './readFrame.ts';

export type SocketLike = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

export type ConnectionPorts = {
  readonly open: (address: string) => SocketLike;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
};

export type FeedConnection = {
  readonly start: () => void;
  readonly stop: () => void;
  /** Tells the feed what is on the screen now. Dropped while there is no line: the next state is answered anew. */
  readonly painted: (revision: number) => void;
  /** Tries at once when the line is down: timers sleep while the page is hidden. */
  readonly wake: () => void;
};

const firstRetryMs = 250;
const lastRetryMs = 2000;
/** The feed says something at least every 5 s; a line this quiet is dead even if nobody closed it. */
const quietMs = 12_000;

export const browserPorts: ConnectionPorts = {
  open: (address) => new WebSocket(address),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Makes the line, not yet started. `heard` gets every whole state, the newest last. */
export function createFeedConnection(
  address: string,
  name: string,
  heard: (document: OverlayDocument) => void,
  ports: ConnectionPorts,
): FeedConnection {
  let socket: SocketLike | null = null;
  let isOpen = false;
  let isStopped = true;
  let retryMs = firstRetryMs;
  let cancelTimer = (): void => undefined;

  const wait = (milliseconds: number, callback: () => void): void => {
    cancelTimer();
    cancelTimer = ports.after(milliseconds, callback);
  };

  const drop = (): void => {
    cancelTimer();
    isOpen = false;
    if (socket === null) return;
    const old = socket;
    socket = null;
    old.onopen = null;
    old.onmessage = null;
    old.onclose = null;
    old.close();
  };

  const comeBack = (): void => {
    drop();
    if (isStopped) return;
    wait(retryMs, connect);
    retryMs = Math.min(retryMs * 2, lastRetryMs);
  };

  const send = (frame: Readonly<Record<string, unknown>>): void => {
    if (isOpen && socket !== null) socket.send(JSON.stringify(frame));
  };

  const connect = (): void => {
    drop();
    const opened = ports.open(address);
    socket = opened;
    wait(quietMs, comeBack);
    opened.onopen = () => {
      isOpen = true;
      send({ type: 'hello', name });
    };
    opened.onclose = comeBack;
    opened.onmessage = (event: MessageEvent<unknown>) => {
      wait(quietMs, comeBack);
      const frame = typeof event.data === 'string' ? readFrame(event.data) : null;
      if (frame === null || frame === 'other') return;
      retryMs = firstRetryMs;
      heard(frame);
    };
  };

  return {
    start: () => {
      if (!isStopped) return;
      isStopped = false;
      connect();
    },
    stop: () => {
      isStopped = true;
      drop();
    },
    painted: (revision) => send({ type: 'painted', revision }),
    wake: () => {
      if (isStopped || isOpen) return;
      retryMs = firstRetryMs;
      connect();
    },
  };
}
