/** The records of the as-run log on disk. */
import { z } from 'zod';
import { laterOf } from '../../core/asRun.ts';
import { createOpenRows, type OpenAirEntry } from '../../core/openRows.ts';
import { shiftTime } from '../../core/time.ts';
import { actionSchema, causeSchema } from '../show/showBatch.ts';
import type { AirPosition } from './airPosition.ts';
import { type Beat, beatSchema } from './onAirHeartbeat.ts';

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
  /** Rows already on air when the file begins, or with new times after the clock was set; `null` in every other record. */
  open: z.array(rowSchema).nullable(),
  /** Only with new times in `open`: by how much the clock was set. Times in earlier records are of the clock as it was. */
  clockSetByMs: z.number().exactOptional(),
  /** Only with `clockSetByMs`: after a crash, the next start would find the step again in an earlier beat. Missing in older files. */
  beat: beatSchema.exactOptional(),
  /** Only with `open`: times that can be in any order, because the clock was set back. */
  outOfOrder: z.object({ from: z.iso.datetime(), until: z.iso.datetime() }).exactOptional(),
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
  /** By feed, what the log has followed with this record: all feeds with `open`, otherwise the feed of the record. Missing in older files. */
  reached: z.record(z.string(), z.object({ revision: z.int(), moves: z.int() })).exactOptional(),
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

/** The times from the earliest to which the clock was set back, until the latest from which it was. */
export type OutOfOrder = NonNullable<AsRunRecord['outOfOrder']>;

export type LastFile = {
  readonly open: readonly OpenAirEntry[];
  /** Latest time in the records on the clock as it was last set; `null` when there is none. */
  readonly last: string | null;
  /** Latest of all times in the records; `null` when there is none. */
  readonly highest: string | null;
  readonly outOfOrder: OutOfOrder | null;
  /** When the clock was last set; `null` when it never was. */
  readonly clockSet: Beat | null;
  /** By feed. Empty if an earlier version wrote the file. */
  readonly reached: ReadonlyMap<string, AirPosition>;
};

/** Returns what the records of the newest file leave open. */
export function readLastFile(records: readonly unknown[]): LastFile {
  const open = createOpenRows();
  let last: string | null = null;
  let highest: string | null = null;
  let outOfOrder: OutOfOrder | null = null;
  let clockSet: Beat | null = null;
  const reached = new Map<string, AirPosition>();
  const note = (at: string): void => {
    last = laterOf(at, last ?? at);
    highest = laterOf(at, highest ?? at);
  };
  for (const record of readAsRunRecords(records)) {
    outOfOrder = record.outOfOrder ?? outOfOrder;
    clockSet = record.beat ?? clockSet;
    for (const [slug, position] of Object.entries(record.reached ?? {})) reached.set(slug, position);
    if (last !== null) last = shiftTime(last, record.clockSetByMs ?? 0);
    for (const row of record.open ?? []) {
      open.add(row);
      note(row.on);
    }
    for (const off of record.off) {
      open.remove(off);
      note(off.at);
    }
    for (const row of record.on) {
      open.add(row);
      note(row.on);
    }
  }
  return { open: open.all(), last, highest, outOfOrder, clockSet, reached };
}
