/** The lock of a data directory: one live owner, and never a dead one that keeps the next start out. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lockDirectory, lockWithoutRoom } from '../../src/disk/directoryLock.ts';

const fresh = (): string => mkdtempSync(join(tmpdir(), 'lock-'));

function deadOwner(): string {
  const { pid } = spawnSync(process.execPath, ['--version']);
  return JSON.stringify({ pid, bootAtMs: Date.now(), startMark: null });
}

/** A program that takes the lock, says so and lives on. */
const holding = (directory: string): string =>
  `import { lockDirectory } from './src/disk/directoryLock.ts';
    await lockDirectory(${JSON.stringify(directory)}); console.log('held'); setInterval(() => {}, 1000);`;

/** The lock that a live process of another id has, as it wrote it itself. */
async function liveOwner(): Promise<{ readonly written: string; readonly end: () => void }> {
  const elsewhere = fresh();
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', holding(elsewhere)]);
  await once(child.stdout, 'data');
  return { written: readFileSync(join(elsewhere, 'lock'), 'utf8'), end: () => child.kill('SIGKILL') };
}

describe('the lock of a directory', () => {
  it('lets in one at a time, and the next when it is let go', async () => {
    const directory = fresh();
    const release = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toMatchObject({ name: 'DataDirLocked', pid: process.pid });
    await release();
    await release();
    await (await lockDirectory(directory))();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('is taken from an owner that is dead', async () => {
    const directory = fresh();
    writeFileSync(join(directory, 'lock'), deadOwner());
    await (await lockDirectory(directory))();
  });

  it.skipIf(process.platform !== 'linux')(
    'is taken from a killed owner whose parent has not asked after it (told by Linux alone)',
    async () => {
      const directory = fresh();
      // The shell becomes a program that never asks after the child.
      const line = '"$0" --no-warnings --input-type=module --eval "$1" & exec sleep 60';
      const parent = spawn('/bin/sh', ['-c', line, process.execPath, holding(directory)]);
      await once(parent.stdout, 'data');
      const { pid } = JSON.parse(readFileSync(join(directory, 'lock'), 'utf8'));
      onTestFinished(() => {
        process.kill(pid, 'SIGKILL');
        parent.kill('SIGKILL');
      });
      await expect(lockDirectory(directory)).rejects.toMatchObject({ name: 'DataDirLocked' });
      process.kill(pid, 'SIGKILL');
      // Ended, its last thread too.
      const isOver = /\) Z (\S+ ){16}[01] /;
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), { timeout: 5000 }).toMatch(isOver);
      await (await lockDirectory(directory))();
    },
  );

  it.each([
    ['has its name on it', deadOwner()],
    ['had not written its name yet', ''],
  ])('is taken over from one that was killed while it took it and %s', async (_, written) => {
    const directory = fresh();
    writeFileSync(join(directory, 'lock.taking'), written);
    const release = await lockDirectory(directory);
    expect(readdirSync(directory)).toEqual(['lock']);
    await release();
  });

  it('is not taken while another live process is taking it', async () => {
    const directory = fresh();
    const { written, end } = await liveOwner();
    onTestFinished(() => {
      end();
    });
    writeFileSync(join(directory, 'lock.taking'), written);
    await expect(lockDirectory(directory)).rejects.toMatchObject({ name: 'DataDirLocked', pid: null });
    expect(readdirSync(directory)).toEqual(['lock.taking']);
  });

  it('is written over the one of a dead owner where there is no room for another, and keeps the next one out', async () => {
    const directory = fresh();
    writeFileSync(join(directory, 'lock'), deadOwner().padEnd(400));
    const release = await lockWithoutRoom(directory);
    const written = readFileSync(join(directory, 'lock'), 'utf8');
    expect(written.length).toBe(400);
    expect(JSON.parse(written)).toMatchObject({ pid: process.pid });
    await expect(lockWithoutRoom(directory)).rejects.toMatchObject({ name: 'DataDirLocked', pid: process.pid });
    await release();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('is not written over that of a live owner, with or without room', async () => {
    const directory = fresh();
    const { written, end } = await liveOwner();
    onTestFinished(() => {
      end();
    });
    writeFileSync(join(directory, 'lock'), written);
    await expect(lockWithoutRoom(directory)).rejects.toMatchObject({ name: 'DataDirLocked' });
    expect(readFileSync(join(directory, 'lock'), 'utf8')).toBe(written);
  });
});
