/** Replaces post ids in recorded events with names, which this desk may know when the recording doesn't. */
import type { RehearsedList } from '../../../../contract/history.ts';
import type { FeedIndex } from '../../../model/feedIndex.ts';
import { nameOf } from '../../../model/words/counts.ts';

/** The names of all posts in the feed and the rehearsal, by id. */
export function postNamesOf(
  { liveItems, stagingItems, onAirOnlyItems }: Pick<FeedIndex, 'liveItems' | 'stagingItems' | 'onAirOnlyItems'>,
  list: RehearsedList | null,
): ReadonlyMap<string, string> {
  const rehearsed = list?.rows.map(({ item }) => item) ?? [];
  const items = [...rehearsed, ...onAirOnlyItems.values(), ...stagingItems.values(), ...liveItems.values()];
  return new Map(items.map((item) => [item.id, nameOf(item)]));
}

/** Replaces each known id that follows a colon on its own, for example in `Used: mira; Not used: tom`. */
export function replaceIds(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/(?<=: )[^\s;]+(?=;|$)/g, (id) => names.get(id) ?? id);
}
