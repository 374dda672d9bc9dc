/** Fits the text into the card: fixed size steps first, then an ellipsis after a whole word. */

/** Sizes in px, largest first, with the longest text each is used for. */
const steps: readonly { readonly size: number; readonly maxLength: number }[] = [
  { size: 96, maxLength: 15 },
  { size: 58, maxLength: 59 },
  { size: 48, maxLength: 149 },
  { size: 38, maxLength: 319 },
  { size: 30, maxLength: Number.POSITIVE_INFINITY },
];

/** More characters than an overlay can show at the smallest size. A browser needs seconds to lay out a far longer word. */
const maxLaidOut = 3000;

/** Longer texts use the full width instead of balanced lines. */
const maxBalancedLines = 6;

/** Returns the sizes to try for a text length in code points, largest first. */
export function sizesFor(length: number): readonly number[] {
  return steps.filter(({ maxLength }) => length <= maxLength).map(({ size }) => size);
}

/** A flag, a line break, or a character with what is joined to it: marks, conjuncts, skin tone, tags. Chrome 71 has no Intl.Segmenter. */
const character =
  /\p{Regional_Indicator}{2}|\r\n|.(?:[\u094D\u09CD\u0ACD\u0B4D\u0C4D\u0D4D]\p{L}|\u200D.?|\p{Emoji_Modifier}|[\p{M}\u200C\u{E0020}-\u{E007F}])*/gsu;

/** Splits text into what a reader sees as characters: a family or a flag is one. */
export function splitCharacters(text: string): readonly string[] {
  return text.match(character) || [];
}

/** Cuts the text to at most `length` characters, after a whole word if one ends in the last 24. */
export function truncateAtWord(characters: readonly string[], length: number): string {
  const head = characters.slice(0, length).join('');
  const atWord = head.replace(/\s+\S*$/, '');
  const kept = head.length - atWord.length <= 24 && atWord !== '' ? atWord : head;
  return `${kept.replace(/[\s,;:.\-–—]+$/, '')}…`;
}

export type TextBox = {
  /** The card, whose height is limited. */
  readonly card: HTMLElement;
  /** The text column; its width is fixed once the text fits. */
  readonly body: HTMLElement;
  readonly textElement: HTMLElement;
};

/** Sets size and line breaks, and shortens the text if needed. Returns whether all of it is shown. The card must be laid out and its fonts loaded. */
export function fitText({ card, body, textElement }: TextBox, text: string, maxHeight: number): boolean {
  const fits = (): boolean => card.offsetHeight <= maxHeight && textElement.scrollWidth <= textElement.clientWidth;
  // A picture that arrives late changes the space of a text that was fitted before.
  body.style.width = '';
  textElement.style.maxWidth = '';
  const isWhole = fitSizes(textElement, text, sizesFor(Array.from(text).length), fits);
  balanceLines(body, textElement);
  return isWhole;
}

/** Shows the text at the first size at which it fits; at the last, breaks long words, then shortens it. Returns whether all of it is shown. */
export function fitSizes(
  textElement: HTMLElement,
  text: string,
  sizes: readonly number[],
  fits: () => boolean,
): boolean {
  if (text.length > maxLaidOut) {
    textElement.classList.add('is-breaking');
    setSize(textElement, Math.min(...sizes));
    truncateToFit(textElement, splitCharacters(text.slice(0, maxLaidOut)), fits);
    return false;
  }
  textElement.classList.remove('is-breaking');
  textElement.textContent = text;
  const hasFit = sizes.some((size) => {
    setSize(textElement, size);
    return fits();
  });
  if (hasFit) return true;
  textElement.classList.add('is-breaking');
  if (fits()) return true;
  truncateToFit(textElement, splitCharacters(text), fits);
  return false;
}

function setSize(textElement: HTMLElement, size: number): void {
  textElement.style.fontSize = `${size}px`;
  textElement.style.lineHeight = size > 40 ? '1.25' : '1.38';
}

function truncateToFit(textElement: HTMLElement, characters: readonly string[], fits: () => boolean): void {
  let fittingLength = 0;
  let tooLongLength = characters.length;
  while (tooLongLength - fittingLength > 1) {
    const middle = Math.floor((fittingLength + tooLongLength) / 2);
    textElement.textContent = truncateAtWord(characters, middle);
    if (fits()) fittingLength = middle;
    else tooLongLength = middle;
  }
  textElement.textContent = truncateAtWord(characters, fittingLength);
}

/** Narrows the text until one more pixel would add a line, so that the lines have similar lengths. */
function balanceLines(body: HTMLElement, textElement: HTMLElement): void {
  const lineHeight = Number.parseFloat(getComputedStyle(textElement).lineHeight);
  const lines = Math.round(textElement.offsetHeight / lineHeight);
  if (lines < 2 || lines > maxBalancedLines) return;
  body.style.width = `${Math.ceil(body.getBoundingClientRect().width)}px`;
  const height = textElement.offsetHeight;
  let wide = textElement.offsetWidth;
  let narrow = Math.floor(wide / 2);
  while (wide - narrow > 1) {
    const middle = Math.floor((wide + narrow) / 2);
    textElement.style.maxWidth = `${middle}px`;
    if (textElement.offsetHeight > height || textElement.scrollWidth > textElement.clientWidth) narrow = middle;
    else wide = middle;
  }
  textElement.style.maxWidth = `${wide}px`;
}
