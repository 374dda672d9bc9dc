import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { type RunningEngine, start } from './process.ts';

let engine: RunningEngine | null = null;
afterEach(() => engine?.kill('SIGKILL'));

it.skipIf(process.platform === 'win32')(
  'exceptions that nothing catches are logged and shown as a problem, and the feed continues (not on Windows: it has no signals)',
  async () => {
    const folder = createTemporaryFolder('safeguards');
    const ports = ['--feed-port', '0', '--control-port', '0'];
    const running = await start(['--demo', '--data-dir', folder, ...ports, '--log-level', 'error'], {
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'throwOnSignal.ts'))}`,
    });
    engine = running;
    const readRevision = async (): Promise<number> =>
      (await (await fetch(`${running.ready.feed}/feeds/main/live.json`)).json()).revision;
    await expect.poll(readRevision, { timeout: 10_000 }).toBeGreaterThan(0);

    process.kill(running.pid, 'SIGUSR2');
    for (const origin of ['a timer', 'setImmediate', 'a promise'])
      await expect.poll(running.errors, { timeout: 10_000 }).toContain(`planted in ${origin}`);

    const lines = running
      .errors()
      .split('\n')
      .filter((line) => line.includes('planted'));
    expect(lines.map((line) => JSON.parse(line).code)).toEqual(['ENGINE_FAULT', 'ENGINE_FAULT', 'ENGINE_FAULT']);
    const { body } = await running.request('GET', '/api/state');
    expect(body.problems).toContainEqual(expect.objectContaining({ code: 'ENGINE_FAULT', about: 'engine' }));

    const before = await readRevision();
    await running.post('/api/feeds/main/clear', {});
    expect(await readRevision()).toBe(before + 1);
    expect(await running.kill('SIGTERM')).toBe(0);
  },
  60_000,
);
