/** Measures how much of the disk each part of a data directory uses. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the bytes of each file or folder directly in the directory, by name. */
export async function readDiskUse(directory: string): Promise<ReadonlyMap<string, number>> {
  const use = new Map<string, number>();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const part = path.slice(directory.length + 1).split('/')[0] ?? '';
    // A file can be deleted while the folder is read.
    const bytes = (await stat(path).catch(() => null))?.size ?? 0;
    use.set(part, (use.get(part) ?? 0) + bytes);
  }
  return use;
}
