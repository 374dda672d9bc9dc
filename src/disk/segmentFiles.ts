/** Finds and reads the files of a log, and keeps damaged ones aside. */
import { open, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { appendInTurn, JournalCorrupt, openJournal, readJournal, writeAll } from './journal.ts';
import { readJournalParts } from './journalParts.ts';
import { quarantineFile } from './quarantine.ts';
import { syncFileInTurn } from './syncQueue.ts';

/** A file of the log, readable without the others. Keys rise from file to file; they are revisions or epoch milliseconds. */
export type Segment = { readonly key: number; readonly bytes: number };

/** Path of the file with this key. */
export function segmentPath(directory: string, key: number): string {
  return join(directory, `${String(key).padStart(15, '0')}.journal`);
}

/** Receives the name of a damaged file, the name under which it is kept, and its readable records. `kept` is `null` if somebody removed the file. */
export type ReportDamage = (file: string, kept: string | null, readable: readonly unknown[]) => void;

/** Oldest first. Repairs the newest file and empty ones; the others are repaired when they are read. */
export async function findSegments(directory: string, reportDamage: ReportDamage): Promise<Segment[]> {
  const all = await readdir(directory);
  // A crash can leave the beginning of a file that nobody has read.
  for (const name of all)
    if (/^\d{15}\.journal\.tmp$/.test(name)) await rm(join(directory, name), { force: true }).catch(() => undefined);
  const names = all.filter((name) => /^\d{15}\.journal$/.test(name)).sort();
  const sizeOf = (name: string): Promise<number | null> =>
    stat(join(directory, name)).then(
      ({ size }) => size,
      () => null,
    );
  const found: Segment[] = [];
  for (const name of names) {
    if (name === names.at(-1) || (await sizeOf(name)) === 0) await readSegment(join(directory, name), reportDamage);
    const bytes = await sizeOf(name);
    if (bytes !== null) found.push({ key: Number.parseInt(name, 10), bytes });
  }
  return found;
}

/**
 * Returns the readable records. A damaged file is kept as `.corrupt`, and those records take its place. An incomplete last record is damage too:
 * it was lost, and a file that was cut ends with one. With `null`, a damaged file stays, because it is in use.
 */
export async function readSegment(path: string, reportDamage: ReportDamage | null): Promise<readonly unknown[]> {
  const { records, isDamaged } = await readJournal(path).then(
    (journal) => ({ records: journal.records, isDamaged: journal.records.length === 0 || journal.droppedBytes > 0 }),
    (error: unknown) => ({ records: error instanceof JournalCorrupt ? error.records : [], isDamaged: true }),
  );
  if (!isDamaged || reportDamage === null || (await isMissing(path))) return records;
  const kept = await quarantineFile(path).catch(() => null);
  reportDamage(basename(path), kept ?? basename(path), records);
  if (kept !== null && records.length > 0) await writeSegment(path, records).catch(() => undefined);
  return records;
}

/**
 * Saves a closed file whose sync failed: the system can have dropped what it did not write, and another sync would not say so. Written in place,
 * because the disk can be full. Then keeps it aside if it is damaged, as `readSegment` does. Returns whether the disk saved it. Never rejects.
 */
export async function saveSegmentAgain(path: string, reportDamage: ReportDamage): Promise<boolean> {
  try {
    const file = await open(path, 'r+');
    try {
      await writeAll(file, await file.readFile(), 0);
      await syncFileInTurn(file);
    } finally {
      await file.close();
    }
    let isDamaged = false;
    const parts = readJournalParts(path, () => {
      isDamaged = true;
    });
    while (!(await parts.next()).done);
    if (isDamaged) await readSegment(path, reportDamage);
    return true;
  } catch {
    // Nothing is left to save of a file that somebody removed.
    return isMissing(path);
  }
}

async function writeSegment(path: string, records: readonly unknown[]): Promise<void> {
  const { journal } = await openJournal(path);
  try {
    await appendInTurn(journal, records);
  } finally {
    await journal.close();
  }
}

async function isMissing(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );
}
