/** The store’s journal files: each checkpoint starts a new generation, and the index names the first one to read. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Confirmed } from '../../disk/confirmedMark.ts';
import { type Journal, JournalCorrupt, openJournal, readJournal } from '../../disk/journal.ts';
import { copyAside, quarantineFile } from '../../disk/quarantine.ts';
import { type StoreRecord, storeRecord } from './records.ts';

export type JournalNotice =
  | { readonly code: 'DISK_TAIL_TORN'; readonly file: string; readonly kept: string }
  | { readonly code: 'DISK_FILE_CORRUPT'; readonly file: string; readonly kept: string | null }
  | { readonly code: 'SERVICE_CHANGE_LOST'; readonly file: string; readonly what: string; readonly nextStep: string };

export type OpenedJournals = {
  readonly journal: Journal;
  readonly generation: number;
  /** Whether the newest has no changes yet. */
  readonly isEmpty: boolean;
  readonly records: readonly StoreRecord[];
  readonly notices: readonly JournalNotice[];
};

export function journalName(generation: number): string {
  return `changes.${generation}.journal`;
}

/** Opens a journal and writes its first record. */
export async function beginJournal(path: string): Promise<Journal> {
  const { journal } = await openJournal(path);
  await journal.append([{ type: 'journalBegan' } satisfies StoreRecord]);
  return journal;
}

/**
 * Reads all generations from `firstGeneration` on and opens the newest for writing. `isEmptied`: an empty or missing first one is damage.
 * `confirmed` is known to be confirmed, at least; `null` if that is not known.
 */
export async function openJournals(
  directory: string,
  firstGeneration: number,
  isEmptied: (exists: boolean) => boolean,
  confirmed: Confirmed | null,
): Promise<OpenedJournals> {
  const generations = (await listGenerations(directory)).filter((generation) => generation >= firstGeneration);
  const exists = generations.includes(firstGeneration);
  // A number is never used again, not even that of a lost file.
  const newest = Math.max(generations.at(-1) ?? firstGeneration, confirmed?.file ?? 0);
  const records: StoreRecord[] = [];
  const notices: JournalNotice[] = [];
  let journal: Journal | null = null;
  for (const generation of new Set([...generations, newest])) {
    const opened = await openOrQuarantine(directory, journalName(generation), notices);
    const isShorter = generation === confirmed?.file && opened.journal.size() < confirmed.bytes;
    const isReported = notices.some(
      ({ code, file }) => code === 'DISK_FILE_CORRUPT' && file === journalName(generation),
    );
    if (isShorter && !isReported) notices.push({ code: 'SERVICE_CHANGE_LOST', file: journalName(generation), ...lost });
    if (generation === firstGeneration && opened.records.length === 0) {
      const file = journalName(generation);
      if (isEmptied(exists) && !notices.some((notice) => notice.file === file))
        notices.push({ code: 'DISK_FILE_CORRUPT', file, kept: null });
      await opened.journal.append([{ type: 'journalBegan' } satisfies StoreRecord]);
    }
    records.push(...opened.records);
    if (generation === newest) journal = opened.journal;
    else await opened.journal.close();
  }
  if (journal === null) throw new Error('no journal was opened');
  const isEmpty = records.every(({ type }) => type === 'journalBegan');
  return { journal, generation: newest, isEmpty, records, notices };
}

const lost = {
  what: 'The last saved changes of the service are missing. On air could be affected: a post that was removed from live can be back.',
  nextStep: 'Check each collection on the service’s page, then make the last changes again.',
} as const;

export async function removeJournalsBefore(directory: string, generation: number): Promise<void> {
  for (const older of await listGenerations(directory)) {
    if (older < generation) await rm(join(directory, journalName(older)), { force: true });
  }
}

export async function hasJournals(directory: string): Promise<boolean> {
  return (await listGenerations(directory)).length > 0;
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
    // Nothing says whether a cut record was confirmed, so the file is kept before its end is cut off.
    if ((await readJournal(path)).droppedBytes > 0)
      notices.push({ code: 'DISK_TAIL_TORN', file, kept: await copyAside(path) });
    const opened = await openJournal(path);
    return { journal: opened.journal, records: opened.records.map((record) => storeRecord.parse(record)) };
  } catch (error) {
    const isDirectory = error instanceof Error && 'code' in error && error.code === 'EISDIR';
    if (!(error instanceof JournalCorrupt) && !isDirectory) throw error;
    notices.push({ code: 'DISK_FILE_CORRUPT', file, kept: await quarantineFile(path) });
    const { journal } = await openJournal(path);
    const records = error instanceof JournalCorrupt ? error.records : [];
    return { journal, records: records.map((record) => storeRecord.parse(record)) };
  }
}
