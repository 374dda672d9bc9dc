/** Opening the service's port, and a plain answer when it is another program's. */
import type { Server } from 'node:http';

/** The port cannot be opened: another program has it, or it is not ours to open. */
export class ServicePortTaken extends Error {
  override readonly name = 'ServicePortTaken';
  readonly host: string;
  readonly port: number;
  constructor(host: string, port: number) {
    super(`port ${port} on ${host} is taken`);
    this.host = host;
    this.port = port;
  }
}

/** Answers the port that was opened (0 asks for any free one). Rejects with ServicePortTaken or the system's error. */
export function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      reject(error.code === 'EADDRINUSE' || error.code === 'EACCES' ? new ServicePortTaken(host, port) : error);
    };
    server.once('error', failed);
    server.listen({ host, port, exclusive: true }, () => {
      server.removeListener('error', failed);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Ends what is open; resolves within the time whatever the other side does. Milliseconds. */
export function stopListening(server: Server, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    const timer = setTimeout(resolve, withinMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeAllConnections();
  });
}
