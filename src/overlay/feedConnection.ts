/** The socket to the feed. It reconnects forever and receives the complete state on each connection. */
import { type OverlayDocument, parseFrame } from './parseFrame.ts';

export type SocketLike = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

export type ConnectionDeps = {
  readonly open: (url: string) => SocketLike;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
};

export type FeedConnection = {
  readonly start: () => void;
  /** Says to the feed that nothing of it is on screen any more. */
  readonly stop: () => void;
  /** Reports the revision on screen. Does nothing while disconnected, because the next state is reported anyway. */
  readonly reportPainted: (revision: number) => void;
  /** Reconnects now if disconnected, because browsers delay timers on hidden pages. */
  readonly reconnectNow: () => void;
};

const firstRetryMs = 250;
const maxRetryMs = 2000;
/** The feed sends a heartbeat every 5 s, so a longer silence means a dead connection. */
const silenceTimeoutMs = 12_000;

export const browserDeps: ConnectionDeps = {
  open: (url) => new WebSocket(url),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Sent when nothing of the feed is on screen any more. */
const nothingOnScreenCode = 4001;

/** Sent when the picture stays on screen, so that the feed does not take the close for the end of the page. */
const reconnectingCode = 4000;

/** Call `start` to connect. `onState` receives every complete state. `urlOf` gets the revision on screen, `null` before the first. */
export function createFeedConnection(
  urlOf: (paintedRevision: number | null) => string,
  name: string,
  onState: (document: OverlayDocument) => void,
  deps: ConnectionDeps,
): FeedConnection {
  let socket: SocketLike | null = null;
  let isOpen = false;
  let isStopped = true;
  let retryMs = firstRetryMs;
  let paintedRevision: number | null = null;
  let cancelTimer = (): void => undefined;

  const setTimer = (milliseconds: number, callback: () => void): void => {
    cancelTimer();
    cancelTimer = deps.after(milliseconds, callback);
  };

  const disconnect = (code: number): void => {
    cancelTimer();
    isOpen = false;
    if (socket === null) return;
    const old = socket;
    socket = null;
    old.onopen = null;
    old.onmessage = null;
    old.onclose = null;
    old.close(code);
  };

  const scheduleReconnect = (): void => {
    disconnect(reconnectingCode);
    if (isStopped) return;
    setTimer(retryMs, connect);
    retryMs = Math.min(retryMs * 2, maxRetryMs);
  };

  const send = (frame: Readonly<Record<string, unknown>>): void => {
    if (isOpen && socket !== null) socket.send(JSON.stringify(frame));
  };

  const connect = (): void => {
    disconnect(reconnectingCode);
    const opened = deps.open(urlOf(paintedRevision));
    socket = opened;
    setTimer(silenceTimeoutMs, scheduleReconnect);
    opened.onopen = () => {
      isOpen = true;
      send({ type: 'hello', name });
    };
    opened.onclose = scheduleReconnect;
    opened.onmessage = (event: MessageEvent<unknown>) => {
      setTimer(silenceTimeoutMs, scheduleReconnect);
      const frame = typeof event.data === 'string' ? parseFrame(event.data) : null;
      if (frame === null || frame === 'other') return;
      retryMs = firstRetryMs;
      onState(frame);
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
      disconnect(nothingOnScreenCode);
    },
    reportPainted: (revision) => {
      paintedRevision = revision;
      send({ type: 'painted', revision });
    },
    reconnectNow: () => {
      if (isStopped || isOpen) return;
      retryMs = firstRetryMs;
      connect();
    },
  };
}
