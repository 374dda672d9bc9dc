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

const digests = new WeakMap<Item, string>();

/**
 * What identifies the list, of which the caller's hash is its contentHash. Each post's own hash is kept as long as the post,
 * since posts stay the same objects from one version of a list to the next.
 */
export function canonicalText(items: readonly Item[], hash: (text: string) => string): string {
  const all = items.map((item) => {
    const known = digests.get(item);
    if (known !== undefined) return known;
    const digest = hash(itemText(item));
    digests.set(item, digest);
    return digest;
  });
  return all.join(' ');
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
