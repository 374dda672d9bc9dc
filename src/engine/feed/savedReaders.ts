/** Saves and restores the consumers of a feed, so that after a restart a frozen consumer does not seem to have left. */
import { z } from 'zod';
import type { Clock } from '../ports.ts';
import { savedPullSchema } from './pulls.ts';
import { newestRevisionOf, type Reader } from './reader.ts';

export const savedReaderSchema = z.object({
  key: z.string(),
  client: z.string().nullable(),
  page: z.string().nullable(),
  program: z.string(),
  protocol: z.enum(['socket', 'events', 'poll']),
  address: z.string(),
  name: z.string(),
  /** These three only rise, so older ones are a safe lower limit. */
  firstRevision: z.int().nonnegative(),
  readRevision: z.int().nonnegative(),
  paintedRevision: z.int().nonnegative().nullable(),
  /** The last that it got before it was lost; 0 if not known, as while it reads. Files of earlier versions have none. */
  lastRevision: z.int().nonnegative().default(0),
  isAmbiguous: z.boolean(),
  /**
   * How long it had been lost when it was saved; `null` while it read. A duration, because the clock can be wrong at either time. Files of
   * earlier versions do not say, and the day then begins at the start.
   */
  lostForMs: z.number().nonnegative().nullable().default(null),
  /** False if it may have read until an earlier restart and has not come back since. */
  isLastSeenKnown: z.boolean().default(true),
  /** It said that it shows nothing any more, but its last picture could still stay. */
  showsNothing: z.boolean().default(false),
});

export type SavedReader = Readonly<z.infer<typeof savedReaderSchema>>;

/** A run of Greenroom, with the last revision that it counted; `null` while it runs. */
const savedRunSchema = z.object({ id: z.string(), lastRevision: z.int().nonnegative().nullable() });

export type SavedRun = Readonly<z.infer<typeof savedRunSchema>>;

export const savedFeedSchema = z.object({
  /** On air when it was saved. Files of earlier versions do not say. */
  revision: z.int().nonnegative().nullable().default(null),
  readers: z.array(savedReaderSchema).readonly(),
  /** Posts that left air and may still be shown, each with the revision that took it off. */
  left: z.array(z.tuple([z.string(), z.int().positive()])).readonly(),
  /** When posts first went on air that a lost consumer never got. Of other posts it may have shown any. Files of earlier versions have none. */
  firstRevisions: z
    .array(z.tuple([z.string(), z.int().positive()]))
    .readonly()
    .default([]),
  /** Posts that left air up to this revision may be missing in `left`. */
  forgottenRevision: z.int().nonnegative().default(0),
  /** When each kind of program last read the feed. Files of earlier versions have none. */
  pulls: z.array(savedPullSchema).readonly().default([]),
  /** Oldest first. Files of earlier versions have none. */
  runs: z.array(savedRunSchema).readonly().default([]),
});

export type SavedFeed = Readonly<z.infer<typeof savedFeedSchema>>;

export type RestoredFeed = SavedFeed & {
  /** False if further consumers may have read the feed before the start. */
  readonly isComplete: boolean;
  /** The posts that these may show, as far as the as-run log knows them; none if all consumers are known. */
  readonly aired: ReadonlySet<string>;
};

export const nothingRestored: RestoredFeed = {
  revision: null,
  readers: [],
  left: [],
  firstRevisions: [],
  forgottenRevision: 0,
  pulls: [],
  runs: [],
  isComplete: true,
  aired: new Set(),
};

/** After a crash, a consumer that was lost or closed may have come back and got more since the feed was saved. It may then show any post. */
export function withoutLimits(feed: SavedFeed): SavedFeed {
  const readers = feed.readers.map((reader) => ({ ...reader, lastRevision: 0, showsNothing: false }));
  return { ...feed, readers, firstRevisions: [] };
}

export function highestRevisionOf({ readers, left, firstRevisions }: SavedFeed): number {
  const known = readers.flatMap(({ firstRevision, readRevision, paintedRevision, lastRevision }) => [
    firstRevision,
    readRevision,
    paintedRevision ?? 0,
    lastRevision,
  ]);
  return Math.max(0, ...known, ...[...left, ...firstRevisions].map(([, revision]) => revision));
}

/** `isListed` readers that poll are counted as reading. */
export function saveReader(reader: Reader, isListed: boolean, clock: Clock): SavedReader {
  const { key, client, page, program, protocol, address, name, isAmbiguous } = reader;
  const { firstRevision, readRevision, paintedRevision, isLastSeenKnown, showsNothing } = reader;
  const isReading = reader.isConnected || (isListed && protocol === 'poll');
  // A consumer that reads can get more after it is saved.
  const lastRevision = isReading ? 0 : newestRevisionOf(reader);
  const lostForMs = isReading ? null : Math.max(0, clock.monotonicMs() - reader.lastSeenMs);
  return {
    ...{ key, client, page, program, protocol, address, name, isAmbiguous },
    ...{ firstRevision, readRevision, paintedRevision, lastRevision, lostForMs, isLastSeenKnown, showsNothing },
  };
}

/** `revision` is the newest of this show. A later one is of another show, such as the one before a backup was restored, and proves nothing. */
export function restoreReader(
  { lostForMs, lastRevision, ...saved }: SavedReader,
  id: string,
  revision: number,
  clock: Clock,
): Reader {
  const { firstRevision, readRevision, paintedRevision } = saved;
  const proven = (known: number): number => (known > revision ? 0 : known);
  const nowMs = clock.monotonicMs();
  return {
    ...saved,
    id,
    revision: proven(lastRevision) === 0 ? revision : lastRevision,
    earlierRevision: 0,
    firstRevision: proven(firstRevision),
    readRevision: proven(readRevision),
    paintedRevision: paintedRevision === null ? null : proven(paintedRevision),
    joinedMs: nowMs,
    paintedInMs: null,
    hasPainted: false,
    laterRevision: null,
    connection: null,
    isConnected: false,
    isCutOff: false,
    isPreview: false,
    isRestored: true,
    isAwaitingSecondRead: false,
    lastSeenMs: nowMs - (lostForMs ?? 0),
    sendsAlive: false,
    pageSeenMs: nowMs - (lostForMs ?? 0),
    isLastSeenKnown: lostForMs !== null && saved.isLastSeenKnown,
  };
}
