/** Opening a port: the one asked for or none, and a plain answer when it is taken. */
import type { Server } from 'node:http';

/** The port is another program's (or not ours to open). Shown to a person with the flag that changes it. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
  readonly port: number;
  readonly host: string;
  constructor(host: string, port: number) {
    super(`port ${port} on ${host} is taken`);
    this.host = host;
    this.port = port;
  }
}

/** Listens and answers the port that was opened (0 asks for any free one). Rejects with PortTaken, or the system's error. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      reject(error.code === 'EADDRINUSE' || error.code === 'EACCES' ? new PortTaken(host, port) : error);
    };
    server.once('error', failed);
    server.listen({ host, port, exclusive: true }, () => {
      server.removeListener('error', failed);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Stops taking connections and ends those that are open; resolves within the time whatever they do. Milliseconds. */
export function closeServer(server: Server, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, withinMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeAllConnections();
  });
}

/** Node's limits, tightened so that a slow sender cannot hold a connection for long. */
export const serverLimits = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 8192,
} as const;
