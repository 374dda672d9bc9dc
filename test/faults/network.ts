/** Creates a network namespace connected to this machine by a veth pair. */
import { execFileSync } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';

export type Network = {
  readonly name: string;
  /** This machine's address on the veth pair. */
  readonly hostAddress: string;
  readonly namespaceAddress: string;
  /** The namespace's end of the veth pair. */
  readonly device: string;
  /** Runs a program in the namespace and returns its output. Throws when it fails. */
  readonly runInside: (...command: readonly string[]) => string;
  /** Opens a port on `hostAddress` that forwards to `targetPort` on loopback. Returns the port. */
  readonly relayTo: (targetPort: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

export const networkNeeds: readonly string[] = ['root', 'ip', 'network namespaces'];

let networkCount = 0;

export function createNetwork(): Network {
  networkCount += 1;
  const subnet = `10.${200 + (process.pid % 50)}.${networkCount % 250}`;
  const [hostAddress, namespaceAddress] = [`${subnet}.1`, `${subnet}.2`];
  const name = `gr-${process.pid}-${networkCount}`;
  const [outer, device] = [
    `gro${process.pid % 100_000}x${networkCount}`,
    `gri${process.pid % 100_000}x${networkCount}`,
  ];
  const relayClosers: (() => Promise<void>)[] = [];
  const runInside = (...command: readonly string[]): string => runAsRoot('ip', 'netns', 'exec', name, ...command);
  // Deleting the namespace also deletes the veth pair.
  const close = async (): Promise<void> => {
    for (const closeRelay of relayClosers) await closeRelay();
    runAsRoot('ip', 'netns', 'del', name);
  };
  runAsRoot('ip', 'netns', 'add', name);
  try {
    runAsRoot('ip', 'link', 'add', outer, 'type', 'veth', 'peer', 'name', device, 'netns', name);
    runAsRoot('ip', 'address', 'add', `${hostAddress}/24`, 'dev', outer);
    runAsRoot('ip', 'link', 'set', outer, 'up');
    runInside('ip', 'link', 'set', 'lo', 'up');
    runInside('ip', 'address', 'add', `${namespaceAddress}/24`, 'dev', device);
    runInside('ip', 'link', 'set', device, 'up');
  } catch (error) {
    runAsRoot('ip', 'netns', 'del', name);
    throw error;
  }
  return {
    name,
    hostAddress,
    namespaceAddress,
    device,
    runInside,
    relayTo: async (targetPort) => {
      const relay = await openRelay(hostAddress, targetPort);
      relayClosers.push(relay.close);
      return relay.port;
    },
    close,
  };
}

async function openRelay(host: string, targetPort: number): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  const port = await new Promise<number>((resolve, reject) => {
    relay.once('error', reject);
    relay.listen(0, host, () => {
      const address = relay.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      relay.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { port, close };
}

function runAsRoot(command: string, ...args: readonly string[]): string {
  const env = { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
  return execFileSync(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env }).toString();
}
