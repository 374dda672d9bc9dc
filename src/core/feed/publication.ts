/** A snapshot of what one feed publishes: the input of every feed document, without anything from staging. */
import type { Item } from '../collection.ts';
import type { FeedState } from '../feedState.ts';
import type { MediaFacts } from '../show.ts';
import type { Freshness } from '../source.ts';

export type Publication = {
  /** Gate, on-air list and play head. `live` and `base` are left out on purpose. */
  readonly feed: Pick<FeedState, 'slug' | 'gate' | 'onAir' | 'playHead'>;
  readonly freshness: Freshness;
  readonly media: ReadonlyMap<string, MediaFacts>;
  /** Hash of the items only. */
  readonly contentHash: string;
};

/** Addresses of a post that can be in the media cache: its media in order, then its profile picture. */
export function mediaAddressesOf(item: Item): readonly string[] {
  const own = item.media.map((medium) => medium.mediaUrl);
  return item.profileImageUrl === null ? own : [...own, item.profileImageUrl];
}

/** Whether two states of a medium look the same to consumers, who don't see progress or faults. */
export function isSameToConsumers(a: MediaFacts | undefined, b: MediaFacts | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return (a ?? b)?.name === null;
  return a.name === b.name && a.width === b.width && a.height === b.height;
}

/** Whether both publications give the same `live.json` for the same base address. */
export function isSameBody(a: Publication, b: Publication): boolean {
  const headA = a.feed.playHead;
  const headB = b.feed.playHead;
  if (a.feed.onAir !== b.feed.onAir || a.feed.gate !== b.feed.gate || a.freshness !== b.freshness) return false;
  if (headA.itemId !== headB.itemId || headA.index !== headB.index || headA.isPinned !== headB.isPinned) return false;
  if (a.media === b.media) return true;
  return a.feed.onAir.items.every((item) =>
    mediaAddressesOf(item).every((url) => isSameToConsumers(a.media.get(url), b.media.get(url))),
  );
}

/** Number of posts hashed together. */
const groupSize = 64;

/**
 * Creates a function that hashes lists in groups of posts. A group that is unchanged since the previous list keeps its hash.
 * Equal lists always give equal hashes.
 */
export function createListHash(hash: (text: string) => string): (items: readonly Item[]) => string {
  let previous: readonly Item[] = [];
  let previousHashes: readonly string[] = [];
  return (items) => {
    const groups = Array.from({ length: Math.ceil(items.length / groupSize) }, (_, group) => {
      const start = group * groupSize;
      const posts = items.slice(start, start + groupSize);
      const previousHash =
        posts.length === Math.min(groupSize, previous.length - start) ? previousHashes[group] : undefined;
      if (previousHash !== undefined && posts.every((item, index) => item === previous[start + index]))
        return previousHash;
      return hash(posts.map(encodeItem).join(''));
    });
    previous = items;
    previousHashes = groups;
    return hash(groups.join(' '));
  };
}

/** Prefixes each field with its length, so that different posts never give the same text. */
function encodeItem(item: Item): string {
  let text =
    encodeField(item.id) +
    encodeField(item.fullName) +
    encodeField(item.username) +
    encodeField(item.source) +
    encodeField(item.message) +
    encodeField(item.profileImageUrl) +
    encodeField(item.publishedAt) +
    encodeField(item.lastModifiedDate) +
    encodeField(item.extra === null ? null : JSON.stringify(item.extra));
  for (const medium of item.media) text += encodeField(medium.mediaUrl) + encodeField(medium.mediaType);
  return `${text};`;
}

function encodeField(text: string | null): string {
  return text === null ? '-' : `${text.length}:${text}`;
}
