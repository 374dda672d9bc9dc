/** How far a feed had come that the show no longer knows, so that its counter never goes back. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { JournalCorrupt, readJournal } from '../../disk/journal.ts';

const entrySchema = z.object({ revision: z.int().min(0) });

/** The last revision that the history of that feed holds; null: it has none. What is damaged is read as far as it goes. */
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
  // A file is named for its first revision: that much is known even where nothing in it can be read.
  const named = Number.parseInt(newest, 10);
  const read = entrySchema.safeParse(records.at(-1));
  return read.success ? read.data.revision : Number.isNaN(named) ? null : named;
}
