/** Caches one feed's documents, each created once per base address and change. */
import { randomBytes } from 'node:crypto';
import { formatChanges } from '../../core/feed/changes.ts';
import { formatPosts } from '../../core/feed/liveJson.ts';
import { isSameBody, type Publication } from '../../core/feed/publication.ts';
import type { FormatTimeOfDay } from '../../core/feed/timeOfDay.ts';
import type { FeedState } from '../../core/feedState.ts';
import { mediaOfFeed } from '../../core/heldMedia.ts';
import type { ShowState } from '../../core/show.ts';
import { confirmationOf } from '../../core/source.ts';
import { runAllSteps, type Steps } from '../../core/steps.ts';
import { nextTurn } from '../../disk/turns.ts';
import { assembleLive, createRowWriters, type RowWriters } from './assemble.ts';
import type { Format, ListFormat } from './formats.ts';
import { listHash } from './listHash.ts';
import { createMessage, type Message, type MessageKind } from './message.ts';
import { createRendition, type FeedStatus, type Rendition } from './rendition.ts';

/** Call `update` with every new state; the other functions read the newest. */
export type DocumentCache = {
  readonly slug: string;
  /** Random, and different in each run of Greenroom. */
  readonly run: string;
  readonly publication: () => Publication;
  readonly status: () => FeedStatus;
  /** Increases with each change of the `live.json` body while the program runs. */
  readonly bodyVersion: () => number;
  /** Number of `live.json` bodies so far for this revision. */
  readonly bodyCountOfRevision: () => number;
  readonly rendition: (name: string, format: Format, variant: string, base: string) => Rendition;
  /** The ETag of the format's newest documents, without writing one. */
  readonly etag: (format: Format) => string;
  /**
   * Writes a document of a long list in several turns of the event loop, once for all readers that wait. It begins again when the list changes
   * meanwhile. `null` if `rendition` returns soon without it.
   */
  readonly prepare: (name: string, format: Format, variant: string, base: string) => Promise<void> | null;
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
/** Shorter lists are written in one turn. */
const longListLength = 1000;
/** While the list changes faster than its document can be written in turns, readers get it in one turn in the end. */
const maxAttempts = 4;

export function createDocumentCache(state: ShowState, feed: FeedState, initialFormat: FormatTimeOfDay): DocumentCache {
  const run = randomBytes(9).toString('base64url');
  let publication = publicationOf(state, feed, initialFormat, listHash.now(feed.onAir.items).slice(0, hashLength));
  let status = statusOf(state, feed);
  let bodyVersion = 1;
  let playHeadVersion = 1;
  let bodyCount = 1;
  let liveDocuments = new Map<string, Buffer>();
  let snapshot: Snapshot = { publication };
  let states = new Map<string, Message>();
  let changes = new Map<Snapshot, Map<string, Message | null>>();
  let listRenditions = new Map<string, Map<string, Rendition>>();
  let playHeadRenditions = new Map<string, Map<string, Rendition>>();
  const writers = new Map<string, RowWriters>();

  const messageOf = (kind: MessageKind, body: Buffer): Message => createMessage(kind, body, status.revision, run);
  /** Documents that are being written in steps, by version, base address and name. */
  const preparing = new Map<string, Promise<void>>();

  const writersFor = (base: string): RowWriters => getOrCreate(writers, base, maxBases, createRowWriters);
  const startLive = (base: string): Steps<Buffer> => assembleLive(publication, base, writersFor(base).live);
  const live = (base: string): Buffer => getOrCreate(liveDocuments, base, maxBases, () => runAllSteps(startLive(base)));
  const renditionsFor = ({ follows }: Format, base: string): Map<string, Rendition> =>
    getOrCreate(
      follows === 'list' ? listRenditions : playHeadRenditions,
      base,
      maxBases,
      () => new Map<string, Rendition>(),
    );

  const keyOf = (name: string, variant: string): string => (variant === '' ? name : `${name}?${variant}`);
  const etagTextOf = ({ follows }: Format): string =>
    `${run}.${follows === 'list' ? bodyVersion : `${bodyVersion}.${playHeadVersion}`}`;
  const keep = (key: string, format: Format, base: string, create: () => string | Buffer): Rendition =>
    getOrCreate(renditionsFor(format, base), key, maxVariants, () =>
      createRendition(create(), format.contentType, etagTextOf(format), status),
    );
  /** Takes the steps in turns and keeps the result, unless the body changes meanwhile. Others that want it wait for the same steps. */
  const writeOnce = (key: string, base: string, start: () => Steps<Buffer>, store: (written: Buffer) => void) => {
    const version = bodyVersion;
    const id = `${version} ${base} ${key}`;
    const write = async (): Promise<void> => {
      const steps = start();
      for (let step = steps.next(); version === bodyVersion; step = steps.next()) {
        if (step.done === true) return store(step.value);
        await nextTurn();
      }
    };
    const found = preparing.get(id);
    if (found !== undefined) return found;
    const started = write().finally(() => preparing.delete(id));
    preparing.set(id, started);
    return started;
  };
  const prepareLive = async (base: string): Promise<void> => {
    if (liveDocuments.has(base)) return;
    await writeOnce(
      '',
      base,
      () => startLive(base),
      (written) => void getOrCreate(liveDocuments, base, maxBases, () => written),
    );
  };
  const prepareList = (key: string, format: ListFormat, variant: string, base: string): Promise<void> => {
    if (key === 'live.json') return prepareLive(base);
    const start = (): Steps<Buffer> => format.write(publication, base, variant, writersFor(base));
    return writeOnce(key, base, start, (written) => void keep(key, format, base, () => written));
  };

  return {
    slug: feed.slug,
    run,
    publication: () => publication,
    status: () => status,
    bodyVersion: () => bodyVersion,
    bodyCountOfRevision: () => bodyCount,
    live,
    prepareLive,
    snapshot: () => snapshot,
    state: (base) => getOrCreate(states, base, maxBases, () => messageOf('state', live(base).subarray(1))),
    changes: (since, base) =>
      getOrCreate(
        getOrCreate(changes, since, maxVariants, () => new Map<string, Message | null>()),
        base,
        maxBases,
        () => {
          const json = formatChanges(since.publication, snapshot.publication, base);
          return json === null ? null : messageOf('changes', Buffer.from(json));
        },
      ),
    pictureFrame: (base, ids) =>
      messageOf('state', Buffer.from(formatPosts(publication, base, new Set(ids)).slice(1))).frame(),
    rendition: (name, format, variant, base) =>
      keep(keyOf(name, variant), format, base, () => {
        if (name === 'live.json') return live(base);
        if (format.follows === 'playHead') return format.write(publication, base, variant);
        return runAllSteps(format.write(publication, base, variant, writersFor(base)));
      }),
    etag: (format) => `"${etagTextOf(format)}"`,
    prepare: (name, format, variant, base) => {
      const key = keyOf(name, variant);
      const isReady = (): boolean =>
        publication.feed.onAir.items.length < longListLength || renditionsFor(format, base).has(key);
      if (format.follows !== 'list' || isReady()) return null;
      const write = async (): Promise<void> => {
        for (let attempt = 0; attempt < maxAttempts && !isReady(); attempt += 1) {
          await prepareList(key, format, variant, base);
          if (name === 'live.json' && liveDocuments.has(base)) return;
        }
      };
      return write();
    },
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
    media: mediaOfFeed(feed, state),
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
