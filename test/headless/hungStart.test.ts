/** Tests that a start in a new directory says that it waits for a disk that hangs, and that a stop ends it. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hangingSyncs } from '../faults/hangingSyncs.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { launch, writeConfig } from './process.ts';

it.skipIf(process.platform === 'win32')(
  'a start in a new directory on a disk that hangs says what it waits for, and SIGTERM ends it',
  async () => {
    const home = createTemporaryFolder('hung-start');
    const [pipe, data] = [join(home, 'pipe'), join(home, 'data')];
    execFileSync('mkfifo', [pipe]);
    const child = launch(['--config', writeConfig(home, {}), '--data-dir', data], hangingSyncs(pipe));
    onTestFinished(() => void child.kill('SIGKILL'));
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += String(chunk);
    });
    const ended = new Promise((done) => child.once('close', done));
    await waitUntil('it says so', () =>
      errors.includes(`The disk of ${data} isn’t responding, so Greenroom can’t start yet`),
    );
    child.kill('SIGTERM');
    await ended;
    expect(errors).toContain('DISK_NOT_RESPONDING');
  },
  60_000,
);
