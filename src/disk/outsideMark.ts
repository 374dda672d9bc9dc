/** A mark for a directory that is kept outside it, in the system’s temporary folder, while the directory itself is missing. */
import { createHash } from 'node:crypto';
import { lstat, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export type OutsideMark = {
  /** Whether an earlier run set it. */
  readonly wasSet: boolean;
  /** Rejects with the system's error. */
  readonly set: () => Promise<void>;
  /** Never rejects. */
  readonly clear: () => Promise<void>;
};

/** The mark survives a crash of the process. Some systems empty the folder when the machine or a service restarts. */
export async function openOutsideMark(directory: string): Promise<OutsideMark> {
  const name = createHash('sha256').update(resolve(directory)).digest('hex').slice(0, 16);
  const path = join(tmpdir(), `greenroom-${name}.unsaved`);
  return {
    wasSet: await isOurFile(path),
    set: async () => {
      // Exclusive, because others can write to this folder: a link that they prepared is not followed.
      const file = await open(path, 'wx', 0o600).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST' && (await isOurFile(path))) return null;
        throw error;
      });
      await file?.close();
    },
    clear: () => rm(path, { force: true }).catch(() => undefined),
  };
}

/** A file of another user proves nothing. */
async function isOurFile(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  return found?.isFile() === true && (process.getuid === undefined || found.uid === process.getuid());
}
