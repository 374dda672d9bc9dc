/** Finds the last change on air for the announcer. */
import type { DeskItem } from '../../contract/deskItem.ts';
import type { FeedLists } from '../../contract/deskState.ts';
import { findChangedRange } from '../../core/changedRange.ts';
import { alignIds } from './alignIds.ts';
import { idOf, itemsById, positionsOf } from './feedIndex.ts';
import { keepList, memoiseByIdentity, memoiseLast } from './memoise.ts';
import { isEdited } from './postVersions.ts';

export type AirChange = {
  /** ISO 8601, by the engine's clock. */
  readonly at: string;
  /** When the first of the changes counted together was made; the same as `at` for one alone. */
  readonly beganAt: string;
  /** Whether it was not seen, but read from the posts’ marks. */
  readonly isInferred: boolean;
  readonly on: readonly PutOnAir[];
  readonly off: readonly { readonly name: string | null; readonly position: number }[];
  /** The posts that stayed on air in another version. */
  readonly edited: readonly { readonly name: string | null; readonly position: number }[];
  /** Whether posts that stayed on air are in another order. */
  readonly isReordered: boolean;
};

/** Several changes can be counted together, so each post has the time of its own and the operator who made it; `null` for the service. */
export type PutOnAir = {
  readonly id: string;
  readonly name: string | null;
  readonly position: number;
  readonly isFromStaging: boolean;
  readonly at: string;
  readonly by: string | null;
};

/**
 * Compares two on-air lists; `null` when they have the same posts in the same versions and order. Positions count from 1.
 * `operator` made the newer revision. `restartedAt`: when Greenroom started; an older revision came back then, and nobody made it.
 */
export function compareOnAir(
  before: FeedLists,
  after: FeedLists,
  operator: string | null = null,
  restartedAt = after.onAirSince,
): AirChange | null {
  // Another version on air makes a new revision.
  if (before.onAir === after.onAir && before.onAirSince === after.onAirSince) return null;
  const isOlder = after.onAirSince < before.onAirSince;
  const at = isOlder ? restartedAt : after.onAirSince;
  const by = isOlder ? null : operator;
  const { added, removed, indexBefore, isReordered } = alignIds(before.onAir, after.onAir);
  const on = added.flatMap((index) => {
    const id = after.onAir[index];
    if (id === undefined) return [];
    const isFromStaging = itemsById(before.staging).has(id);
    return [{ id, name: findName(after, id), position: index + 1, isFromStaging, at, by }];
  });
  const off = removed.map((index) => ({ name: findName(before, before.onAir[index] ?? ''), position: index + 1 }));
  const edited = findEditedPosts(before, after, (position) => indexBefore(position - 1) !== undefined);
  if (on.length === 0 && off.length === 0 && edited.length === 0 && !isReordered) return null;
  return { at, beganAt: at, isInferred: false, on, off, edited, isReordered };
}

/** The commands of one press reach the engine within this time. */
export const onePressMs = 1000;

/** How long a post that went on air in a held feed stays announced. */
export const returnShownForMs = 8000;

/**
 * Counts a change together with the one before it if one press can have made both: posts that only went off air, or only on air. In a held
 * feed, one post after the other returns to air, so each is counted as long as it is announced. Other changes replace the one before.
 */
export function joinAirChanges(
  before: AirChange | undefined,
  change: AirChange,
  { onAir }: FeedLists,
  isHeld: boolean,
): AirChange {
  if (before === undefined) return change;
  const { beganAt } = before;
  const isOnePress = Date.parse(change.at) - Date.parse(beganAt) <= onePressMs;
  if (isOnePress && onlyKindOf(before) === 'off' && onlyKindOf(change) === 'off')
    return { ...change, beganAt, off: [...before.off, ...change.off] };
  const isReturn = isHeld && change.on.length > 0;
  if (!isReturn && !(isOnePress && onlyKindOf(before) === 'on' && onlyKindOf(change) === 'on')) return change;
  const isShown = ({ at }: PutOnAir): boolean =>
    isOnePress || Date.parse(change.at) - Date.parse(at) <= returnShownForMs;
  // Posts that went on air later can have moved the earlier ones, or one has left air and returned.
  const positions = positionsOf(onAir);
  const others = new Set(change.on.map(({ id }) => id));
  const kept = before.on.flatMap((post) => {
    const position = positions.get(post.id);
    return position === undefined || others.has(post.id) || !isShown(post) ? [] : [{ ...post, position }];
  });
  return { ...change, beganAt: isOnePress && kept.length > 0 ? beganAt : change.beganAt, on: [...kept, ...change.on] };
}

/** `null` for a change of several kinds. */
function onlyKindOf({ on, off, edited, isReordered }: AirChange): 'on' | 'off' | null {
  if (edited.length > 0 || isReordered || on.length > 0 === off.length > 0) return null;
  return on.length > 0 ? 'on' : 'off';
}

/** The version on air; in live there can be a newer one. */
function findOnAir({ live, onAirOnly }: FeedLists, id: string): DeskItem | undefined {
  return itemsById(onAirOnly).get(id) ?? itemsById(live).get(id);
}

/** The posts on air in another version than before, in order. Only a post that is another object can be. */
function findEditedPosts(
  before: FeedLists,
  after: FeedLists,
  wasOnAir: (position: number) => boolean,
): AirChange['edited'] {
  const { start, endAfter } = findChangedRange(before.live, after.live);
  const changed = after.live.slice(start, endAfter);
  const ids = new Set([...changed, ...before.onAirOnly, ...after.onAirOnly].map(idOf));
  const positions = positionsOf(after.onAir);
  const edited: { readonly name: string | null; readonly position: number }[] = [];
  for (const id of ids) {
    const position = positions.get(id);
    if (position === undefined || !wasOnAir(position)) continue;
    const post = findOnAir(after, id);
    if (post !== undefined && isEdited(findOnAir(before, id), post)) edited.push({ name: post.fullName, position });
  }
  return edited.sort((a, b) => a.position - b.position);
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
    return [{ id: item.id, at, name: item.fullName, position, isFromStaging: item.mark?.wentLiveAt != null, by: null }];
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
  return {
    ...{ at: onAirSince, beganAt: onAirSince, isInferred: true },
    ...{ on: newest.on, off: [], edited: [], isReordered: false },
  };
});

function findName(lists: FeedLists, id: string): string | null {
  const item = findOnAir(lists, id) ?? itemsById(lists.staging).get(id);
  return item?.fullName ?? null;
}
