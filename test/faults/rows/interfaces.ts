/** Changes to this machine's network: a link that goes down, a new address, a new interface. */

import { join } from 'node:path';
import { createVersion } from '../engineTestBed.ts';
import { createNetwork, networkNeeds } from '../network.ts';
import { createProcessRow, readFirstItemId } from '../processTestBed.ts';
import { assert, type Row } from '../row.ts';

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const interfaceRows: readonly Row[] = [
  createProcessRow(
    {
      id: 'F33',
      name: 'the network goes down and returns, the address changes, an interface is added',
      injectedBy: 'netns: ip link, ip address',
      needs: networkNeeds,
      isIsolated: true,
    },
    async ({ start, show, random, waitUntil, requestTimes, servicePort, record, deliver }) => {
      const network = createNetwork();
      const { hostAddress, namespaceAddress, device, runInside } = network;
      try {
        const port = await network.relayTo(servicePort);
        const child = await start({
          wrapper: ['ip', 'netns', 'exec', network.name],
          flags: ['--host', '0.0.0.0', '--open-feed'],
          source: {
            mode: 'hybrid',
            baseUrl: `http://${hostAddress}:${port}`,
            allowHttpHosts: [hostAddress],
            poll: { intervalSeconds: 300, fullEverySeconds: 300 },
            push: { host: '0.0.0.0', port: 0 },
          },
        });
        const feedAt = (host: string) => ({ feed: `http://${host}:${new URL(child.feed).port}` });
        const assertPolled = async (cause: string, change: () => void): Promise<void> => {
          const before = requestTimes().length;
          const startedMs = performance.now();
          change();
          await waitUntil(`a request follows ${cause}`, 2000, () => requestTimes().length > before);
          record('network change to request, ms', [performance.now() - startedMs]);
        };
        await waitUntil(
          'the first list is on air',
          8000,
          async () => (await readFirstItemId(feedAt(namespaceAddress))) === 'v1-0',
        );

        runInside('ip', 'link', 'set', device, 'down');
        await wait(random.between(500, 5000));
        show.body = createVersion(2, 2);
        await assertPolled('the network’s return', () => void runInside('ip', 'link', 'set', device, 'up'));
        await waitUntil(
          'the new list is on air',
          3000,
          async () => (await readFirstItemId(feedAt(namespaceAddress))) === 'v2-0',
        );

        const newAddress = namespaceAddress.replace(/2$/, '3');
        show.body = createVersion(3, 2);
        await assertPolled('an address change', () => {
          runInside('ip', 'address', 'del', `${namespaceAddress}/24`, 'dev', device);
          runInside('ip', 'address', 'add', `${newAddress}/24`, 'dev', device);
        });
        await waitUntil(
          'the new list is on air at the new address',
          3000,
          async () => (await readFirstItemId(feedAt(newAddress))) === 'v3-0',
        );
        const state = runInside(
          process.execPath,
          '-e',
          `fetch('${child.desk}/api/state', { headers: { authorization: 'Bearer ${child.token}' } }).then(async (response) => console.log(await response.text()))`,
        );
        assert('the webhook address is the new one', state.includes(`http://${newAddress}:`));
        const webhook = (child.webhook ?? '').replace(/\/\/[^:/]+/, `//${newAddress}`);
        assert('a delivery to the new address is accepted', (await deliver({ webhook }, 4)) === 200);

        await assertPolled('a new interface', () => {
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
  createProcessRow(
    {
      id: 'F33b',
      name: 'the feed follows a named interface that is added late, changes its address, goes down and returns',
      injectedBy: 'netns: ip link, ip address',
      needs: networkNeeds,
      isIsolated: true,
    },
    async ({ start, waitUntil, servicePort }) => {
      const network = createNetwork();
      const { hostAddress, namespaceAddress, device, runInside } = network;
      try {
        const relay = await network.relayTo(servicePort);
        runInside('ip', 'address', 'del', `${namespaceAddress}/24`, 'dev', device);
        const child = await start({
          wrapper: ['ip', 'netns', 'exec', network.name],
          settings: { feedServer: { interfaces: [device], readToken: 'row' } },
          source: { baseUrl: `http://${hostAddress}:${relay}`, allowHttpHosts: [hostAddress] },
        });
        const { port } = new URL(child.feed);
        const readAt = (host: string): Promise<number> =>
          fetch(`http://${host}:${port}/feeds/main/live.json?token=row`, { signal: AbortSignal.timeout(500) }).then(
            ({ status }) => status,
            () => 0,
          );
        const readProblems = (): string =>
          runInside(
            process.execPath,
            '-e',
            `fetch('${child.desk}/api/state', { headers: { authorization: 'Bearer ${child.token}' } }).then(async (response) => console.log(JSON.stringify((await response.json()).problems)))`,
          );
        assert('the desk says that the interface has no address', readProblems().includes('FEED_INTERFACE_ABSENT'));

        runInside('ip', 'address', 'add', `${namespaceAddress}/24`, 'dev', device);
        await waitUntil('the feed opens there', 4000, async () => (await readAt(namespaceAddress)) === 200);
        assert('the desk no longer says so', !readProblems().includes('FEED_INTERFACE_ABSENT'));

        const newAddress = namespaceAddress.replace(/2$/, '3');
        runInside('ip', 'address', 'del', `${namespaceAddress}/24`, 'dev', device);
        runInside('ip', 'address', 'add', `${newAddress}/24`, 'dev', device);
        await waitUntil('the feed follows', 4000, async () => (await readAt(newAddress)) === 200);

        runInside('ip', 'link', 'set', device, 'down');
        runInside('ip', 'link', 'set', device, 'up');
        await waitUntil('the feed is back after the link', 4000, async () => (await readAt(newAddress)) === 200);
        const local = runInside(
          process.execPath,
          '-e',
          `fetch('${child.feed}/feeds/main/live.json?token=row').then(({ status }) => console.log(status))`,
        );
        assert('loopback stays open', local.trim() === '200');
      } finally {
        await network.close();
      }
    },
  ),
  createProcessRow(
    {
      id: 'F33c',
      name: 'the feed is announced by multicast DNS at the new address of its interface, and withdrawn when switched off',
      injectedBy: 'netns: ip address',
      needs: networkNeeds,
      isIsolated: true,
    },
    async ({ start, waitUntil, servicePort }) => {
      const network = createNetwork();
      const { hostAddress, namespaceAddress, device, runInside } = network;
      try {
        const relay = await network.relayTo(servicePort);
        const child = await start({
          wrapper: ['ip', 'netns', 'exec', network.name],
          settings: { feedServer: { interfaces: [device], readToken: 'row', announce: true } },
          source: { baseUrl: `http://${hostAddress}:${relay}`, allowHttpHosts: [hostAddress] },
        });
        const { port } = new URL(child.feed);
        /** The answers of the product to a query on that network. */
        const findFeeds = (from: string): string => runInside(process.execPath, '-e', queryScript, from, port, root);
        await waitUntil('the feed is found', 8000, async () => findFeeds(namespaceAddress).includes(namespaceAddress));
        assert('without its token', !findFeeds(namespaceAddress).includes('row'));

        const newAddress = namespaceAddress.replace(/2$/, '3');
        runInside('ip', 'address', 'del', `${namespaceAddress}/24`, 'dev', device);
        runInside('ip', 'address', 'add', `${newAddress}/24`, 'dev', device);
        await waitUntil('it is found at its new address', 15_000, async () => {
          const found = findFeeds(newAddress);
          return found.includes(newAddress) && !found.includes(namespaceAddress);
        });

        const patch = `fetch('${child.desk}/api/settings', { method: 'PATCH', body: '{"feedServer":{"announce":false}}', headers: { authorization: 'Bearer ${child.token}', 'content-type': 'application/json' } }).then(({ status }) => console.log(status))`;
        assert('it is switched off', runInside(process.execPath, '-e', patch).trim() === '200');
        await waitUntil('it is no longer found', 4000, async () => findFeeds(newAddress).trim() === '');
      } finally {
        await network.close();
      }
    },
  ),
];

const root = join(import.meta.dirname, '../../..');

/** Prints the answers of the feed on that port to one query for web pages on the network of an address. */
const queryScript = `
const [from, port, root] = process.argv.slice(1);
const { createRequire } = require('node:module');
const query = createRequire(root + '/package.json')('multicast-dns')({ interface: from, bind: '0.0.0.0' });
query.on('response', ({ answers }) => {
  const found = answers.filter(({ ttl, name }) => ttl > 0 && name.includes(port));
  if (found.length > 0) console.log(JSON.stringify(found.map(({ data }) => String(data))));
});
query.on('error', (error) => { throw error; });
query.on('ready', () => query.query('_http._tcp.local', 'PTR'));
setTimeout(() => process.exit(0), 1500);
`;
