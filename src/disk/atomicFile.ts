/** Writes files atomically: after a crash, a file has either the old content or the new content. */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { renameFile } from './renameFile.ts';
import { syncInTurn } from './syncQueue.ts';

/**
 * Writes a temporary file, fsyncs it, renames it over the old one and fsyncs the directory. On failure the old file is unchanged, except if
 * only the fsync of the directory fails: the new file is there then, and a power cut can bring back the old one. A failed fsync is never
 * retried on the same file, because the system may already have dropped the data. The next call writes a new file.
 */
export async function writeAtomic(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(content);
      await syncInTurn(() => file.sync());
    } finally {
      await file.close();
    }
    await renameFile(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Like `writeAtomic`, and keeps the previous version as `NAME.previous`. */
export async function writeAtomicKeepingPrevious(
  path: string,
  content: string | Uint8Array,
  mode: number,
): Promise<void> {
  await copyFile(path, `${path}.previous.tmp`).then(
    () => renameFile(`${path}.previous.tmp`, `${path}.previous`),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    },
  );
  await writeAtomic(path, content, mode);
}

/** Replaces the content of an existing file where its directory can't be written. A crash meanwhile leaves a part of it. */
export async function overwriteFile(path: string, content: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.truncate(0);
    await file.writeFile(content);
    await syncInTurn(() => file.sync());
  } finally {
    await file.close();
  }
}

/** The file's bytes, or `null` if it does not exist. Rejects with the system's error for anything else. */
export async function readFileIfExists(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return null;
    // An error of the read itself, such as for a directory, does not name the file.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}

/** Makes renames, creations and removals in a directory survive a power cut. Windows needs no such call. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await syncInTurn(() => directory.sync());
  } finally {
    await directory.close();
  }
}

/** Creates the directory and its parents, accessible by this user only. */
export async function makeDirectory(path: string): Promise<void> {
  // Not `mkdir` with `recursive`, which never returns where nothing can be created, such as under /proc.
  const missing: string[] = [];
  // On Windows, a drive that does not exist has itself above it.
  for (let directory = resolve(path); !(await isDirectory(directory)); directory = dirname(directory)) {
    missing.push(directory);
    if (dirname(directory) === directory) break;
  }
  for (const directory of missing.reverse()) {
    await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Creates the directory if it is missing, but not the one above it, which could be a lost data directory. Never rejects. */
export async function restoreDirectory(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(() => undefined);
}

/** Whether the path is a directory; `false` if it does not exist. Rejects if it is something else. */
async function isDirectory(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  throw Object.assign(new Error(`${path} is not a directory`), { code: 'ENOTDIR', path });
}

/** Whether the error says that there is no such file or directory. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
