/** Marks that a change was announced but not saved. The mark is an empty directory, which even a full disk usually accepts. */
import { createHash } from 'node:crypto';
import { mkdir, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export type UnsavedMark = {
  /** Whether the mark existed when this was opened. */
  readonly wasSet: boolean;
  /** Creates the mark in the data directory or, if that disk accepts nothing, in the system's temporary directory. Rejects if both fail. */
  readonly set: () => Promise<void>;
  /** Removes the mark. A mark that can't be removed stays, which is safe. */
  readonly clear: () => Promise<void>;
};

export async function openUnsavedMark(directory: string): Promise<UnsavedMark> {
  const name = createHash('sha256').update(resolve(directory)).digest('hex').slice(0, 32);
  const paths = [join(directory, 'unsure'), join(tmpdir(), `greenroom-unsure-${name}`)];
  const found = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  const wasSet = found.includes(true);
  let isSet = wasSet;
  return {
    wasSet,
    set: async () => {
      if (isSet) return;
      const [inDirectory = '', inTemporary = ''] = paths;
      await mkdir(inDirectory, { mode: 0o700 }).catch(() => mkdir(inTemporary, { mode: 0o700 }));
      isSet = true;
    },
    clear: async () => {
      if (!isSet) return;
      for (const path of paths) await rmdir(path).catch(() => undefined);
      isSet = false;
    },
  };
}
