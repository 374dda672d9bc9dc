/** DNS faults, injected with a private resolver in a mount namespace. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { respondWithCollection } from '../../engine/sourceHarness.ts';
import { startDnsServer } from '../dnsServer.ts';
import { createVersion } from '../engineTestBed.ts';
import { createProcessRow, readFirstItemId } from '../processTestBed.ts';
import { assert, type Row } from '../row.ts';

/** Runs a program with these files in place of the machine's hosts and resolv.conf. */
const overrideScript = 'mount --bind "$1" /etc/hosts && mount --bind "$2" /etc/resolv.conf && shift 2 && exec "$@"';

let runCount = 0;

export const dnsRows: readonly Row[] = [
  createProcessRow(
    {
      id: 'F9',
      name: 'the name is not found, the resolver does not respond, the address changes',
      injectedBy: 'unshare -m: private hosts, resolv.conf and DNS server',
      needs: ['root', 'mount namespaces'],
    },
    async ({ start, show, random, dataDir, waitUntil, servicePort, watch, dropConnections, record }) => {
      runCount += 1;
      const dns = await startDnsServer(`127.53.${process.pid % 250}.${runCount % 250}`);
      const folder = join(dataDir, '..');
      await writeFile(join(folder, 'hosts'), '127.0.0.1 localhost\n');
      await writeFile(join(folder, 'resolv.conf'), `nameserver ${dns.host}\noptions timeout:1 attempts:1\n`);
      const movedService = createServer((request, response) =>
        respondWithCollection(() => movedList)(request, response),
      );
      let movedList = createVersion(3, 2);
      try {
        dns.setAnswer('127.0.0.1');
        const child = await start({
          wrapper: [
            'unshare',
            '-m',
            'sh',
            '-c',
            overrideScript,
            'sh',
            join(folder, 'hosts'),
            join(folder, 'resolv.conf'),
          ],
          source: { baseUrl: `http://service.test:${servicePort}`, allowHttpHosts: ['service.test'] },
        });
        const isOnAir = (id: string) => async (): Promise<boolean> => (await readFirstItemId(child)) === id;
        await waitUntil('the first list is on air', 8000, isOnAir('v1-0'));
        watch(child);

        dns.setAnswer(random.pick(['nxdomain', 'silence']));
        dropConnections();
        show.body = createVersion(2, 2);
        await waitUntil('the problem is reported', 12_000, () => /SOURCE_(OFFLINE|TIMEOUT)/.test(child.output()));
        assert('the last list stays on air', await isOnAir('v1-0')());
        dns.setAnswer('127.0.0.1');
        await waitUntil('the new list is on air', 17_000, isOnAir('v2-0'));

        await new Promise<void>((resolve, reject) => {
          movedService.once('error', reject);
          movedService.listen(servicePort, '127.0.0.2', () => resolve());
        });
        // The old address may keep serving its list over the open connection.
        const isOldConnectionClosed = random.between(0, 1) === 1;
        dns.setAnswer('127.0.0.2');
        const startedMs = performance.now();
        if (isOldConnectionClosed) dropConnections();
        await waitUntil(
          'the list at the new address is on air',
          isOldConnectionClosed ? 17_000 : 33_000,
          isOnAir('v3-0'),
        );
        record(`address change to feed${isOldConnectionClosed ? ', connection closed' : ''}, ms`, [
          performance.now() - startedMs,
        ]);
        movedList = createVersion(4, 2);
        await waitUntil('the next list at the new address is on air', 4000, isOnAir('v4-0'));
      } finally {
        await dns.close();
        movedService.closeAllConnections();
        movedService.close();
      }
    },
  ),
];
