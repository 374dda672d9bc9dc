/** Reads the entries of the event log, and keeps damaged files aside. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { LogEntry } from '../../contract/queries.ts';
import { makeDirectory } from '../../disk/atomicFile.ts';
import { JournalCorrupt, openJournal, readJournal } from '../../disk/journal.ts';
import { quarantineFile } from '../../disk/quarantine.ts';

export type LoadedEntries = {
  /** Oldest first. */
  readonly entries: readonly LogEntry[];
  /** Damaged files and the names under which they were kept. */
  readonly damaged: readonly { readonly file: string; readonly kept: string }[];
};

const entrySchema = z.object({
  at: z.iso.datetime(),
  level: z.enum(['info', 'warn', 'error']),
  code: z.string(),
  message: z.string(),
});

/** Reads the newest entries, `limit` at most. Creates the directory if it is missing. */
export async function loadLogEntries(directory: string, limit: number): Promise<LoadedEntries> {
  await makeDirectory(directory);
  const files = (await readdir(directory)).filter((name) => name.endsWith('.journal')).sort();
  const damaged: { file: string; kept: string }[] = [];
  let entries: readonly LogEntry[] = [];
  for (const file of files) {
    const { records, kept } = await readOrQuarantine(join(directory, file));
    if (kept !== null) damaged.push({ file, kept });
    const read = records.flatMap((record) => entrySchema.safeParse(record).data ?? []);
    entries = [...entries, ...read].slice(-limit);
  }
  return { entries, damaged };
}

/** The readable records stay under the file's own name. */
async function readOrQuarantine(
  path: string,
): Promise<{ readonly records: readonly unknown[]; readonly kept: string | null }> {
  const found = await readJournal(path).catch((error: unknown) => {
    if (error instanceof JournalCorrupt) return { records: error.records, droppedBytes: null };
    throw error;
  });
  const isUnreadable = found.records.length === 0 && found.droppedBytes !== 0;
  if (found.droppedBytes !== null && !isUnreadable) return { records: found.records, kept: null };
  const kept = await quarantineFile(path);
  if (found.records.length > 0) {
    const { journal } = await openJournal(path);
    await journal.append(found.records);
    await journal.close();
  }
  return { records: found.records, kept };
}
