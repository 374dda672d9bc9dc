/** Quarantines unreadable files: they are renamed, never deleted or overwritten. */
import { access, rename } from 'node:fs/promises';
import { basename } from 'node:path';

/** Renames the file to `NAME.corrupt` (or `NAME.corrupt.2` and so on) and returns the new file name. */
export async function quarantineFile(path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const kept = number === 1 ? `${path}.corrupt` : `${path}.corrupt.${number}`;
    const isTaken = await access(kept).then(
      () => true,
      () => false,
    );
    if (isTaken) continue;
    await rename(path, kept);
    return basename(kept);
  }
}
