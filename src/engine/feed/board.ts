/** What one feed shows now, every document of it made at most once for each address that readers use. */
import { hash, randomBytes } from 'node:crypto';
import { createListHash, isSameBody, type Publication } from '../../core/feed/publication.ts';
import type { FeedState } from '../../core/feedState.ts';
import type { ShowState } from '../../core/show.ts';
import { assembleLive, type Memos, newMemos } from './assemble.ts';
import type { Format } from './formats.ts';
import { makeRendition, type Rendition, type Standing } from './rendition.ts';

/** A feed's documents. `update` is given every new state; everything else reads the newest. */
export type Board = {
  readonly slug: string;
  readonly publication: () => Publication;
  readonly standing: () => Standing;
  /** Counts bodies of `live.json`; never goes back while the program runs. */
  readonly bodyVersion: () => number;
  /** Bodies of `live.json` that had the present revision. At the start unknown, so two. */
  readonly bodiesOfRevision: () => number;
  readonly rendition: (name: string, format: Format, variant: string, base: string) => Rendition;
  /** The socket's frame of the present state. */
  readonly stateFrame: (base: string) => Buffer;
  /** The bytes of `live.json`. */
  readonly live: (base: string) => Buffer;
  /** Takes in a new state; answers whether the body of `live.json` is another one now. */
  readonly update: (state: ShowState, feed: FeedState) => boolean;
};

/** Addresses under which readers ask are few; a stranger trying many must not fill the memory. */
const mostBases = 6;
const mostVariants = 48;

export function createBoard(state: ShowState, feed: FeedState): Board {
  /** Makes validators of one run of the program unlike those of any other. */
  const run = randomBytes(9).toString('base64url');
  const listHash = createListHash((text) => hash('sha256', text));
  let publication = publish(state, feed, listHash(feed.onAir.items).slice(0, hashLength));
  let standing = stand(state, feed);
  let bodyVersion = 1;
  let headVersion = 1;
  let bodiesOfRevision = 2;
  let lives = new Map<string, Buffer>();
  let stateFrames = new Map<string, Buffer>();
  let listRenditions = new Map<string, Map<string, Rendition>>();
  let headRenditions = new Map<string, Map<string, Rendition>>();
  const memos = new Map<string, Memos>();

  const live = (base: string): Buffer =>
    kept(lives, base, mostBases, () => assembleLive(publication, base, kept(memos, base, mostBases, newMemos).live));
  const renditionsFor = ({ follows }: Format, base: string): Map<string, Rendition> =>
    kept(follows === 'list' ? listRenditions : headRenditions, base, mostBases, () => new Map<string, Rendition>());

  return {
    slug: feed.slug,
    publication: () => publication,
    standing: () => standing,
    bodyVersion: () => bodyVersion,
    bodiesOfRevision: () => bodiesOfRevision,
    live,
    stateFrame: (base) => kept(stateFrames, base, mostBases, () => Buffer.concat([frameStart, live(base).subarray(1)])),
    rendition: (name, format, variant, base) =>
      kept(renditionsFor(format, base), variant === '' ? name : `${name}?${variant}`, mostVariants, () => {
        const content =
          name === 'live.json'
            ? live(base)
            : format.write(publication, base, variant, kept(memos, base, mostBases, newMemos));
        const version = format.follows === 'list' ? bodyVersion : `${bodyVersion}.${headVersion}`;
        return makeRendition(content, format.contentType, `${run}.${version}`, standing);
      }),
    update: (nextState, nextFeed) => {
      const isSameList = nextFeed.onAir.items === publication.feed.onAir.items;
      const contentHash = isSameList ? publication.contentHash : listHash(nextFeed.onAir.items).slice(0, hashLength);
      const next = publish(nextState, nextFeed, contentHash);
      const isSame = isSameBody(publication, next);
      if (!isSame) {
        bodyVersion += 1;
        bodiesOfRevision = next.feed.onAir.revision === publication.feed.onAir.revision ? bodiesOfRevision + 1 : 1;
        lives = new Map();
        stateFrames = new Map();
        listRenditions = new Map();
      }
      if (!isSame || next.feed.playHead !== publication.feed.playHead) {
        headVersion += 1;
        headRenditions = new Map();
      }
      publication = next;
      standing = stand(nextState, nextFeed);
      return !isSame;
    },
  };
}

const frameStart = Buffer.from('{"type":"state",');
/** Hexadecimal digits of a `contentHash`. */
const hashLength = 32;

function publish(state: ShowState, feed: FeedState, contentHash: string): Publication {
  const { slug, gate, onAir, playHead } = feed;
  return {
    feed: { slug, gate, onAir, playHead },
    freshness: state.source.freshness,
    media: state.media,
    contentHash,
  };
}

function stand(state: ShowState, feed: FeedState): Standing {
  return {
    revision: feed.onAir.revision,
    gate: feed.gate,
    freshness: state.source.freshness,
    checkedAt: state.source.lastConfirmedAt,
  };
}

/** What was made for that key, or what is made now. The oldest goes when there are too many. */
function kept<T>(known: Map<string, T>, key: string, most: number, make: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  const oldest = known.keys().next();
  if (known.size >= most && oldest.done === false) known.delete(oldest.value);
  const made = make();
  known.set(key, made);
  return made;
}
