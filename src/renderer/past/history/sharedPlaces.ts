/** An earlier list beside what is on air: posts share their places, and what a rollback would change is counted. */
import type { DeskItem } from '../../../contract/deskItem.ts';
import { longestRise } from '../../../core/compare.ts';

/** One shared place. On one side it may be empty. Places count from 1. */
export type Pair = {
  readonly was: { readonly item: DeskItem; readonly place: number } | null;
  readonly now: { readonly item: DeskItem; readonly place: number } | null;
};

/** Both lists in their own order, one under the other wherever they agree. */
export function sharePlaces(then: readonly DeskItem[], now: readonly DeskItem[]): readonly Pair[] {
  const placeNow = new Map(now.map((item, place) => [item.id, place]));
  const common = then.filter((item) => placeNow.has(item.id));
  const kept = longestRise(common.map((item) => placeNow.get(item.id) ?? 0));
  const shared = new Set(common.filter((_, place) => kept.has(place)).map((item) => item.id));
  const pairs: Pair[] = [];
  let at = 0;
  const pushNow = (until: number): void => {
    for (; at < until; at += 1) {
      const item = now[at];
      if (item !== undefined) pairs.push({ was: null, now: { item, place: at + 1 } });
    }
  };
  then.forEach((item, place) => {
    const side = { item, place: place + 1 };
    if (!shared.has(item.id)) {
      pairs.push({ was: side, now: null });
      return;
    }
    const other = placeNow.get(item.id) ?? 0;
    pushNow(other);
    const twin = now[other];
    pairs.push({ was: side, now: twin === undefined ? null : { item: twin, place: other + 1 } });
    at = other + 1;
  });
  pushNow(now.length);
  return pairs;
}

/** What a rollback would do to what is on air. */
export type Consequence = {
  readonly comesBack: readonly DeskItem[];
  readonly goesOff: readonly DeskItem[];
  readonly oldWords: readonly DeskItem[];
  readonly staysOff: readonly DeskItem[];
  readonly moved: readonly DeskItem[];
};

export function consequenceOf(
  then: readonly DeskItem[],
  now: readonly DeskItem[],
  blockedNow: readonly string[],
): Consequence {
  const off = new Set(blockedNow);
  const shown = then.filter((item) => !off.has(item.id));
  const nowById = new Map(now.map((item, place) => [item.id, { item, place }]));
  const thenIds = new Set(shown.map((item) => item.id));
  const common = shown.filter((item) => nowById.has(item.id));
  const kept = longestRise(common.map((item) => nowById.get(item.id)?.place ?? 0));
  return {
    comesBack: shown.filter((item) => !nowById.has(item.id)),
    goesOff: now.filter((item) => !thenIds.has(item.id)),
    oldWords: common.filter((item) => {
      const other = nowById.get(item.id)?.item;
      return other !== undefined && isOtherVersion(item, other);
    }),
    staysOff: then.filter((item) => off.has(item.id)),
    moved: common.filter((_, place) => !kept.has(place)),
  };
}

/** Whether two versions of a post differ in what viewers read or see. */
export function isOtherVersion(a: DeskItem, b: DeskItem): boolean {
  return (
    a.message !== b.message ||
    a.fullName !== b.fullName ||
    a.username !== b.username ||
    a.lastModifiedDate !== b.lastModifiedDate
  );
}
