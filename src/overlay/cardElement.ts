/** One post as viewers see it: profile picture, name, source, text, and its pictures and videos in turn. */

import type { Appearance } from './appearance.ts';
import { directionOf } from './direction.ts';
import { fitText } from './fitText.ts';
import { loadMediaSequence } from './mediaSequence.ts';
import type { OverlayItem } from './overlayItem.ts';
import { createElement, createLogo, createPostHead, loadFonts, textOf } from './postHead.ts';
import { waitAtMost } from './waitAtMost.ts';

/** After this wait, the post is shown without the pictures and fonts still missing. */
const mediaWaitMs = 1500;

/** Pixels. */
const frameWidth = 1920;
const frameHeight = 1080;
const maxCardWidth = 1200;

export class CardElement extends HTMLElement {
  private readonly body = createElement('div', 'card-body');
  private readonly textElement = createElement('p', 'post-text');
  private text = '';

  /** Draws everything but the media. Resolves when the profile picture is shown; rejects if there is none that can be. */
  draw(item: OverlayItem, logo: string | null): Promise<void> {
    this.setAttribute('data-post', item.id);
    this.text = textOf(item);
    this.dir = directionOf(item.message || item.fullName || '');
    this.textElement.textContent = this.text;
    const head = createPostHead(item);
    if (logo !== null) head.element.appendChild(createLogo(logo));
    this.body.appendChild(head.element);
    if (this.text !== '') this.body.appendChild(this.textElement);
    this.appendChild(this.body);
    return head.loaded;
  }

  showMedia(frame: HTMLElement): void {
    this.insertBefore(frame, this.body);
  }

  /** Fills the card and loads its media. Resolves within `mediaWaitMs`; never rejects. Calls `onLate` when media arrive after that. */
  async load(item: OverlayItem, { hidden, logo }: Appearance, onLate: () => void): Promise<void> {
    const headLoaded = this.draw(item, logo);
    let hasTimedOut = false;
    const noteArrival = (): void => {
      if (hasTimedOut && this.isConnected) onLate();
    };
    const loads = [loadFonts(String(this.body.textContent)), headLoaded.then(noteArrival)];
    if (!hidden.includes('media') && item.media.length > 0) {
      loads.push(
        loadMediaSequence(item.media).then((frame) => {
          this.showMedia(frame);
          noteArrival();
        }),
      );
    }
    await Promise.all(loads.map((load) => waitAtMost(mediaWaitMs, load)));
    hasTimedOut = true;
  }

  /** Fits the text into what the appearance leaves of the frame. Returns whether all of it is shown. The card must already be in the page. */
  fit({ safe, scale }: Appearance): boolean {
    const share = (1 - (2 * safe) / 100) / scale;
    this.style.maxWidth = `${Math.min(maxCardWidth, frameWidth * share)}px`;
    if (this.text === '') return true;
    return fitText({ card: this, body: this.body, textElement: this.textElement }, this.text, frameHeight * share);
  }
}
