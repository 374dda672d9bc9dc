/** Real shared caches between Greenroom and the service: nginx, Varnish and Squid from Debian. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readValue } from '../../../src/engine/http/longJson.ts';
import { parseBaseAddress } from '../../../src/engine/poll/address.ts';
import { createClient } from '../../../src/engine/poll/client.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { findFreePort } from '../../findFreePort.ts';
import type { Random } from '../../random.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { type EngineTestBed, listen } from '../engineTestBed.ts';
import { assert, createEngineRow, createRow, type Row } from '../row.ts';

/** Number of requests from two organisations through one cache; a long run sets GREENROOM_TENANT_REQUESTS higher. */
const organisationRequestCount = Number(process.env['GREENROOM_TENANT_REQUESTS'] ?? 400);

type CacheName = 'nginx' | 'varnishd' | 'squid';
type Cache = { readonly baseUrl: string; readonly close: () => Promise<void> };

async function startCache(name: CacheName, servicePort: number): Promise<Cache> {
  // Varnish reads its files as another user, who may not enter the folder of the run. `close` removes it.
  const folder = createTemporaryFolder('cache', tmpdir());
  await chmod(folder, 0o777);
  const port = await findFreePort();
  const [command, args] = await prepareCache(name, folder, port, servicePort);
  const child: ChildProcess = spawn(command, args, {
    stdio: 'ignore',
    cwd: folder,
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async (): Promise<void> => {
    if (child.exitCode === null) child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
    await exited;
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (child.exitCode !== null) break;
    if (await isResponding(port)) return { baseUrl: `http://127.0.0.1:${port}`, close };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await close();
  throw new Error(`${name} did not start`);
}

async function prepareCache(
  name: CacheName,
  folder: string,
  port: number,
  servicePort: number,
): Promise<[string, string[]]> {
  const config = join(folder, 'config');
  switch (name) {
    case 'nginx': {
      await mkdir(join(folder, 'cache'));
      const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      await writeFile(
        config,
        `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error; events {}
http { access_log off; ${tempPaths.join(' ')} proxy_cache_path ${folder}/cache keys_zone=z:1m;
server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${servicePort}; proxy_cache z; } } }`,
      );
      return ['nginx', ['-p', folder, '-e', `${folder}/error`, '-c', config]];
    }
    case 'varnishd':
      // By default Varnish does not cache responses to requests with Authorization.
      // Here it must, so that only Vary separates organisations.
      await writeFile(
        config,
        `vcl 4.1; backend service { .host = "127.0.0.1"; .port = "${servicePort}"; }
sub vcl_recv { return (hash); }`,
      );
      return [
        'varnishd',
        ['-F', '-a', `127.0.0.1:${port}`, '-f', config, '-n', join(folder, 'work'), '-s', 'malloc,8m'],
      ];
    case 'squid':
      await writeFile(
        config,
        `http_port 127.0.0.1:${port} accel defaultsite=127.0.0.1 no-vhost
cache_peer 127.0.0.1 parent ${servicePort} 0 no-query originserver
http_access allow all
cache_mem 8 MB
pid_filename none
access_log none
cache_log ${folder}/log
coredump_dir ${folder}
shutdown_lifetime 0 seconds`,
      );
      return ['squid', ['-N', '-f', config]];
    default: {
      const unreachable: never = name;
      return unreachable;
    }
  }
}

/** Uses a path that no row requests, so that the check caches nothing for a row. */
function isResponding(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request({ host: '127.0.0.1', port, path: '/is-up' }, (response) => {
      response.resume();
      resolve(true);
    });
    probe.on('error', () => resolve(false));
    probe.end();
  });
}

async function runBehindCache(
  testBed: EngineTestBed,
  name: CacheName,
  source: Record<string, unknown>,
  run: () => Promise<void>,
): Promise<void> {
  const cache = await startCache(name, testBed.servicePort);
  try {
    await testBed.restart({ source: { baseUrl: cache.baseUrl, ...source } });
    await run();
  } finally {
    await cache.close();
  }
}

/**
 * Sends requests from two organisations in random order through a cache that may keep each response for 30 s.
 * Responses have the Vary header of the service document.
 * Returns how many carried the other organisation's data and how many came from the cache.
 */
async function requestAsTwoOrganisations(
  name: CacheName,
  random: Random,
): Promise<{ foreign: number; cached: number }> {
  let served = 0;
  const service = createServer((incoming, response) => {
    served += 1;
    response.writeHead(200, {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=30',
      vary: 'Authorization, Accept-Encoding',
    });
    response.end(JSON.stringify({ organisation: incoming.headers['x-api-key'] }));
  });
  const cache = await startCache(name, await listen(service));
  const client = createClient(
    () => true,
    () => ({ proxy: null, authority: [] }),
    systemClock,
  );
  try {
    const base = parseBaseAddress(cache.baseUrl, []);
    if (typeof base === 'string') throw new Error(base);
    served = 0;
    let foreign = 0;
    for (let request = 0; request < organisationRequestCount; request += 1) {
      const key = random.between(0, 1) === 1 ? 'key-a' : 'key-b';
      const path = `/v1/shared/${random.between(1, 20)}`;
      const reply = await client.get({ base, path, key, ifNoneMatch: null, mayBeCached: true }, readValue);
      assert(`request ${request} gets a response`, reply.kind === 'answered');
      if (reply.kind === 'answered' && JSON.stringify(reply.body) !== JSON.stringify({ organisation: key }))
        foreign += 1;
    }
    return { foreign, cached: organisationRequestCount - served };
  } finally {
    await client.close();
    await cache.close();
    service.closeAllConnections();
    service.close();
  }
}

const names: readonly CacheName[] = ['nginx', 'varnishd', 'squid'];

export const cacheRows: readonly Row[] = names.flatMap((name) => [
  createEngineRow(
    {
      id: `F23-${name}`,
      name: `a change behind a cache that keeps responses for 30 s (${name})`,
      injectedBy: name,
      needs: [name],
    },
    {},
    (testBed) =>
      runBehindCache(testBed, name, {}, async () => {
        await new Promise((resolve) => setTimeout(resolve, testBed.random.between(1000, 3000)));
        const expected = testBed.edit(2).join();
        await testBed.waitUntil('the change is on air', 36_000, () => testBed.onAir().join() === expected);
      }),
  ),
  createEngineRow(
    { id: `F24-${name}`, name: `a cache that ignores the API key (${name})`, injectedBy: name, needs: [name] },
    {},
    (testBed) =>
      runBehindCache(testBed, name, {}, async () => {
        await testBed.waitUntil('the check with a wrong key finds the leak', 10_000, () =>
          testBed.problemCodes().includes('SOURCE_CACHE_LEAKS'),
        );
      }),
  ),
  createEngineRow(
    { id: `T1-${name}`, name: `Authorization separates organisations (${name})`, injectedBy: name, needs: [name] },
    {},
    (testBed) =>
      runBehindCache(testBed, name, { sendAuthorization: true }, async () => {
        await new Promise((resolve) => setTimeout(resolve, 5000));
        assert('the check with a wrong key finds no leak', !testBed.problemCodes().includes('SOURCE_CACHE_LEAKS'));
        assert('the source is current', testBed.state().source.state === 'current');
      }),
  ),
  createRow(
    { id: `T1a-${name}`, name: `two organisations share one cache (${name})`, injectedBy: name, needs: [name] },
    async (random) => {
      const { foreign, cached } = await requestAsTwoOrganisations(name, random);
      assert(`no response belongs to the other organisation (${foreign} do)`, foreign === 0);
      // The row proves nothing if the cache is not used.
      assert(
        `most responses come from the cache (${cached} of ${organisationRequestCount})`,
        cached > organisationRequestCount / 2,
      );
    },
  ),
]);
