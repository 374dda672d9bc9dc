/** Finds the last change on air for the announcer. */
import type { DeskItem } from '../../contract/deskItem.ts';
import type { FeedLists } from '../../contract/deskState.ts';
import { idOf, itemsById, positionsOf } from './feedIndex.ts';
import { keepList, memoiseByIdentity, memoiseLast } from './memoise.ts';

export type AirChange = {
  /** ISO 8601, by the engine's clock. */
  readonly at: string;
  /** The ids of the posts that went on air; empty when the change was not seen but inferred. */
  readonly onIds: readonly string[];
  readonly on: readonly { readonly name: string | null; readonly position: number; readonly isFromStaging: boolean }[];
  readonly off: readonly { readonly name: string | null; readonly position: number }[];
};

/** Compares two on-air lists; `null` when they have the same posts. Positions count from 1. */
export function compareOnAir(before: FeedLists, after: FeedLists): AirChange | null {
  if (before.onAir === after.onAir) return null;
  const positionsBefore = positionsOf(before.onAir);
  const positionsAfter = positionsOf(after.onAir);
  const stagedBefore = itemsById(before.staging);
  const on = after.onAir.flatMap((id, index) =>
    positionsBefore.has(id)
      ? []
      : [{ name: findName(after, id), position: index + 1, isFromStaging: stagedBefore.has(id) }],
  );
  const off = before.onAir.flatMap((id, index) =>
    positionsAfter.has(id) ? [] : [{ name: findName(before, id), position: index + 1 }],
  );
  const onIds = after.onAir.filter((id) => !positionsBefore.has(id));
  return on.length === 0 && off.length === 0 ? null : { at: after.onAirSince, onIds, on, off };
}

/** The engine marks a post and raises the revision at the same time; an older mark belongs to an earlier change. */
const sameChangeMs = 1000;

const keepArrivals = keepList(idOf, ({ fullName, mark }) => [
  fullName,
  mark?.wentLiveAt ?? null,
  mark?.arrivedAt ?? null,
]);

/** The posts on air that arrived last. */
const newestArrivalsOf = memoiseLast((live: readonly DeskItem[], onAir: readonly string[]) => {
  const positions = positionsOf(onAir);
  const arrivals = live.flatMap((item) => {
    const at = item.mark?.wentLiveAt ?? item.mark?.arrivedAt ?? null;
    const position = positions.get(item.id);
    if (at === null || position === undefined) return [];
    return [{ at, name: item.fullName, position, isFromStaging: item.mark?.wentLiveAt != null }];
  });
  const newest = arrivals
    .map(({ at }) => at)
    .sort()
    .at(-1);
  return newest === undefined ? null : { at: newest, on: arrivals.filter(({ at }) => at === newest) };
});

/** The change that made the current revision, read from the posts' marks, for a desk that has just connected. */
export const inferAirChange = memoiseByIdentity(({ live, onAir, onAirSince }: FeedLists): AirChange | null => {
  const newest = newestArrivalsOf(keepArrivals(live), onAir);
  if (newest === null || Date.parse(newest.at) < Date.parse(onAirSince) - sameChangeMs) return null;
  return { at: onAirSince, onIds: [], on: newest.on, off: [] };
});

function findName({ staging, live, onAirOnly }: FeedLists, id: string): string | null {
  const item = itemsById(onAirOnly).get(id) ?? itemsById(live).get(id) ?? itemsById(staging).get(id);
  return item?.fullName ?? null;
}
