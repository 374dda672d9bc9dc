/** One process at a time in a directory: a lock file that names its owner and outlives no owner. */
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/** Said when another live process holds the directory. */
export class DataDirLocked extends Error {
  override readonly name = 'DataDirLocked';
  readonly directory: string;
  /** Process id of the owner; null when it is only just taking the lock. */
  readonly pid: number | null;
  constructor(directory: string, pid: number | null) {
    super(`${directory} is in use${pid === null ? '' : ` by process ${pid}`}`);
    this.directory = directory;
    this.pid = pid;
  }
}

const ownerSchema = z.object({ pid: z.int(), bootAtMs: z.number(), startMark: z.string().nullable() });
type Owner = z.infer<typeof ownerSchema>;

const heldHere = new Set<string>();

/** Takes the directory, also from an owner that is dead. Answers the way to let go. Rejects with DataDirLocked, or the system's error. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'lock');
  if (heldHere.has(path)) throw new DataDirLocked(directory, process.pid);
  heldHere.add(path);
  try {
    await takeLock(directory, path);
  } catch (error) {
    heldHere.delete(path);
    throw error;
  }
  return async () => {
    if (!heldHere.delete(path)) return;
    await rm(path, { force: true });
  };
}

async function takeLock(directory: string, path: string): Promise<void> {
  // Whoever takes over holds this door meanwhile, so that two starting at once cannot both find the owner dead.
  const door = `${path}.taking`;
  await removeOlderThan(door, 10_000);
  const file = await open(door, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new DataDirLocked(directory, null) : error;
  });
  try {
    const owner = await readOwner(path);
    if (owner !== null && (await isAlive(owner))) throw new DataDirLocked(directory, owner.pid);
    const mine: Owner = { pid: process.pid, bootAtMs: bootAtMs(), startMark: await startMark(process.pid) };
    await writeFile(`${path}.new`, JSON.stringify(mine), { mode: 0o600 });
    await rename(`${path}.new`, path);
  } finally {
    await file.close();
    await rm(door, { force: true });
  }
}

async function readOwner(path: string): Promise<Owner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

/** The owner lives when its id is in use since its start: ids are given anew after a restart of the machine, and in containers at once. */
async function isAlive(owner: Owner): Promise<boolean> {
  if (owner.pid === process.pid) return false;
  if (Math.abs(owner.bootAtMs - bootAtMs()) > 600_000 && owner.startMark === null) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  return owner.startMark === (await startMark(owner.pid));
}

/** What tells a process from a later one with its id, where the system says so (Linux); null elsewhere. */
async function startMark(pid: number): Promise<string | null> {
  try {
    const [line, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The name, in brackets, may hold anything; the start time is the twentieth word after it.
    return `${boot.trim()} ${line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
  } catch {
    return null;
  }
}

function bootAtMs(): number {
  return Date.now() - uptime() * 1000;
}

async function removeOlderThan(path: string, ageMs: number): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found !== null && Date.now() - found.mtimeMs > ageMs) await rm(path, { force: true });
}
