/** Keeps what was written for a post while neither the post nor its media changed: one changed post costs one writing. */
import type { Item } from '../collection.ts';
import type { MediaFacts } from '../show.ts';
import type { Shelf } from './item.ts';
import { isSameToReaders, mediaAddresses } from './publication.ts';

/** What was written for posts in one format, for one base address. Forgets a post with the post itself. */
export type ItemMemo<T> = WeakMap<Item, Kept<T>>;

type Kept<T> = {
  /** The whole table that was looked in last: the same table means that nothing has to be compared. */
  media: ReadonlyMap<string, MediaFacts>;
  readonly facts: readonly (MediaFacts | undefined)[];
  readonly written: T;
};

export function newItemMemo<T>(): ItemMemo<T> {
  return new WeakMap();
}

/** What was written for the post, written anew only when its media look different now. */
export function remember<T>(memo: ItemMemo<T>, item: Item, shelf: Shelf, write: (item: Item, shelf: Shelf) => T): T {
  const kept = memo.get(item);
  if (kept !== undefined) {
    if (kept.media === shelf.media) return kept.written;
    const isSame = mediaAddresses(item).every((url, place) => isSameToReaders(kept.facts[place], shelf.media.get(url)));
    if (isSame) {
      kept.media = shelf.media;
      return kept.written;
    }
  }
  const written = write(item, shelf);
  const facts = mediaAddresses(item).map((url) => shelf.media.get(url));
  memo.set(item, { media: shelf.media, facts, written });
  return written;
}
