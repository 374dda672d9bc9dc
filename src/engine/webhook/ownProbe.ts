/** Greenroom’s own request to its webhook, which shows that the listener answers and counts as no refused delivery. */
import { request } from 'node:http';
import type { Socket } from 'node:net';

export type OwnProbe = {
  /** Resolves with the status of the response. Rejects if there is none. */
  readonly send: (address: string, signal: AbortSignal) => Promise<number>;
  /** Whether the socket is the listener’s end of the probe. */
  readonly isFrom: (socket: Socket) => boolean;
};

export function createOwnProbe(): OwnProbe {
  /** The local ends of the open probes. While one is open, no other program can connect from its address and port; a header could be copied. */
  const localEnds = new Set<string>();

  return {
    send: (address, signal) =>
      new Promise((resolve, reject) => {
        const sent = request(address, { agent: false, signal });
        sent.on('socket', (socket) => {
          socket.once('connect', () => {
            const end = describeEnd(socket.localAddress, socket.localPort);
            localEnds.add(end);
            socket.once('close', () => localEnds.delete(end));
          });
        });
        sent.on('response', (response) => {
          response.resume();
          response.on('close', () => resolve(response.statusCode ?? 0));
        });
        sent.on('error', reject);
        sent.end();
      }),
    isFrom: ({ remoteAddress, remotePort }) => localEnds.has(describeEnd(remoteAddress, remotePort)),
  };
}

/** IPv4 peers of a dual-stack socket have IPv4-mapped IPv6 addresses. */
function describeEnd(address: string | undefined, port: number | undefined): string {
  return `${address?.replace(/^::ffff:/, '')} ${port}`;
}
