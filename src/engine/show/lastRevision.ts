/** Finds the last revision of a feed that the show no longer has, or that another show served, so that its counter never goes back. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readNote } from '../../disk/confirmedMark.ts';
import { JournalCorrupt, readJournal } from '../../disk/journal.ts';
import { markName, readMarkedFeeds } from './markedFeeds.ts';

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

/** Returns the last revision that readers of the feed can have got from the show in `dataDir`; `undefined` if it has no such feed, or without a show. Changes nothing there. */
export async function readSeenRevision(dataDir: string | null, slug: string): Promise<number | undefined> {
  if (dataDir === null) return undefined;
  // After a crash the history can lack the last revisions, and the mark can be missing or damaged.
  const marked = readMarkedFeeds(await readNote(join(dataDir, markName))).get(slug)?.revision ?? -1;
  const highest = Math.max(marked, (await readLastRevision(dataDir, slug)) ?? -1);
  return highest < 0 ? undefined : highest;
}
