/** A network namespace of its own, joined to this machine by a cable that is not there. */
import { execFileSync } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';

export type Network = {
  readonly name: string;
  /** This machine's address on the cable, and the namespace's. */
  readonly hostAddress: string;
  readonly namespaceAddress: string;
  /** The namespace's end of the cable. */
  readonly device: string;
  /** Runs a program in the namespace and answers what it printed. Throws when it fails. */
  readonly runInside: (...command: readonly string[]) => string;
  /** Opens a port on this machine's end of the cable that leads to `targetPort` of this machine. */
  readonly relayTo: (targetPort: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

/** What a row in a namespace needs of the machine. */
export const networkNeeds: readonly string[] = ['root', 'ip', 'network namespaces'];

let networks = 0;

export function createNetwork(): Network {
  networks += 1;
  const subnet = `10.${200 + (process.pid % 50)}.${networks % 250}`;
  const [near, far] = [`${subnet}.1`, `${subnet}.2`];
  const name = `gr-${process.pid}-${networks}`;
  const [outer, device] = [`gro${process.pid % 100_000}x${networks}`, `gri${process.pid % 100_000}x${networks}`];
  const closing: (() => Promise<void>)[] = [];
  const inside = (...command: readonly string[]): string => runAsRoot('ip', 'netns', 'exec', name, ...command);
  // The pair of devices goes with the namespace.
  const end = async (): Promise<void> => {
    for (const close of closing) await close();
    runAsRoot('ip', 'netns', 'del', name);
  };
  runAsRoot('ip', 'netns', 'add', name);
  try {
    runAsRoot('ip', 'link', 'add', outer, 'type', 'veth', 'peer', 'name', device, 'netns', name);
    runAsRoot('ip', 'address', 'add', `${near}/24`, 'dev', outer);
    runAsRoot('ip', 'link', 'set', outer, 'up');
    inside('ip', 'link', 'set', 'lo', 'up');
    inside('ip', 'address', 'add', `${far}/24`, 'dev', device);
    inside('ip', 'link', 'set', device, 'up');
  } catch (error) {
    runAsRoot('ip', 'netns', 'del', name);
    throw error;
  }
  return {
    name,
    hostAddress: near,
    namespaceAddress: far,
    device,
    runInside: inside,
    relayTo: async (targetPort) => {
      const { port, close } = await openRelay(near, targetPort);
      closing.push(close);
      return port;
    },
    close: end,
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
