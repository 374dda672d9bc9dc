/** Replaces a file whose content counts from the moment of the rename, also if the write fails afterwards. */
import { rm } from 'node:fs/promises';
import { readFileIfExists, writeAtomic } from './atomicFile.ts';

/** The error says that the file has the new content nevertheless. */
export function isReplacedNevertheless(error: unknown): boolean {
  return error instanceof Error && 'isReplaced' in error && error.isReplaced === true;
}

/**
 * Writes the file atomically. If that fails after the rename, the old content is restored. Rejects with the system’s error; the file is
 * unchanged then, unless it could not be restored either (`isReplacedNevertheless`).
 */
export async function replaceFile(path: string, content: string, mode: number, write = writeAtomic): Promise<void> {
  const previous = await readFileIfExists(path);
  const isReplaced = async (): Promise<boolean> =>
    (await readFileIfExists(path).catch(() => null))?.equals(Buffer.from(content)) ?? false;
  try {
    await write(path, content, mode);
  } catch (error) {
    if (!(await isReplaced())) throw error;
    await (previous === null ? rm(path) : write(path, previous, mode)).catch(() => undefined);
    if (!(await isReplaced()) || previous?.equals(Buffer.from(content))) throw error;
    throw Object.assign(error instanceof Error ? error : new Error(String(error)), { isReplaced: true });
  }
}
