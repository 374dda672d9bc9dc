/** The store’s journal files: each checkpoint starts a new generation, and the index names the first one to read. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Confirmed, Position } from '../../disk/confirmedMark.ts';
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
  /** Where the used records end in the newest journal; `null` if that is not known. */
  readonly end: Position | null;
  /** Whether a change was cut off that was saved but never announced. */
  readonly hasUnannounced: boolean;
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
 * `confirmed` is known to be confirmed, at least; `null` if that is not known. Cuts off what was never announced.
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
  const limitOf = await findLimits(directory, generations, confirmed);
  let hasUnannounced = false;
  for (const generation of new Set([...generations, newest])) {
    const limit = limitOf(generation);
    const opened = await openOrQuarantine(directory, journalName(generation), limit, notices);
    hasUnannounced ||= opened.hasCut;
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
  const end = notices.length > 0 ? null : { file: newest, bytes: journal.size() };
  return { journal, generation: newest, isEmpty, records, end, hasUnannounced, notices };
}

/**
 * Returns the size up to which each journal was announced. No journal goes on after a change that was not, so two such changes in one prove
 * that the mark is older than the journals, as in a copy.
 */
async function findLimits(
  directory: string,
  generations: readonly number[],
  confirmed: Confirmed | null,
): Promise<(generation: number) => number> {
  const limits = new Map<number, number>();
  const unlimited = (): number => Number.POSITIVE_INFINITY;
  if (confirmed?.isLast !== true) return unlimited;
  for (const generation of generations.filter((other) => other >= confirmed.file)) {
    const read = await readJournal(join(directory, journalName(generation))).catch(() => null);
    if (read === null) return unlimited;
    const changes = read.records.filter((record) => storeRecord.safeParse(record).data?.type !== 'journalBegan').length;
    const begun = read.ends[read.ends.length - changes - 1] ?? 0;
    const isNamed = generation === confirmed.file && confirmed.bytes > 0;
    if (isNamed && !read.ends.includes(confirmed.bytes)) return unlimited;
    const announced = isNamed ? Math.max(begun, confirmed.bytes) : begun;
    const after = read.ends.filter((end) => end > announced);
    if (after.length > 1) return unlimited;
    if (after.length === 1) limits.set(generation, announced);
  }
  return (generation) => limits.get(generation) ?? Number.POSITIVE_INFINITY;
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
  limit: number,
  notices: JournalNotice[],
): Promise<{ readonly journal: Journal; readonly records: readonly StoreRecord[]; readonly hasCut: boolean }> {
  const path = join(directory, file);
  try {
    // Nothing says whether a cut record was confirmed, so the file is kept before its end is cut off.
    if ((await readJournal(path)).droppedBytes > 0)
      notices.push({ code: 'DISK_TAIL_TORN', file, kept: await copyAside(path) });
    const opened = await openJournal(path, limit);
    const hasCut = limit < Number.POSITIVE_INFINITY;
    return { journal: opened.journal, records: opened.records.map((record) => storeRecord.parse(record)), hasCut };
  } catch (error) {
    const isDirectory = error instanceof Error && 'code' in error && error.code === 'EISDIR';
    if (!(error instanceof JournalCorrupt) && !isDirectory) throw error;
    notices.push({ code: 'DISK_FILE_CORRUPT', file, kept: await quarantineFile(path) });
    const { journal } = await openJournal(path);
    const records = error instanceof JournalCorrupt ? error.records : [];
    return { journal, records: records.map((record) => storeRecord.parse(record)), hasCut: false };
  }
}
