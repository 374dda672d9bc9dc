/** The play head: which post of the on-air list is now, for graphics that show one at a time. */
import type { Item } from './collection.ts';

/** How the head moves on by itself. */
export type Rotation = {
  /** Seconds a post stays; for `byLength` the least. */
  readonly seconds: number;
  /** Longer texts stay longer. */
  readonly isByLength: boolean;
};

export type PlayHead = {
  /** The current post; null when nothing is on air. */
  readonly itemId: string | null;
  /** Its place on air from 0; null when nothing is on air. */
  readonly index: number | null;
  /** Pinned: rotation leaves it; moving by hand unpins. */
  readonly isPinned: boolean;
  readonly rotation: Rotation | null;
  /** While it does not rotate: longer texts stayed longer when it did, and will again. */
  readonly wasByLength?: true;
  /** At the end `next` goes to the first again. */
  readonly isLooping: boolean;
  /** Somebody said whether it loops; until then a rotation goes round. */
  readonly isLoopChosen?: true;
  /** `next`, `previous` and rotation pass over used posts, while there is an unused one. */
  readonly skipsUsed: boolean;
  /** Ids marked as used. */
  readonly used: readonly string[];
  /** ISO 8601 time since which this post is the current one. */
  readonly since: string;
};

export const restingHead: PlayHead = {
  itemId: null,
  index: null,
  isPinned: false,
  rotation: null,
  isLooping: false,
  skipsUsed: false,
  used: [],
  since: '1970-01-01T00:00:00.000Z',
};

/**
 * The head after the on-air list changed from `before` to `after`: the first post when a list appears, another collection's
 * too; the same post while it is there; else the next one of the old order that is still there, else what now stands after
 * the nearest one before it, else the last one, else none.
 */
export function followList(head: PlayHead, before: readonly Item[], after: readonly Item[], at: string): PlayHead {
  if (after.length === 0) {
    return head.itemId === null ? head : { ...head, itemId: null, index: null, isPinned: false, since: at };
  }
  if (head.itemId === null) return standAt(head, after, 0, at);
  const place = placeOf(after, head.itemId);
  if (place !== null) return place === head.index ? head : { ...head, index: place };
  const old = placeOf(before, head.itemId) ?? head.index ?? 0;
  for (const follower of before.slice(old + 1)) {
    const survived = placeOf(after, follower.id);
    if (survived !== null) return { ...standAt(head, after, survived, at), isPinned: false };
  }
  const predecessors = before.slice(0, old).map((item) => placeOf(after, item.id));
  const nearest = predecessors.findLast((place) => place !== null) ?? -1;
  return { ...standAt(head, after, Math.min(nearest + 1, after.length - 1), at), isPinned: false };
}

/** The place to which `next` (+1) or `previous` (-1) would go; null when it would stay where it is. */
export function stepPlace(head: PlayHead, onAir: readonly Item[], by: 1 | -1): number | null {
  if (head.index === null || onAir.length === 0) return null;
  const used = new Set(head.skipsUsed ? head.used : []);
  const isAllUsed = onAir.every((item) => used.has(item.id));
  for (let steps = 1; steps < onAir.length; steps += 1) {
    const raw = head.index + by * steps;
    const place = head.isLooping ? (raw + onAir.length) % onAir.length : raw;
    const item = onAir[place];
    if (item === undefined) return null;
    if (isAllUsed || !used.has(item.id)) return place;
  }
  return null;
}

/** The head standing at that place of the list, which must exist there. */
export function standAt(head: PlayHead, onAir: readonly Item[], place: number, at: string): PlayHead {
  const item = onAir[place];
  if (item === undefined) return head;
  if (item.id === head.itemId && place === head.index) return head;
  return { ...head, itemId: item.id, index: place, since: at };
}

/** Whether longer texts stay longer, or would if it rotated again. */
export function isByLength({ rotation, wasByLength }: PlayHead): boolean {
  return rotation?.isByLength ?? wasByLength ?? false;
}

/** Whether a rotation goes round, or would if it were switched on now. */
export function wouldLoop({ rotation, isLooping, isLoopChosen }: PlayHead): boolean {
  return isLooping || (rotation === null && isLoopChosen !== true);
}

/** The head with that rotation, or with none: what was chosen for longer texts is kept for the next one. */
export function withRotation(head: PlayHead, rotation: Rotation | null): PlayHead {
  const { wasByLength: _, ...rest } = head;
  if (rotation === null && isByLength(head)) return { ...rest, rotation, wasByLength: true };
  return { ...rest, rotation };
}

/** How long the rotation leaves that post standing. Milliseconds. */
export function dwellMs(rotation: Rotation, item: Item): number {
  if (!rotation.isByLength) return rotation.seconds * 1000;
  // A reader on a sofa takes in about fifteen characters a second; the first eighty are in the base time.
  const longer = Math.max(0, [...item.message].length - 80) / 15;
  return Math.round((rotation.seconds + longer) * 1000);
}

/** The place of that id in the list, or null. */
export function placeOf(list: readonly Item[], itemId: string): number | null {
  const place = list.findIndex((item) => item.id === itemId);
  return place < 0 ? null : place;
}
