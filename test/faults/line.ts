/** A real line to the service: packets go through a network namespace, where nft drops them or tc slows them down. */
import { execFileSync } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';

export type Line = {
  /** Where the service is found at the far end of the line. */
  readonly baseUrl: string;
  readonly host: string;
  /** What the namespace does to every packet that passes, in nft's words; null: nothing. */
  readonly set: (rule: string | null) => void;
  /** How fast it lets them through. Kilobits a second; null: as fast as it can. */
  readonly slow: (kilobits: number | null) => void;
  readonly end: () => Promise<void>;
};

/** What a row over a line needs of the machine. */
export const lineNeeds: readonly string[] = ['root', 'ip', 'nft', 'tc', 'network namespaces'];

/** Packets that are lost in a hundred, either way. */
export const lose = (percent: number): string => `numgen random mod 100 < ${percent} drop`;

let lines = 0;

/** Lays a line of its own to `targetPort` of this machine. */
export async function layLine(targetPort: number): Promise<Line> {
  lines += 1;
  const network = `10.${200 + (process.pid % 50)}.${lines % 250}`;
  const [near, far] = [`${network}.1`, `${network}.2`];
  const name = `gr-${process.pid}-${lines}`;
  const [outer, inner] = [`gro${process.pid % 100_000}x${lines}`, `gri${process.pid % 100_000}x${lines}`];
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
  const inside = (...command: readonly string[]): void => root('ip', 'netns', 'exec', name, ...command);
  const end = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (relay.listening) await new Promise<void>((resolve) => relay.close(() => resolve()));
    // The pair of devices goes with the namespace.
    root('ip', 'netns', 'del', name);
  };

  root('ip', 'netns', 'add', name);
  try {
    root('ip', 'link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name);
    root('ip', 'address', 'add', `${near}/24`, 'dev', outer);
    root('ip', 'link', 'set', outer, 'up');
    inside('ip', 'link', 'set', 'lo', 'up');
    inside('ip', 'address', 'add', `${far}/24`, 'dev', inner);
    inside('ip', 'link', 'set', inner, 'up');
    const port = await new Promise<number>((resolve, reject) => {
      relay.once('error', reject);
      relay.listen(0, near, () => {
        const address = relay.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    // Whoever asks for the far end is sent back to the relay: each packet passes the namespace once, either way.
    inside('sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_forward; echo 0 > /proc/sys/net/ipv4/conf/all/send_redirects');
    inside(
      'nft',
      `table ip line {
        chain there { type nat hook prerouting priority -100; tcp dport 80 dnat to ${near}:${port}; }
        chain back { type nat hook postrouting priority 100; masquerade; }
        chain fault { type filter hook forward priority 0; }
      }`,
    );
  } catch (error) {
    await end();
    throw error;
  }
  return {
    baseUrl: `http://${far}`,
    host: far,
    set: (rule) => {
      inside('nft', 'flush chain ip line fault');
      if (rule !== null) inside('nft', `add rule ip line fault ${rule}`);
    },
    slow: (kilobits) => {
      const one = ['qdisc', kilobits === null ? 'del' : 'replace', 'dev', inner, 'root'];
      if (kilobits === null) return inside('tc', ...one);
      inside('tc', ...one, 'tbf', 'rate', `${kilobits}kbit`, 'burst', '2kb', 'latency', '4s');
    },
    end,
  };
}

function root(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` },
  });
}
