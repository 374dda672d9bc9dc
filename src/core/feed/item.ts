/** A post as the feed shows it: with a handle, and with addresses on this machine where its media are there. */
import { handleOf, type Item } from '../collection.ts';
import type { MediaFacts } from '../show.ts';
import type { FeedItem, FeedMedia } from './document.ts';

/** Where readers find media: the address that stands before `/media/NAME` (no slash at its end), and what is there. */
export type Shelf = { readonly base: string; readonly media: ReadonlyMap<string, MediaFacts> };

/** The post at that place of the list, from 0. */
export function feedItem(item: Item, index: number, shelf: Shelf): FeedItem {
  return { index, ...placelessItem(item, shelf) };
}

/** The same without its place, which changes when others come and go. */
export function placelessItem(item: Item, shelf: Shelf): Omit<FeedItem, 'index'> {
  return {
    id: item.id,
    fullName: item.fullName,
    username: item.username,
    handle: handleOf(item.username),
    source: item.source,
    message: item.message,
    profileImageUrl: item.profileImageUrl,
    profileImage: item.profileImageUrl === null ? null : shelfAddress(item.profileImageUrl, shelf),
    media: item.media.map((medium) => feedMedia(medium.mediaUrl, medium.mediaType, shelf)),
    publishedAt: item.publishedAt,
    lastModifiedDate: item.lastModifiedDate,
  };
}

/** The local address of a medium, or the service's while it is not there. */
export function shelfAddress(mediaUrl: string, shelf: Shelf): string {
  const name = shelf.media.get(mediaUrl)?.name;
  return name === undefined || name === null ? mediaUrl : `${shelf.base}/media/${name}`;
}

function feedMedia(mediaUrl: string, mediaType: string, shelf: Shelf): FeedMedia {
  const facts = shelf.media.get(mediaUrl);
  if (facts === undefined || facts.name === null) {
    return { mediaUrl, mediaType, url: mediaUrl, posterUrl: null, width: null, height: null, ready: false };
  }
  return {
    mediaUrl,
    mediaType,
    url: `${shelf.base}/media/${facts.name}`,
    posterUrl: facts.posterName === null ? null : `${shelf.base}/media/${facts.posterName}`,
    width: facts.width,
    height: facts.height,
    ready: true,
  };
}
