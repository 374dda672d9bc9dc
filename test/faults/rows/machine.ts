/** Clock jumps, suspension, exhausted descriptors, bad certificates, and a service that refuses Greenroom’s page size. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createVersion, listen } from '../engineTestBed.ts';
import { createProcessRow, readFirstItemId } from '../processTestBed.ts';
import { assert, createEngineRow, type Row } from '../row.ts';

export const machineRows: readonly Row[] = [
  createEngineRow(
    {
      id: 'F31p',
      name: 'the wall clock jumps by one or two hours, to 1970 or to 2038',
      injectedBy: 'clock port',
      isQuick: true,
    },
    { mode: 'hybrid' },
    async (testBed, random) => {
      testBed.clock.offsetMs = random.pick([
        3_600_000,
        -3_600_000,
        -7_200_000,
        -Date.now(),
        2_145_916_800_000 - Date.now(),
      ]);
      const before = testBed.requestCount();
      const expected = testBed.edit(2).join();
      await testBed.waitUntil(
        'the change is on air within two poll intervals',
        3000,
        () => testBed.onAir().join() === expected,
      );
      const startedMs = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await testBed.waitUntil('polling continues', 1000, () => testBed.requestCount() - before >= 3);
      const requests = testBed.requestCount() - before;
      const seconds = (performance.now() - startedMs) / 1000;
      assert(`the poll interval is unchanged (${requests} requests in ${seconds} s)`, requests <= 3 * seconds);
      assert('a valid delivery is accepted', (await testBed.deliver(createVersion(500, 1))) === 200);
    },
  ),
  createProcessRow(
    { id: 'F32', name: 'suspended for 5.5 s, then resumed', injectedBy: 'SIGSTOP', needs: ['SIGSTOP'], isQuick: false },
    async ({ start, show, waitUntil, requestTimes }) => {
      const child = await start({ source: { poll: { intervalSeconds: 300 } } });
      await waitUntil('the first list is on air', 6000, async () => (await readFirstItemId(child)) === 'v1-0');
      child.signal('SIGSTOP');
      show.body = createVersion(2, 2);
      await new Promise((resolve) => setTimeout(resolve, 5500));
      const before = requestTimes().length;
      child.signal('SIGCONT');
      await waitUntil('a request follows within two seconds', 2000, () => requestTimes().length > before);
      await waitUntil('the new list is on air', 2000, async () => (await readFirstItemId(child)) === 'v2-0');
    },
  ),
  createProcessRow(
    { id: 'F39', name: 'no file descriptors left', injectedBy: 'prlimit', needs: ['prlimit'], isQuick: true },
    async ({ start, show, random, waitUntil }) => {
      const child = await start({ wrapper: ['prlimit', '--nofile=70'] });
      await waitUntil('the first list is on air', 6000, async () => (await readFirstItemId(child)) === 'v1-0');
      const port = Number(new URL(child.feed).port);
      const sockets = Array.from({ length: 120 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
      await new Promise((resolve) => setTimeout(resolve, random.between(1000, 4500)));
      assert(`the process is alive (${child.output().slice(-1500)})`, child.isAlive());
      for (const socket of sockets) socket.destroy();
      show.body = createVersion(2, 2);
      await waitUntil('the new list is on air', 5000, async () => (await readFirstItemId(child)) === 'v2-0');
    },
  ),
  createProcessRow(
    { id: 'F16', name: '400 for Greenroom’s page size', injectedBy: 'service' },
    async ({ start, waitUntil }) => {
      const service = createServer((request, response) => {
        if (request.url?.includes('pageSize'))
          response
            .writeHead(400, { 'content-type': 'application/json' })
            .end('{"error":{"code":"VALIDATION_ERROR","message":"no"}}');
        else response.end(JSON.stringify({ collections: [{ id: 'col_1' }], meta: {} }));
      });
      const port = await listen(service);
      try {
        const child = await start({ source: { baseUrl: `http://127.0.0.1:${port}` } });
        await waitUntil('the collections load with the service’s default page size', 5000, async () => {
          const response = await fetch(`${child.desk}/api/collections?search=&page=0`, {
            headers: { authorization: `Bearer ${child.token}` },
          });
          return (await response.text()).includes('col_1');
        });
      } finally {
        service.closeAllConnections();
        service.close();
      }
    },
  ),
  createProcessRow(
    {
      id: 'F10',
      name: 'a certificate that is expired, for another host or self-signed',
      injectedBy: 'openssl, faketime',
      needs: ['openssl', 'faketime'],
    },
    async ({ start, random, dataDir, waitUntil }) => {
      const first = await start({});
      await waitUntil('the first list is on air', 6000, async () => (await readFirstItemId(first)) === 'v1-0');
      await first.stop();
      const kind = random.pick(['expired', 'otherHost', 'selfSigned'] as const);
      const folder = join(dataDir, '..', 'tls');
      await mkdir(folder);
      const name = kind === 'otherHost' ? 'DNS:other.example' : 'IP:127.0.0.1';
      const opensslCommand = [
        'openssl',
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        join(folder, 'key.pem'),
        '-out',
        join(folder, 'cert.pem'),
        '-days',
        '30',
        '-subj',
        '/CN=service',
        '-addext',
        `subjectAltName=${name}`,
      ];
      const [command = '', ...args] =
        kind === 'expired' ? ['faketime', '2020-01-01 00:00:00', ...opensslCommand] : opensslCommand;
      execFileSync(command, args, { stdio: 'ignore' });
      const { createServer: createTlsServer } = await import('node:https');
      let hasReceivedRequest = false;
      const server = createTlsServer(
        { key: await readFile(join(folder, 'key.pem')), cert: await readFile(join(folder, 'cert.pem')) },
        (_, response) => {
          hasReceivedRequest = true;
          response.end('{}');
        },
      );
      const port = await listen(server);
      try {
        const environment: Record<string, string> =
          kind === 'selfSigned' ? {} : { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') };
        const restarted = await start({ source: { baseUrl: `https://127.0.0.1:${port}` }, environment });
        await waitUntil('the problem is reported', 6000, () => restarted.output().includes('SOURCE_CERTIFICATE'));
        assert('the last list is on air', (await readFirstItemId(restarted)) === 'v1-0');
        assert('no request is sent', !hasReceivedRequest);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    },
  ),
];
