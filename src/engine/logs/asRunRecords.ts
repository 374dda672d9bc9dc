/** The records of the as-run log on disk. */
import { z } from 'zod';
import { laterOf } from '../../core/asRun.ts';
import { createOpenRows, type OpenAirEntry } from '../../core/openRows.ts';
import { actionSchema, causeSchema } from '../show/showBatch.ts';

const airLogSchema = z.enum(['list', 'playhead']);
const rowSchema = z.object({
  feed: z.string(),
  of: airLogSchema,
  itemId: z.string(),
  author: z.string(),
  message: z.string(),
  on: z.iso.datetime(),
  onCause: causeSchema,
  onBy: z.string().nullable(),
  onVerb: actionSchema.shape.verb,
  onAbout: actionSchema.shape.about,
  revision: z.int(),
  consumers: z.int(),
});
const recordSchema = z.object({
  /** Rows already on air when the file begins; `null` in every record but the first. */
  open: z.array(rowSchema).nullable(),
  off: z.array(
    actionSchema.extend({
      feed: z.string(),
      of: airLogSchema,
      itemId: z.string(),
      at: z.iso.datetime(),
      cause: causeSchema,
      by: z.string().nullable(),
    }),
  ),
  on: z.array(rowSchema),
  /** Takedowns of blocked posts that were confirmed. */
  confirmed: z
    .array(
      z.object({
        feed: z.string(),
        itemId: z.string(),
        confirmedOffAirAt: z.string(),
        confirmedOffAirBy: z.string().nullable(),
      }),
    )
    .optional(),
});

export type AsRunRecord = z.infer<typeof recordSchema>;

/** Leaves out records that cannot be read. */
export function readAsRunRecords(records: readonly unknown[]): AsRunRecord[] {
  return records.flatMap((raw) => recordSchema.safeParse(raw).data ?? []);
}

export type LastFile = {
  readonly open: readonly OpenAirEntry[];
  /** Latest time in the records; `null` when there is none. */
  readonly last: string | null;
};

/** Returns what the records of the newest file leave open. */
export function readLastFile(records: readonly unknown[]): LastFile {
  const open = createOpenRows();
  let last: string | null = null;
  for (const record of readAsRunRecords(records)) {
    for (const row of record.open ?? []) open.add(row);
    for (const off of record.off) {
      open.remove(off);
      last = laterOf(off.at, last ?? off.at);
    }
    for (const row of record.on) {
      open.add(row);
      last = laterOf(row.on, last ?? row.on);
    }
  }
  return { open: open.all(), last };
}
