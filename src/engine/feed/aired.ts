/** Which cached media the feed's port may serve: those on air now, and those that a slow client may still be loading. */

import type { Item } from '../../core/collection.ts';
import { mediaAddresses } from '../../core/feed/publication.ts';
import type { MediaFacts, ShowState } from '../../core/show.ts';
import type { Clock } from '../ports.ts';

export type AiredMedia = {
  readonly update: (state: ShowState) => void;
  readonly mayServe: (name: string) => boolean;
};

/** How long after it left air a medium is still served. */
const lingersMs = 3 * 60_000;

export function createAiredMedia(clock: Clock): AiredMedia {
  let onAir = new Set<string>();
  let lists: readonly (readonly Item[])[] = [];
  let media: ReadonlyMap<string, MediaFacts> = new Map();
  const leftAtMs = new Map<string, number>();

  return {
    update: (state) => {
      const isSame =
        media === state.media &&
        lists.length === state.feeds.length &&
        state.feeds.every((feed, place) => feed.onAir.items === lists[place]);
      if (isSame) return;
      lists = state.feeds.map((feed) => feed.onAir.items);
      media = state.media;
      const now = new Set<string>();
      for (const items of lists) {
        for (const item of items) {
          for (const url of mediaAddresses(item)) {
            const facts = media.get(url);
            if (facts === undefined || facts.name === null) continue;
            now.add(facts.name);
            if (facts.posterName !== null) now.add(facts.posterName);
          }
        }
      }
      const nowMs = clock.monotonicMs();
      for (const name of onAir) if (!now.has(name)) leftAtMs.set(name, nowMs);
      for (const [name, atMs] of leftAtMs) if (nowMs - atMs > lingersMs || now.has(name)) leftAtMs.delete(name);
      onAir = now;
    },
    mayServe: (name) => {
      if (onAir.has(name)) return true;
      const atMs = leftAtMs.get(name);
      return atMs !== undefined && clock.monotonicMs() - atMs <= lingersMs;
    },
  };
}
