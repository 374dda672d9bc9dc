/** Opens and closes the service’s port, with one error for a port that can’t be used. */
import type { Server } from 'node:http';

/** Another program uses the port, or this user may not open it. */
export class ServicePortTaken extends Error {
  override readonly name = 'ServicePortTaken';
  readonly host: string;
  readonly port: number;
  constructor(host: string, port: number) {
    super(`Port ${port} on ${host} is in use.`);
    this.host = host;
    this.port = port;
  }
}

/** Returns the open port; 0 requests any free port. Rejects with ServicePortTaken or the system’s error. */
export function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      reject(error.code === 'EADDRINUSE' || error.code === 'EACCES' ? new ServicePortTaken(host, port) : error);
    };
    server.once('error', onError);
    server.listen({ host, port, exclusive: true }, () => {
      server.removeListener('error', onError);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Closes the port and all connections; resolves within the time limit even if a client hangs. */
export function stopListening(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    const timer = setTimeout(resolve, timeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeAllConnections();
  });
}
