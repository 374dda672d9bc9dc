/** Keeps the last deliveries that nobody could understand, for a person to look at. Best effort: nothing waits for it. */
import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory, writeAtomic } from '../../disk/atomicFile.ts';

const keepFiles = 10;
const keepMs = 24 * 60 * 60 * 1000;

/** Writes the body aside and drops what is old. Resolves whatever happens. */
export async function keepUnreadable(dataDir: string, body: Buffer, nowMs: number): Promise<void> {
  const folder = join(dataDir, 'unreadable-deliveries');
  try {
    await makeDirectory(folder);
    // Named by time, then content: sorting by name is sorting by age.
    const mark = createHash('sha256').update(body).digest('hex').slice(0, 8);
    await writeAtomic(join(folder, `${String(Math.floor(nowMs)).padStart(14, '0')}-${mark}.json`), body);
    const names = (await readdir(folder)).sort();
    const old = names.slice(0, Math.max(0, names.length - keepFiles));
    for (const name of names) {
      const { mtimeMs } = await stat(join(folder, name));
      if (old.includes(name) || nowMs - mtimeMs > keepMs) await rm(join(folder, name), { force: true });
    }
  } catch {
    // The delivery was answered and the service is asked: losing the copy loses nothing.
  }
}
