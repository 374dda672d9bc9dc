/** Replaces post ids in recorded events with names that this desk knows and the recording doesn’t. */
import type { RehearsedList } from '../../../contract/history.ts';
import type { FeedIndex } from '../../show/feedIndex.ts';
import { nameOf } from '../../words/counts.ts';

/** Names by id of all posts in the feed and the rehearsal. */
export function postNamesOf(
  {
    liveItems,
    stagingItems: stagedItems,
    onAirOnlyItems: servedItems,
  }: Pick<FeedIndex, 'liveItems' | 'stagingItems' | 'onAirOnlyItems'>,
  list: RehearsedList | null,
): ReadonlyMap<string, string> {
  const rehearsed = list?.rows.map(({ item }) => item) ?? [];
  const items = [...rehearsed, ...servedItems.values(), ...stagedItems.values(), ...liveItems.values()];
  return new Map(items.map((item) => [item.id, nameOf(item)]));
}

/** Replaces each known id that is the only text after a colon. */
export function replaceIds(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/(?<=: )[^\s;]+(?=;|$)/g, (id) => names.get(id) ?? id);
}
