/** Defines the schemas of the control API's history, recording and rehearsal responses. */
import { z } from 'zod';
import type { DeskItem, DeskMedia } from '../../contract/deskItem.ts';
import type { HistoryRow, PastListView, RecordingRow, RehearsalEvent, RehearsalView } from '../../contract/history.ts';
import { cause, count, difference, type Fields, ids, time } from '../../contract/schemaParts.ts';
import { verbs } from '../../core/action.ts';

const historyFields: Fields<HistoryRow> = {
  revision: count.describe('Revision of the feed.'),
  at: time.describe('When it went on air.'),
  until: time.nullable().describe('When the next revision replaced it; `null` for the current one.'),
  cause: cause.describe('Cause of the revision.'),
  by: z.string().nullable().describe('Who made it; `null` for the service or a rule.'),
  verb: z.enum(verbs).nullable().describe('Command that made it; `null` when live changed.'),
  about: z.string().nullable().describe('The post, collection, revision or guard that the command changed.'),
  ...difference,
  names: z.record(z.string(), z.string().nullable()).describe('Authors’ names by post id, if still stored.'),
};
export const historySchema = z
  .strictObject({
    rows: z.array(z.strictObject(historyFields)).describe('Revisions, newest first.'),
    kept: z
      .strictObject({
        revisions: z.int().describe('Maximum number of revisions.'),
        megabytes: z.number().describe('Maximum size in megabytes (1,000,000 bytes).'),
      })
      .describe('Limits of the history; the oldest revisions are removed first.'),
  })
  .meta({ id: 'History', description: 'The revisions.' });

const mediaFields: Fields<DeskMedia> = {
  mediaType: z.string().describe('MIME type.'),
  url: z.string().nullable().describe('Path of the cached file; `null` until it is ready.'),
  posterUrl: z.string().nullable().describe('Path of a video’s poster picture.'),
  width: z.number().nullable().describe('Width in pixels.'),
  height: z.number().nullable().describe('Height in pixels.'),
  durationMs: z.number().nullable().describe('Length of a video in milliseconds.'),
  progress: z.number().describe('Download progress, 0 to 1.'),
  isBroken: z.boolean().describe('True when it cannot be fetched or is not supported.'),
};
const itemFields: Fields<DeskItem> = {
  id: z.string().describe('Id of the post.'),
  fullName: z.string().nullable().describe('Author’s name.'),
  username: z.string().nullable().describe('Author’s username.'),
  source: z.string().describe('Network the post came from.'),
  message: z.string().describe('Text of the post.'),
  avatarUrl: z.string().nullable().describe('Path of the author’s cached picture.'),
  media: z.array(z.object(mediaFields)).describe('Pictures and videos.'),
  publishedAt: z.string().describe('When the post was published.'),
  lastModifiedDate: z.string().describe('When the post last changed.'),
  mark: z
    .object({
      arrivedAt: z.string().nullable().describe('When it first appeared.'),
      editedAt: z.string().nullable().describe('When it was last edited.'),
      wentLiveAt: z.string().nullable().describe('When it moved from staging to live.'),
      leftIndex: z.number().nullable().describe('Index it had in staging, from 0.'),
    })
    .nullable()
    .describe('Recent changes; always `null` in the history.'),
};
const revisionFields: Fields<PastListView> = {
  ...historyFields,
  items: z.array(z.object(itemFields)).describe('Posts on air in this revision.'),
  blockedNow: ids.describe('Ids of blocked posts, which Restore would leave out.'),
};
export const revisionSchema = z.object(revisionFields).meta({ id: 'Revision', description: 'The revision.' });

const recordingFields: Fields<RecordingRow> = {
  id: z.string().describe('Id to send when starting a rehearsal.'),
  startedAt: z.string().describe('When the recording starts.'),
  endedAt: z.string().describe('When the recording ends.'),
  bytes: count.describe('Size on disk.'),
  isRunning: z.boolean().describe('True for the show that is being recorded now.'),
};
export const recordingsSchema = z
  .object({
    rows: z.array(z.object(recordingFields)).describe('Recordings, newest first.'),
  })
  .meta({ id: 'Recordings', description: 'The recordings.' });

const rehearsalFields: Fields<RehearsalView> = {
  recording: z.string().describe('Id of the recording.'),
  base: z.string().describe('Base address of the rehearsal feed.'),
  speed: z.union([z.literal(1), z.literal(10), z.literal('step')]).describe('Playback speed.'),
  isPaused: z.boolean().describe('True while paused.'),
  step: count.describe('Events played.'),
  steps: count.describe('Events in the recording.'),
  at: z.string().describe('Recorded time of the last event played.'),
  startedAt: z.string().describe('Recorded time of the first event.'),
  endedAt: z.string().describe('Recorded time of the last event.'),
};
export const rehearsalSchema = z
  .object({
    rehearsal: z.object(rehearsalFields).nullable().describe('The running rehearsal; `null` if none is running.'),
  })
  .meta({ id: 'RehearsalState', description: 'The rehearsal; `null` if none is running.' });

const rehearsalEventFields: Fields<RehearsalEvent> = {
  step: count.describe('Number of the event, from 1.'),
  at: z.string().describe('Recorded time.'),
  cause: cause.nullable().describe('Cause of the event; `null` for Greenroom itself.'),
  by: z.string().nullable().describe('Who caused it.'),
  words: z.string().describe('The event in a sentence.'),
};
export const rehearsalEventsSchema = z
  .object({
    events: z
      .array(z.object(rehearsalEventFields))
      .nullable()
      .describe('Events, oldest first; `null` without a rehearsal.'),
  })
  .meta({ id: 'RehearsalEvents', description: 'The events.' });
