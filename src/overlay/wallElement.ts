/** A page of up to five posts over the whole safe area. */
import { directionOf } from './direction.ts';
import { fitSizes } from './fitText.ts';
import { loadMediaSequence } from './mediaSequence.ts';
import type { OverlayItem } from './overlayItem.ts';
import { createElement, createPostHead, loadFonts, textOf } from './postHead.ts';
import { waitAtMost } from './waitAtMost.ts';

export const postsPerPage = 5;

const mediaWaitMs = 1500;

/** Width of each tile of a page, by the number of its posts. Twelve columns fill a row. */
const spans: readonly (readonly number[])[] = [[], [12], [7, 5], [7, 5, 12], [7, 5, 5, 7], [7, 5, 4, 4, 4]];

const smallestSpan = Math.min(...(spans[postsPerPage] || []));

/** From this width on, the picture is next to the text. */
const wideSpan = 7;

/** Text sizes in px, largest first. A tile with a picture above its text has little room. */
const sizes = [42, 38, 34, 31, 30];
const sizesBelowPicture = [31, 30];
/** Texts of a few words fill a tile without a picture. */
const fewWordsLength = 15;
const fewWordsSize = 110;

type Tile = { readonly element: HTMLElement; readonly text: HTMLElement; readonly item: OverlayItem };

export class WallElement extends HTMLElement {
  private tiles: readonly Tile[] = [];

  /** Fills the page and loads its media. Resolves within a bounded time; never rejects. Calls `onLate` when media arrive after that. */
  async load(items: readonly OverlayItem[], hasMedia: boolean, onLate: () => void): Promise<void> {
    let hasTimedOut = false;
    const noteArrival = (): void => {
      if (hasTimedOut && this.isConnected) onLate();
    };
    const loads: Promise<unknown>[] = [];
    this.tiles = items.slice(0, postsPerPage).map((item, index, page) => {
      const span = (spans[page.length] || [])[index] || 12;
      const tile = createTile(item, span);
      if (hasMedia && item.media.length > 0) {
        loads.push(
          loadMediaSequence(item.media).then((frame) => {
            showMedia(tile, frame);
            noteArrival();
          }),
        );
      }
      loads.push(tile.loaded.then(noteArrival));
      this.appendChild(tile.element);
      return tile;
    });
    this.className = `has-${this.tiles.length}`;
    loads.push(loadFonts(String(this.textContent)));
    await Promise.all(loads.map((load) => waitAtMost(mediaWaitMs, load)));
    hasTimedOut = true;
  }

  /** Draws one post in the smallest tile of a full page; `frame` is `null` for a post without media. */
  drawInSmallestTile(item: OverlayItem, frame: HTMLElement | null): void {
    const tile = createTile(item, smallestSpan);
    if (frame !== null) showMedia(tile, frame);
    this.tiles = [tile];
    this.className = `has-${postsPerPage}`;
    this.appendChild(tile.element);
  }

  /** Fits each text into its tile. Returns whether all texts are whole. The page must already be in the document. */
  fit(): boolean {
    return this.tiles
      .map(({ element, text, item }) => fitTile(element, text, textOf(item)))
      .every((isWhole) => isWhole);
  }
}

function showMedia({ element }: Tile, frame: HTMLElement): void {
  element.classList.add('has-media');
  element.appendChild(frame);
}

function createTile(item: OverlayItem, span: number): Tile & { readonly loaded: Promise<void> } {
  const element = createElement('article', span >= wideSpan ? 'tile is-wide' : 'tile');
  element.setAttribute('data-post', item.id);
  element.dir = directionOf(item.message || item.fullName || '');
  element.style.gridColumn = `span ${span}`;
  const words = createElement('div', 'tile-text');
  const head = createPostHead(item);
  const text = createElement('p', 'post-text');
  words.appendChild(head.element);
  words.appendChild(text);
  element.appendChild(words);
  return { element, text, item, loaded: head.loaded };
}

function fitTile(element: HTMLElement, text: HTMLElement, message: string): boolean {
  const hasMedia = element.classList.contains('has-media');
  const isWide = element.classList.contains('is-wide');
  const isShort = !hasMedia && message !== '' && Array.from(message).length <= fewWordsLength;
  element.classList.toggle('has-few-words', isShort);
  const usual = hasMedia && !isWide ? sizesBelowPicture : sizes;
  const fits = (): boolean => text.scrollWidth <= text.clientWidth && text.scrollHeight <= text.clientHeight;
  return fitSizes(text, message, isShort ? [fewWordsSize, ...usual] : usual, fits);
}
