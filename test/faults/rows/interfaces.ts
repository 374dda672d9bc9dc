/** Faults of this machine's own network: a cable that is pulled, an address that changes. */
import { firstItemId, withProcesses } from '../ground.ts';
import { createNetwork, networkNeeds } from '../network.ts';
import { assert, type Row } from '../row.ts';
import { createVersion } from '../stage.ts';

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const interfaceRows: readonly Row[] = [
  withProcesses(
    {
      id: 'F33',
      name: 'the network goes and comes back; another address; one more network',
      injectedBy: 'netns: ip link, ip address',
      needs: networkNeeds,
      isIsolated: true,
    },
    async ({ start, show, chance, waitUntil, requestTimes, servicePort, record, deliver }) => {
      const network = createNetwork();
      const { hostAddress, namespaceAddress, device, runInside } = network;
      try {
        const port = await network.relayTo(servicePort);
        const child = await start({
          wrapper: ['ip', 'netns', 'exec', network.name],
          flags: ['--host', '0.0.0.0'],
          source: {
            mode: 'hybrid',
            baseUrl: `http://${hostAddress}:${port}`,
            allowHttpHosts: [hostAddress],
            poll: { intervalSeconds: 300, fullEverySeconds: 300 },
            push: { host: '0.0.0.0', port: 0 },
          },
        });
        const feedAt = (host: string) => ({ feed: `http://${host}:${new URL(child.feed).port}` });
        const asked = async (what: string, change: () => void): Promise<void> => {
          const before = requestTimes().length;
          const startedMs = performance.now();
          change();
          await waitUntil(`asked within two seconds of ${what}`, 2000, () => requestTimes().length > before);
          record('network change to question, ms', [performance.now() - startedMs]);
        };
        await waitUntil('the first list', 8000, async () => (await firstItemId(feedAt(namespaceAddress))) === 'v1-0');

        runInside('ip', 'link', 'set', device, 'down');
        await wait(chance.between(500, 5000));
        show.body = createVersion(2, 2);
        await asked('the network’s return', () => void runInside('ip', 'link', 'set', device, 'up'));
        await waitUntil('the new list', 3000, async () => (await firstItemId(feedAt(namespaceAddress))) === 'v2-0');

        const another = namespaceAddress.replace(/2$/, '3');
        show.body = createVersion(3, 2);
        await asked('another address', () => {
          runInside('ip', 'address', 'del', `${namespaceAddress}/24`, 'dev', device);
          runInside('ip', 'address', 'add', `${another}/24`, 'dev', device);
        });
        await waitUntil('the new list, at the new address', 3000, async () => (await firstItemId(feedAt(another))) === 'v3-0');
        const state = runInside(
          process.execPath,
          '-e',
          `fetch('${child.desk}/api/state', { headers: { authorization: 'Bearer ${child.token}' } }).then(async (a) => console.log(await a.text()))`,
        );
        assert('deliveries are asked for at the new address', state.includes(`http://${another}:`));
        const webhook = (child.webhook ?? '').replace(/\/\/[^:/]+/, `//${another}`);
        assert('and taken there', (await deliver({ webhook }, 4)) === 200);

        await asked('one more network', () => {
          runInside('ip', 'link', 'add', 'vpn0', 'type', 'veth', 'peer', 'name', 'vpn1');
          runInside('ip', 'address', 'add', '10.199.0.2/24', 'dev', 'vpn0');
          runInside('ip', 'link', 'set', 'vpn1', 'up');
          runInside('ip', 'link', 'set', 'vpn0', 'up');
        });
      } finally {
        await network.close();
      }
    },
  ),
];
