/** The readers of a soak: feed sockets, pollers with ETags, a reader of media, and a desk. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { WebSocket } from 'ws';
import type { Child, FeedDocument } from '../faults/child.ts';

const pollEveryMs = 1000;
const reconnectAfterMs = 200;

/** A group of readers. */
export type Readers = {
  /** Describes what is wrong with them now that this revision is on air; empty if nothing is. */
  readonly faults: (revision: number) => readonly string[];
  readonly stop: () => Promise<void>;
};

type Socket = { readonly revision: () => number; readonly stop: () => void };

/** Opens sockets that reconnect. */
export function openFeedSockets(feed: string, count: number): Readers {
  const url = `${feed.replace('http', 'ws')}/feeds/main/socket`;
  const sockets = Array.from({ length: count }, (): Socket => {
    let shown = -1;
    const stop = keepOpen(
      url,
      () => undefined,
      (text) => {
        // Parsing 200 copies of each list would use more of the machine than what is measured.
        const start = text.slice(0, 200);
        if (start.includes('"type":"state"')) shown = Number(/"revision":(\d+)/.exec(start)?.[1]);
      },
    );
    return { revision: () => shown, stop };
  });
  return {
    faults: (revision) => {
      const behind = sockets.filter((socket) => socket.revision() !== revision).length;
      return behind === 0 ? [] : [`${behind} of ${count} sockets do not show revision ${revision}.`];
    },
    stop: async () => {
      for (const socket of sockets) socket.stop();
    },
  };
}

/** Opens a socket again whenever it closes. Returns a function that closes it for good. */
function keepOpen(url: string, onOpen: (socket: WebSocket) => void, onMessage: (text: string) => void): () => void {
  let isStopped = false;
  let socket: WebSocket | null = null;
  const open = (): void => {
    if (isStopped) return;
    const opened = new WebSocket(url, { perMessageDeflate: false });
    socket = opened;
    opened.on('open', () => onOpen(opened));
    opened.on('message', (data) => onMessage(String(data)));
    opened.on('error', () => undefined);
    opened.on('close', () => setTimeout(open, reconnectAfterMs).unref());
  };
  open();
  return () => {
    isStopped = true;
    socket?.terminate();
  };
}

/** Starts pollers that send the last ETag and keep one connection each. */
export function startPollers(feed: string, count: number): Readers {
  let isStopped = false;
  let unexpected = 0;
  let unchanged = 0;
  const poll = async (index: number): Promise<void> => {
    const dispatcher = new Agent({ connections: 1 });
    let etag = '';
    await sleep((pollEveryMs * index) / count);
    while (!isStopped) {
      try {
        const headers = etag === '' ? {} : { 'if-none-match': etag };
        const response = await request(`${feed}/feeds/main/live.json`, { headers, dispatcher });
        await response.body.dump();
        etag = String(response.headers['etag'] ?? '');
        if (response.statusCode === 304) unchanged += 1;
        else if (response.statusCode !== 200) unexpected += 1;
      } catch {
        // A connection can break while the process is suspended; the next poll opens another.
      }
      await sleep(pollEveryMs);
    }
    await dispatcher.destroy();
  };
  const running = Promise.all(Array.from({ length: count }, (_, index) => poll(index)));
  return {
    faults: () => [
      ...(unexpected === 0 ? [] : [`${unexpected} polls returned neither 200 nor 304.`]),
      ...(unchanged > 0 ? [] : ['No poll returned 304.']),
    ],
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}

/** Fetches the media of the list on air, one file after another. */
export function startMediaReader(feed: string): Readers {
  let isStopped = false;
  let fetched = 0;
  let missing = 0;
  const run = async (): Promise<void> => {
    for (let turn = 0; !isStopped; turn += 1) {
      try {
        const { items } = (await (await fetch(`${feed}/feeds/main/live.json`)).json()) as FeedDocument;
        const ready = items.flatMap(({ media }) => media.filter((medium) => medium.ready));
        const medium = ready[turn % Math.max(1, ready.length)];
        if (medium !== undefined) {
          const response = await fetch(medium.url);
          await response.arrayBuffer();
          if (response.status === 200) fetched += 1;
          else missing += 1;
        }
      } catch {
        // As for pollers.
      }
      await sleep(200);
    }
  };
  const running = run();
  return {
    faults: () => [
      ...(fetched > 0 ? [] : ['No media file was fetched.']),
      ...(missing === 0 ? [] : [`${missing} media files on air were not served.`]),
    ],
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}

/** Connects a desk that queries the logs and follows every message. */
export function openDesk({ desk, token }: Pick<Child, 'desk' | 'token'>): Readers {
  let messages = 0;
  let answers = 0;
  let id = 0;
  let refused = '';
  const stop = keepOpen(
    `${desk.replace('http', 'ws')}/api/socket`,
    (socket) => {
      socket.send(JSON.stringify({ type: 'hello', token, name: 'Soak', givenName: null }));
      const timer = setInterval(() => {
        id += 1;
        const input = { feed: 'main', limit: 50, before: null };
        socket.send(JSON.stringify({ type: 'query', id, name: 'history', input }));
      }, 1000);
      socket.once('close', () => clearInterval(timer));
    },
    (text) => {
      const { type, refusal, result } = JSON.parse(text);
      messages += 1;
      if (type === 'queryResult') answers += 1;
      if (type === 'refused') refused = JSON.stringify(refusal);
      if (type === 'queryResult' && result.ok !== true) refused = JSON.stringify(result);
    },
  );
  return {
    faults: () => [
      ...(messages > 0 && answers > 0 ? [] : ['The desk received no state or no answer.']),
      ...(refused === '' ? [] : [`The desk was refused: ${refused}`]),
    ],
    stop: async () => stop(),
  };
}
