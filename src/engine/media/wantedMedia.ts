/** Lists the media to cache by urgency: on air, then live, then staging. */
import type { Item } from '../../core/collection.ts';
import { mediaAddressesOf } from '../../core/feed/publication.ts';
import type { ShowState } from '../../core/show.ts';
import { hasSameLists } from '../unsavedChanges.ts';

export type Urgency = 'onAir' | 'live' | 'staging';

export type WantedMedia = {
  readonly url: string;
  readonly urgency: Urgency;
  readonly itemId: string;
  /** Date of the newest version of a post with it: of those on held feeds, so that these keep their pictures, or else on air, or else of all. */
  readonly version: string;
};

/** Returns `findWantedMedia` of the state. Takes no time while the lists are the same, because each fetched file looks. */
export function createWantedFinder(): (state: ShowState) => ReadonlyMap<string, WantedMedia> {
  let last: { readonly state: ShowState; readonly wanted: ReadonlyMap<string, WantedMedia> } | null = null;
  return (state) => {
    if (last === null || !hasSameLists(last.state, state)) last = { state, wanted: findWantedMedia(state) };
    return last.wanted;
  };
}

/** Returns the media by address, most urgent first, without media that only blocked posts show. */
export function findWantedMedia(state: ShowState): ReadonlyMap<string, WantedMedia> {
  const wanted = new Map<string, WantedMedia>();
  const held = new Set<string>();
  const add = (item: Item, urgency: Urgency): void => {
    const version = item.lastModifiedDate;
    for (const url of mediaAddressesOf(item)) {
      const known = wanted.get(url);
      if (known === undefined) wanted.set(url, { url, urgency, itemId: item.id, version });
      else if ((known.urgency !== 'onAir' || urgency === 'onAir') && !held.has(url) && isOlder(known.version, version))
        wanted.set(url, { ...known, version });
    }
  };
  for (const { gate, onAir } of state.feeds)
    if (gate !== 'following') for (const item of onAir.items) add(item, 'onAir');
  for (const url of wanted.keys()) held.add(url);
  for (const { gate, onAir } of state.feeds)
    if (gate === 'following') for (const item of onAir.items) add(item, 'onAir');
  const blocked = findBlockedIds(state);
  const collections = Object.values(state.collections).map(({ collection }) => collection);
  for (const { live } of collections) for (const item of live) if (!blocked.has(item.id)) add(item, 'live');
  for (const { staging } of collections) for (const item of staging) if (!blocked.has(item.id)) add(item, 'staging');
  return wanted;
}

function isOlder(version: string, other: string): boolean {
  return version !== other && Date.parse(version) < Date.parse(other);
}

/** Whether a post is blocked that was not. */
export function hasNewBlock(state: ShowState, previous: ShowState): boolean {
  if (state.feeds.every((feed, index) => feed.blocks === previous.feeds[index]?.blocks)) return false;
  const blockedBefore = findBlockedIds(previous);
  return [...findBlockedIds(state)].some((id) => !blockedBefore.has(id));
}

/** Ids blocked on any feed. */
function findBlockedIds(state: ShowState): ReadonlySet<string> {
  return new Set(state.feeds.flatMap((feed) => feed.blocks.map((block) => block.itemId)));
}
