/** Formats what changed from one publication of a feed to another, for readers that keep the list themselves. */
import type { Item } from '../collection.ts';
import { compareLists } from '../compare.ts';
import { formatHead, formatLiveRow } from './liveJson.ts';
import { isSameToConsumers, mediaAddressesOf, type Publication } from './publication.ts';
import { quoteText } from './quote.ts';

/** Beyond this share of the list, the ids in their new order cost less than the moved posts. */
const maxMovedShare = 1 / 16;
/** Beyond this share of the list, the whole state costs no more. */
const maxChangedShare = 1 / 2;

/**
 * Returns the `changes` frame after its type, without the opening brace. To follow it, remove the posts in `removed` and those in `put`, insert
 * each of `put` at its `index` in the order given, then sort by `order` unless it is `null`. `null` if the whole state costs no more.
 */
export function formatChanges(from: Publication, to: Publication, base: string): string | null {
  const before = from.feed.onAir.items;
  const after = to.feed.onAir.items;
  const { added, removed, edited, moved } = compareLists(before, after);
  const isOrderSent = moved.length > after.length * maxMovedShare;
  const put = new Set([...added, ...edited.map(({ id }) => id), ...(isOrderSent ? [] : moved)]);
  for (const item of after) if (!put.has(item.id) && !hasSameMedia(item, from, to)) put.add(item.id);
  const changed = put.size + removed.length;
  if (changed > 1 && changed > after.length * maxChangedShare) return null;
  const lookup = { base, media: to.media };
  const rows: string[] = [];
  for (const [index, item] of after.entries())
    if (put.has(item.id)) rows.push(`{"index":${index},${formatLiveRow(item, lookup)}`);
  const order = isOrderSent ? `[${after.map(({ id }) => quoteText(id)).join()}]` : 'null';
  return (
    `"from":${from.feed.onAir.revision},"to":${to.feed.onAir.revision},"removed":${JSON.stringify(removed)},` +
    `"put":[${rows.join()}],"order":${order},${formatHead(to).slice(1)}}`
  );
}

function hasSameMedia(item: Item, from: Publication, to: Publication): boolean {
  if (from.media === to.media) return true;
  return mediaAddressesOf(item).every((url) => isSameToConsumers(from.media.get(url), to.media.get(url)));
}
