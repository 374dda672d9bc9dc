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
  /** Date of a version of a post with it: of the oldest on held feeds, or else of the newest on air, or else of the newest of all. */
  readonly version: string;
  /** Whether a held feed shows it, and keeps its picture until somebody changes that feed. */
  readonly isHeld: boolean;
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
  const add = (item: Item, urgency: Urgency): void => {
    const version = item.lastModifiedDate;
    for (const url of mediaAddressesOf(item)) {
      const known = wanted.get(url);
      if (known === undefined) wanted.set(url, { url, urgency, itemId: item.id, version, isHeld: false });
      else if (!known.isHeld && (known.urgency !== 'onAir' || urgency === 'onAir') && isOlder(known.version, version))
        wanted.set(url, { ...known, version });
    }
  };
  const addHeld = (item: Item): void => {
    const version = item.lastModifiedDate;
    for (const url of mediaAddressesOf(item)) {
      const known = wanted.get(url);
      if (known === undefined || isOlder(version, known.version))
        wanted.set(url, { url, urgency: 'onAir', itemId: item.id, version, isHeld: true });
    }
  };
  for (const { gate, onAir } of state.feeds) if (gate !== 'following') for (const item of onAir.items) addHeld(item);
  for (const { gate, onAir } of state.feeds)
    if (gate === 'following') for (const item of onAir.items) add(item, 'onAir');
  const blocked = findBlockedIds(state);
  const collections = Object.values(state.collections).map(({ collection }) => collection);
  for (const { live } of collections) for (const item of live) if (!blocked.has(item.id)) add(item, 'live');
  for (const { staging } of collections) for (const item of staging) if (!blocked.has(item.id)) add(item, 'staging');
  return wanted;
}

export function isOlder(version: string, other: string): boolean {
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
