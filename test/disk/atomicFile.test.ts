import { spawn } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readFileIfExists, writeAtomic, writeAtomicKeepingPrevious } from '../../src/disk/atomicFile.ts';
import { DataDirLocked, lockDirectory } from '../../src/disk/directoryLock.ts';
import { quarantineFile } from '../../src/disk/quarantine.ts';
import { missingNeedsSuffix } from '../faults/needs.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

let directory = '';
let path = '';

beforeEach(async () => {
  directory = createTemporaryFolder('disk');
  path = join(directory, 'file.json');
});

describe('an atomic file', () => {
  it('has the new content, is accessible by this user only, and leaves no other file', async () => {
    await writeAtomic(path, 'one');
    await writeAtomic(path, 'two');
    expect(await readFile(path, 'utf8')).toBe('two');
    expect(await readdir(directory)).toEqual(['file.json']);
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('keeps the previous version with writeAtomicKeepingPrevious', async () => {
    await writeAtomicKeepingPrevious(path, 'one', 0o600);
    expect(await readdir(directory)).toEqual(['file.json']);
    await writeAtomicKeepingPrevious(path, 'two', 0o600);
    await writeAtomicKeepingPrevious(path, 'three', 0o600);
    expect(await readFile(`${path}.previous`, 'utf8')).toBe('two');
    expect((await readdir(directory)).toSorted()).toEqual(['file.json', 'file.json.previous']);
  });

  it('leaves the old file and no temporary file when the rename fails', async () => {
    await mkdir(path);
    await expect(writeAtomic(path, 'one')).rejects.toThrow();
    expect(await readdir(directory)).toEqual(['file.json']);
  });

  it('is `null` when missing, and rejects when it cannot be read', async () => {
    expect(await readFileIfExists(path)).toBeNull();
    await expect(readFileIfExists(directory)).rejects.toThrow();
  });
});

describe('writing an atomic file', () => {
  const skipSuffix = missingNeedsSuffix(['strace']);
  const write = (text: string): string =>
    `import { writeAtomic } from ${JSON.stringify(new URL('../../src/disk/atomicFile.ts', import.meta.url).href)}; await writeAtomic(${JSON.stringify(path)}, ${JSON.stringify(text)});`;

  it
    .skipIf(skipSuffix !== '')
    .each([
      'fsync:error=EIO:when=1',
      'fsync:error=EIO:when=2',
      'fsync:signal=SIGKILL:when=1',
      'rename:error=EACCES:when=1',
      'rename:signal=SIGKILL:when=1',
      'fsync:signal=SIGKILL:when=2',
    ])(`leaves the complete old or new file under %s${skipSuffix}`, async (fault) => {
    await writeFile(path, 'old');
    const call = fault.split(':')[0] ?? '';
    const faults = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${fault}`];
    const child = spawn('strace', [...faults, process.execPath, '--input-type=module', '-e', write('new')], {
      stdio: 'ignore',
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).not.toBe(0);
    // The second fsync is for the directory, after the new file is in place.
    expect(await readFile(path, 'utf8')).toBe(fault.startsWith('fsync') && fault.endsWith('2') ? 'new' : 'old');
  });
});

describe('a quarantined file', () => {
  it('keeps its content under a new name', async () => {
    await writeFile(path, 'first');
    expect(await quarantineFile(path)).toBe('file.json.corrupt');
    await writeFile(path, 'second');
    expect(await quarantineFile(path)).toBe('file.json.corrupt.2');
    expect(await readFile(`${path}.corrupt`, 'utf8')).toBe('first');
    expect(await readFile(`${path}.corrupt.2`, 'utf8')).toBe('second');
  });

  it('never replaces an earlier one: not even a link to nothing, nor a directory', async () => {
    await symlink('nowhere', `${path}.corrupt`, 'junction');
    await mkdir(`${path}.corrupt.2`);
    await writeFile(path, 'third');
    expect(await quarantineFile(path)).toBe('file.json.corrupt.3');
    expect((await lstat(`${path}.corrupt`)).isSymbolicLink()).toBe(true);
    await writeFile(path, 'fourth');
    const other = join(directory, 'other.json');
    await writeFile(other, 'other');
    const kept = await Promise.all([quarantineFile(path), quarantineFile(other)]);
    expect(kept).toEqual(['file.json.corrupt.4', 'other.json.corrupt']);
    expect(await readFile(`${path}.corrupt.3`, 'utf8')).toBe('third');
  });

  it('keeps its name if it can’t be renamed', async () => {
    await expect(quarantineFile(join(directory, 'missing.json'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a directory’s lock', () => {
  const lockFile = (): string => join(directory, 'lock');

  it('is exclusive within this process until released', async () => {
    const unlock = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toBeInstanceOf(DataDirLocked);
    await unlock();
    await unlock();
    await (await lockDirectory(directory))();
    expect(await readdir(directory)).toEqual([]);
  });

  it('is exclusive between live processes, and taken over from a dead one', async () => {
    const source = JSON.stringify(new URL('../../src/disk/directoryLock.ts', import.meta.url).href);
    const hold = `import { lockDirectory } from ${source}; await lockDirectory(${JSON.stringify(directory)}); console.log('held'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', hold], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await expect(lockDirectory(directory)).rejects.toMatchObject({ pid: child.pid });
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
    await (await lockDirectory(directory))();
  });

  it('is taken over if its process id now belongs to another process, or if it cannot be read', async () => {
    const stranger = { pid: process.ppid, bootAtMs: 0, startMark: 'another start' };
    await writeFile(lockFile(), JSON.stringify(stranger));
    await (await lockDirectory(directory))();
    await writeFile(lockFile(), 'nonsense');
    await (await lockDirectory(directory))();
  });
});
