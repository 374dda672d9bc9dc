/** A mark for a file or directory, kept in the system’s temporary folder while its own place is missing or can’t be written. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export type OutsideMark = {
  /** The number of steps that an earlier run set; 0 if none did. */
  readonly stepsBefore: number;
  /** Rejects with the system's error. */
  readonly set: (steps: number) => Promise<void>;
  /** Never rejects. */
  readonly clear: () => Promise<void>;
};

/** A larger file is not from here. */
const maxSteps = 1000;

/** The mark survives a crash of the process. Some systems empty the folder when the machine or a service restarts. */
export async function openOutsideMark(markedPath: string): Promise<OutsideMark> {
  const name = createHash('sha256').update(resolve(markedPath)).digest('hex').slice(0, 16);
  const path = join(tmpdir(), `greenroom-${name}.unsaved`);
  const sizeBefore = await sizeOfOurFile(path);
  return {
    // An empty file is one step.
    stepsBefore: sizeBefore === null ? 0 : Math.min(sizeBefore + 1, maxSteps),
    set: async (steps) => {
      const file = await openOurs(path);
      // Needs no space on the disk.
      await file.truncate(Math.min(steps, maxSteps) - 1).finally(() => file.close());
    },
    clear: () => rm(path, { force: true }).catch(() => undefined),
  };
}

/** Others can write to this folder: a link that they prepared is not followed, and a file of another user proves nothing. */
async function openOurs(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const isOurs = (await sizeOfOurFile(path)) !== null;
    if (!isOurs || !(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  // Windows has no such flag, and there each user has a temporary folder.
  return open(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
}

async function sizeOfOurFile(path: string): Promise<number | null> {
  const found = await lstat(path).catch(() => null);
  const isOurs = found?.isFile() === true && (process.getuid === undefined || found.uid === process.getuid());
  return isOurs ? found.size : null;
}
