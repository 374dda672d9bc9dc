/** The play head: the current post of the on-air list, for graphics that show one post at a time. */
import type { Item } from './collection.ts';

/** Automatic advance of the play head. */
export type Rotation = {
  /** Seconds per post; the minimum if `isByLength`. */
  readonly seconds: number;
  /** Whether long posts get more time. */
  readonly isByLength: boolean;
};

export type PlayHead = {
  /** The current post; `null` when nothing is on air. */
  readonly itemId: string | null;
  /** Index of the current post; `null` when nothing is on air. */
  readonly index: number | null;
  /** Stops the rotation on this post. Moving manually unpins. */
  readonly isPinned: boolean;
  readonly rotation: Rotation | null;
  /** Remembers `isByLength` while the rotation is off. */
  readonly wasByLength?: true;
  /** Whether `next` at the end goes to the first post. */
  readonly isLooping: boolean;
  /** Set once an operator has chosen whether to loop. Until then, a rotation loops. */
  readonly isLoopChosen?: true;
  /** Whether `next`, `previous` and rotation skip used posts, as long as an unused one exists. */
  readonly skipsUsed: boolean;
  /** Ids marked used. */
  readonly used: readonly string[];
  /** When this post became current, ISO 8601. */
  readonly since: string;
  /** How often `since` changed, except by the clock: says without it which of two states is later. */
  readonly moves: number;
  /** Who moved it to this post, or pinned or unpinned it; missing for the service and the rotation. */
  readonly movedBy?: string;
};

export const emptyPlayHead: PlayHead = {
  itemId: null,
  index: null,
  isPinned: false,
  rotation: null,
  isLooping: false,
  skipsUsed: false,
  used: [],
  since: '1970-01-01T00:00:00.000Z',
  moves: 0,
};

/**
 * Moves the head after the on-air list changed. It stays on its post. If its post left, it goes to the next post of the old list that is
 * still on air. If there is none, it goes to the post after its nearest remaining predecessor, or to the last post. A new list starts at its
 * first post.
 */
export function followList(head: PlayHead, before: readonly Item[], after: readonly Item[], at: string): PlayHead {
  if (after.length === 0) {
    if (head.itemId === null) return head;
    return { ...withMover(head, null), itemId: null, index: null, isPinned: false, since: at, moves: head.moves + 1 };
  }
  if (head.itemId === null) return moveHeadTo(head, after, 0, at);
  const index = indexOfItem(after, head.itemId);
  if (index !== null) return index === head.index ? head : { ...head, index };
  const oldIndex = indexOfItem(before, head.itemId) ?? head.index ?? 0;
  const indexAfter = new Map(after.map((item, position) => [item.id, position]));
  const moveTo = (newIndex: number): PlayHead => ({ ...moveHeadTo(head, after, newIndex, at), isPinned: false });
  for (const follower of before.slice(oldIndex + 1)) {
    const followerIndex = indexAfter.get(follower.id);
    if (followerIndex !== undefined) return moveTo(followerIndex);
  }
  const predecessor = before.slice(0, oldIndex).findLast(({ id }) => indexAfter.has(id));
  const nearest = predecessor === undefined ? -1 : (indexAfter.get(predecessor.id) ?? -1);
  return moveTo(Math.min(nearest + 1, after.length - 1));
}

/** The index that `next` (+1) or `previous` (-1) would move to; `null` when the head would stay. */
export function stepIndex(head: PlayHead, onAir: readonly Item[], by: 1 | -1): number | null {
  if (head.index === null || onAir.length === 0) return null;
  const used = new Set(head.skipsUsed ? head.used : []);
  const isAllUsed = onAir.every((item) => used.has(item.id));
  for (let steps = 1; steps < onAir.length; steps += 1) {
    const unwrapped = head.index + by * steps;
    const index = head.isLooping ? (unwrapped + onAir.length) % onAir.length : unwrapped;
    const item = onAir[index];
    if (item === undefined) return null;
    if (isAllUsed || !used.has(item.id)) return index;
  }
  return null;
}

/** Moves the head to an index of the list, and leaves it unchanged if there is no post. `by`: the operator who moves it. */
export function moveHeadTo(
  head: PlayHead,
  onAir: readonly Item[],
  index: number,
  at: string,
  by: string | null = null,
): PlayHead {
  const item = onAir[index];
  if (item === undefined) return head;
  if (item.id === head.itemId && index === head.index) return head;
  return { ...withMover(head, by), itemId: item.id, index, since: at, moves: head.moves + 1 };
}

export function withMover(head: PlayHead, by: string | null): PlayHead {
  const { movedBy: _, ...rest } = head;
  return by === null ? rest : { ...rest, movedBy: by };
}

/** Whether the head is on another post than the operator saw. A press soon after one’s own is sent before the desk has seen the result of that. */
export function hasHeadMoved({ itemId, movedBy }: PlayHead, seenItemId: string | null, by: string | null): boolean {
  return seenItemId !== null && seenItemId !== itemId && (by === null || movedBy !== by);
}

/** Whether long posts get more time, now or when the rotation starts again. */
export function isByLength({ rotation, wasByLength }: PlayHead): boolean {
  return rotation?.isByLength ?? wasByLength ?? false;
}

/** Whether a rotation that starts or continues now loops. */
export function wouldLoop({ rotation, isLooping, isLoopChosen }: PlayHead): boolean {
  return isLooping || (rotation === null && isLoopChosen !== true);
}

/** Sets or stops the rotation, and remembers `isByLength` while it is off. */
export function withRotation(head: PlayHead, rotation: Rotation | null): PlayHead {
  const { wasByLength: _, ...rest } = head;
  if (rotation === null && isByLength(head)) return { ...rest, rotation, wasByLength: true };
  return { ...rest, rotation };
}

/** Time that the rotation stays on the post. Milliseconds. */
export function dwellMs(rotation: Rotation, item: Item): number {
  if (!rotation.isByLength) return rotation.seconds * 1000;
  // Viewers read about 15 characters a second. The base time covers the first 80.
  const extraSeconds = Math.max(0, [...item.message].length - 80) / 15;
  return Math.round((rotation.seconds + extraSeconds) * 1000);
}

export function indexOfItem(list: readonly Item[], itemId: string): number | null {
  const index = list.findIndex((item) => item.id === itemId);
  return index < 0 ? null : index;
}
