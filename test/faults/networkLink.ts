/** A real network link to the service through a namespace, where nft drops packets or tc limits their rate. */
import { createNetwork, networkNeeds } from './network.ts';

export type NetworkLink = {
  /** The service's address at the far end of the link. */
  readonly baseUrl: string;
  readonly host: string;
  /** Sets the nft rule for every forwarded packet; `null` removes it. */
  readonly setRule: (rule: string | null) => void;
  readonly limitRate: (kilobits: number) => void;
  readonly close: () => Promise<void>;
};

export const linkNeeds: readonly string[] = [...networkNeeds, 'nft', 'tc'];

/** Returns an nft rule that drops this percentage of packets in both directions. */
export const createDropRule = (percent: number): string => `numgen random mod 100 < ${percent} drop`;

/** Creates a link to `targetPort` on loopback. */
export async function createLink(targetPort: number): Promise<NetworkLink> {
  const { hostAddress, namespaceAddress, device, runInside, relayTo, close } = createNetwork();
  try {
    const port = await relayTo(targetPort);
    // The namespace redirects connections back to the relay, so every packet passes through it.
    runInside(
      'sh',
      '-c',
      'echo 1 > /proc/sys/net/ipv4/ip_forward; echo 0 > /proc/sys/net/ipv4/conf/all/send_redirects',
    );
    runInside(
      'nft',
      `table ip greenroom {
        chain outgoing { type nat hook prerouting priority -100; tcp dport 80 dnat to ${hostAddress}:${port}; }
        chain returning { type nat hook postrouting priority 100; masquerade; }
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
      runInside('nft', 'flush chain ip greenroom fault');
      if (rule !== null) runInside('nft', `add rule ip greenroom fault ${rule}`);
    },
    limitRate: (kilobits) => {
      const shape = ['tbf', 'rate', `${kilobits}kbit`, 'burst', '2kb', 'latency', '4s'];
      runInside('tc', 'qdisc', 'replace', 'dev', device, 'root', ...shape);
    },
    close,
  };
}
