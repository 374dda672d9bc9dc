/** Earlier on-air lists, the as-run log, recordings and rehearsals, as sent to a desk and by the control API. */
import { z } from 'zod';
import { verbs } from '../core/action.ts';
import type { AirEntry } from '../core/asRun.ts';
import type { Gate } from '../core/feedState.ts';
import type { ReadonlyOutput } from '../core/readonlyOutput.ts';
import type { Consumer } from './consumer.ts';
import { type DeskItem, itemSchema } from './deskItem.ts';
import { cause, count, difference, ids, textEdit, time } from './schemaParts.ts';

const historyRow = z.strictObject({
  revision: count.describe('Revision of the feed.'),
  at: time.describe('When it went on air.'),
  until: time
    .nullable()
    .describe('When the next revision replaced it; `null` for the current one, and if the next one is missing.'),
  hasGapAfter: z
    .boolean()
    .describe('True if revisions after it are missing. The changes of the next one are then those since this one.'),
  cause: cause.describe('Cause of the revision.'),
  by: z.string().nullable().describe('Who made it; `null` for the service or a rule.'),
  verb: z.enum(verbs).nullable().describe('Command that made it; `null` when live changed.'),
  about: z.string().nullable().describe('The post, collection, revision or guard that the command changed.'),
  ...difference,
  position: z
    .int()
    .min(1)
    .nullable()
    .describe('Position, from 1, of the only added post; `null` if none was added or something else changed.'),
  edit: textEdit
    .nullable()
    .describe(
      'Changed words of the only edited post, with the words next to them, cut after 40 characters; `null` if its text did not change, its old text is unknown, or something else changed.',
    ),
  names: z.record(z.string(), z.string().nullable()).describe('Authors’ names by post id, if still stored.'),
});
export const historySchema = z
  .strictObject({
    rows: z.array(historyRow).describe('Revisions, newest first.'),
    kept: z
      .strictObject({
        revisions: z.int().describe('Maximum number of revisions.'),
        megabytes: z.number().describe('Maximum size in megabytes (1,000,000 bytes).'),
      })
      .describe('Limits of the history; the oldest revisions are removed first.'),
  })
  .meta({ id: 'History', description: 'The revisions.' });

export const revisionSchema = z
  .object({
    ...historyRow.shape,
    items: z.array(itemSchema).describe('Posts on air in this revision.'),
    blockedNow: ids.describe('Ids of blocked posts, which Restore would leave out.'),
  })
  .meta({ id: 'Revision', description: 'The revision.' });

const recordingRow = z.object({
  id: z.string().describe('Id to send when starting a rehearsal.'),
  startedAt: z.string().describe('When the recording starts.'),
  endedAt: z.string().describe('When the recording ends; now for the show that is being recorded.'),
  bytes: count.describe('Size on disk.'),
  isRunning: z.boolean().describe('True for the show that is being recorded now.'),
});
export const recordingsSchema = z
  .object({
    rows: z.array(recordingRow).describe('Recordings, newest first.'),
  })
  .meta({ id: 'Recordings', description: 'The recordings.' });

const runningRehearsal = z.object({
  recording: z.string().describe('Id of the recording.'),
  base: z.string().describe('Base address of the rehearsal feed.'),
  speed: z.union([z.literal(1), z.literal(10), z.literal('step')]).describe('Playback speed.'),
  isPaused: z.boolean().describe('True while paused.'),
  step: count.describe('Events played.'),
  steps: count.describe('Events in the recording.'),
  at: z.string().describe('Recorded time of the last event played.'),
  startedAt: z.string().describe('Recorded time of the first event.'),
  endedAt: z.string().describe('Recorded time of the last event.'),
});
export const rehearsalSchema = z
  .object({
    rehearsal: runningRehearsal.nullable().describe('The running rehearsal; `null` if none is running.'),
  })
  .meta({ id: 'RehearsalState', description: 'The rehearsal; `null` if none is running.' });

const rehearsalEvent = z.object({
  step: count.describe('Number of the event, from 1.'),
  at: z.string().describe('Recorded time.'),
  cause: cause.nullable().describe('Cause of the event; `null` for Greenroom itself.'),
  by: z.string().nullable().describe('Who caused it.'),
  words: z.string().describe('The event in a sentence.'),
});
export const rehearsalEventsSchema = z
  .object({
    events: z.array(rehearsalEvent).nullable().describe('Events, oldest first; `null` without a rehearsal.'),
  })
  .meta({ id: 'RehearsalEvents', description: 'The events.' });

export type HistoryRow = ReadonlyOutput<typeof historyRow>;
export type HistoryLimitsView = ReadonlyOutput<typeof historySchema>['kept'];
export type PastListView = ReadonlyOutput<typeof revisionSchema>;
export type RecordingRow = ReadonlyOutput<typeof recordingRow>;
export type RehearsalView = ReadonlyOutput<typeof runningRehearsal>;
export type RehearsalEvent = ReadonlyOutput<typeof rehearsalEvent>;

/** One period during which a post was on air. */
export type AsRunRow = Omit<AirEntry, 'of'>;

/** One feed of the rehearsal. Never on air. */
export type RehearsedList = {
  readonly revision: number;
  readonly gate: Gate;
  /** Name of the collection; `null` if the feed had none. */
  readonly collection: string | null;
  /** The rehearsed list, including posts that a block or a guard keeps off air. */
  readonly rows: readonly RehearsedRow[];
  /** Consumers of the rehearsal port. */
  readonly consumers: readonly Consumer[];
};

export type RehearsedRow = {
  readonly item: DeskItem;
  readonly keptOff: 'block' | 'guard' | null;
  /** When a post was blocked, in recorded time, ISO 8601; `null` if it is not blocked. */
  readonly since: string | null;
};
