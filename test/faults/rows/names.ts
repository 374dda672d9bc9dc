/** Faults of the service's name, with a resolver of the row's own in a mount namespace. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { serving } from '../../engine/source/bench.ts';
import { firstItemId, withProcesses } from '../ground.ts';
import { startDnsServer } from '../nameServer.ts';
import { assert, type Row } from '../row.ts';
import { createVersion } from '../stage.ts';

/** Starts a program that sees these files as the machine's. */
const overrideScript = 'mount --bind "$1" /etc/hosts && mount --bind "$2" /etc/resolv.conf && shift 2 && exec "$@"';

let runs = 0;

export const dnsRows: readonly Row[] = [
  withProcesses(
    {
      id: 'F9',
      name: 'the name is not found, the resolver is silent, the address changes',
      injectedBy: 'unshare -m: own hosts, resolv.conf and name server',
      needs: ['root', 'mount namespaces'],
    },
    async ({ start, show, chance, dataDir, waitUntil, servicePort, watch, dropConnections, record }) => {
      runs += 1;
      const names = await startDnsServer(`127.53.${process.pid % 250}.${runs % 250}`);
      const folder = join(dataDir, '..');
      await writeFile(join(folder, 'hosts'), '127.0.0.1 localhost\n');
      await writeFile(join(folder, 'resolv.conf'), `nameserver ${names.host}\noptions timeout:1 attempts:1\n`);
      const elsewhere = createServer((request, response) => serving(() => moved)(request, response));
      let moved = createVersion(3, 2);
      try {
        names.setAnswer('127.0.0.1');
        const child = await start({
          wrapper: ['unshare', '-m', 'sh', '-c', overrideScript, 'sh', join(folder, 'hosts'), join(folder, 'resolv.conf')],
          source: { baseUrl: `http://service.test:${servicePort}`, allowHttpHosts: ['service.test'] },
        });
        const shows = (id: string) => async (): Promise<boolean> => (await firstItemId(child)) === id;
        await waitUntil('the first list', 8000, shows('v1-0'));
        watch(child);

        names.setAnswer(chance.pick(['no such name', 'silence']));
        dropConnections();
        show.body = createVersion(2, 2);
        await waitUntil('it is said', 12_000, () => /SOURCE_(OFFLINE|TIMEOUT)/.test(child.output()));
        assert('the last list is on air', await shows('v1-0')());
        names.setAnswer('127.0.0.1');
        await waitUntil('the new list is on air again', 17_000, shows('v2-0'));

        await new Promise<void>((resolve, reject) => {
          elsewhere.once('error', reject);
          elsewhere.listen(servicePort, '127.0.0.2', () => resolve());
        });
        // The old address may go on answering what it has, over the connection that it has.
        const isOldGone = chance.between(0, 1) === 1;
        names.setAnswer('127.0.0.2');
        const startedMs = performance.now();
        if (isOldGone) dropConnections();
        await waitUntil('the new address is followed', isOldGone ? 17_000 : 33_000, shows('v3-0'));
        record(`new address followed${isOldGone ? ', connection lost' : ''}, ms`, [performance.now() - startedMs]);
        moved = createVersion(4, 2);
        await waitUntil('and stays followed', 4000, shows('v4-0'));
      } finally {
        await names.close();
        elsewhere.closeAllConnections();
        elsewhere.close();
      }
    },
  ),
];
