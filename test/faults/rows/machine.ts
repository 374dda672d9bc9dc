/** Faults of this machine: its clock, its sleep, its limits, and the certificates that it is shown. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { firstItemId, withProcesses } from '../ground.ts';
import { assert, withEngine, type Row } from '../row.ts';
import { listen, createVersion } from '../stage.ts';

export const machineRows: readonly Row[] = [
  withEngine(
    { id: 'F31p', name: 'the wall clock jumps by an hour, to 1970, to 2038', injectedBy: 'clock port', isQuick: true },
    { mode: 'hybrid' },
    async (stage, chance) => {
      stage.clock.jumpMs = chance.pick([
        3_600_000,
        -3_600_000,
        -7_200_000,
        -Date.now(),
        2_145_916_800_000 - Date.now(),
      ]);
      const before = stage.requestCount();
      const wanted = stage.edit(2).join();
      await stage.waitUntil('the change is seen within an interval or two', 3000, () => stage.onAir().join() === wanted);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      const asked = stage.requestCount() - before;
      assert(`the rhythm stays (${asked} questions)`, asked >= 3 && asked <= 9);
      assert('a genuine delivery is taken', (await stage.deliver(createVersion(500, 1))) === 200);
    },
  ),
  withProcesses(
    { id: 'F32', name: 'stopped for four seconds, then on', injectedBy: 'SIGSTOP', isQuick: false },
    async ({ start, show, waitUntil: wait, requestTimes }) => {
      const child = await start({ source: { poll: { intervalSeconds: 300 } } });
      await wait('the first list', 6000, async () => (await firstItemId(child)) === 'v1-0');
      child.signal('SIGSTOP');
      show.body = createVersion(2, 2);
      await new Promise((resolve) => setTimeout(resolve, 5500));
      const before = requestTimes().length;
      child.signal('SIGCONT');
      await wait('asked within two seconds', 2000, () => requestTimes().length > before);
      await wait('the new list', 2000, async () => (await firstItemId(child)) === 'v2-0');
    },
  ),
  withProcesses(
    { id: 'F39', name: 'no descriptor left', injectedBy: 'prlimit', needs: ['prlimit'], isQuick: true },
    async ({ start, show, chance, waitUntil: wait }) => {
      const child = await start({ wrapper: ['prlimit', '--nofile=70'] });
      await wait('the first list', 6000, async () => (await firstItemId(child)) === 'v1-0');
      const port = Number(new URL(child.feed).port);
      const sockets = Array.from({ length: 120 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
      await new Promise((resolve) => setTimeout(resolve, chance.between(1000, 4500)));
      assert(`it lives (${child.output().slice(-1500)})`, child.isAlive());
      for (const socket of sockets) socket.destroy();
      show.body = createVersion(2, 2);
      await wait('recovered within five seconds', 5000, async () => (await firstItemId(child)) === 'v2-0');
    },
  ),
  withProcesses({ id: 'F16', name: '400 for our page size', injectedBy: 'service' }, async ({ start, waitUntil: wait }) => {
    const picky = createServer((request, response) => {
      if (request.url?.includes('pageSize'))
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end('{"error":{"code":"VALIDATION_ERROR","message":"no"}}');
      else response.end(JSON.stringify({ collections: [{ id: 'col_1' }], meta: {} }));
    });
    const port = await listen(picky);
    try {
      const child = await start({ source: { baseUrl: `http://127.0.0.1:${port}` } });
      await wait('the list is had with the service’s own paging', 5000, async () => {
        const answer = await fetch(`${child.desk}/api/collections?search=&page=0`, {
          headers: { authorization: `Bearer ${child.token}` },
        });
        return (await answer.text()).includes('col_1');
      });
    } finally {
      picky.closeAllConnections();
      picky.close();
    }
  }),
  withProcesses(
    {
      id: 'F10',
      name: 'a certificate that has expired, is another host’s, or nobody’s',
      injectedBy: 'openssl, faketime',
      needs: ['openssl', 'faketime'],
    },
    async ({ start, chance, dataDir, waitUntil: wait }) => {
      const first = await start({});
      await wait('the first list', 6000, async () => (await firstItemId(first)) === 'v1-0');
      await first.stop();
      const kind = chance.pick(['expired', 'otherHost', 'unknown'] as const);
      const folder = join(dataDir, '..', 'tls');
      await mkdir(folder);
      const name = kind === 'otherHost' ? 'DNS:other.example' : 'IP:127.0.0.1';
      const request = [
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
      const [command = '', ...args] = kind === 'expired' ? ['faketime', '2020-01-01 00:00:00', ...request] : request;
      execFileSync(command, args, { stdio: 'ignore' });
      const { createServer: createTls } = await import('node:https');
      let wasAsked = false;
      const server = createTls(
        { key: await readFile(join(folder, 'key.pem')), cert: await readFile(join(folder, 'cert.pem')) },
        (_, response) => {
          wasAsked = true;
          response.end('{}');
        },
      );
      const port = await listen(server);
      try {
        const environment: Record<string, string> =
          kind === 'unknown' ? {} : { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') };
        const again = await start({ source: { baseUrl: `https://127.0.0.1:${port}` }, environment });
        await wait('it is said', 6000, () => again.output().includes('SOURCE_CERTIFICATE'));
        assert('the last list is on air', (await firstItemId(again)) === 'v1-0');
        assert('nothing was sent', !wasAsked);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    },
  ),
];
