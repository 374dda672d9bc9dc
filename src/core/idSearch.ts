/** Finds posts in a list by id. */

/** Returns the index of an id; -1 if the list lacks it. The list may grow between searches. */
export type IdSearch = (id: string) => number;

/** To index ten thousand posts takes as long as about twenty searches without an index. */
const maxSearches = 20;

/** Indexes the list of posts or ids only if it is searched often. If an id occurs twice, either may be found. */
export function createIdSearch(list: readonly (string | { readonly id: string })[]): IdSearch {
  const indexes = new Map<string, number>();
  let searches = 0;
  let indexed = 0;
  return (id) => {
    searches += 1;
    if (searches <= maxSearches) return list.findIndex((entry) => idOf(entry) === id);
    for (const entry of indexed === 0 ? list : list.slice(indexed)) {
      indexes.set(idOf(entry), indexed);
      indexed += 1;
    }
    return indexes.get(id) ?? -1;
  };
}

function idOf(entry: string | { readonly id: string }): string {
  return typeof entry === 'string' ? entry : entry.id;
}
