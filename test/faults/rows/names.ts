/** Faults of the service's name, with a resolver of the row's own in a mount namespace. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { serving } from '../../engine/source/bench.ts';
import { firstId, withChildren } from '../ground.ts';
import { startNameServer } from '../nameServer.ts';
import { must, type Row } from '../row.ts';
import { make } from '../stage.ts';

/** Starts a program that sees these files as the machine's. */
const withFiles = 'mount --bind "$1" /etc/hosts && mount --bind "$2" /etc/resolv.conf && shift 2 && exec "$@"';

let runs = 0;

export const nameRows: readonly Row[] = [
  withChildren(
    {
      id: 'F9',
      name: 'the name is not found, the resolver is silent, the address changes',
      injectedBy: 'unshare -m: own hosts, resolv.conf and name server',
      needs: ['root', 'mount namespaces'],
    },
    async ({ start, show, chance, dataDir, until, servicePort, watch, dropConnections, measured }) => {
      runs += 1;
      const names = await startNameServer(`127.53.${process.pid % 250}.${runs % 250}`);
      const folder = join(dataDir, '..');
      await writeFile(join(folder, 'hosts'), '127.0.0.1 localhost\n');
      await writeFile(join(folder, 'resolv.conf'), `nameserver ${names.host}\noptions timeout:1 attempts:1\n`);
      const elsewhere = createServer((request, response) => serving(() => moved)(request, response));
      let moved = make(3, 2);
      try {
        names.set('127.0.0.1');
        const child = await start({
          wrapper: ['unshare', '-m', 'sh', '-c', withFiles, 'sh', join(folder, 'hosts'), join(folder, 'resolv.conf')],
          source: { baseUrl: `http://service.test:${servicePort}`, allowHttpHosts: ['service.test'] },
        });
        const shows = (id: string) => async (): Promise<boolean> => (await firstId(child)) === id;
        await until('the first list', 8000, shows('v1-0'));
        watch(child);

        names.set(chance.pick(['no such name', 'silence']));
        dropConnections();
        show.body = make(2, 2);
        await until('it is said', 12_000, () => /SOURCE_(OFFLINE|TIMEOUT)/.test(child.output()));
        must('the last list is on air', await shows('v1-0')());
        names.set('127.0.0.1');
        await until('the new list is on air again', 17_000, shows('v2-0'));

        await new Promise<void>((resolve, reject) => {
          elsewhere.once('error', reject);
          elsewhere.listen(servicePort, '127.0.0.2', () => resolve());
        });
        // The old address may go on answering what it has, over the connection that it has.
        const isOldGone = chance.between(0, 1) === 1;
        names.set('127.0.0.2');
        const startedMs = performance.now();
        if (isOldGone) dropConnections();
        await until('the new address is followed', isOldGone ? 17_000 : 33_000, shows('v3-0'));
        measured(`new address followed${isOldGone ? ', connection lost' : ''}, ms`, [performance.now() - startedMs]);
        moved = make(4, 2);
        await until('and stays followed', 4000, shows('v4-0'));
      } finally {
        await names.end();
        elsewhere.closeAllConnections();
        elsewhere.close();
      }
    },
  ),
];
