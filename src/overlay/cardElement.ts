/** One post as viewers see it: portrait, name, where from, the words, and the first picture beside them. */
import { loadImage, loadMedium } from './cardMedia.ts';
import { directionOf } from './direction.ts';
import { fitWords } from './fitWords.ts';
import type { OverlayItem } from './readFrame.ts';
import { sourceName } from './sourceName.ts';
import { within } from './within.ts';

/** A post waits this long for its pictures and fonts, then it is shown without what is missing. */
const waitMs = 1500;
/** From one graphics-safe edge to the other. */
const mostHeight = 972;

export class CardElement extends HTMLElement {
  private readonly body = make('div', 'card-body');
  private readonly words = make('p', 'words');
  private text = '';

  /** Fills the card and loads what it shows. Resolves in bounded time; never rejects. */
  async load(item: OverlayItem): Promise<void> {
    this.text = item.message
      .replace(/\r\n?/g, '\n')
      .replace(/\n{2,}/g, '\n')
      .trim();
    this.dir = directionOf(item.message || item.fullName || '');
    this.words.textContent = this.text;
    const avatar = make('span', 'who-avatar is-empty');
    const who = make('div', 'who');
    who.append(avatar, describe(item));
    this.body.append(who);
    if (this.text !== '') this.body.append(this.words);
    this.append(this.body);

    const medium = item.media[0];
    const waits = [loadFonts(`${who.textContent}${this.text}`)];
    let isLate = false;
    if (item.profileImage !== null) {
      waits.push(
        loadImage(item.profileImage).then((image) => {
          image.className = 'who-avatar';
          if (!isLate) avatar.replaceWith(image);
        }),
      );
    }
    if (medium !== undefined) {
      waits.push(
        loadMedium(medium).then((frame) => {
          if (!isLate) this.insertBefore(frame, this.body);
        }),
      );
    }
    await Promise.all(waits.map((wait) => within(waitMs, wait)));
    isLate = true;
  }

  /** Fits the words. The card must be in the page. */
  fit(): void {
    if (this.text !== '') fitWords({ card: this, body: this.body, words: this.words }, this.text, mostHeight);
    for (const film of Array.from(this.querySelectorAll('video'))) void film.play().catch(() => undefined);
  }
}

function describe(item: OverlayItem): HTMLElement {
  const text = make('div', 'who-text');
  const name = make('div', 'who-name');
  name.append(isolated(item.fullName ?? item.handle ?? 'A viewer'));
  text.append(name);
  const from = make('div', 'who-from');
  const hasHandle = item.handle !== null && item.fullName !== null;
  if (hasHandle) from.append(isolated(item.handle));
  const source = sourceName(item.source);
  if (source !== '') from.append(hasHandle ? ' · ' : '', isolated(source));
  text.append(from);
  return text;
}

/** Words of another direction than the card keep to themselves. */
function isolated(text: string | null): HTMLElement {
  const element = document.createElement('bdi');
  element.textContent = text;
  return element;
}

function make(tag: string, className: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

/** The faces that these characters need, in both weights. */
async function loadFonts(characters: string): Promise<void> {
  const family = getComputedStyle(document.querySelector('greenroom-stage') ?? document.body).fontFamily;
  const weights: readonly string[] = ['500', '600'];
  await Promise.all(weights.map((weight) => document.fonts.load(`${weight} 40px ${family}`, characters)));
}
