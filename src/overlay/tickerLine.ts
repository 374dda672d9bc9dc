/** The line of the ticker: posts that run from right to left, each followed by the next one on air. */

import type { FeedPost } from '../kit/publicTypes.ts';
import { directionOf } from './direction.ts';
import { createLineMotion } from './lineMotion.ts';
import { type OverlayItem, toOverlayItem } from './overlayItem.ts';
import { createElement, isolate, nameOf } from './postHead.ts';

/** Pixels between the label and the first post. */
const firstOffset = 36;
/** A long post moves by this share of the width, so that the words at its edge are shown twice. */
const stepShare = 0.8;
/** While the line has no width, such as in a frame that is not shown, it is looked at this often. */
const noWidthMs = 1000;

export type TickerLine = {
  readonly element: HTMLElement;
  /** Follows the list. A post that left or changed is replaced in this frame. */
  readonly update: (list: readonly FeedPost[]) => void;
  readonly setMoving: (isMoving: boolean) => void;
  /** Shows the next post, or the next part of a long one, without motion. */
  readonly step: () => void;
};

type Entry = { readonly element: HTMLElement; readonly item: OverlayItem };

/** `width` is the visible width of the line in px. */
export function createTickerLine(width: () => number): TickerLine {
  const element = createElement('div', 'ticker-line');
  const motion = createLineMotion(element);
  let items: readonly OverlayItem[] = [];
  let entries: Entry[] = [];
  let isMoving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  motion.hold(firstOffset);

  const createEntry = (item: OverlayItem): Entry => {
    const post = createElement('span', 'ticker-post');
    post.setAttribute('data-post', item.id);
    const name = createElement('b', 'who-name');
    name.appendChild(isolate(nameOf(item)));
    const text = isolate(item.message.replace(/\s+/g, ' ').trim());
    text.dir = directionOf(item.message);
    post.appendChild(name);
    post.appendChild(text);
    post.appendChild(createElement('i', 'ticker-gap'));
    return { element: post, item };
  };
  const nextItem = (): OverlayItem | undefined => {
    const last = entries[entries.length - 1];
    const index = last === undefined ? -1 : items.findIndex(({ id }) => id === last.item.id);
    return items[(index + 1) % items.length];
  };
  const removeFirst = (): void => {
    const first = entries.shift();
    if (first !== undefined) first.element.remove();
  };
  /** Removes the posts that have run out of the view, and returns the offset of the others. */
  const removePassed = (offset: number): number => {
    const [first] = entries;
    if (first === undefined || offset > -first.element.offsetWidth) return offset;
    const next = offset + first.element.offsetWidth;
    removeFirst();
    return removePassed(next);
  };
  /** Adds posts until the line is longer than what is visible. */
  const fill = (offset: number): void => {
    while (offset + element.scrollWidth < width() * 2) {
      const item = nextItem();
      if (item === undefined) return;
      const entry = createEntry(item);
      entries.push(entry);
      element.appendChild(entry.element);
    }
  };
  /** Continues from this offset, with posts beyond the view. */
  const continueFrom = (from: number): void => {
    clearTimeout(timer);
    if (items.length === 0) {
      motion.hold(firstOffset);
      return;
    }
    if (width() === 0) {
      motion.hold(from);
      timer = setTimeout(() => continueFrom(from), noWidthMs);
      return;
    }
    const offset = removePassed(from);
    fill(offset);
    if (!isMoving) {
      motion.hold(offset);
      return;
    }
    const milliseconds = motion.move(offset, width() - element.scrollWidth);
    timer = setTimeout(() => continueFrom(motion.offset()), milliseconds / 2);
  };

  return {
    element,
    update: (list) => {
      items = list.map(toOverlayItem);
      const byId = new Map(items.map((item) => [item.id, item]));
      const [first] = entries;
      entries = entries.filter((entry) => {
        const item = byId.get(entry.item.id);
        if (item !== undefined && item.message === entry.item.message && nameOf(item) === nameOf(entry.item))
          return true;
        entry.element.remove();
        return false;
      });
      if (entries.length === 0) continueFrom(firstOffset);
      // The start of the next post was visible, and stays so.
      else continueFrom(entries[0] === first ? motion.offset() : Math.max(0, motion.offset()));
    },
    setMoving: (next) => {
      if (next === isMoving) return;
      isMoving = next;
      continueFrom(motion.offset());
    },
    step: () => {
      const [first] = entries;
      const unseen = first === undefined ? 0 : motion.offset() + first.element.offsetWidth - width();
      if (unseen > 0) {
        continueFrom(motion.offset() - Math.min(unseen, width() * stepShare));
        return;
      }
      removeFirst();
      continueFrom(firstOffset);
    },
  };
}
