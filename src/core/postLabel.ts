/** Names a post in one line of a log: its author and first words. */
import type { Item } from './collection.ts';

const maxWordsLength = 40;

/** For example `Mira Solberg “The whole quay is singing…”`; a post without text has its author alone. */
export function labelPost(item: Item): string {
  const words = firstWordsOf(item);
  return words === '' ? authorOf(item) : `${authorOf(item)} ${words}`;
}

export function authorOf({ fullName, username }: Item): string {
  return isolate(fullName ?? username ?? 'a post without a name');
}

/** The first words in quotes; empty without text. Whole characters, so that no emoji is split. */
export function firstWordsOf({ message }: Item): string {
  const start = message
    .slice(0, maxWordsLength * 20)
    .replace(controls, '')
    .replace(/\s+/gu, ' ')
    .trim();
  if (start === '') return '';
  const characters = Array.from(new Intl.Segmenter().segment(start), ({ segment }) => segment);
  if (characters.length <= maxWordsLength) return `“${isolate(start)}”`;
  const cut = characters.slice(0, maxWordsLength).join('');
  const space = cut.lastIndexOf(' ');
  return `“${isolate(space > 0 ? cut.slice(0, space) : cut)}…”`;
}

/** Characters that change the direction of the text after them. */
const controls = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Keeps text that runs from right to left from reordering the rest of its line. */
function isolate(text: string): string {
  const clean = text.replace(controls, '');
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(clean) ? `\u2068${clean}\u2069` : clean;
}
