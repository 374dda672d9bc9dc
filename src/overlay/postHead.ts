/** The picture and the name of a post’s author, for every template. */
import { loadImage } from './cardMedia.ts';
import { formatSourceName } from './formatSourceName.ts';
import type { OverlayItem } from './overlayItem.ts';

export type PostHead = {
  readonly element: HTMLElement;
  /** Resolves when the profile picture is shown; rejects if there is none that can be. */
  readonly loaded: Promise<void>;
};

export function createPostHead(item: OverlayItem): PostHead {
  const element = createElement('div', 'who');
  const avatar = createElement('span', 'who-avatar is-empty');
  element.appendChild(avatar);
  element.appendChild(createAuthor(item));
  const loaded =
    item.profileImage === null
      ? Promise.resolve()
      : loadImage(item.profileImage, null).then((image) => {
          image.className = 'who-avatar';
          avatar.replaceWith(image);
        });
  return { element, loaded };
}

function createAuthor(item: OverlayItem): HTMLElement {
  const text = createElement('div', 'who-text');
  const name = createElement('div', 'who-name');
  name.appendChild(isolate(nameOf(item)));
  text.appendChild(name);
  const from = createElement('div', 'who-from');
  if (item.handle !== null && item.fullName !== null) from.appendChild(withClass('who-handle', isolate(item.handle)));
  const source = formatSourceName(item.source);
  if (source !== '') {
    if (from.firstChild !== null) from.appendChild(withClass('who-dot', createText(' · ')));
    from.appendChild(withClass('who-source', isolate(source)));
  }
  text.appendChild(from);
  return text;
}

export function nameOf({ fullName, handle }: OverlayItem): string {
  return fullName || handle || 'A viewer';
}

/** The message without empty lines. */
export function textOf({ message }: OverlayItem): string {
  return message
    .replace(/\r\n?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

/** Isolates text whose direction may differ from its surroundings. */
export function isolate(text: string): HTMLElement {
  const element = document.createElement('bdi');
  element.textContent = text;
  return element;
}

function createText(text: string): HTMLElement {
  const element = document.createElement('span');
  element.textContent = text;
  return element;
}

/** The station’s logo; empty until it has loaded. */
export function createLogo(address: string): HTMLElement {
  const logo = createElement('span', 'logo');
  void loadImage(address, null).then(
    (image) => logo.appendChild(image),
    () => undefined,
  );
  return logo;
}

export function createElement(tag: string, className: string): HTMLElement {
  return withClass(className, document.createElement(tag));
}

function withClass(className: string, element: HTMLElement): HTMLElement {
  element.className = className;
  return element;
}

/** Loads the font files that these characters need, in both weights. */
export async function loadFonts(characters: string): Promise<void> {
  const family = getComputedStyle(document.querySelector('greenroom-stage') || document.body).fontFamily;
  const weights: readonly string[] = ['500', '600'];
  await Promise.all(weights.map((weight) => document.fonts.load(`${weight} 40px ${family}`, characters)));
}
