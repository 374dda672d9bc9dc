/** Starts the built product with one feed, on free ports, in a folder of the benchmark. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ChildServer, startChild } from './childServer.ts';

/** It polls the service every second. */
export function startPollingEngine(
  folder: string,
  baseUrl: string,
  preloaded: readonly string[] = [],
): Promise<ChildServer> {
  const source = { mode: 'poll', baseUrl, poll: { intervalSeconds: 1 } };
  return start(folder, { source }, { GREENROOM_API_KEY: 'bench-key' }, preloaded);
}

/** It receives deliveries that are signed with the secret. */
export function startPushedEngine(folder: string, secret: string, settings: object = {}): Promise<ChildServer> {
  // An address that nothing polls: without one, the desk opens its settings.
  const source = { mode: 'push', baseUrl: 'http://127.0.0.1:9', push: { host: '127.0.0.1', port: 0, path: '/hook' } };
  return start(folder, { source, ...settings }, { GREENROOM_WEBHOOK_SECRET: secret, GREENROOM_API_KEY: '' }, []);
}

function start(
  folder: string,
  settings: object,
  environment: Readonly<Record<string, string>>,
  preloaded: readonly string[],
): Promise<ChildServer> {
  const config = join(folder, 'config.json');
  const feeds = [{ slug: 'main', collectionId: 'col_1' }];
  writeFileSync(config, JSON.stringify({ feeds, feedServer: { port: 0 }, desk: { port: 0 }, ...settings }));
  return startChild(
    resolve('out/main/headless.js'),
    ['--config', config, '--data-dir', join(folder, 'data'), '--ready-json', '--log-level', 'error'],
    environment,
    preloaded,
  );
}
