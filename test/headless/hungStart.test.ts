/** Tests that a stop ends a start that waits for a disk that hangs. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { launch, writeConfig } from './process.ts';

it.skipIf(process.platform === 'win32')(
  'SIGTERM ends a start on a disk that hangs, and the log says why',
  async () => {
    const home = createTemporaryFolder('hung-start');
    const [pipe, data] = [join(home, 'pipe'), join(home, 'data')];
    execFileSync('mkfifo', [pipe]);
    const hangSyncs = pathToFileURL(resolve(import.meta.dirname, '..', 'faults', 'hangSyncs.ts'));
    const child = launch(['--config', writeConfig(home, {}), '--data-dir', data], {
      NODE_OPTIONS: `--import ${hangSyncs}`,
      GREENROOM_TEST_HANG: pipe,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += String(chunk);
    });
    const ended = new Promise((done) => child.once('close', done));
    // From its first file on, it can't get far without a sync.
    await waitUntil('the start writes', () => existsSync(data) && readdirSync(data).length > 0);
    child.kill('SIGTERM');
    await ended;
    expect(errors).toContain('DISK_NOT_RESPONDING');
  },
  60_000,
);
