/** Decides which media the feed may serve: media on air, and for a short time media that has left air. */
import type { Item } from '../../core/collection.ts';
import { mediaAddressesOf, postsWithMedia } from '../../core/feed/publication.ts';
import { mediaOfFeed } from '../../core/heldMedia.ts';
import type { MediaFacts, ShowState } from '../../core/show.ts';
import type { Clock } from '../ports.ts';

export type OnAirMedia = {
  readonly update: (state: ShowState) => void;
  readonly mayServe: (name: string) => boolean;
};

/** How long a slow client may still load media that has left air. */
const graceMs = 3 * 60_000;

export function createOnAirMedia(clock: Clock): OnAirMedia {
  let onAir = new Set<string>();
  let lists: readonly (readonly Item[])[] = [];
  let media: readonly ReadonlyMap<string, MediaFacts>[] = [];
  const leftAtMs = new Map<string, number>();

  return {
    update: (state) => {
      const mediaOfFeeds = state.feeds.map((feed) => mediaOfFeed(feed, state));
      const isSame =
        lists.length === state.feeds.length &&
        state.feeds.every((feed, index) => feed.onAir.items === lists[index] && mediaOfFeeds[index] === media[index]);
      if (isSame) return;
      lists = state.feeds.map((feed) => feed.onAir.items);
      media = mediaOfFeeds;
      const current = new Set<string>();
      for (const [index, items] of lists.entries()) {
        for (const item of postsWithMedia(items)) {
          for (const url of mediaAddressesOf(item)) {
            const { name = null, posterName = null } = media[index]?.get(url) ?? {};
            if (name !== null) current.add(name);
            if (posterName !== null) current.add(posterName);
          }
        }
      }
      const nowMs = clock.monotonicMs();
      for (const name of onAir) if (!current.has(name)) leftAtMs.set(name, nowMs);
      for (const [name, atMs] of leftAtMs) if (nowMs - atMs > graceMs || current.has(name)) leftAtMs.delete(name);
      onAir = current;
    },
    mayServe: (name) => {
      if (onAir.has(name)) return true;
      const atMs = leftAtMs.get(name);
      return atMs !== undefined && clock.monotonicMs() - atMs <= graceMs;
    },
  };
}
