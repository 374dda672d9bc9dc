/** Reads the entries of the event log. */
import { z } from 'zod';
import { type LogEntry, type LogFilter, logEntrySchema, logLevels } from '../../contract/eventLog.ts';
import type { Segments } from '../../disk/segments.ts';

const { about, cause, by, revision } = logEntrySchema.shape;

/** The code of the last entry of a run that was stopped. */
export const stopCode = 'STOPPED';

/** Entries of earlier versions have only a time, a level, a code and a message; those of later versions can have more. */
const entrySchema = logEntrySchema
  .extend({
    at: z.iso.datetime(),
    about: about.default(null),
    cause: cause.default(null),
    by: by.default(null),
    revision: revision.default(null),
  })
  .strip();

const readEntries = (records: readonly unknown[]): LogEntry[] =>
  records.flatMap((record) => entrySchema.safeParse(record).data ?? []);

/** Returns the newest entries, `limit` at most, oldest first. */
export async function loadLogEntries(segments: Segments, limit: number): Promise<LogEntry[]> {
  let entries: LogEntry[] = [];
  for (const { key } of segments.files()) {
    entries = [...entries, ...readEntries(await segments.read(key))].slice(-limit);
  }
  return entries;
}

/** Yields every entry on disk, newest first, one file at a time. */
export async function* readLogEntries(segments: Segments): AsyncGenerator<readonly LogEntry[]> {
  for (const { key } of segments.files().toReversed()) yield readEntries(await segments.read(key)).reverse();
}

export function matchesLogFilter(entry: LogEntry, { after, level, about }: LogFilter): boolean {
  if (after !== null && Date.parse(entry.at) <= Date.parse(after)) return false;
  if (level !== null && logLevels.indexOf(entry.level) < logLevels.indexOf(level)) return false;
  return about === null || entry.about === about;
}
