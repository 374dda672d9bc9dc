/** Replaces post ids in recorded events with names, which this desk may know when the recording doesn't. */

import type { FeedLists } from '../../../../contract/deskState.ts';
import type { RehearsedList } from '../../../../contract/history.ts';
import { nameOf } from '../../../model/words/counts.ts';

/** The names of all posts in the feed and the rehearsal, by id. */
export function postNamesOf(
  { live, staging, onAirOnly }: Pick<FeedLists, 'live' | 'staging' | 'onAirOnly'>,
  list: RehearsedList | null,
): ReadonlyMap<string, string> {
  const rehearsed = list?.rows.map(({ item }) => item) ?? [];
  const items = [...rehearsed, ...onAirOnly, ...staging, ...live];
  return new Map(items.map((item) => [item.id, nameOf(item)]));
}

/** Replaces each known id that follows a colon on its own, for example in `Used: mira; Not used: tom`. */
export function replaceIds(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/(?<=: )[^\s;]+(?=;|$)/g, (id) => names.get(id) ?? id);
}
