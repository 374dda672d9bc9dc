import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { launch, writeConfig } from './process.ts';

/** Returns what a start prints on stdout until it is ready. */
async function readOutput(args: readonly string[]): Promise<string> {
  const child = launch(args, {});
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += String(chunk);
  });
  await expect.poll(() => output, { timeout: 20_000 }).toMatch(/^Feed .*\n/m);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
  return output;
}

it('prints the desk’s token with --print-token or the demo only', async () => {
  const home = createTemporaryFolder('headless');
  const quiet = ['--log-level', 'error'];
  const show = ['--config', writeConfig(home, {}), '--data-dir', join(home, 'data'), ...quiet];
  const without = await readOutput(show);
  const { deskToken } = JSON.parse(readFileSync(join(home, 'data', 'secrets.json'), 'utf8'));
  expect(without).toMatch(/^Desk +http:\/\/127\.0\.0\.1:\d+\/ {2}\(--print-token adds the token to this address\)$/m);
  expect(without).not.toContain(deskToken);
  expect(await readOutput([...show, '--print-token'])).toContain(`/#token=${deskToken}\n`);
  const ports = ['--feed-port', '0', '--control-port', '0'];
  const demo = await readOutput(['--demo', '--data-dir', join(home, 'demo'), ...ports, ...quiet]);
  expect(demo).toMatch(/^Desk .*\/#token=\S+$/m);
}, 60_000);
