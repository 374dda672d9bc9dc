/** Fits words into the card: in steps and never smaller than the last, then an ellipsis at a word. */

/** Sizes in px, largest first, each with the most characters it is wished for. */
const steps: readonly { readonly size: number; readonly upTo: number }[] = [
  { size: 96, upTo: 15 },
  { size: 58, upTo: 59 },
  { size: 48, upTo: 149 },
  { size: 38, upTo: 319 },
  { size: 30, upTo: Number.POSITIVE_INFINITY },
];

/** Lines of more than this are long reading, where even edges matter less than a full width. */
const balancedLines = 6;

/** The sizes to try for a text of so many characters, largest first. */
export function sizesFor(length: number): readonly number[] {
  return steps.filter(({ upTo }) => length <= upTo).map(({ size }) => size);
}

/** The text cut to about so many characters: at a word where one ends nearby, never inside a joined emoji. */
export function cutAtWord(characters: readonly string[], length: number): string {
  const head = characters
    .slice(0, length)
    .join('')
    .replace(/[\u200D\uFE0F\u{1F3FB}-\u{1F3FF}]+$/u, '');
  const atWord = head.replace(/\s+\S*$/, '');
  const best = head.length - atWord.length <= 24 && atWord !== '' ? atWord : head;
  return `${best.replace(/[\s,;:.\-–—]+$/, '')}…`;
}

export type Box = {
  /** The whole card, whose height is bounded. */
  readonly card: HTMLElement;
  /** The column that holds the words, whose width is set once they fit. */
  readonly body: HTMLElement;
  readonly words: HTMLElement;
};

/** Sets size, line breaks and, if need be, the cut of the words. The card must be laid out, its fonts loaded. */
export function fitWords({ card, body, words }: Box, text: string, mostHeight: number): void {
  const characters = Array.from(text);
  const fits = (): boolean => card.offsetHeight <= mostHeight && words.scrollWidth <= words.clientWidth;
  words.textContent = text;
  const hasFitted = sizesFor(characters.length).some((size) => {
    setSize(words, size);
    return fits();
  });
  if (!hasFitted) {
    words.classList.add('is-breaking');
    if (!fits()) cutToFit(words, characters, fits);
  }
  balance(body, words);
}

function setSize(words: HTMLElement, size: number): void {
  words.style.fontSize = `${size}px`;
  words.style.lineHeight = size > 40 ? '1.25' : '1.38';
}

function cutToFit(words: HTMLElement, characters: readonly string[], fits: () => boolean): void {
  let fitting = 0;
  let tooLong = characters.length;
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    words.textContent = cutAtWord(characters, middle);
    if (fits()) fitting = middle;
    else tooLong = middle;
  }
  words.textContent = cutAtWord(characters, fitting);
}

/** Narrows the words as far as they need no further line, so that lines are of like length. */
function balance(body: HTMLElement, words: HTMLElement): void {
  const lineHeight = Number.parseFloat(getComputedStyle(words).lineHeight);
  const lines = Math.round(words.offsetHeight / lineHeight);
  if (lines < 2 || lines > balancedLines) return;
  body.style.width = `${Math.ceil(body.getBoundingClientRect().width)}px`;
  const height = words.offsetHeight;
  let wide = words.offsetWidth;
  let narrow = Math.floor(wide / 2);
  while (wide - narrow > 1) {
    const middle = Math.floor((wide + narrow) / 2);
    words.style.maxWidth = `${middle}px`;
    if (words.offsetHeight > height || words.scrollWidth > words.clientWidth) narrow = middle;
    else wide = middle;
  }
  words.style.maxWidth = `${wide}px`;
}
