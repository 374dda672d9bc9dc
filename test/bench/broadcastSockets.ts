/** Opens the sockets of the delivery benchmark, and waits until each has received one more message. */
import { WebSocket } from 'ws';

/** `join` makes a new socket a reader; `isNews` leaves out pings and heartbeats. */
export type SocketProtocol = {
  readonly join: (socket: WebSocket) => Promise<void>;
  readonly isNews: (data: Buffer) => boolean;
};

export type BroadcastSockets = {
  readonly waitForNextMessages: () => Promise<void>;
  readonly close: () => void;
};

export const plainProtocol: SocketProtocol = {
  join: async () => {},
  isNews: (data) => !data.includes('"heartbeat"'),
};

/** Socket.IO as NodeCG’s graphics use it, without its client: a reader costs the same as one of the others. */
export function createNodecgProtocol(room: string): SocketProtocol {
  return {
    join: (socket) =>
      new Promise((joined) => {
        socket.on('message', (data: Buffer) => {
          const packet = data.toString('latin1', 0, 2);
          if (packet.startsWith('0')) socket.send('40');
          else if (packet === '40') socket.send(`420${JSON.stringify(['joinRoom', room])}`);
          else if (packet === '43') joined();
          else if (packet === '2') socket.send('3');
        });
      }),
    isNews: (data) => data.toString('latin1', 0, 2) === '42',
  };
}

export async function openSockets(url: string, count: number, protocol: SocketProtocol): Promise<BroadcastSockets> {
  let missing = 0;
  let onAllReceived = (): void => {};
  const onMessage = (data: Buffer): void => {
    if (!protocol.isNews(data)) return;
    missing -= 1;
    if (missing === 0) onAllReceived();
  };
  const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(url, protocol)));
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (const socket of sockets) socket.on('message', onMessage);
  return {
    waitForNextMessages: () =>
      new Promise<void>((resolve) => {
        missing = count;
        onAllReceived = resolve;
      }),
    close: () => {
      for (const socket of sockets) socket.terminate();
    },
  };
}

async function openSocket(url: string, protocol: SocketProtocol): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const joined = protocol.join(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  await joined;
  return socket;
}
