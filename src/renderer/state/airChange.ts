/** What the last change of air was, in the nouns that the announcer speaks. */
import type { DeskItem } from '../../contract/deskItem.ts';
import type { FeedLists } from '../../contract/deskState.ts';

export type AirChange = {
  /** ISO 8601, the engine's clock. */
  readonly at: string;
  readonly on: readonly { readonly name: string | null; readonly place: number; readonly isFromStaging: boolean }[];
  readonly off: readonly { readonly name: string | null; readonly place: number }[];
};

/** Compares what was on air with what is; null when the same posts are. Places count from 1. */
export function compareAir(before: FeedLists, after: FeedLists): AirChange | null {
  if (before.onAir === after.onAir) return null;
  const was = new Map(before.onAir.map((id, place) => [id, place]));
  const is = new Set(after.onAir);
  const wasStaged = new Set(before.staging.map((item) => item.id));
  const namesAfter = namesOf(after);
  const namesBefore = namesOf(before);
  const on = after.onAir.flatMap((id, place) =>
    was.has(id) ? [] : [{ name: namesAfter.get(id) ?? null, place: place + 1, isFromStaging: wasStaged.has(id) }],
  );
  const off = before.onAir.flatMap((id, place) =>
    is.has(id) ? [] : [{ name: namesBefore.get(id) ?? null, place: place + 1 }],
  );
  return on.length === 0 && off.length === 0 ? null : { at: after.onAirSince, on, off };
}

/** The engine marks a post and counts the revision in one turn; a mark older than this is of an older change. */
const oneTurnMs = 1000;

/**
 * The change that made the present revision, as far as the marks tell, for a desk that has only just connected; null when
 * they tell of none, or only of a change before it.
 */
export function readAirChange(lists: FeedLists): AirChange | null {
  const places = new Map(lists.onAir.map((id, place) => [id, place + 1]));
  const arrivals = lists.live.flatMap((item) => {
    const at = item.mark?.wentLiveAt ?? item.mark?.arrivedAt ?? null;
    const place = places.get(item.id);
    if (at === null || place === undefined) return [];
    return [{ at, name: item.fullName, place, isFromStaging: item.mark?.wentLiveAt != null }];
  });
  const newest = arrivals
    .map(({ at }) => at)
    .sort()
    .at(-1);
  if (newest === undefined || Date.parse(newest) < Date.parse(lists.onAirSince) - oneTurnMs) return null;
  return { at: lists.onAirSince, on: arrivals.filter(({ at }) => at === newest), off: [] };
}

function namesOf(lists: FeedLists): ReadonlyMap<string, string | null> {
  const name = (item: DeskItem): readonly [string, string | null] => [item.id, item.fullName];
  return new Map([...lists.staging.map(name), ...lists.live.map(name), ...lists.onAirOnly.map(name)]);
}
