/** A real line to the service: packets go through a network namespace, where nft drops them or tc slows them down. */
import { layNetwork, networkNeeds } from './network.ts';

export type Line = {
  /** Where the service is found at the far end of the line. */
  readonly baseUrl: string;
  readonly host: string;
  /** What the namespace does to every packet that passes, in nft's words; null: nothing. */
  readonly set: (rule: string | null) => void;
  /** How fast it lets them through. Kilobits a second. */
  readonly slow: (kilobits: number) => void;
  readonly end: () => Promise<void>;
};

/** What a row over a line needs of the machine. */
export const lineNeeds: readonly string[] = [...networkNeeds, 'nft', 'tc'];

/** Packets that are lost in a hundred, either way. */
export const lose = (percent: number): string => `numgen random mod 100 < ${percent} drop`;

/** Lays a line of its own to `targetPort` of this machine. */
export async function layLine(targetPort: number): Promise<Line> {
  const { near, far, device, inside, relay, end } = layNetwork();
  try {
    const port = await relay(targetPort);
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
      const shape = ['tbf', 'rate', `${kilobits}kbit`, 'burst', '2kb', 'latency', '4s'];
      inside('tc', 'qdisc', 'replace', 'dev', device, 'root', ...shape);
    },
    end,
  };
}
