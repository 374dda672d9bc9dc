/** Real shared caches in the path: nginx, Varnish and Squid as Debian has them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/engine/ports.ts';
import { readBase } from '../../../src/engine/source/address.ts';
import { createClient } from '../../../src/engine/source/client.ts';
import type { Chance } from '../chance.ts';
import { assert, withEngine, type Row, createRow } from '../row.ts';
import { listen, type EngineTestBed } from '../stage.ts';

/** Requests of two organisations through one cache; a long run where GREENROOM_TENANT_REQUESTS says so. */
const tenantRequests = Number(process.env['GREENROOM_TENANT_REQUESTS'] ?? 400);

type CacheName = 'nginx' | 'varnishd' | 'squid';
type Cache = { readonly baseUrl: string; readonly end: () => Promise<void> };

async function startCache(name: CacheName, servicePort: number): Promise<Cache> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-cache-'));
  await chmod(folder, 0o777);
  const port = await freePort();
  const [command, args] = await cacheCommand(name, folder, port, servicePort);
  const child: ChildProcess = spawn(command, args, {
    stdio: 'ignore',
    cwd: folder,
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (): Promise<void> => {
    if (child.exitCode === null) child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
    await gone;
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) break;
    if (await isResponding(port)) return { baseUrl: `http://127.0.0.1:${port}`, end };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await end();
  throw new Error(`${name} did not start`);
}

async function cacheCommand(
  name: CacheName,
  folder: string,
  port: number,
  servicePort: number,
): Promise<[string, string[]]> {
  const config = join(folder, 'config');
  switch (name) {
    case 'nginx': {
      await mkdir(join(folder, 'cache'));
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (each) => `${each}_temp_path ${folder}/${each};`,
      );
      await writeFile(
        config,
        `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error; events {}
http { access_log off; ${temporary.join(' ')} proxy_cache_path ${folder}/cache keys_zone=z:1m;
server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${servicePort}; proxy_cache z; } } }`,
      );
      return ['nginx', ['-p', folder, '-e', `${folder}/error`, '-c', config]];
    }
    case 'varnishd':
      // By itself it keeps nothing that was asked with Authorization: here it is told to, and Vary has to keep answers apart.
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

/** Whether anybody answers there; a path of its own, so that nothing is cached of what the row asks for. */
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

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

async function withCache(
  stage: EngineTestBed,
  name: CacheName,
  source: Record<string, unknown>,
  run: () => Promise<void>,
): Promise<void> {
  const cache = await startCache(name, stage.servicePort);
  try {
    await stage.restart({ source: { baseUrl: cache.baseUrl, ...source } });
    await run();
  } finally {
    await cache.end();
  }
}

/**
 * Asks as two organisations in any order, over a cache that may keep every answer for half a minute, with Vary to the letter of the
 * service's document. Answers how many were another organisation's, and how many the cache gave by itself.
 */
async function requestAsTwo(name: CacheName, chance: Chance): Promise<{ foreign: number; cached: number }> {
  let served = 0;
  const service = createServer((incoming, response) => {
    served += 1;
    response.writeHead(200, {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=30',
      vary: 'Authorization, Accept-Encoding',
    });
    response.end(JSON.stringify({ of: incoming.headers['x-api-key'] }));
  });
  const cache = await startCache(name, await listen(service));
  const client = createClient(() => true, systemClock);
  try {
    const base = readBase(cache.baseUrl, []);
    if (typeof base === 'string') throw new Error(base);
    served = 0;
    let foreign = 0;
    for (let request = 0; request < tenantRequests; request += 1) {
      const key = chance.between(0, 1) === 1 ? 'key-of-one' : 'key-of-the-other';
      const path = `/v1/shared/${chance.between(1, 20)}`;
      const reply = await client.get({ base, path, key, ifNoneMatch: null, mayBeCached: true });
      assert(`request ${request} is answered`, reply.kind === 'answered');
      if (reply.kind === 'answered' && JSON.stringify(reply.body) !== JSON.stringify({ of: key })) foreign += 1;
    }
    return { foreign, cached: tenantRequests - served };
  } finally {
    await client.close();
    await cache.end();
    service.closeAllConnections();
    service.close();
  }
}

const names: readonly CacheName[] = ['nginx', 'varnishd', 'squid'];

export const cacheRows: readonly Row[] = names.flatMap((name) => [
  withEngine(
    { id: `F23-${name}`, name: `a change behind a cache of 30 s (${name})`, injectedBy: name, needs: [name] },
    {},
    (stage) =>
      withCache(stage, name, {}, async () => {
        await new Promise((resolve) => setTimeout(resolve, stage.chance.between(1000, 3000)));
        const wanted = stage.edit(2).join();
        await stage.waitUntil('on air within 36 s', 36_000, () => stage.onAir().join() === wanted);
      }),
  ),
  withEngine(
    { id: `F24-${name}`, name: `a cache that does not look at the key (${name})`, injectedBy: name, needs: [name] },
    {},
    (stage) =>
      withCache(stage, name, {}, async () => {
        await stage.waitUntil('found by the wrong key', 10_000, () => stage.problemCodes().includes('SOURCE_CACHE_LEAKS'));
      }),
  ),
  withEngine(
    { id: `T1-${name}`, name: `Authorization keeps organisations apart (${name})`, injectedBy: name, needs: [name] },
    {},
    (stage) =>
      withCache(stage, name, { sendAuthorization: true }, async () => {
        await new Promise((resolve) => setTimeout(resolve, 5000));
        assert('the wrong key finds nothing', !stage.problemCodes().includes('SOURCE_CACHE_LEAKS'));
        assert('and our own list is had', stage.state().source.word === 'current');
      }),
  ),
  createRow(
    { id: `T1a-${name}`, name: `two organisations through one cache (${name})`, injectedBy: name, needs: [name] },
    async (chance) => {
      const { foreign, cached: kept } = await requestAsTwo(name, chance);
      assert(`no answer is another organisation’s (${foreign} were)`, foreign === 0);
      // Without this it could be that the cache kept nothing.
      assert(`the cache gave most by itself (${kept} of ${tenantRequests})`, kept > tenantRequests / 2);
    },
  ),
]);
