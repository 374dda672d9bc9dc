/** Writes `live.json`, and the short documents of the play head's post and the one after it. */
import type { CollectionHeader, Item } from '../collection.ts';
import { stepPlace } from '../playHead.ts';
import { feedItem, placelessItem, type Shelf } from './item.ts';
import type { Publication } from './publication.ts';

/** The document as JSON text. `base` is the address that the reader asked for, `http://host:port`. */
export function formatLive(publication: Publication, base: string): string {
  const shelf = { base, media: publication.media };
  const items = publication.feed.onAir.items.map((item, index) => `{"index":${index},${liveRow(item, shelf)}`);
  return `${liveHead(publication)}${items.join()}${liveEnd}`;
}

/** What stands before the first post. */
export function liveHead(publication: Publication): string {
  return `${formatHead(publication)},"items":[`;
}

/** One post after its place, which is not in it, so that a post that only moved is not written again. */
export function liveRow(item: Item, shelf: Shelf): string {
  return JSON.stringify(placelessItem(item, shelf)).slice(1);
}

/** What stands after the last post. */
export const liveEnd = ']}';

/** The play head's post, or none. */
export function formatCurrent(publication: Publication, base: string): string {
  return formatOne(publication, base, publication.feed.playHead.index);
}

/** The post to which `next` would go, or none at the end. */
export function formatNext(publication: Publication, base: string): string {
  return formatOne(publication, base, nextPlace(publication));
}

/** The place after the play head's; null where `next` would stay. */
export function nextPlace({ feed }: Publication): number | null {
  return stepPlace(feed.playHead, feed.onAir.items, 1);
}

function formatOne(publication: Publication, base: string, place: number | null): string {
  const item = place === null ? undefined : publication.feed.onAir.items[place];
  const shown = item === undefined || place === null ? null : feedItem(item, place, { base, media: publication.media });
  return `${formatHead(publication)},"item":${JSON.stringify(shown)}}`;
}

/** Everything above the posts, without the closing brace. */
function formatHead({ feed, freshness, contentHash }: Publication): string {
  const { onAir, playHead } = feed;
  const head = {
    feed: feed.slug,
    revision: onAir.revision,
    contentHash,
    gate: feed.gate,
    freshness,
    collection: onAir.header === null ? null : headerFields(onAir.header),
    onAirSince: onAir.since,
    playHead: { index: playHead.index, itemId: playHead.itemId, pinned: playHead.isPinned },
  };
  return JSON.stringify(head).slice(0, -1);
}

/** Named one by one, so that nothing else of a collection can ride along. */
function headerFields({ id, name, contentType, lastModifiedDate }: CollectionHeader): CollectionHeader {
  return { id, name, contentType, lastModifiedDate };
}
