/** Puts the name of a post in the place of its bare id, where the recorded show did not know the name and this desk does. */
import type { RehearsedList } from '../../../contract/past.ts';
import type { FeedIndex } from '../../show/feedIndex.ts';
import { nameOf } from '../../words/counts.ts';

/** Names by id, of all posts that the feed and the rehearsal have now. */
export function knownNames(
  { liveItems, stagedItems, servedItems }: Pick<FeedIndex, 'liveItems' | 'stagedItems' | 'servedItems'>,
  list: RehearsedList | null,
): ReadonlyMap<string, string> {
  const rehearsed = list?.rows.map(({ item }) => item) ?? [];
  const items = [...rehearsed, ...servedItems.values(), ...stagedItems.values(), ...liveItems.values()];
  return new Map(items.map((item) => [item.id, nameOf(item)]));
}

/** The words with a name for each id that stands alone behind a colon. */
export function namedWords(words: string, names: ReadonlyMap<string, string>): string {
  return words.replace(/(?<=: )[^\s;]+(?=;|$)/g, (id) => names.get(id) ?? id);
}
