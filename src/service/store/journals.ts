/** The store’s journal files: each checkpoint starts a new generation, and the index names the first one to read. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Journal, JournalCorrupt, openJournal } from '../../disk/journal.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import { type StoreRecord, storeRecord } from './records.ts';

export type JournalNotice =
  | { readonly code: 'DISK_TAIL_TORN'; readonly file: string }
  | { readonly code: 'DISK_FILE_CORRUPT'; readonly file: string; readonly kept: string };

export type OpenedJournals = {
  readonly journal: Journal;
  readonly generation: number;
  readonly records: readonly StoreRecord[];
  readonly notices: readonly JournalNotice[];
};

export function journalName(generation: number): string {
  return `changes.${generation}.journal`;
}

/** Reads all generations from `firstGeneration` on and opens the newest for writing. */
export async function openJournals(directory: string, firstGeneration: number): Promise<OpenedJournals> {
  const generations = (await listGenerations(directory)).filter((generation) => generation >= firstGeneration);
  const newest = generations.at(-1) ?? firstGeneration;
  const records: StoreRecord[] = [];
  const notices: JournalNotice[] = [];
  let journal: Journal | null = null;
  for (const generation of new Set([...generations, newest])) {
    const opened = await openOrQuarantine(directory, journalName(generation), notices);
    records.push(...opened.records);
    if (generation === newest) journal = opened.journal;
    else await opened.journal.close();
  }
  if (journal === null) throw new Error('no journal was opened');
  return { journal, generation: newest, records, notices };
}

export async function removeJournalsBefore(directory: string, generation: number): Promise<void> {
  for (const older of await listGenerations(directory)) {
    if (older < generation) await rm(join(directory, journalName(older)), { force: true });
  }
}

async function listGenerations(directory: string): Promise<readonly number[]> {
  const found = (await readdir(directory)).flatMap((name) => /^changes\.(\d+)\.journal$/.exec(name)?.[1] ?? []);
  return found.map(Number).sort((a, b) => a - b);
}

async function openOrQuarantine(
  directory: string,
  file: string,
  notices: JournalNotice[],
): Promise<{ readonly journal: Journal; readonly records: readonly StoreRecord[] }> {
  const path = join(directory, file);
  try {
    const opened = await openJournal(path);
    if (opened.droppedBytes > 0) notices.push({ code: 'DISK_TAIL_TORN', file });
    return { journal: opened.journal, records: opened.records.map((record) => storeRecord.parse(record)) };
  } catch (error) {
    if (!(error instanceof JournalCorrupt)) throw error;
    notices.push({ code: 'DISK_FILE_CORRUPT', file, kept: await quarantineFile(path) });
    const { journal } = await openJournal(path);
    return { journal, records: error.records.map((record) => storeRecord.parse(record)) };
  }
}
