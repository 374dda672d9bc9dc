/** Tests that SIGTERM ends the demo and the built-in service although their disk hangs. */
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { compileCache } from '../compileCache.ts';
import { hangingSyncs } from '../faults/hangingSyncs.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { headlessProgram } from '../testedProgram.ts';
import { waitUntil } from '../waitUntil.ts';

it.skipIf(process.platform === 'win32').each([
  ['the demo', headlessProgram, ['--demo', '--feed-port', '0', '--control-port', '0']],
  ['the built-in service', 'src/headless/service.ts', ['--fixtures', 'demo', '--port', '0']],
])(
  'SIGTERM ends %s on a disk that hangs, and the log says why not everything is saved',
  async (_, program, args) => {
    const home = createTemporaryFolder('hung-stop');
    const pipe = join(home, 'pipe');
    const child = spawn(
      process.execPath,
      ['--no-warnings', program, ...args, '--data-dir', join(home, 'data'), '--ready-json'],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...compileCache, ...hangingSyncs(pipe) },
      },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    await waitUntil('it is ready', () => output.includes('"ready"'));
    const ended = new Promise((done) => child.once('close', done));
    execFileSync('mkfifo', [pipe]);
    child.kill('SIGTERM');
    await ended;
    expect(output).toContain('DISK_NOT_RESPONDING');
  },
  60_000,
);
