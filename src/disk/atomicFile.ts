/** Whole files that are either the old one or the new one, whatever happens in between. */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Writes the file whole: a new name, fsync, rename over the old one, fsync of the directory. Rejects with the system's error;
 * the old file is then untouched. A failed fsync is never tried again on the same file: the next call writes a new one.
 */
export async function writeAtomic(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** As `writeAtomic`, and the version before it stays beside it as `NAME.previous`. */
export async function writeAtomicKeepingPrevious(
  path: string,
  content: string | Uint8Array,
  mode: number,
): Promise<void> {
  await copyFile(path, `${path}.previous.tmp`).then(
    () => rename(`${path}.previous.tmp`, `${path}.previous`),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    },
  );
  await writeAtomic(path, content, mode);
}

/** The file's bytes, or null where there is none. Rejects with the system's error for anything else. */
export async function readWhole(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Makes what was renamed, made or removed in a directory outlast a power cut. Windows has no such call and needs none. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Makes the directory and those above it, readable by this user alone. */
export async function makeDirectory(path: string): Promise<void> {
  // Step by step: the system's own recursive way never ends where nothing can be made, as under /proc.
  const missing: string[] = [];
  for (let folder = resolve(path); !(await isFolder(folder)); folder = dirname(folder)) missing.push(folder);
  for (const folder of missing.reverse()) {
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Whether it is a folder. Rejects where something else is in its place. */
async function isFolder(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR', path });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
