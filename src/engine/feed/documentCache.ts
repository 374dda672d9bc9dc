/** Caches one feed's documents, each created once per base address and change. */
import { randomBytes } from 'node:crypto';
import { formatChanges } from '../../core/feed/changes.ts';
import { formatPosts } from '../../core/feed/liveJson.ts';
import { isSameBody, type Publication } from '../../core/feed/publication.ts';
import type { FormatTimeOfDay } from '../../core/feed/timeOfDay.ts';
import type { FeedState } from '../../core/feedState.ts';
import type { ShowState } from '../../core/show.ts';
import { confirmationOf } from '../../core/source.ts';
import { runAllSteps } from '../../core/steps.ts';
import { nextTurn } from '../../disk/turns.ts';
import { assembleLive, createRowWriters, type RowWriters } from './assemble.ts';
import type { Format } from './formats.ts';
import { listHash } from './listHash.ts';
import { createMessage, type Message } from './message.ts';
import { createRendition, type FeedStatus, type Rendition } from './rendition.ts';

/** Call `update` with every new state; the other functions read the newest. */
export type DocumentCache = {
  readonly slug: string;
  readonly publication: () => Publication;
  readonly status: () => FeedStatus;
  /** Increases with each change of the `live.json` body while the program runs. */
  readonly bodyVersion: () => number;
  /** Number of `live.json` bodies so far for this revision. Starts at 2, because clients may have one from an earlier run. */
  readonly bodyCountOfRevision: () => number;
  readonly rendition: (name: string, format: Format, variant: string, base: string) => Rendition;
  /** The newest state. It stays the same object until the body of `live.json` changes. */
  readonly snapshot: () => Snapshot;
  /** The whole newest state. */
  readonly state: (base: string) => Message;
  /** The changes since an earlier state; `null` if the whole state costs no more. */
  readonly changes: (since: Snapshot, base: string) => Message | null;
  /** A `state` frame with only those posts that are on air. */
  readonly pictureFrame: (base: string, ids: readonly (string | null)[]) => Buffer;
  readonly live: (base: string) => Buffer;
  /** Writes `live.json` in several turns of the event loop, unless it changes again meanwhile. */
  readonly prepareLive: (base: string) => Promise<void>;
  /** Writes the times of day of the documents in another way. */
  readonly setTimeOfDay: (format: FormatTimeOfDay) => void;
  /** Returns true if the body of `live.json` has changed. */
  readonly update: (state: ShowState, feed: FeedState) => boolean;
};

/** One state of a feed, from which a reader can follow the changes. */
export type Snapshot = { readonly publication: Publication };

/** These limits stop a client that tries many base addresses and variants from filling memory. */
const maxBases = 6;
const maxVariants = 48;

export function createDocumentCache(state: ShowState, feed: FeedState, initialFormat: FormatTimeOfDay): DocumentCache {
  /** Makes the ETags of each run unique. */
  const runId = randomBytes(9).toString('base64url');
  let publication = publicationOf(state, feed, initialFormat, listHash.now(feed.onAir.items).slice(0, hashLength));
  let status = statusOf(state, feed);
  let bodyVersion = 1;
  let playHeadVersion = 1;
  let bodyCount = 2;
  let liveDocuments = new Map<string, Buffer>();
  let snapshot: Snapshot = { publication };
  let states = new Map<string, Message>();
  let changes = new Map<Snapshot, Map<string, Message | null>>();
  let listRenditions = new Map<string, Map<string, Rendition>>();
  let playHeadRenditions = new Map<string, Map<string, Rendition>>();
  const writers = new Map<string, RowWriters>();

  const live = (base: string): Buffer =>
    getOrCreate(liveDocuments, base, maxBases, () =>
      runAllSteps(assembleLive(publication, base, getOrCreate(writers, base, maxBases, createRowWriters).live)),
    );
  const renditionsFor = ({ follows }: Format, base: string): Map<string, Rendition> =>
    getOrCreate(
      follows === 'list' ? listRenditions : playHeadRenditions,
      base,
      maxBases,
      () => new Map<string, Rendition>(),
    );

  return {
    slug: feed.slug,
    publication: () => publication,
    status: () => status,
    bodyVersion: () => bodyVersion,
    bodyCountOfRevision: () => bodyCount,
    live,
    prepareLive: async (base) => {
      if (liveDocuments.has(base)) return;
      const version = bodyVersion;
      const steps = assembleLive(publication, base, getOrCreate(writers, base, maxBases, createRowWriters).live);
      for (let step = steps.next(); version === bodyVersion; step = steps.next()) {
        if (step.done === true) return void getOrCreate(liveDocuments, base, maxBases, () => step.value);
        await nextTurn();
      }
    },
    snapshot: () => snapshot,
    state: (base) =>
      getOrCreate(states, base, maxBases, () => createMessage('state', live(base).subarray(1), status.revision)),
    changes: (since, base) =>
      getOrCreate(
        getOrCreate(changes, since, maxVariants, () => new Map<string, Message | null>()),
        base,
        maxBases,
        () => {
          const json = formatChanges(since.publication, snapshot.publication, base);
          return json === null ? null : createMessage('changes', Buffer.from(json), status.revision);
        },
      ),
    pictureFrame: (base, ids) =>
      createMessage(
        'state',
        Buffer.from(formatPosts(publication, base, new Set(ids)).slice(1)),
        status.revision,
      ).frame(),
    rendition: (name, format, variant, base) =>
      getOrCreate(renditionsFor(format, base), variant === '' ? name : `${name}?${variant}`, maxVariants, () => {
        const content =
          name === 'live.json'
            ? live(base)
            : format.write(publication, base, variant, getOrCreate(writers, base, maxBases, createRowWriters));
        const version = format.follows === 'list' ? bodyVersion : `${bodyVersion}.${playHeadVersion}`;
        return createRendition(content, format.contentType, `${runId}.${version}`, status);
      }),
    setTimeOfDay: (formatTimeOfDay) => {
      publication = { ...publication, formatTimeOfDay };
      // New ETags; `live.json` keeps its body.
      bodyVersion += 1;
      listRenditions = new Map();
      playHeadRenditions = new Map();
      writers.clear();
    },
    update: (nextState, nextFeed) => {
      const isSameList = nextFeed.onAir.items === publication.feed.onAir.items;
      const contentHash = isSameList
        ? publication.contentHash
        : listHash.now(nextFeed.onAir.items).slice(0, hashLength);
      const next = publicationOf(nextState, nextFeed, publication.formatTimeOfDay, contentHash);
      const isSame = isSameBody(publication, next);
      if (!isSame) {
        bodyVersion += 1;
        bodyCount = next.feed.onAir.revision === publication.feed.onAir.revision ? bodyCount + 1 : 1;
        liveDocuments = new Map();
        states = new Map();
        changes = new Map();
        snapshot = { publication: next };
        listRenditions = new Map();
      }
      if (!isSame || next.feed.playHead !== publication.feed.playHead) {
        playHeadVersion += 1;
        playHeadRenditions = new Map();
      }
      publication = next;
      status = statusOf(nextState, nextFeed);
      return !isSame;
    },
  };
}

/** Hexadecimal digits in a `contentHash`. */
const hashLength = 32;

function publicationOf(
  state: ShowState,
  feed: FeedState,
  formatTimeOfDay: FormatTimeOfDay,
  contentHash: string,
): Publication {
  const { slug, gate, onAir, playHead } = feed;
  return {
    feed: { slug, gate, onAir, playHead },
    freshness: confirmationOf(state.source, feed.collectionId).freshness,
    media: state.media,
    formatTimeOfDay,
    contentHash,
  };
}

function statusOf(state: ShowState, feed: FeedState): FeedStatus {
  const { freshness, confirmedAt } = confirmationOf(state.source, feed.collectionId);
  return { revision: feed.onAir.revision, gate: feed.gate, freshness, checkedAt: confirmedAt };
}

/** Returns the cached value or creates it; removes the oldest beyond `maxEntries`. */
function getOrCreate<K, T>(cache: Map<K, T>, key: K, maxEntries: number, create: () => T): T {
  const found = cache.get(key);
  if (found !== undefined) return found;
  const oldest = cache.keys().next();
  if (cache.size >= maxEntries && oldest.done === false) cache.delete(oldest.value);
  const created = create();
  cache.set(key, created);
  return created;
}
