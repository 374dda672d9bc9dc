/** Caches the documents of one feed, each made once per base address and change. */
import { hash, randomBytes } from 'node:crypto';
import { createListHash, isSameBody, type Publication } from '../../core/feed/publication.ts';
import type { FeedState } from '../../core/feedState.ts';
import type { ShowState } from '../../core/show.ts';
import { assembleLive, type RowWriters, createRowWriters } from './assemble.ts';
import type { Format } from './formats.ts';
import { createRendition, type FeedStatus, type Rendition } from './rendition.ts';

/** Call `update` with every new state; the other functions read the newest. */
export type DocumentCache = {
  readonly slug: string;
  readonly publication: () => Publication;
  readonly status: () => FeedStatus;
  /** Increases with each change of the `live.json` body while the program runs. */
  readonly bodyVersion: () => number;
  /** Number of `live.json` bodies with the current revision; 2 at the start, because earlier ones are unknown. */
  readonly bodiesOfRevision: () => number;
  readonly rendition: (name: string, format: Format, variant: string, base: string) => Rendition;
  /** The socket's `state` frame. */
  readonly stateFrame: (base: string) => Buffer;
  readonly live: (base: string) => Buffer;
  /** Returns true if the body of `live.json` has changed. */
  readonly update: (state: ShowState, feed: FeedState) => boolean;
};

/** Readers use few base addresses and variants; the limits stop a client that tries many from filling memory. */
const maxBases = 6;
const maxVariants = 48;

export function createDocumentCache(state: ShowState, feed: FeedState): DocumentCache {
  /** Makes ETags of one run differ from those of any other. */
  const runId = randomBytes(9).toString('base64url');
  const listHash = createListHash((text) => hash('sha256', text));
  let publication = publicationOf(state, feed, listHash(feed.onAir.items).slice(0, hashLength));
  let status = statusOf(state, feed);
  let bodyVersion = 1;
  let headVersion = 1;
  let bodiesOfRevision = 2;
  let liveDocuments = new Map<string, Buffer>();
  let stateFrames = new Map<string, Buffer>();
  let listRenditions = new Map<string, Map<string, Rendition>>();
  let headRenditions = new Map<string, Map<string, Rendition>>();
  const writers = new Map<string, RowWriters>();

  const live = (base: string): Buffer =>
    cached(liveDocuments, base, maxBases, () =>
      assembleLive(publication, base, cached(writers, base, maxBases, createRowWriters).live),
    );
  const renditionsFor = ({ follows }: Format, base: string): Map<string, Rendition> =>
    cached(follows === 'list' ? listRenditions : headRenditions, base, maxBases, () => new Map<string, Rendition>());

  return {
    slug: feed.slug,
    publication: () => publication,
    status: () => status,
    bodyVersion: () => bodyVersion,
    bodiesOfRevision: () => bodiesOfRevision,
    live,
    stateFrame: (base) =>
      cached(stateFrames, base, maxBases, () => Buffer.concat([frameStart, live(base).subarray(1)])),
    rendition: (name, format, variant, base) =>
      cached(renditionsFor(format, base), variant === '' ? name : `${name}?${variant}`, maxVariants, () => {
        const content =
          name === 'live.json'
            ? live(base)
            : format.write(publication, base, variant, cached(writers, base, maxBases, createRowWriters));
        const version = format.follows === 'list' ? bodyVersion : `${bodyVersion}.${headVersion}`;
        return createRendition(content, format.contentType, `${runId}.${version}`, status);
      }),
    update: (nextState, nextFeed) => {
      const isSameList = nextFeed.onAir.items === publication.feed.onAir.items;
      const contentHash = isSameList ? publication.contentHash : listHash(nextFeed.onAir.items).slice(0, hashLength);
      const next = publicationOf(nextState, nextFeed, contentHash);
      const isSame = isSameBody(publication, next);
      if (!isSame) {
        bodyVersion += 1;
        bodiesOfRevision = next.feed.onAir.revision === publication.feed.onAir.revision ? bodiesOfRevision + 1 : 1;
        liveDocuments = new Map();
        stateFrames = new Map();
        listRenditions = new Map();
      }
      if (!isSame || next.feed.playHead !== publication.feed.playHead) {
        headVersion += 1;
        headRenditions = new Map();
      }
      publication = next;
      status = statusOf(nextState, nextFeed);
      return !isSame;
    },
  };
}

const frameStart = Buffer.from('{"type":"state",');
/** Hexadecimal digits in a `contentHash`. */
const hashLength = 32;

function publicationOf(state: ShowState, feed: FeedState, contentHash: string): Publication {
  const { slug, gate, onAir, playHead } = feed;
  return {
    feed: { slug, gate, onAir, playHead },
    freshness: state.source.freshness,
    media: state.media,
    contentHash,
  };
}

function statusOf(state: ShowState, feed: FeedState): FeedStatus {
  return {
    revision: feed.onAir.revision,
    gate: feed.gate,
    freshness: state.source.freshness,
    checkedAt: state.source.lastConfirmedAt,
  };
}

/** Returns the cached value or makes it; removes the oldest beyond `maxEntries`. */
function cached<T>(cache: Map<string, T>, key: string, maxEntries: number, make: () => T): T {
  const found = cache.get(key);
  if (found !== undefined) return found;
  const oldest = cache.keys().next();
  if (cache.size >= maxEntries && oldest.done === false) cache.delete(oldest.value);
  const made = make();
  cache.set(key, made);
  return made;
}
