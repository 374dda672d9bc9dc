/** A real line to the service: packets go through a network namespace, where nft drops them or tc slows them down. */
import { createNetwork, networkNeeds } from './network.ts';

export type NetworkLink = {
  /** Where the service is found at the far end of the line. */
  readonly baseUrl: string;
  readonly host: string;
  /** What the namespace does to every packet that passes, in nft's words; null: nothing. */
  readonly setRule: (rule: string | null) => void;
  /** How fast it lets them through. Kilobits a second. */
  readonly limitRate: (kilobits: number) => void;
  readonly close: () => Promise<void>;
};

/** What a row over a line needs of the machine. */
export const linkNeeds: readonly string[] = [...networkNeeds, 'nft', 'tc'];

/** Packets that are lost in a hundred, either way. */
export const dropPercent = (percent: number): string => `numgen random mod 100 < ${percent} drop`;

/** Lays a line of its own to `targetPort` of this machine. */
export async function createLink(targetPort: number): Promise<NetworkLink> {
  const { hostAddress, namespaceAddress, device, runInside, relayTo, close } = createNetwork();
  try {
    const port = await relayTo(targetPort);
    // Whoever asks for the far end is sent back to the relay: each packet passes the namespace once, either way.
    runInside('sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_forward; echo 0 > /proc/sys/net/ipv4/conf/all/send_redirects');
    runInside(
      'nft',
      `table ip line {
        chain there { type nat hook prerouting priority -100; tcp dport 80 dnat to ${hostAddress}:${port}; }
        chain back { type nat hook postrouting priority 100; masquerade; }
        chain fault { type filter hook forward priority 0; }
      }`,
    );
  } catch (error) {
    await close();
    throw error;
  }
  return {
    baseUrl: `http://${namespaceAddress}`,
    host: namespaceAddress,
    setRule: (rule) => {
      runInside('nft', 'flush chain ip line fault');
      if (rule !== null) runInside('nft', `add rule ip line fault ${rule}`);
    },
    limitRate: (kilobits) => {
      const shape = ['tbf', 'rate', `${kilobits}kbit`, 'burst', '2kb', 'latency', '4s'];
      runInside('tc', 'qdisc', 'replace', 'dev', device, 'root', ...shape);
    },
    close,
  };
}
