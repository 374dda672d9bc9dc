/** What one feed publishes at a moment: everything that a document is made of, and nothing of staging. */
import type { Item } from '../collection.ts';
import type { FeedState } from '../feedState.ts';
import type { MediaFacts } from '../show.ts';
import type { Freshness } from '../source.ts';

export type Publication = {
  /** The gate, what is on air and the play head. `live` and `base` of a feed never get here. */
  readonly feed: Pick<FeedState, 'slug' | 'gate' | 'onAir' | 'playHead'>;
  readonly freshness: Freshness;
  readonly media: ReadonlyMap<string, MediaFacts>;
  /** Of the items alone: the same list, the same text. */
  readonly contentHash: string;
};

/** Every address of a post's that may be in the media cache: its media in their order, then its author's picture. */
export function mediaAddresses(item: Item): readonly string[] {
  const own = item.media.map((medium) => medium.mediaUrl);
  return item.profileImageUrl === null ? own : [...own, item.profileImageUrl];
}

/** Whether two states of one medium look the same to whoever reads the feed; progress and faults do not show. */
export function isSameToReaders(a: MediaFacts | undefined, b: MediaFacts | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return (a ?? b)?.name === null;
  return a.name === b.name && a.posterName === b.posterName && a.width === b.width && a.height === b.height;
}

/** Whether `live.json` of the two reads the same, both made for the same address. */
export function isSameBody(a: Publication, b: Publication): boolean {
  const headA = a.feed.playHead;
  const headB = b.feed.playHead;
  if (a.feed.onAir !== b.feed.onAir || a.feed.gate !== b.feed.gate || a.freshness !== b.freshness) return false;
  if (headA.itemId !== headB.itemId || headA.index !== headB.index || headA.isPinned !== headB.isPinned) return false;
  if (a.media === b.media) return true;
  return a.feed.onAir.items.every((item) =>
    mediaAddresses(item).every((url) => isSameToReaders(a.media.get(url), b.media.get(url))),
  );
}

/** Posts that are hashed together. */
const groupSize = 64;

/**
 * Makes hashes of lists, each from what `hash` gives for groups of neighbours: of a group that stands where it stood in the
 * list before, the hash is kept. The same list gives the same hash, whatever was asked before.
 */
export function createListHash(hash: (text: string) => string): (items: readonly Item[]) => string {
  let before: readonly Item[] = [];
  let hashes: readonly string[] = [];
  return (items) => {
    const groups = Array.from({ length: Math.ceil(items.length / groupSize) }, (_, group) => {
      const start = group * groupSize;
      const posts = items.slice(start, start + groupSize);
      const kept = posts.length === Math.min(groupSize, before.length - start) ? hashes[group] : undefined;
      if (kept !== undefined && posts.every((item, place) => item === before[start + place])) return kept;
      return hash(posts.map(itemText).join(''));
    });
    before = items;
    hashes = groups;
    return hash(groups.join(' '));
  };
}

/** Each field with its length before it, so that no two posts give the same text. */
function itemText(item: Item): string {
  let text =
    field(item.id) +
    field(item.fullName) +
    field(item.username) +
    field(item.source) +
    field(item.message) +
    field(item.profileImageUrl) +
    field(item.publishedAt) +
    field(item.lastModifiedDate) +
    field(item.extra === null ? null : JSON.stringify(item.extra));
  for (const medium of item.media) text += field(medium.mediaUrl) + field(medium.mediaType);
  return `${text};`;
}

function field(text: string | null): string {
  return text === null ? '-' : `${text.length}:${text}`;
}
