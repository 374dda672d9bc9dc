/** The socket to the feed. It reconnects forever, and each connection begins with the complete state. */
import type { FeedState } from './publicTypes.ts';
import { createFrameReader } from './readFrame.ts';
import type { PaintedRevision } from './socketAddress.ts';

export type SocketLike = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

export type ConnectionDeps = {
  readonly open: (url: string) => SocketLike;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
};

export type FeedConnection = {
  readonly start: () => void;
  /** Says to the feed that nothing of it is on screen any more. */
  readonly stop: () => void;
  /** The run of Greenroom that sent the last state; `null` before the first. */
  readonly run: () => string | null;
  /** Reports what is on screen. Sends nothing while disconnected, because the next state is reported anyway. */
  readonly reportPainted: (painted: PaintedRevision) => void;
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

export type ConnectionListeners = {
  readonly onState: (state: FeedState) => void;
  readonly onConnection: ((isConnected: boolean) => void) | undefined;
};

/** Call `start` to connect. `urlOf` gets the state on screen, `null` before the first. */
export function createFeedConnection(
  urlOf: (painted: PaintedRevision | null) => string,
  name: string,
  { onState, onConnection }: ConnectionListeners,
  deps: ConnectionDeps,
): FeedConnection {
  let socket: SocketLike | null = null;
  let isOpen = false;
  let isStopped = true;
  let retryMs = firstRetryMs;
  let painted: PaintedRevision | null = null;
  let run: string | null = null;
  let cancelTimer = (): void => undefined;

  const setTimer = (milliseconds: number, callback: () => void): void => {
    cancelTimer();
    cancelTimer = deps.after(milliseconds, callback);
  };

  /** With `isLeaving`, a socket that is still connecting is closed once it has: a browser warns about any other. */
  const disconnect = (code: number, isLeaving: boolean): void => {
    cancelTimer();
    const wasOpen = isOpen;
    if (isOpen) onConnection?.(false);
    isOpen = false;
    if (socket === null) return;
    const old = socket;
    socket = null;
    old.onopen = null;
    old.onmessage = null;
    old.onclose = null;
    if (wasOpen || !isLeaving) old.close(code);
    else old.onopen = () => old.close(code);
  };

  const scheduleReconnect = (): void => {
    disconnect(reconnectingCode, false);
    if (isStopped) return;
    setTimer(retryMs, connect);
    retryMs = Math.min(retryMs * 2, maxRetryMs);
  };

  const send = (frame: Readonly<Record<string, unknown>>): void => {
    if (isOpen && socket !== null) socket.send(JSON.stringify(frame));
  };

  const connect = (): void => {
    disconnect(reconnectingCode, false);
    const opened = deps.open(urlOf(painted));
    const reader = createFrameReader();
    socket = opened;
    setTimer(silenceTimeoutMs, scheduleReconnect);
    opened.onopen = () => {
      isOpen = true;
      if (name !== '') send({ type: 'hello', name });
      onConnection?.(true);
    };
    opened.onclose = scheduleReconnect;
    opened.onmessage = (event: MessageEvent<unknown>) => {
      setTimer(silenceTimeoutMs, scheduleReconnect);
      const frame = typeof event.data === 'string' ? reader.read(event.data) : 'other';
      if (frame === 'resync') send({ type: 'resync' });
      // The browser answers pings also for a page that has stopped. Timers are not used, because browsers delay them on hidden pages.
      if (frame === 'heartbeat') send({ type: 'alive' });
      if (frame === 'resync' || frame === 'heartbeat' || frame === 'other') return;
      retryMs = firstRetryMs;
      run = reader.run();
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
      disconnect(nothingOnScreenCode, true);
    },
    run: () => run,
    reportPainted: (next) => {
      painted = next;
      const { revision } = next;
      send(next.run === null ? { type: 'painted', revision } : { type: 'painted', revision, run: next.run });
    },
    reconnectNow: () => {
      if (isStopped || isOpen) return;
      retryMs = firstRetryMs;
      connect();
    },
  };
}
