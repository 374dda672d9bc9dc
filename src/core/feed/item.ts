/** Converts a post for the feed: adds its handle and the local addresses of cached media. */
import { handleOf, type Item } from '../collection.ts';
import type { MediaFacts } from '../show.ts';
import { rawTextOf, toAirItem } from './airText.ts';
import type { FeedItem, FeedMedia } from './document.ts';

/** Cached media, and the base address of `/media/NAME` without a trailing slash. */
export type MediaLookup = { readonly base: string; readonly media: ReadonlyMap<string, MediaFacts> };

export function toFeedItem(item: Item, index: number, lookup: MediaLookup): FeedItem {
  return { index, ...toFeedItemWithoutIndex(item, lookup) };
}

/** The post without its index, which changes when other posts come and go. */
export function toFeedItemWithoutIndex(original: Item, lookup: MediaLookup): Omit<FeedItem, 'index'> {
  const item = toAirItem(original);
  const raw = rawTextOf(original, item);
  return {
    id: item.id,
    fullName: item.fullName,
    username: item.username,
    handle: handleOf(item.username),
    source: item.source,
    message: item.message,
    profileImageUrl: item.profileImageUrl,
    profileImage: item.profileImageUrl === null ? null : resolveMediaAddress(item.profileImageUrl, lookup) || null,
    media: item.media.map((medium) => toFeedMedia(medium.mediaUrl, medium.mediaType, lookup)),
    publishedAt: item.publishedAt,
    lastModifiedDate: item.lastModifiedDate,
    ...(raw !== null && { raw }),
    ...(item.extra !== null && { extra: item.extra }),
  };
}

/** The local address of a medium, or the service's until it is cached; empty if it was refused, because a renderer would load it. */
export function resolveMediaAddress(mediaUrl: string, lookup: MediaLookup): string {
  const facts = lookup.media.get(mediaUrl);
  if (facts !== undefined && facts.name !== null) return `${lookup.base}/media/${facts.name}`;
  return facts?.isBroken === true || !/^https?:\/\//i.test(mediaUrl) ? '' : mediaUrl;
}

/** The local address of a video’s poster; `null` until there is one. */
export function posterAddressOf(facts: MediaFacts | undefined, { base }: MediaLookup): string | null {
  const name = facts?.posterName ?? null;
  return name === null ? null : `${base}/media/${name}`;
}

function toFeedMedia(mediaUrl: string, mediaType: string, lookup: MediaLookup): FeedMedia {
  const facts = lookup.media.get(mediaUrl);
  if (facts === undefined || facts.name === null) {
    return {
      mediaUrl,
      mediaType,
      url: resolveMediaAddress(mediaUrl, lookup),
      posterUrl: null,
      width: null,
      height: null,
      ready: false,
    };
  }
  return {
    mediaUrl,
    mediaType,
    url: `${lookup.base}/media/${facts.name}`,
    posterUrl: posterAddressOf(facts, lookup),
    width: facts.width,
    height: facts.height,
    ready: true,
  };
}
