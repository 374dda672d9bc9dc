/** Finds the files of a log. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readJournal } from './journal.ts';

/** A file of the log, readable without the others. Keys rise from file to file; they are revisions or epoch milliseconds. */
export type Segment = { readonly key: number; readonly bytes: number };

/** Path of the file with this key. */
export function segmentPath(directory: string, key: number): string {
  return join(directory, `${String(key).padStart(15, '0')}.journal`);
}

/** Oldest first. Deletes a last file without a complete record, which a crash can leave. */
export async function findSegments(directory: string): Promise<Segment[]> {
  const names = (await readdir(directory)).filter((name) => /^\d{15}\.journal$/.test(name)).sort();
  for (let last = names.at(-1); last !== undefined && (await isEmpty(join(directory, last))); last = names.at(-1)) {
    await rm(join(directory, last), { force: true });
    names.pop();
  }
  const found: Segment[] = [];
  for (const name of names) {
    const { size } = await stat(join(directory, name));
    found.push({ key: Number.parseInt(name, 10), bytes: size });
  }
  return found;
}

async function isEmpty(path: string): Promise<boolean> {
  try {
    return (await readJournal(path)).records.length === 0;
  } catch {
    return false;
  }
}
