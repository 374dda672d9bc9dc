/** Finds posts of the current version of a collection while the next one is read. */
import type { Collection, Item } from './collection.ts';
import { createIdSearch } from './idSearch.ts';

/** The current version of a post, and its index in the same list; `null` if it is in the other one. */
export type CurrentItem = { readonly item: Item; readonly index: number | null };
export type FindCurrent = (isLive: boolean, id: string, expectedIndex: number) => CurrentItem | null;

/** Finds the current version of a post, in the same list first. */
export function createCurrentLookup(current: Collection | null): FindCurrent {
  if (current === null) return () => null;
  const live = { items: current.live, search: createIdSearch(current.live) };
  const staging = { items: current.staging, search: createIdSearch(current.staging) };
  return (isLive, id, expectedIndex) => {
    const [own, other] = isLive ? [live, staging] : [staging, live];
    const index = own.items[expectedIndex]?.id === id ? expectedIndex : own.search(id);
    const item = own.items[index];
    if (item !== undefined) return { item, index };
    const found = other.items[other.search(id)];
    return found === undefined ? null : { item: found, index: null };
  };
}
