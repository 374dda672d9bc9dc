/** One post as viewers see it: profile picture, name, source, text and the first picture or video. */
import { loadImage, loadMedium } from './cardMedia.ts';
import { directionOf } from './direction.ts';
import { fitText } from './fitText.ts';
import { formatSourceName } from './formatSourceName.ts';
import type { OverlayItem } from './overlayItem.ts';
import { waitAtMost } from './waitAtMost.ts';

/** After this wait, the post is shown without the pictures and fonts still missing. */
const mediaWaitMs = 1500;
/** The height of the graphics-safe area in px. */
const maxHeight = 972;

export class CardElement extends HTMLElement {
  private readonly body = createElement('div', 'card-body');
  private readonly textElement = createElement('p', 'card-text');
  private text = '';

  /** Fills the card and loads its media. Resolves within `mediaWaitMs`; never rejects. Calls `onLate` when media arrive after that. */
  async load(item: OverlayItem, onLate: () => void): Promise<void> {
    this.text = item.message
      .replace(/\r\n?/g, '\n')
      .replace(/\n{2,}/g, '\n')
      .trim();
    this.dir = directionOf(item.message || item.fullName || '');
    this.textElement.textContent = this.text;
    const avatar = createElement('span', 'who-avatar is-empty');
    const who = createElement('div', 'who');
    who.append(avatar, createAuthor(item));
    this.body.append(who);
    if (this.text !== '') this.body.append(this.textElement);
    this.append(this.body);

    const medium = item.media[0];
    const loads = [loadFonts(`${who.textContent}${this.text}`)];
    let hasTimedOut = false;
    const noteArrival = (): void => {
      if (hasTimedOut && this.isConnected) onLate();
    };
    if (item.profileImage !== null) {
      loads.push(
        loadImage(item.profileImage).then((image) => {
          image.className = 'who-avatar';
          avatar.replaceWith(image);
          noteArrival();
        }),
      );
    }
    if (medium !== undefined) {
      loads.push(
        loadMedium(medium).then((frame) => {
          this.insertBefore(frame, this.body);
          noteArrival();
        }),
      );
    }
    await Promise.all(loads.map((load) => waitAtMost(mediaWaitMs, load)));
    hasTimedOut = true;
  }

  /** Fits the text. The card must already be in the page. */
  fit(): void {
    if (this.text !== '') fitText({ card: this, body: this.body, textElement: this.textElement }, this.text, maxHeight);
  }
}

function createAuthor(item: OverlayItem): HTMLElement {
  const text = createElement('div', 'who-text');
  const name = createElement('div', 'who-name');
  name.append(isolate(item.fullName ?? item.handle ?? 'A viewer'));
  text.append(name);
  const from = createElement('div', 'who-from');
  const hasHandle = item.handle !== null && item.fullName !== null;
  if (hasHandle) from.append(isolate(item.handle));
  const source = formatSourceName(item.source);
  if (source !== '') from.append(hasHandle ? ' · ' : '', isolate(source));
  text.append(from);
  return text;
}

/** Isolates text whose direction may differ from the card’s. */
function isolate(text: string | null): HTMLElement {
  const element = document.createElement('bdi');
  element.textContent = text;
  return element;
}

function createElement(tag: string, className: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

/** Loads the font files that these characters need, in both weights. */
async function loadFonts(characters: string): Promise<void> {
  const family = getComputedStyle(document.querySelector('greenroom-stage') ?? document.body).fontFamily;
  const weights: readonly string[] = ['500', '600'];
  await Promise.all(weights.map((weight) => document.fonts.load(`${weight} 40px ${family}`, characters)));
}
