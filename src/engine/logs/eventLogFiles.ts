/** Reads the entries of the event log. */
import { z } from 'zod';
import type { LogEntry } from '../../contract/queries.ts';
import type { Segments } from '../../disk/segments.ts';

const entrySchema = z.object({
  at: z.iso.datetime(),
  level: z.enum(['info', 'warn', 'error']),
  code: z.string(),
  message: z.string(),
});

/** Returns the newest entries, `limit` at most, oldest first. */
export async function loadLogEntries(segments: Segments, limit: number): Promise<LogEntry[]> {
  let entries: LogEntry[] = [];
  for (const { key } of segments.files()) {
    const records = await segments.read(key);
    entries = [...entries, ...records.flatMap((record) => entrySchema.safeParse(record).data ?? [])].slice(-limit);
  }
  return entries;
}
