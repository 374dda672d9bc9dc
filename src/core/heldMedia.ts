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

/** Its key among the kept media. */
function heldKeyOf({ slug, url, beforeMs }: KeptMedium): string {
  return `${prefix}${slug}:${beforeMs}:${url}`;
}

/** Whether a key of Greenroom’s own is that of a kept medium. */
export function isHeldKey(key: string): boolean {
  return key.startsWith(prefix);
}

function readHeldKey(key: string): KeptMedium {
  const [, slug = '', beforeMs = '', ...url] = key.split(':');
  return { slug, url: url.join(':'), beforeMs: Number(beforeMs) };
}

type KeptFacts = { readonly beforeMs: number; readonly facts: MediaFacts };
type Kept = ReadonlyMap<string, ReadonlyMap<string, readonly KeptFacts[]>>;
const keptCache = new WeakMap<ShowState['keptMedia'], Kept>();

/** The kept media by feed and address. */
function findKept(keptMedia: ShowState['keptMedia']): Kept {
  const known = keptCache.get(keptMedia);
  if (known !== undefined) return known;
  const kept = new Map<string, Map<string, readonly KeptFacts[]>>();
  for (const [key, facts] of keptMedia) {
    const { slug, url, beforeMs } = readHeldKey(key);
    const ofFeed = kept.get(slug) ?? new Map<string, readonly KeptFacts[]>();
    kept.set(slug, ofFeed.set(url, [...(ofFeed.get(url) ?? []), { beforeMs, facts }]));
  }
  keptCache.set(keptMedia, kept);
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
export function mediaOfFeed(
  feed: FeedState,
  { media, keptMedia }: Pick<ShowState, 'media' | 'keptMedia'>,
): ShowState['media'] {
  if (feed.gate === 'following') return media;
  const kept = findKept(keptMedia).get(feed.slug);
  if (kept === undefined) return media;
  const cached = ownCache.get(media) ?? new Map<string, OwnMedia>();
  ownCache.set(media, cached);
  const known = cached.get(feed.slug);
  if (known !== undefined && known.feed.base === feed.base && known.feed.blocks === feed.blocks) return known.media;
  const own = withKept(feed, kept, media);
  cached.set(feed.slug, { feed, media: own });
  return own;
}

/** The media as the feed would show them after a restore of the list. */
export function mediaOfRestored(
  feed: FeedState,
  items: readonly Item[],
  { media, keptMedia }: Pick<ShowState, 'media' | 'keptMedia'>,
): ShowState['media'] {
  const kept = findKept(keptMedia).get(feed.slug);
  const restored: FeedState = { ...feed, gate: 'held', base: { ...feed.base, items }, beforeClear: null };
  return kept === undefined ? media : withKept(restored, kept, media);
}

function withKept(
  feed: FeedState,
  kept: ReadonlyMap<string, readonly KeptFacts[]>,
  media: ShowState['media'],
): ShowState['media'] {
  const own = new Map(media);
  const shown = new Set(findUnblocked(feed).flatMap(mediaAddressesOf));
  for (const [url, versionMs] of findOldestVersions(findKeptPosts(feed))) {
    const selected = selectKept(kept.get(url) ?? [], versionMs);
    if (selected === null) continue;
    if (shown.has(url)) own.set(url, selected.facts);
    else own.delete(url);
  }
  return own;
}

/** The addresses for which the feed has kept another file than the newest, also while it blocks their posts and does not show it. */
export function findReplacedAddresses(
  feed: FeedState,
  { media, keptMedia }: Pick<ShowState, 'media' | 'keptMedia'>,
): ReadonlySet<string> {
  const kept = findKept(keptMedia).get(feed.slug);
  if (feed.gate === 'following' || kept === undefined) return new Set();
  const replaced = new Set<string>();
  for (const [url, versionMs] of findOldestVersions(findKeptPosts(feed))) {
    const selected = selectKept(kept.get(url) ?? [], versionMs);
    if (selected === null) continue;
    // If the posts are blocked on every feed, the newest file is not among the media.
    const newest = media.get(url)?.name ?? findNewestKept(keptMedia, url);
    if (selected.facts.name !== newest) replaced.add(url);
  }
  return replaced;
}

/** The feed that blocked it last has kept it last. */
function findNewestKept(keptMedia: ShowState['keptMedia'], url: string): string | null {
  return [...keptMedia].findLast(([key]) => addressOfHeldKey(key) === url)?.[1].name ?? null;
}

/** Posts that the feed shows, or can show again without a change at the service. */
function findKeptPosts({ base, beforeClear }: FeedState): readonly Item[] {
  return beforeClear === null ? base.items : [...base.items, ...beforeClear.items];
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
    const kept = findKept(state.keptMedia).get(feed.slug)?.get(url) ?? [];
    return selectKept(kept, shownMs) === null ? [heldKeyOf({ slug: feed.slug, url, beforeMs })] : [];
  });
}

/**
 * The keys under which feeds keep the stored file of an address while they block its posts, because an unblock puts the same versions on air
 * again, and the address can have another file by then. A feed that follows can be held meanwhile. `checkedFor` is the version of a post for
 * which the file was requested; `null` if unknown.
 */
export function findBlockedHeldKeys(state: ShowState, url: string, checkedFor: string | null): readonly string[] {
  return state.feeds.flatMap((feed) => {
    const versions = findPostsWith(feed, url).map(({ lastModifiedDate }) => Date.parse(lastModifiedDate));
    const fileMs = checkedFor === null ? Math.max(...versions) : Date.parse(checkedFor);
    if (versions.length === 0 || !(Math.min(...versions) <= fileMs) || !isWithheldIn(feed, url)) return [];
    const kept = findKept(state.keptMedia).get(feed.slug)?.get(url) ?? [];
    const isKept = selectKept(kept, Math.min(...versions)) !== null;
    return isKept ? [] : [heldKeyOf({ slug: feed.slug, url, beforeMs: fileMs + 1 })];
  });
}

/** Whether the feed no longer keeps a medium: a feed that follows shows the newest, and keeps only those of its blocked posts. */
export function isReleased(state: ShowState, key: string): boolean {
  const feed = findFeedOf(state, key);
  if (feed === undefined) return true;
  if (feed.gate !== 'following') return false;
  const { url, beforeMs } = readHeldKey(key);
  if (!isWithheldIn(feed, url)) return true;
  return !findPostsWith(feed, url).some(({ lastModifiedDate }) => Date.parse(lastModifiedDate) < beforeMs);
}

/** Whether a kept medium may not be served: only blocked posts have it. */
export function isWithheld(state: ShowState, key: string): boolean {
  const feed = findFeedOf(state, key);
  return feed !== undefined && isWithheldIn(feed, readHeldKey(key).url);
}

function isWithheldIn(feed: FeedState, url: string): boolean {
  return feed.blocks.length > 0 && !findUnblocked(feed).some((item) => mediaAddressesOf(item).includes(url));
}

function findUnblocked(feed: FeedState): readonly Item[] {
  const blocked = new Set(feed.blocks.map(({ itemId }) => itemId));
  return findKeptPosts(feed).filter(({ id }) => !blocked.has(id));
}

function findPostsWith(feed: FeedState, url: string): readonly Item[] {
  return findKeptPosts(feed).filter((item) => mediaAddressesOf(item).includes(url));
}

function findFeedOf({ feeds }: ShowState, key: string): FeedState | undefined {
  const slug = feedOfHeldKey(key);
  return feeds.find((feed) => feed.slug === slug);
}

/** Whether the feed has a post that it shows with this medium. */
export function isKeptNeeded(state: ShowState, key: string): boolean {
  const feed = findFeedOf(state, key);
  return feed !== undefined && findKeptAddresses(feed, new Set([key])).size > 0;
}

export function feedOfHeldKey(key: string): string {
  return readHeldKey(key).slug;
}

/** The address of a kept medium at the service. */
export function addressOfHeldKey(key: string): string {
  return readHeldKey(key).url;
}
