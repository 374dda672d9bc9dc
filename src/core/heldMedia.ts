/** The pictures and videos that a held feed keeps while the service has others at their addresses. */
import type { Item } from './collection.ts';
import { mediaAddressesOf } from './feed/publication.ts';
import type { FeedState } from './feedState.ts';
import type { MediaFacts, ShowState } from './show.ts';

type KeptMedium = {
  readonly slug: string;
  readonly url: string;
  /** The feed keeps it for posts that are older than this. Epoch milliseconds. */
  readonly beforeMs: number;
};

const prefix = 'held:';

/** Its key among the media, where others have their address. No post can have it as an address. */
function heldKeyOf({ slug, url, beforeMs }: KeptMedium): string {
  return `${prefix}${slug}:${beforeMs}:${url}`;
}

export function isHeldKey(key: string): boolean {
  return key.startsWith(prefix);
}

function readHeldKey(key: string): KeptMedium {
  const [, slug = '', beforeMs = '', ...url] = key.split(':');
  return { slug, url: url.join(':'), beforeMs: Number(beforeMs) };
}

type KeptFacts = { readonly beforeMs: number; readonly facts: MediaFacts };
type Kept = ReadonlyMap<string, ReadonlyMap<string, readonly KeptFacts[]>>;
const keptCache = new WeakMap<ShowState['media'], Kept>();

/** The kept media by feed and address. */
function findKept(media: ShowState['media']): Kept {
  const known = keptCache.get(media);
  if (known !== undefined) return known;
  const kept = new Map<string, Map<string, readonly KeptFacts[]>>();
  for (const [key, facts] of media) {
    if (!isHeldKey(key)) continue;
    const { slug, url, beforeMs } = readHeldKey(key);
    const ofFeed = kept.get(slug) ?? new Map<string, readonly KeptFacts[]>();
    kept.set(slug, ofFeed.set(url, [...(ofFeed.get(url) ?? []), { beforeMs, facts }]));
  }
  keptCache.set(media, kept);
  return kept;
}

/** The first that replaced it counts: the others replaced later ones. */
function selectKept(kept: readonly KeptFacts[], versionMs: number): KeptFacts | null {
  const newer = kept.filter(({ beforeMs }) => beforeMs > versionMs);
  return newer.reduce<KeptFacts | null>(
    (first, each) => (first !== null && first.beforeMs <= each.beforeMs ? first : each),
    null,
  );
}

/** The date of the oldest of the posts with each medium, in epoch milliseconds. */
function findOldestVersions(items: readonly Item[]): ReadonlyMap<string, number> {
  const oldest = new Map<string, number>();
  for (const item of items) {
    const versionMs = Date.parse(item.lastModifiedDate);
    for (const url of mediaAddressesOf(item))
      if (!((oldest.get(url) ?? Number.POSITIVE_INFINITY) <= versionMs)) oldest.set(url, versionMs);
  }
  return oldest;
}

type OwnMedia = { readonly feed: FeedState; readonly media: ShowState['media'] };
const ownCache = new WeakMap<ShowState['media'], Map<string, OwnMedia>>();

/** The media as the feed shows them: a held one shows the files that it has kept. */
export function mediaOfFeed(feed: FeedState, media: ShowState['media']): ShowState['media'] {
  if (feed.gate === 'following') return media;
  const kept = findKept(media).get(feed.slug);
  if (kept === undefined) return media;
  const cached = ownCache.get(media) ?? new Map<string, OwnMedia>();
  ownCache.set(media, cached);
  const known = cached.get(feed.slug);
  if (known !== undefined && known.feed.base === feed.base && known.feed.blocks === feed.blocks) return known.media;
  const own = new Map(media);
  for (const [url, versionMs] of findOldestVersions(findKeptPosts(feed))) {
    const selected = selectKept(kept.get(url) ?? [], versionMs);
    if (selected !== null) own.set(url, selected.facts);
  }
  cached.set(feed.slug, { feed, media: own });
  return own;
}

/** Posts that the feed shows, or can show again without a change at the service. */
function findKeptPosts({ base, beforeClear, blocks }: FeedState): readonly Item[] {
  const blocked = new Set(blocks.map(({ itemId }) => itemId));
  return [...base.items, ...(beforeClear?.items ?? [])].filter(({ id }) => !blocked.has(id));
}

/** The addresses whose newest files the feed does not show, because it has kept others. */
export function findKeptAddresses(feed: FeedState, keys: ReadonlySet<string>): ReadonlySet<string> {
  if (feed.gate === 'following' || keys.size === 0) return new Set();
  const oldest = findOldestVersions(findKeptPosts(feed));
  const kept = [...keys].map(readHeldKey).filter(({ slug }) => slug === feed.slug);
  return new Set(kept.filter(({ url, beforeMs }) => (oldest.get(url) ?? beforeMs) < beforeMs).map(({ url }) => url));
}

/** The keys under which feeds keep the stored file of an address when that for `version` of a post replaces it. */
export function findNewHeldKeys(state: ShowState, url: string, version: string): readonly string[] {
  const beforeMs = Date.parse(version);
  return state.feeds.flatMap((feed) => {
    if (feed.gate === 'following') return [];
    const shownMs = findOldestVersions(findKeptPosts(feed)).get(url);
    if (shownMs === undefined || !(shownMs < beforeMs)) return [];
    const kept = findKept(state.media).get(feed.slug)?.get(url) ?? [];
    return selectKept(kept, shownMs) === null ? [heldKeyOf({ slug: feed.slug, url, beforeMs })] : [];
  });
}

/** Why a feed no longer keeps a medium; `null` while it does. A released feed shows the newest, and a blocked post’s files are deleted. */
export function whyNotKept(state: ShowState, key: string): 'released' | 'blocked' | null {
  const { slug, url } = readHeldKey(key);
  const feed = state.feeds.find((each) => each.slug === slug);
  if (feed === undefined || feed.gate === 'following') return 'released';
  const hasIt = (item: Item): boolean => mediaAddressesOf(item).includes(url);
  const isBlocked = (item: Item): boolean => feed.blocks.some(({ itemId }) => itemId === item.id);
  const posts = [...feed.base.items, ...(feed.beforeClear?.items ?? [])].filter(hasIt);
  return posts.length > 0 && posts.every(isBlocked) ? 'blocked' : null;
}

/** Whether the feed has a post that it shows with this medium. */
export function isKeptNeeded(state: ShowState, key: string): boolean {
  const feed = state.feeds.find(({ slug }) => slug === feedOfHeldKey(key));
  return feed !== undefined && findKeptAddresses(feed, new Set([key])).size > 0;
}

export function feedOfHeldKey(key: string): string {
  return readHeldKey(key).slug;
}

/** The address of a kept medium at the service. */
export function addressOfHeldKey(key: string): string {
  return readHeldKey(key).url;
}
