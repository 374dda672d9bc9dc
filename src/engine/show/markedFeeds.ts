/**
 * Keeps the last revision and the newest blocks of each feed in the mark of confirmed changes. The logs follow the show a moment later, so if
 * the show is damaged after a crash, only the mark knows that they lack its last change.
 */
import { z } from 'zod';
import type { Block } from '../../core/feedState.ts';
import type { ShowState } from '../../core/show.ts';
import { maxNoteBytes, type Note } from '../../disk/confirmedMark.ts';

export const markName = 'show-confirmed';

export type MarkedFeed = {
  readonly revision: number;
  readonly guardsVersion: number;
  /** The newest blocks, oldest first, without posts, reasons and names. */
  readonly blocks: readonly Block[];
};

export type MarkedFeeds = ReadonlyMap<string, MarkedFeed>;

const index = z.int().min(0);

const noteSchema = z.object({
  /** Slug, revision and version of the guards. */
  feeds: z.array(z.tuple([z.string(), index, index])),
  /** Index of the feed, item id, time and `offAirRevision`, newest first. */
  blocks: z.array(z.tuple([index, z.string(), z.string(), index])),
});

/** More than are made within the moment that the logs lack. */
const maxBlocksPerFeed = 64;

/** Returns all feeds, and the newest blocks that fit into the mark. */
export function noteFeeds({ feeds }: ShowState): Note {
  const note: z.infer<typeof noteSchema> = {
    feeds: feeds.map(({ slug, onAir, guards }) => [slug, onAir.revision, guards.version]),
    blocks: [],
  };
  let free = maxNoteBytes - bytesOf(note);
  const newestFirst = feeds
    .flatMap(({ blocks }, feed) => blocks.slice(-maxBlocksPerFeed).map((block) => ({ feed, block })))
    .sort((a, b) => (a.block.since < b.block.since ? 1 : -1));
  for (const { feed, block } of newestFirst) {
    const entry: (typeof note.blocks)[number] = [feed, block.itemId, block.since, block.offAirRevision];
    free -= bytesOf(entry) + 1;
    if (free < 0) break;
    note.blocks.push(entry);
  }
  return note;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Returns nothing for a mark of an older version. */
export function readMarkedFeeds(note: unknown): MarkedFeeds {
  const { data } = noteSchema.safeParse(note);
  const blocksOf = (feed: number): readonly Block[] =>
    (data?.blocks ?? [])
      .filter(([of]) => of === feed)
      .map(([, itemId, since, offAirRevision]) => ({
        itemId,
        post: null,
        reason: null,
        since,
        by: null,
        offAirRevision,
      }))
      .toReversed();
  return new Map(
    data?.feeds.map(([slug, revision, guardsVersion], feed) => [
      slug,
      { revision, guardsVersion, blocks: blocksOf(feed) },
    ]),
  );
}
