/** Lists the media to cache by urgency: on air, then live, then staging. */
import type { Item } from '../../core/collection.ts';
import { mediaAddressesOf, postsWithMedia } from '../../core/feed/publication.ts';
import { findKeptAddresses } from '../../core/heldMedia.ts';
import { collectionsOf, type ShowState } from '../../core/show.ts';
import { hasSameLists } from '../unsavedChanges.ts';

export type Urgency = 'onAir' | 'live' | 'staging';

export type WantedMedia = {
  readonly url: string;
  readonly urgency: Urgency;
  readonly itemId: string;
  /**
   * Date of a version of a post with it: of the newest on air, or else of the newest of all. A held feed with several such posts counts
   * with the oldest.
   */
  readonly version: string;
  /** Whether only held feeds have that version on air, so that somebody chose it. */
  readonly isHeld: boolean;
};

const noKeys: ReadonlySet<string> = new Set();

/** Returns `findWantedMedia` of the state. Takes no time while the lists are the same, because each fetched file looks. */
export function createWantedFinder(): (
  state: ShowState,
  heldKeys?: ReadonlySet<string>,
) => ReadonlyMap<string, WantedMedia> {
  let last: {
    readonly state: ShowState;
    readonly heldKeys: ReadonlySet<string>;
    readonly wanted: ReadonlyMap<string, WantedMedia>;
  } | null = null;
  return (state, heldKeys = noKeys) => {
    if (last === null || last.heldKeys !== heldKeys || !hasSameLists(last.state, state))
      last = { state, heldKeys, wanted: findWantedMedia(state, heldKeys) };
    return last.wanted;
  };
}

/**
 * Returns the media by address, most urgent first, without media that only blocked posts show, and without those for which the only feeds
 * that show them have kept another file.
 */
export function findWantedMedia(state: ShowState, heldKeys = noKeys): ReadonlyMap<string, WantedMedia> {
  const wanted = new Map<string, WantedMedia>();
  const add = (item: Item, urgency: Urgency): void => {
    const version = item.lastModifiedDate;
    for (const url of mediaAddressesOf(item)) {
      const known = wanted.get(url);
      if (known === undefined) wanted.set(url, { url, urgency, itemId: item.id, version, isHeld: false });
      else if (known.urgency !== 'onAir' && isOlder(known.version, version)) wanted.set(url, { ...known, version });
    }
  };
  const addOnAir = (url: string, { id, lastModifiedDate: version }: Item, isHeld: boolean): void => {
    const known = wanted.get(url);
    if (known === undefined || isOlder(known.version, version))
      wanted.set(url, { url, urgency: 'onAir', itemId: known?.itemId ?? id, version, isHeld });
    else if (!isHeld && known.isHeld && !isOlder(version, known.version))
      wanted.set(url, { ...known, version, isHeld });
  };
  for (const feed of state.feeds) {
    const { gate, onAir } = feed;
    const kept = findKeptAddresses(feed, heldKeys);
    const posts = new Map<string, Item>();
    for (const item of postsWithMedia(onAir.items))
      for (const url of mediaAddressesOf(item)) {
        const known = posts.get(url);
        const replaces = (other: Item): boolean => (gate === 'following' ? isNewer(item, other) : isNewer(other, item));
        if (known === undefined || replaces(known)) posts.set(url, item);
      }
    for (const [url, item] of posts) if (!kept.has(url)) addOnAir(url, item, gate !== 'following');
  }
  const blocked = findBlockedIds(state);
  const collections = collectionsOf(state);
  for (const { live } of collections)
    for (const item of postsWithMedia(live)) if (!blocked.has(item.id)) add(item, 'live');
  for (const { staging } of collections)
    for (const item of postsWithMedia(staging)) if (!blocked.has(item.id)) add(item, 'staging');
  return wanted;
}

export function isOlder(version: string, other: string): boolean {
  return version !== other && Date.parse(version) < Date.parse(other);
}

function isNewer({ lastModifiedDate }: Item, other: Item): boolean {
  return isOlder(other.lastModifiedDate, lastModifiedDate);
}

/** Addresses in posts that a feed blocks and did not block before. A post can be blocked on one feed after the other. */
export function findNewlyBlockedMedia(state: ShowState, previous: ShowState): readonly string[] {
  if (state.feeds.every((feed, index) => feed.blocks === previous.feeds[index]?.blocks)) return [];
  const added = new Set<string>();
  for (const { slug, blocks } of state.feeds) {
    const before = previous.feeds.find((feed) => feed.slug === slug);
    const blockedBefore = new Set(before?.blocks.map(({ itemId }) => itemId));
    for (const { itemId } of blocks) if (!blockedBefore.has(itemId)) added.add(itemId);
  }
  if (added.size === 0) return [];
  const collections = collectionsOf(previous);
  const lists = [
    ...previous.feeds.flatMap(({ base, onAir }) => [base.items, onAir.items]),
    ...collections.flatMap(({ live, staging }) => [live, staging]),
  ];
  const posts = lists.flatMap((items) => items.filter(({ id }) => added.has(id)));
  return [...new Set(posts.flatMap(mediaAddressesOf))];
}

/** Ids blocked on any feed. */
function findBlockedIds(state: ShowState): ReadonlySet<string> {
  return new Set(state.feeds.flatMap((feed) => feed.blocks.map((block) => block.itemId)));
}
