/** The line of the ticker: posts that run from right to left, each followed by the next one on air. */

import type { FeedPost } from '../kit/publicTypes.ts';
import { directionOf } from './direction.ts';
import { type OverlayItem, toOverlayItem } from './overlayItem.ts';
import { createElement, isolate, nameOf } from './postHead.ts';

/** Pixels a second: about four words. */
const speed = 150;
/** Pixels between the label and the first post. */
const firstOffset = 36;
/** A pause of the page, such as a hidden source, moves the line no further than this. */
const maxFrameMs = 100;

export type TickerLine = {
  readonly element: HTMLElement;
  /** Follows the list. A post that left or changed is replaced in this frame. */
  readonly update: (list: readonly FeedPost[]) => void;
  /** Moves the line by the time since the last frame, in milliseconds. */
  readonly move: (elapsedMs: number) => void;
  /** Moves the line to the next post. */
  readonly step: () => void;
};

type Entry = { readonly element: HTMLElement; readonly item: OverlayItem };

/** `width` is the visible width of the line in px. */
export function createTickerLine(width: () => number): TickerLine {
  const element = createElement('div', 'ticker-line');
  let items: readonly OverlayItem[] = [];
  let entries: Entry[] = [];
  let offset = firstOffset;

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
  /** Adds posts until the line is longer than what is visible. */
  const fill = (): void => {
    while (items.length > 0 && offset + element.scrollWidth < width() * 2) {
      const item = nextItem();
      if (item === undefined) return;
      const entry = createEntry(item);
      entries.push(entry);
      element.appendChild(entry.element);
    }
  };

  const moveLine = (): void => {
    element.style.transform = `translate3d(${offset}px, 0, 0)`;
  };
  const removeFirst = (): void => {
    const first = entries.shift();
    if (first !== undefined) first.element.remove();
    fill();
  };

  return {
    element,
    step: removeFirst,
    update: (list) => {
      items = list.map(toOverlayItem);
      const byId = new Map(items.map((item) => [item.id, item]));
      entries = entries.filter((entry) => {
        const item = byId.get(entry.item.id);
        if (item !== undefined && item.message === entry.item.message && nameOf(item) === nameOf(entry.item))
          return true;
        entry.element.remove();
        return false;
      });
      if (entries.length === 0) offset = firstOffset;
      fill();
      moveLine();
    },
    move: (elapsedMs) => {
      offset -= (speed * Math.min(elapsedMs, maxFrameMs)) / 1000;
      const [first] = entries;
      const firstWidth = first === undefined ? 0 : first.element.offsetWidth;
      if (offset < -firstWidth) {
        offset += firstWidth;
        removeFirst();
      }
      moveLine();
    },
  };
}
