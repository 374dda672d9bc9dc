/** Tests that a start in a new directory says that it waits for a disk that hangs, and that a stop ends it. */
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { compileCache } from '../compileCache.ts';
import { hangingSyncs } from '../faults/hangingSyncs.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { headlessProgram, serviceProgram } from '../testedProgram.ts';
import { waitUntil } from '../waitUntil.ts';
import { writeConfig } from './process.ts';

it.skipIf(process.platform === 'win32').each([
  ['Greenroom', headlessProgram, (home: string) => ['--config', writeConfig(home, {})]],
  ['the service', serviceProgram, () => ['--fixtures', 'demo', '--port', '0']],
])(
  'a start of %s in a new directory on a disk that hangs says what it waits for, and SIGTERM ends it',
  async (name, program, listArgs) => {
    const home = createTemporaryFolder('hung-start');
    const [pipe, data] = [join(home, 'pipe'), join(home, 'data')];
    execFileSync('mkfifo', [pipe]);
    const child = spawn(process.execPath, ['--no-warnings', program, ...listArgs(home), '--data-dir', data], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...compileCache, ...hangingSyncs(pipe) },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += String(chunk);
    });
    const ended = new Promise((done) => child.once('close', done));
    await waitUntil('it says so', () =>
      errors.includes(`The disk of ${data} isn’t responding, so ${name} can’t start yet`),
    );
    child.kill('SIGTERM');
    await ended;
    expect(errors).toContain('DISK_NOT_RESPONDING');
  },
  60_000,
);
