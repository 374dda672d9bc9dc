/** Starts the built product, which polls a service every second and serves one feed. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ChildServer, startChild } from './childServer.ts';

export function startPollingEngine(
  folder: string,
  baseUrl: string,
  preloaded: readonly string[] = [],
): Promise<ChildServer> {
  const config = join(folder, 'config.json');
  const settings = {
    source: { mode: 'poll', baseUrl, poll: { intervalSeconds: 1 } },
    feeds: [{ slug: 'main', collectionId: 'col_1' }],
    feedServer: { port: 0 },
    desk: { port: 0 },
  };
  writeFileSync(config, JSON.stringify(settings));
  return startChild(
    resolve('out/main/headless.js'),
    ['--config', config, '--data-dir', join(folder, 'data'), '--ready-json', '--log-level', 'error'],
    { GREENROOM_API_KEY: 'bench-key' },
    preloaded,
  );
}
