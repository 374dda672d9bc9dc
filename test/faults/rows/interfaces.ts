/** Faults of this machine's own network: a cable that is pulled, an address that changes. */
import { firstId, withChildren } from '../ground.ts';
import { layNetwork, networkNeeds } from '../network.ts';
import { must, type Row } from '../row.ts';
import { make } from '../stage.ts';

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const interfaceRows: readonly Row[] = [
  withChildren(
    {
      id: 'F33',
      name: 'the network goes and comes back; another address; one more network',
      injectedBy: 'netns: ip link, ip address',
      needs: networkNeeds,
      isApart: true,
    },
    async ({ start, show, chance, until, requests, servicePort, measured, deliver }) => {
      const network = layNetwork();
      const { near, far, device, inside } = network;
      try {
        const port = await network.relay(servicePort);
        const child = await start({
          wrapper: ['ip', 'netns', 'exec', network.name],
          flags: ['--host', '0.0.0.0'],
          source: {
            mode: 'hybrid',
            baseUrl: `http://${near}:${port}`,
            allowHttpHosts: [near],
            poll: { intervalSeconds: 300, fullEverySeconds: 300 },
            push: { host: '0.0.0.0', port: 0 },
          },
        });
        const feedAt = (host: string) => ({ feed: `http://${host}:${new URL(child.feed).port}` });
        const asked = async (what: string, change: () => void): Promise<void> => {
          const before = requests().length;
          const startedMs = performance.now();
          change();
          await until(`asked within two seconds of ${what}`, 2000, () => requests().length > before);
          measured('network change to question, ms', [performance.now() - startedMs]);
        };
        await until('the first list', 8000, async () => (await firstId(feedAt(far))) === 'v1-0');

        inside('ip', 'link', 'set', device, 'down');
        await wait(chance.between(500, 5000));
        show.body = make(2, 2);
        await asked('the network’s return', () => void inside('ip', 'link', 'set', device, 'up'));
        await until('the new list', 3000, async () => (await firstId(feedAt(far))) === 'v2-0');

        const another = far.replace(/2$/, '3');
        show.body = make(3, 2);
        await asked('another address', () => {
          inside('ip', 'address', 'del', `${far}/24`, 'dev', device);
          inside('ip', 'address', 'add', `${another}/24`, 'dev', device);
        });
        await until('the new list, at the new address', 3000, async () => (await firstId(feedAt(another))) === 'v3-0');
        const state = inside(
          process.execPath,
          '-e',
          `fetch('${child.desk}/api/state', { headers: { authorization: 'Bearer ${child.token}' } }).then(async (a) => console.log(await a.text()))`,
        );
        must('deliveries are asked for at the new address', state.includes(`http://${another}:`));
        const webhook = (child.webhook ?? '').replace(/\/\/[^:/]+/, `//${another}`);
        must('and taken there', (await deliver({ webhook }, 4)) === 200);

        await asked('one more network', () => {
          inside('ip', 'link', 'add', 'vpn0', 'type', 'veth', 'peer', 'name', 'vpn1');
          inside('ip', 'address', 'add', '10.199.0.2/24', 'dev', 'vpn0');
          inside('ip', 'link', 'set', 'vpn1', 'up');
          inside('ip', 'link', 'set', 'vpn0', 'up');
        });
      } finally {
        await network.end();
      }
    },
  ),
];
