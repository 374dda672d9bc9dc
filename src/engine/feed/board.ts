/** What one feed shows now, every document of it made at most once for each address that readers use. */
import { hash } from 'node:crypto';
import { newItemMemo } from '../../core/feed/itemMemo.ts';
import { canonicalText, isSameBody, type Publication } from '../../core/feed/publication.ts';
import type { FeedState, OnAir } from '../../core/feedState.ts';
import type { ShowState } from '../../core/show.ts';
import type { Format, Memos } from './formats.ts';
import { formats } from './formats.ts';
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
  /** The text of `live.json`. */
  readonly liveText: (base: string) => string;
  /** Takes in a new state; answers whether the body of `live.json` is another one now. */
  readonly update: (state: ShowState, feed: FeedState) => boolean;
};

/** Addresses under which readers ask are few; a stranger trying many must not fill the memory. */
const mostBases = 6;

export function createBoard(state: ShowState, feed: FeedState): Board {
  let publication = publish(state, feed);
  let standing = stand(state, feed);
  let bodyVersion = 1;
  let bodiesOfRevision = 2;
  let liveText = new Map<string, string>();
  let stateFrame = new Map<string, Buffer>();
  let listRenditions = new Map<string, Rendition>();
  let headRenditions = new Map<string, Rendition>();
  const memosByBase = new Map<string, Memos>();

  const memosFor = (base: string): Memos => {
    const known = memosByBase.get(base);
    if (known !== undefined) return known;
    const oldest = memosByBase.keys().next();
    if (memosByBase.size >= mostBases && oldest.done === false) memosByBase.delete(oldest.value);
    const memos = { live: newItemMemo(), vmix: newItemMemo() };
    memosByBase.set(base, memos);
    return memos;
  };
  const writeLive = (base: string): string =>
    kept(liveText, base, () => formats['live.json']?.write(publication, base, '', memosFor(base)) ?? '');

  return {
    slug: feed.slug,
    publication: () => publication,
    standing: () => standing,
    bodyVersion: () => bodyVersion,
    bodiesOfRevision: () => bodiesOfRevision,
    liveText: writeLive,
    stateFrame: (base) => kept(stateFrame, base, () => Buffer.from(`{"type":"state",${writeLive(base).slice(1)}`)),
    rendition: (name, format, variant, base) => {
      const renditions = format.follows === 'list' ? listRenditions : headRenditions;
      return kept(renditions, `${name}\n${variant}\n${base}`, () => {
        const text = name === 'live.json' ? writeLive(base) : format.write(publication, base, variant, memosFor(base));
        return makeRendition(text, format.contentType, standing);
      });
    },
    update: (nextState, nextFeed) => {
      const next = publish(nextState, nextFeed);
      const isSame = isSameBody(publication, next);
      if (!isSame) {
        bodyVersion += 1;
        bodiesOfRevision = next.feed.onAir.revision === publication.feed.onAir.revision ? bodiesOfRevision + 1 : 1;
        liveText = new Map();
        stateFrame = new Map();
        listRenditions = new Map();
      }
      if (!isSame || next.feed.playHead !== publication.feed.playHead) headRenditions = new Map();
      publication = next;
      standing = stand(nextState, nextFeed);
      return !isSame;
    },
  };
}

const contentHashes = new WeakMap<OnAir['items'], string>();

function publish(state: ShowState, feed: FeedState): Publication {
  const { slug, gate, onAir, playHead } = feed;
  let contentHash = contentHashes.get(onAir.items);
  if (contentHash === undefined) {
    contentHash = hash('sha256', canonicalText(onAir.items)).slice(0, 32);
    contentHashes.set(onAir.items, contentHash);
  }
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
function kept<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  const oldest = known.keys().next();
  if (known.size >= mostBases * 8 && oldest.done === false) known.delete(oldest.value);
  const made = make();
  known.set(key, made);
  return made;
}
