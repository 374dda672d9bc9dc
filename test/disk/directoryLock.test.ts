/** Tests that a directory's lock has one live owner, and that a dead owner never blocks startup. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lockDirectory, lockOnFullDisk } from '../../src/disk/directoryLock.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

const makeDirectory = (): string => createTemporaryFolder('lock');

function deadOwnerLock(): string {
  const { pid } = spawnSync(process.execPath, ['--version']);
  return JSON.stringify({ pid, bootAtMs: Date.now(), startMark: null });
}

/** A program that takes the lock, prints `held` and keeps running. */
const lockHolderScript = (directory: string): string =>
  `import { lockDirectory } from './src/disk/directoryLock.ts';
    await lockDirectory(${JSON.stringify(directory)}); console.log('held'); setInterval(() => {}, 1000);`;

/** Starts a process that takes the directory's lock, and returns the content of its lock file. */
async function startLiveOwner(directory: string): Promise<string> {
  const child = spawn(process.execPath, [
    '--no-warnings',
    '--input-type=module',
    '--eval',
    lockHolderScript(directory),
  ]);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await once(child.stdout, 'data');
  return readFileSync(join(directory, 'lock'), 'utf8');
}

describe('the lock of a directory', () => {
  it('admits one owner at a time, and the next one after its release', async () => {
    const directory = makeDirectory();
    const release = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toMatchObject({ name: 'DataDirLocked', pid: process.pid });
    await release();
    await release();
    await (await lockDirectory(directory))();
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each(['lock', 'lock.new', 'lock.taking'])(
    'is refused if a folder has the name %s, which the error has',
    async (name) => {
      const directory = makeDirectory();
      mkdirSync(join(directory, name));
      await expect(lockDirectory(directory)).rejects.toMatchObject({ code: 'EISDIR', path: join(directory, name) });
      rmdirSync(join(directory, name));
      await (await lockDirectory(directory))();
    },
  );

  it('is taken over from a dead owner', async () => {
    const directory = makeDirectory();
    writeFileSync(join(directory, 'lock'), deadOwnerLock());
    await (await lockDirectory(directory))();
  });

  it.skipIf(process.platform !== 'linux')(
    'is taken over from a killed owner that is still a zombie (Linux only)',
    async () => {
      const directory = makeDirectory();
      // `sleep` replaces the shell and never collects its child, which stays a zombie.
      const line = '"$0" --no-warnings --input-type=module --eval "$1" & exec sleep 60';
      const parent = spawn('/bin/sh', ['-c', line, process.execPath, lockHolderScript(directory)]);
      await once(parent.stdout, 'data');
      const { pid } = JSON.parse(readFileSync(join(directory, 'lock'), 'utf8'));
      onTestFinished(() => {
        process.kill(pid, 'SIGKILL');
        parent.kill('SIGKILL');
      });
      await expect(lockDirectory(directory)).rejects.toMatchObject({ name: 'DataDirLocked' });
      process.kill(pid, 'SIGKILL');
      // A zombie whose last thread has ended.
      const hasEnded = /\) Z (\S+ ){16}[01] /;
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(hasEnded);
      await (await lockDirectory(directory))();
    },
  );

  it.each([
    ['after it wrote its process id', deadOwnerLock()],
    ['before it wrote its process id', ''],
  ])('is taken over from a process killed during its takeover, %s', async (_, written) => {
    const directory = makeDirectory();
    writeFileSync(join(directory, 'lock.taking'), written);
    const release = await lockDirectory(directory);
    expect(readdirSync(directory)).toEqual(['lock']);
    await release();
  });

  it('is refused during the takeover by another live process', async () => {
    const directory = makeDirectory();
    await startLiveOwner(directory);
    renameSync(join(directory, 'lock'), join(directory, 'lock.taking'));
    await expect(lockDirectory(directory)).rejects.toMatchObject({ name: 'DataDirLocked', pid: null });
    expect(readdirSync(directory)).toEqual(['lock.taking']);
  });

  it('overwrites a dead owner’s lock on a full disk, and excludes the next process', async () => {
    const directory = makeDirectory();
    writeFileSync(join(directory, 'lock'), deadOwnerLock().padEnd(400));
    const release = await lockOnFullDisk(directory);
    const written = readFileSync(join(directory, 'lock'), 'utf8');
    expect(written.length).toBe(400);
    expect(JSON.parse(written)).toMatchObject({ pid: process.pid });
    await expect(lockOnFullDisk(directory)).rejects.toMatchObject({ name: 'DataDirLocked', pid: process.pid });
    await release();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('does not bind a copy of the directory, made while its owner runs', async () => {
    const directory = makeDirectory();
    const written = await startLiveOwner(directory);
    for (const lock of [lockDirectory, lockOnFullDisk]) {
      const copy = makeDirectory();
      cpSync(directory, copy, { recursive: true });
      await (await lock(copy))();
    }
    await expect(lockDirectory(directory)).rejects.toMatchObject({ name: 'DataDirLocked' });
    expect(readFileSync(join(directory, 'lock'), 'utf8')).toBe(written);
  });

  it('still binds a directory that was renamed while its owner runs', async () => {
    const directory = makeDirectory();
    await startLiveOwner(directory);
    renameSync(directory, `${directory}-renamed`);
    await expect(lockDirectory(`${directory}-renamed`)).rejects.toMatchObject({ name: 'DataDirLocked' });
  });

  it.each([lockDirectory, lockOnFullDisk])(
    'is held by a live owner also after its file was damaged (%o)',
    async (lock) => {
      const directory = makeDirectory();
      const written = await startLiveOwner(directory);
      const ways = [null, '', '\0'.repeat(written.length), 'garbage', written.slice(0, 20), deadOwnerLock()];
      for (const damaged of ways) {
        if (damaged === null) rmSync(join(directory, 'lock'));
        else writeFileSync(join(directory, 'lock'), damaged);
        await expect(lock(directory)).rejects.toMatchObject({ name: 'DataDirLocked', pid: null });
        if (damaged !== null) expect(readFileSync(join(directory, 'lock'), 'utf8')).toBe(damaged);
      }
    },
  );

  it('never overwrites a live owner’s lock on a full disk', async () => {
    const directory = makeDirectory();
    const written = await startLiveOwner(directory);
    await expect(lockOnFullDisk(directory)).rejects.toMatchObject({ name: 'DataDirLocked' });
    expect(readFileSync(join(directory, 'lock'), 'utf8')).toBe(written);
  });
});
