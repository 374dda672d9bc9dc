/** Formats `live.json`, `current.json`, `next.json` and a short `live.json` for pictures. */
import type { CollectionHeader, Item } from '../collection.ts';
import { toAirText } from './airText.ts';
import { type MediaLookup, toFeedItem, toFeedItemWithoutIndex } from './item.ts';
import { findNextIndex, findNextItemId, type Publication } from './publication.ts';
import { quoteText, quoteTextOrNull } from './quote.ts';

/** `live.json` before its first post. */
export function formatLiveHead(publication: Publication): string {
  return `${formatHead(publication)},"items":[`;
}

/** One post without its opening brace and `index`, so that the text of a moved post can be reused. */
export function formatLiveRow(item: Item, lookup: MediaLookup): string {
  const post = toFeedItemWithoutIndex(item, lookup);
  // Written out for speed, because a list can have ten thousand posts.
  const start = `"id":${quoteText(post.id)},"fullName":${quoteTextOrNull(post.fullName)}`;
  const author = `,"username":${quoteTextOrNull(post.username)},"handle":${quoteTextOrNull(post.handle)}`;
  const message = `,"source":${quoteText(post.source)},"message":${quoteText(post.message)}`;
  const picture = `,"profileImageUrl":${quoteTextOrNull(post.profileImageUrl)},"profileImage":${quoteTextOrNull(post.profileImage)}`;
  const media = `,"media":${post.media.length === 0 ? '[]' : JSON.stringify(post.media)}`;
  const dates = `,"publishedAt":${quoteText(post.publishedAt)},"lastModifiedDate":${quoteText(post.lastModifiedDate)}`;
  const raw = post.raw === undefined ? '' : `,"raw":${JSON.stringify(post.raw)}`;
  const extra = post.extra === undefined ? '' : `,"extra":${JSON.stringify(post.extra)}`;
  return `${start}${author}${message}${picture}${media}${dates}${raw}${extra}}`;
}

/** The JSON after the last post. */
export const liveEnd = ']}';

/** `live.json` with only those of its posts. */
export function formatPosts(publication: Publication, base: string, ids: ReadonlySet<string | null>): string {
  const lookup = { base, media: publication.media };
  const items = publication.feed.onAir.items.flatMap((item, index) =>
    ids.has(item.id) ? [toFeedItem(item, index, lookup)] : [],
  );
  return `${formatHead(publication)},"items":${JSON.stringify(items)}}`;
}

/** `current.json`: the play head's post, or a null item. */
export function formatCurrent(publication: Publication, base: string): string {
  return formatOne(publication, base, publication.feed.playHead.index);
}

/** `next.json`: the post that `next` would move to, or a null item at the end. */
export function formatNext(publication: Publication, base: string): string {
  return formatOne(publication, base, findNextIndex(publication.feed));
}

function formatOne(publication: Publication, base: string, index: number | null): string {
  const item = index === null ? undefined : publication.feed.onAir.items[index];
  const shown =
    item === undefined || index === null ? null : toFeedItem(item, index, { base, media: publication.media });
  return `${formatHead(publication)},"item":${JSON.stringify(shown)}}`;
}

/** The fields before the posts, without the closing brace. */
export function formatHead({ feed, freshness, contentHash }: Publication): string {
  const { onAir, playHead } = feed;
  const head = {
    feed: feed.slug,
    revision: onAir.revision,
    contentHash,
    gate: feed.gate,
    freshness,
    collection: onAir.header === null ? null : headerFields(onAir.header),
    onAirSince: onAir.since,
    playHead: {
      index: playHead.index,
      itemId: playHead.itemId,
      pinned: playHead.isPinned,
      nextItemId: findNextItemId(feed),
    },
  };
  return JSON.stringify(head).slice(0, -1);
}

/** Copies named fields only, so that nothing else of a collection can leak. */
function headerFields({ id, name, contentType, lastModifiedDate }: CollectionHeader): CollectionHeader {
  return { id, name: toAirText(name), contentType, lastModifiedDate };
}
