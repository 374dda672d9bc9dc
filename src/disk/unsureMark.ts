/** A mark that something was announced that no file took: an empty folder, which asks nothing of the disk but its name. */
import { createHash } from 'node:crypto';
import { mkdir, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export type UnsureMark = {
  /** Whether it stood there when this was opened. */
  readonly wasSet: boolean;
  /** Sets it, beside the files or, where that disk takes nothing at all, among the system's temporary ones. Rejects where neither goes. */
  readonly set: () => Promise<void>;
  /** Takes it away. What cannot be taken away stays, which is safe. */
  readonly clear: () => Promise<void>;
};

/** The mark of a directory. */
export async function openUnsureMark(directory: string): Promise<UnsureMark> {
  const name = createHash('sha256').update(resolve(directory)).digest('hex').slice(0, 32);
  const places = [join(directory, 'unsure'), join(tmpdir(), `greenroom-unsure-${name}`)];
  const found = await Promise.all(
    places.map((place) =>
      stat(place).then(
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
      const [beside = '', elsewhere = ''] = places;
      await mkdir(beside, { mode: 0o700 }).catch(() => mkdir(elsewhere, { mode: 0o700 }));
      isSet = true;
    },
    clear: async () => {
      if (!isSet) return;
      for (const place of places) await rmdir(place).catch(() => undefined);
      isSet = false;
    },
  };
}
