/** A snapshot of what one feed publishes: the input of every feed document, without anything from staging. */
import type { Item } from '../collection.ts';
import type { FeedState } from '../feedState.ts';
import { stepIndex } from '../playHead.ts';
import type { MediaFacts } from '../show.ts';
import type { Freshness } from '../source.ts';
import { runAllSteps, type Steps } from '../steps.ts';
import type { FormatTimeOfDay } from './timeOfDay.ts';

export type Publication = {
  /** Gate, on-air list and play head. `live` and `base` are left out on purpose. */
  readonly feed: Pick<FeedState, 'slug' | 'gate' | 'onAir' | 'playHead'>;
  readonly freshness: Freshness;
  readonly media: ReadonlyMap<string, MediaFacts>;
  /** Only the columns of text have times of day; `live.json` has dates. */
  readonly formatTimeOfDay: FormatTimeOfDay;
  /** Hash of the items only. */
  readonly contentHash: string;
};

const withMedia = new WeakMap<readonly Item[], readonly Item[]>();

/** The posts with a picture or a video, found once for each list. */
export function postsWithMedia(items: readonly Item[]): readonly Item[] {
  const known = withMedia.get(items);
  if (known !== undefined) return known;
  const found = items.filter(({ media, profileImageUrl }) => media.length > 0 || profileImageUrl !== null);
  withMedia.set(items, found);
  return found;
}

/** Addresses of a post that can be in the media cache: its media in order, then its profile picture. */
export function mediaAddressesOf(item: Item): readonly string[] {
  const own = item.media.map((medium) => medium.mediaUrl);
  return item.profileImageUrl === null ? own : [...own, item.profileImageUrl];
}

/** Whether two states of a medium look the same to consumers, who don't see progress or faults. */
export function isSameToConsumers(a: MediaFacts | undefined, b: MediaFacts | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return (a ?? b)?.name === null && (a ?? b)?.isBroken === false;
  if (a.name === null && a.isBroken !== b.isBroken) return false;
  return a.name === b.name && a.posterName === b.posterName && a.width === b.width && a.height === b.height;
}

/** The index that `next` would move to; `null` when it would stay. */
export function findNextIndex({ playHead, onAir }: Publication['feed']): number | null {
  return stepIndex(playHead, onAir.items, 1);
}

/** The post that `next` would move to; `null` when it would stay. */
export function findNextItemId(feed: Publication['feed']): string | null {
  const index = findNextIndex(feed);
  return index === null ? null : (feed.onAir.items[index]?.id ?? null);
}

/** Whether both publications give the same `live.json` for the same base address. */
export function isSameBody(a: Publication, b: Publication): boolean {
  const headA = a.feed.playHead;
  const headB = b.feed.playHead;
  if (a.feed.onAir !== b.feed.onAir || a.feed.gate !== b.feed.gate || a.freshness !== b.freshness) return false;
  if (headA.itemId !== headB.itemId || headA.index !== headB.index || headA.isPinned !== headB.isPinned) return false;
  if (headA !== headB && findNextItemId(a.feed) !== findNextItemId(b.feed)) return false;
  if (a.media === b.media) return true;
  return a.feed.onAir.items.every((item) =>
    mediaAddressesOf(item).every((url) => isSameToConsumers(a.media.get(url), b.media.get(url))),
  );
}

/** Number of posts hashed together. */
const groupSize = 64;

/** Groups of posts to hash in one step; about two milliseconds. */
const groupsPerStep = 16;

export type ListHash = {
  readonly now: (items: readonly Item[]) => string;
  /** Its steps prepare the hashes that `now` needs. */
  readonly inSteps: (items: readonly Item[]) => Steps<string>;
};

/** Creates a hash of lists in groups of posts. A known group keeps its hash. Equal lists always give equal hashes. */
export function createListHash(hash: (text: string) => string): ListHash {
  /** By the first post of the group. */
  const known = new WeakMap<Item, { readonly posts: readonly Item[]; readonly hash: string }>();
  const hashGroup = (posts: readonly Item[]): string => {
    const [first] = posts;
    const found = first === undefined ? undefined : known.get(first);
    if (found?.posts.length === posts.length && posts.every((post, index) => post === found.posts[index]))
      return found.hash;
    const group = { posts, hash: hash(posts.map(encodeItem).join('')) };
    if (first !== undefined) known.set(first, group);
    return group.hash;
  };
  function* inSteps(items: readonly Item[]): Steps<string> {
    const groups: string[] = [];
    for (let start = 0; start < items.length; start += groupSize) {
      groups.push(hashGroup(items.slice(start, start + groupSize)));
      if (groups.length % groupsPerStep === 0) yield;
    }
    return hash(groups.join(' '));
  }
  return { inSteps, now: (items) => runAllSteps(inSteps(items)) };
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
