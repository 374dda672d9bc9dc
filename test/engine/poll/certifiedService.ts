/** Answers like the service, and the certificates of the tests for servers with TLS. */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo, Socket, Server as TcpServer } from 'node:net';
import { join } from 'node:path';
import { probePrefix } from '../../../src/engine/poll/cacheProbe.ts';
import { collection, type Respond, respondWithCollection, respondWithStatus } from '../sourceHarness.ts';

export const certificates = join(import.meta.dirname, '../../fixtures/certificates');

export const readCertificate = (name: string): string => readFileSync(join(certificates, name), 'utf8');

/** The private authority of the certificates. */
export const authorityPath = join(certificates, 'authority.pem');

/** Version 1 of col_1, which no cache answers. */
export const respondUncached: Respond = (request, response) => {
  // The machine’s date differs from the fake clock’s.
  response.sendDate = false;
  const isProbe = String(request.headers['x-api-key']).startsWith(probePrefix);
  const good = respondWithCollection(() => collection('col_1', 1, ['p1']));
  (isProbe ? respondWithStatus(401) : good)(request, response);
};

export type OpenServers = {
  /** Listens on a free port and returns it. */
  readonly listen: (server: TcpServer | Server, host: string) => Promise<number>;
  /** Closes the servers and their connections. */
  readonly close: () => Promise<void>;
};

export function openServers(): OpenServers {
  const servers: (TcpServer | Server)[] = [];
  const sockets = new Set<Socket>();
  return {
    listen: async (server, host) => {
      servers.push(server);
      server.on('connection', (socket: Socket) => sockets.add(socket));
      server.on('tlsClientError', () => undefined);
      await new Promise<void>((resolve) => server.listen(0, host, () => resolve()));
      return (server.address() as AddressInfo).port;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    },
  };
}
