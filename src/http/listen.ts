/** Opens and closes ports, with a typed error when a port is in use. */
import type { Server } from 'node:http';
import { isIPv4 } from 'node:net';

/** The port is in use or needs more privileges. Callers show it with the flag that changes the port. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
  readonly port: number;
  readonly host: string;
  /** The port in a sentence. */
  readonly label: string;
  readonly isUdp: boolean;
  constructor(host: string, port: number, label = `Port ${port}`, isUdp = false) {
    super(`${label} on ${host} is in use.`);
    this.label = label;
    this.isUdp = isUdp;
    this.host = host;
    this.port = port;
  }
}

const absentCodes: readonly unknown[] = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'];

/** True if the error says that this machine does not have the address, or not yet. */
export function isAddressAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && absentCodes.includes(error.code);
}

/** Resolves with the open port; port 0 opens any free one. Rejects with PortTaken or the system's error. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      reject(error.code === 'EADDRINUSE' || error.code === 'EACCES' ? new PortTaken(host, port) : error);
    };
    server.once('error', onError);
    server.listen({ host, port, exclusive: true }, () => {
      server.removeListener('error', onError);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** True if the listening server accepts connections to this local address. */
export function servesAddress(server: Server, localAddress = ''): boolean {
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) return false;
  // A server on :: also accepts IPv4, and shows the address in this form.
  const local = localAddress.replace(/^::ffff:(?=\d+\.)/i, '');
  if (bound.address === '0.0.0.0') return isIPv4(local);
  return bound.address === '::' ? local !== '' : bound.address === local;
}

/** Stops listening and ends open connections; resolves after `timeoutMs` at the latest. */
export function closeServer(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeAllConnections();
  });
}

/** Shorter than Node's defaults, so that a slow client cannot keep a connection for long. */
export const serverLimits = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 8192,
} as const;
