/** Reads what the logs last knew of the show, as far as they can be read, for a start whose saved show is damaged or whose consumers are not known. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { advance } from '../../core/advance.ts';
import type { FeedState } from '../../core/feedState.ts';
import { markMessage, type Phrase, say } from '../../core/language/say.ts';
import { type AirEntryKey, createOpenRows } from '../../core/openRows.ts';
import type { ShowState } from '../../core/show.ts';
import { JournalCorrupt, readJournal } from '../../disk/journal.ts';
import { lostReaderKeptMs } from '../feed/lostReaders.ts';
import { readAsRunRecords } from './asRunRecords.ts';
import { stopCode } from './eventLogFiles.ts';
import { type HistoryEntry, readEntries } from './historyEntries.ts';
import { readRecordedEvent } from './recordedEvents.ts';
import { applyRecordedStep, type RecordedStep, readRecordedShow } from './recorder.ts';

export type LastList = {
  /** The highest revision that the history is known to have reached; 0 without one. */
  readonly revision: number;
  /** The newest readable list, and the one before it; `null` without one. */
  readonly newest: HistoryEntry | null;
  readonly previous: HistoryEntry | null;
  /** Whether everything up to that revision can be read. */
  readonly isIntact: boolean;
};

/** `isForeign`: it is another feed’s, for example because a wrong folder was restored. */
export type ReadHistory = LastList & { readonly isForeign: boolean };

export type LastShow = { readonly show: ShowState; readonly isIntact: boolean };

/** Returns the newest list in the feed’s history. `saved` is the feed of the saved show; `null` without one. */
export async function readLastList(dataDir: string, slug: string, saved: FeedState | null): Promise<ReadHistory> {
  const files = await listFiles(join(dataDir, 'history', slug));
  let revision = 0;
  let isIntact = true;
  for (const [index, { path, key }] of files.entries()) {
    const file = await readFile(path);
    const entries = readEntries(file.records);
    const read = file.records.flatMap((record) => revisionSchema.safeParse(record).data?.revision ?? []);
    // A file is named after its first revision, or a later one if the clock was set. It is known even if no record can be read.
    revision = Math.max(revision, ...(index === 0 && read.length === 0 ? [key] : read));
    if (isOfAnotherFeed(file.records, entries, slug, saved?.onAir ?? null)) return { ...noHistory, isForeign: true };
    const newest = entries.at(-1);
    isIntact &&= file.isIntact && newest?.revision === revision;
    if (newest === undefined) continue;
    // After the clock was set, the newest list is recorded twice.
    const previous = entries.findLast((entry) => entry.revision < newest.revision) ?? null;
    return { revision, newest, previous, isIntact, isForeign: false };
  }
  return { ...noHistory, revision, isForeign: false };
}

export const noHistory: LastList = { revision: 0, newest: null, previous: null, isIntact: false };

/** Whether a record names another feed, or the list on air in the saved show is of another collection here. */
function isOfAnotherFeed(
  records: readonly unknown[],
  entries: readonly HistoryEntry[],
  slug: string,
  onAir: FeedState['onAir'] | null,
): boolean {
  const isNamedOtherwise = records.some((record) => (feedSchema.safeParse(record).data?.feed ?? slug) !== slug);
  const same = entries.find(({ revision }) => revision === onAir?.revision);
  const [header, savedHeader] = [same?.header ?? null, onAir?.header ?? null];
  return isNamedOtherwise || (header !== null && savedHeader !== null && header.id !== savedHeader.id);
}

/** Earlier versions did not record the name. */
const feedSchema = z.object({ feed: z.string().optional() });

const revisionSchema = z.object({ revision: z.int() });

export type Revisions = ReadonlyMap<string, number>;

/** Returns the revision of each feed that the newest readable file of the as-run log has reached. */
export async function readLastAirRevisions(dataDir: string): Promise<Revisions> {
  const revisions = new Map<string, number>();
  for (const { path } of await listFiles(join(dataDir, 'as-run'))) {
    for (const { open, on, reached } of readAsRunRecords((await readFile(path)).records)) {
      // Earlier versions recorded only the revisions that put posts on air.
      for (const { feed, revision } of [...(open ?? []), ...on])
        revisions.set(feed, Math.max(revision, revisions.get(feed) ?? 0));
      for (const [feed, { revision }] of Object.entries(reached ?? {})) revisions.set(feed, revision);
    }
    if (revisions.size > 0) break;
  }
  return revisions;
}

/**
 * Returns the ids of the posts that were on air in the last day, by feed, as far as the as-run log knows them. The day is that before its last
 * row, or before now if that is earlier, because the clock may have been set.
 */
export async function readPostsOnAir(
  dataDir: string,
  nowMs: number,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const ids = new Map<string, Set<string>>();
  const add = ({ feed, of, itemId }: AirEntryKey): void => {
    if (of !== 'list') return;
    ids.set(feed, (ids.get(feed) ?? new Set()).add(itemId));
  };
  let newestMs: number | null = null;
  for (const { key, path } of await listFiles(join(dataDir, 'as-run'))) {
    const records = readAsRunRecords((await readFile(path)).records);
    const times = records.flatMap(({ on, off }) => [...on.map((row) => row.on), ...off.map((row) => row.at)]);
    newestMs ??= times.reduce((newest, time) => Math.max(newest, Date.parse(time)), key);
    const from = new Date(Math.min(newestMs, nowMs) - lostReaderKeptMs).toISOString();
    const open = createOpenRows();
    for (const record of records) {
      for (const row of record.open ?? []) open.add(row);
      for (const off of record.off) {
        open.remove(off);
        if (off.at >= from) add(off);
      }
      for (const row of record.on) open.add(row);
    }
    for (const row of open.all()) add(row);
    // A file is named after its beginning, and begins with the rows that were on air.
    if (key <= Date.parse(from)) break;
  }
  return ids;
}

/**
 * Returns the highest revision of each feed that the event log knows: its newest file with any, or all files. It can be ahead of the saved show
 * by what was announced unsaved.
 */
export async function readLoggedRevisions(dataDir: string, isNewestEnough: boolean): Promise<Revisions> {
  const revisions = new Map<string, number>();
  for (const { path } of await listFiles(join(dataDir, 'event-log'))) {
    for (const record of (await readFile(path)).records) {
      const found = feedEntrySchema.safeParse(record).data;
      if (found !== undefined) revisions.set(found.about, Math.max(found.revision, revisions.get(found.about) ?? 0));
    }
    if (isNewestEnough && revisions.size > 0) break;
  }
  return revisions;
}

/** Every entry about a feed has its revision. */
const feedEntrySchema = z.object({ about: z.string(), revision: z.int() });

/** Whether the event log shows that the last run was stopped, so that every log has its last change. */
export async function readHasStopped(dataDir: string): Promise<boolean> {
  const [newest] = await listFiles(join(dataDir, 'event-log'));
  if (newest === undefined) return false;
  const { records, isIntact } = await readFile(newest.path);
  return isIntact && stopSchema.safeParse(records.at(-1)).success;
}

const stopSchema = z.object({ code: z.literal(stopCode) });

/** Replays the newest recording whose beginning can be read; `null` without one. */
export async function readLastRecordedShow(dataDir: string): Promise<LastShow | null> {
  let isNewest = true;
  for (const { path } of await listFiles(join(dataDir, 'recordings'))) {
    const { records, intactRecords, isIntact } = await readFile(path);
    const before = readRecordedShow(records.slice(0, intactRecords));
    if (before !== null) {
      const show = before.steps.reduce(applyRecordedStep, before.start);
      const later = readRecordedShow([records[0], ...records.slice(intactRecords)])?.steps.slice(1) ?? [];
      return { show: later.reduce(applyTakedowns, show), isIntact: isNewest && isIntact };
    }
    isNewest = false;
  }
  return null;
}

/** Steps after a damaged one can’t be replayed: their lists refer to lost ones. Blocks and guards don’t. */
function applyTakedowns(before: ShowState, step: RecordedStep): ShowState {
  return step.events.reduce<ShowState>((state, raw) => {
    const event = readRecordedEvent(raw, state);
    const isTakedown = event?.type === 'itemBlocked' || event?.type === 'guardsSet';
    return isTakedown ? advance(state, event).state : state;
  }, before);
}

/** Returns the name of a log or mark that only an earlier show can have left; `null` without any. */
export async function findLeftover(dataDir: string, hasUnsaved: boolean): Promise<Phrase | null> {
  for (const [directory, name] of logDirectories) {
    const files = await readdir(join(dataDir, directory), { recursive: true }).catch(() => []);
    if (files.some((file) => file.includes('.journal'))) return () => say(name);
  }
  if (hasUnsaved) return () => say('a mark of unsaved changes');
  const hasClearMark = (await readdir(dataDir)).some((file) => /^clear-.*\.mark$/.test(file));
  return hasClearMark ? () => say('a mark of a clear') : null;
}

const logDirectories = [
  ['history', markMessage('a history')],
  ['recordings', markMessage('a recording')],
  ['as-run', markMessage('an as-run log')],
  ['event-log', markMessage('an event log')],
] as const;

type LogFile = { readonly key: number; readonly path: string };

/** The files of a log, newest first; none if the directory cannot be read. */
async function listFiles(directory: string): Promise<readonly LogFile[]> {
  const names = await readdir(directory).catch(() => []);
  return names
    .filter((name) => /^\d{15}\.journal$/.test(name))
    .sort()
    .reverse()
    .map((name) => ({ key: Number.parseInt(name, 10), path: join(directory, name) }));
}

type FileContents = {
  readonly records: readonly unknown[];
  /** How many of them are before the first damage. */
  readonly intactRecords: number;
  readonly isIntact: boolean;
};

async function readFile(path: string): Promise<FileContents> {
  try {
    const { records, droppedBytes } = await readJournal(path);
    return { records, intactRecords: records.length, isIntact: droppedBytes === 0 && records.length > 0 };
  } catch (error) {
    if (!(error instanceof JournalCorrupt)) return { records: [], intactRecords: 0, isIntact: false };
    return { records: error.records, intactRecords: error.intactRecords, isIntact: false };
  }
}
