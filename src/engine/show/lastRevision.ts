/** Finds the last revision of a feed that the show no longer has, so that its counter never goes back. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { JournalCorrupt, readJournal } from '../../disk/journal.ts';

const entrySchema = z.object({ revision: z.int().min(0) });

/** Returns the last revision in the feed's history, or `null` without one. Reads a damaged file as far as possible. */
export async function readLastRevision(dataDir: string, slug: string): Promise<number | null> {
  const directory = join(dataDir, 'history', slug);
  const names = await readdir(directory).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.journal'))
    .sort()
    .at(-1);
  if (newest === undefined) return null;
  const records = await readJournal(join(directory, newest)).then(
    (journal) => journal.records,
    (error: unknown) => (error instanceof JournalCorrupt ? error.records : []),
  );
  // A file is named after its first revision, which is known even if no record can be read.
  const firstRevision = Number.parseInt(newest, 10);
  const read = entrySchema.safeParse(records.at(-1));
  return read.success ? read.data.revision : Number.isNaN(firstRevision) ? null : firstRevision;
}
