/** Locks a directory for one process, with a lock file that names its owner and a socket that ends with it. */
import { open, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { holdDirectory } from './holderSocket.ts';
import { renameFile } from './renameFile.ts';

/** Thrown when another live process holds the directory. */
export class DataDirLocked extends Error {
  override readonly name = 'DataDirLocked';
  readonly directory: string;
  /** Process id of the owner; `null` if its lock file does not say. */
  readonly pid: number | null;
  constructor(directory: string, pid: number | null) {
    super(`Another Greenroom${pid === null ? '' : ` (process ${pid})`} is using ${directory}`);
    this.directory = directory;
    this.pid = pid;
  }
}

const ownerSchema = z.object({
  pid: z.int(),
  bootAtMs: z.number(),
  startMark: z.string().nullable(),
  /** The locked directory. A copy of the directory contains its lock file too, and is not locked. Absent in older lock files. */
  path: z.string().optional(),
  inode: z.string().optional(),
});
type Owner = z.infer<typeof ownerSchema>;

/** An empty takeover lock older than this was left by a killed process. A newer one may not have been written yet. */
const emptyLockMaxAgeMs = 1000;
const retryMs = 25;

/** By the path of the lock file, how to give the directory back; `null` while it is being taken. */
const heldHere = new Map<string, (() => Promise<void>) | null>();

/** Locks the directory, and takes it over from a dead owner. Returns a function that releases it. Rejects with DataDirLocked or the system's error. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'lock');
  if (heldHere.has(path)) throw new DataDirLocked(directory, process.pid);
  heldHere.set(path, null);
  try {
    heldHere.set(path, await takeLock(directory, path));
  } catch (error) {
    heldHere.delete(path);
    throw error;
  }
  return () => release(path);
}

/**
 * Locks the directory on a full disk. Overwrites a dead owner's lock file, which takes no space; without one, it writes nothing.
 * Returns a function that releases it. Rejects with DataDirLocked.
 */
export async function lockOnFullDisk(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'lock');
  const owner = await readOwner(path);
  if (heldHere.has(path) || (owner !== null && (await holds(owner, directory)))) {
    throw new DataDirLocked(directory, owner?.pid ?? process.pid);
  }
  const giveBack = await holdDirectory(directory);
  if (giveBack === null) throw new DataDirLocked(directory, null);
  heldHere.set(path, giveBack);
  const mine = await describeThisProcess(directory);
  const file = await open(path, 'r+').catch(() => null);
  if (file !== null) {
    try {
      // Padded to the old length, so that nothing of the old content remains.
      await file.write(mine.padEnd((await file.stat()).size), 0);
    } catch {
      // If the lock can't be written, only a port conflict stops a second instance. A feed that does not start is worse.
    } finally {
      await file.close().catch(() => undefined);
    }
  }
  return () => release(path);
}

async function release(path: string): Promise<void> {
  const giveBack = heldHere.get(path) ?? null;
  if (!heldHere.delete(path)) return;
  await rm(path, { force: true });
  await giveBack?.();
}

async function describeThisProcess(directory: string): Promise<string> {
  const startMark = await readStartMark(process.pid);
  const mine: Owner = { pid: process.pid, bootAtMs: bootAtMs(), startMark, ...(await identify(directory)) };
  return JSON.stringify(mine);
}

async function identify(directory: string): Promise<{ readonly path: string; readonly inode: string }> {
  const { ino } = await stat(directory, { bigint: true });
  return { path: await realpath(directory), inode: String(ino) };
}

/** Whether the owner is running and its lock is for this directory, which may have been renamed or replaced since. */
async function holds(owner: Owner, directory: string): Promise<boolean> {
  const { path, inode } = await identify(directory);
  const isCopied = owner.path !== undefined && owner.path !== path && owner.inode !== inode;
  return !isCopied && (await isAlive(owner));
}

/** Returns a function that gives the directory back. */
async function takeLock(directory: string, path: string): Promise<() => Promise<void>> {
  const takeoverPath = `${path}.taking`;
  for (const file of [path, takeoverPath, `${path}.new`]) await refuseFolder(file);
  const mine = await describeThisProcess(directory);
  await acquireTakeoverLock(directory, takeoverPath, mine);
  let giveBack: (() => Promise<void>) | null = null;
  try {
    const owner = await readOwner(path);
    if (owner !== null && (await holds(owner, directory))) throw new DataDirLocked(directory, owner.pid);
    giveBack = await holdDirectory(directory);
    if (giveBack === null) throw new DataDirLocked(directory, null);
    await writeFile(`${path}.new`, mine, { mode: 0o600 });
    await renameFile(`${path}.new`, path);
    return giveBack;
  } catch (error) {
    await giveBack?.();
    if (!(error instanceof DataDirLocked)) await rm(`${path}.new`, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await rm(takeoverPath, { force: true });
  }
}

/**
 * Creates the takeover lock, so that two processes starting together can't both find the owner dead. Removes one left by a killed process:
 * immediately if it names that process, after a second if it is empty.
 */
async function acquireTakeoverLock(directory: string, takeoverPath: string, mine: string): Promise<void> {
  for (let attempt = 0; attempt < 2 * (emptyLockMaxAgeMs / retryMs); attempt += 1) {
    try {
      await writeFile(takeoverPath, mine, { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
        // Created but not written: it would delay the next startup.
        await rm(takeoverPath, { force: true }).catch(() => undefined);
        throw error;
      }
    }
    const owner = await readOwner(takeoverPath);
    if (owner !== null && (await holds(owner, directory))) break;
    if (owner !== null || (await ageMsOf(takeoverPath)) > emptyLockMaxAgeMs) await rm(takeoverPath, { force: true });
    else await wait(retryMs);
  }
  throw new DataDirLocked(directory, null);
}

/** A folder with the name of a file can’t be replaced. Rejects with the error of a read of it. */
async function refuseFolder(path: string): Promise<void> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR', path });
}

async function readOwner(path: string): Promise<Owner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Whether the same process is still running. Its id alone proves nothing: ids are reused after a reboot, and in containers within seconds. */
async function isAlive(owner: Owner): Promise<boolean> {
  if (owner.pid === process.pid) return false;
  if (Math.abs(owner.bootAtMs - bootAtMs()) > 600_000 && owner.startMark === null) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  const { startMark, hasEnded } = await readProcess(owner.pid);
  return !hasEnded && owner.startMark === startMark;
}

/** A mark that no later process with the same id shares. Linux only; `null` elsewhere. */
async function readStartMark(pid: number): Promise<string | null> {
  return (await readProcess(pid)).startMark;
}

/** Reads a process's state from /proc. A zombie has ended but keeps its id until its parent collects it, which may never happen. */
async function readProcess(pid: number): Promise<{ readonly startMark: string | null; readonly hasEnded: boolean }> {
  try {
    const [line, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The process name, in brackets, can contain anything. After it: field 1 is the state, 18 the threads, 20 the start time.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    // The main thread can end while another thread is still writing.
    const hasEnded = (fields[0] === 'Z' || fields[0] === 'X') && Number(fields[17]) <= 1;
    return { startMark: `${boot.trim()} ${fields[19] ?? ''}`, hasEnded };
  } catch {
    return { startMark: null, hasEnded: false };
  }
}

function bootAtMs(): number {
  return Date.now() - uptime() * 1000;
}

/** Milliseconds since the file was written; 0 if it is gone. Positive even after the clock was set back. */
async function ageMsOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  return found === null ? 0 : Math.abs(Date.now() - found.mtimeMs);
}
