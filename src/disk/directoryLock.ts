/** One process at a time in a directory: a lock file that names its owner and outlives no owner. */
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
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

/** A door without a name is being written at this moment, or was left by a killed process when it is older. */
const namelessMs = 1000;
const lookEveryMs = 25;

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

/**
 * Takes the directory on a disk that has no room for a lock: in place of what a dead owner left, which needs none, or else without a
 * word on disk. Answers the way to let go. Rejects with DataDirLocked.
 */
export async function lockWithoutRoom(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'lock');
  const owner = await readOwner(path);
  if (heldHere.has(path) || (owner !== null && (await isAlive(owner)))) {
    throw new DataDirLocked(directory, owner?.pid ?? process.pid);
  }
  heldHere.add(path);
  const mine = await describeMe();
  const file = await open(path, 'r+').catch(() => null);
  if (file !== null) {
    try {
      // As long as what was there: nothing is left of it behind the end.
      await file.write(mine.padEnd((await file.stat()).size), 0);
    } catch {
      // Whoever cannot be named is held back by the ports alone; a feed that does not start is worse.
    } finally {
      await file.close().catch(() => undefined);
    }
  }
  return async () => {
    if (!heldHere.delete(path)) return;
    await rm(path, { force: true });
  };
}

async function describeMe(): Promise<string> {
  const mine: Owner = { pid: process.pid, bootAtMs: bootAtMs(), startMark: await startMark(process.pid) };
  return JSON.stringify(mine);
}

async function takeLock(directory: string, path: string): Promise<void> {
  const door = `${path}.taking`;
  const mine = await describeMe();
  await openDoor(directory, door, mine);
  try {
    const owner = await readOwner(path);
    if (owner !== null && (await isAlive(owner))) throw new DataDirLocked(directory, owner.pid);
    await writeFile(`${path}.new`, mine, { mode: 0o600 });
    await rename(`${path}.new`, path);
  } catch (error) {
    if (!(error instanceof DataDirLocked)) await rm(`${path}.new`, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await rm(door, { force: true });
  }
}

/**
 * Whoever takes over holds this door meanwhile, so that two starting at once cannot both find the owner dead. One left by a process
 * that was killed just then is opened at once, or, killed before it wrote its name, after a second: a restart never waits longer.
 */
async function openDoor(directory: string, door: string, mine: string): Promise<void> {
  for (let n = 0; n < 2 * (namelessMs / lookEveryMs); n += 1) {
    try {
      await writeFile(door, mine, { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
        // Made, but not written: it would keep the next one out for a while.
        await rm(door, { force: true }).catch(() => undefined);
        throw error;
      }
    }
    const owner = await readOwner(door);
    if (owner !== null && (await isAlive(owner))) break;
    if (owner !== null || (await ageOf(door)) > namelessMs) await rm(door, { force: true });
    else await wait(lookEveryMs);
  }
  throw new DataDirLocked(directory, null);
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
  const { mark, hasEnded } = await lookAt(owner.pid);
  return !hasEnded && owner.startMark === mark;
}

/** What tells a process from a later one with its id, where the system says so (Linux); null elsewhere. */
async function startMark(pid: number): Promise<string | null> {
  return (await lookAt(pid)).mark;
}

/** A process that has ended keeps its id until its parent asks after it, which may be never. */
async function lookAt(pid: number): Promise<{ readonly mark: string | null; readonly hasEnded: boolean }> {
  try {
    const [line, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The name, in brackets, may hold anything. After it: first the state, 18th the threads, 20th the start time.
    const words = line.slice(line.lastIndexOf(')') + 2).split(' ');
    // Its first thread may have ended before one that still writes.
    const hasEnded = (words[0] === 'Z' || words[0] === 'X') && Number(words[17]) <= 1;
    return { mark: `${boot.trim()} ${words[19] ?? ''}`, hasEnded };
  } catch {
    return { mark: null, hasEnded: false };
  }
}

function bootAtMs(): number {
  return Date.now() - uptime() * 1000;
}

/** Milliseconds since it was written, by a clock set back too; 0 when it is gone. */
async function ageOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  return found === null ? 0 : Math.abs(Date.now() - found.mtimeMs);
}
