/** Names a post in one line of a log: its author and first words. */

import { capitalise } from './capitalise.ts';
import type { Item } from './collection.ts';
import { say } from './language/say.ts';
import { isolateName, quoteName, removeDirections } from './outsideName.ts';
import { givenNameOf } from './shownName.ts';

const maxWordsLength = 40;

/** Creating one takes longer than the rest of a label. */
const segmenter = new Intl.Segmenter();

/** For example `Mira Solberg “The whole quay is singing…”`; a post without text has its author alone. */
export function labelPost(item: Item): string {
  const words = firstWordsOf(item);
  return words === '' ? authorOf(item) : `${authorOf(item)} ${words}`;
}

export function authorOf(post: Pick<Item, 'fullName' | 'username'>): string {
  return isolateName(givenNameOf(post) ?? post.username ?? '') || say('a post without a name');
}

/** A sentence that begins with a post’s author. An author’s own spelling stays. */
export function startSentence(sentence: string): string {
  return sentence.startsWith(say('a post without a name')) ? capitalise(sentence) : sentence;
}

/** The first words in quotes; empty without text. Whole characters, so that no emoji is split. */
export function firstWordsOf({ message }: Item): string {
  const start = removeDirections(message.slice(0, maxWordsLength * 20))
    .replace(/\s+/gu, ' ')
    .trim();
  if (start === '') return '';
  const cut = cutAtWord(start, maxWordsLength, 0);
  return quoteName(cut === start ? start : addEllipsis(cut));
}

/** The first `length` characters at most. Ends before the word that would be cut, if that leaves more than `from` characters. Short even if characters are unusually long. */
export function cutAtWord(text: string, length: number, from: number): string {
  const cut = cutAfter(text.slice(0, length * 20), length);
  const space = cut.lastIndexOf(' ');
  return cut === text || space <= from ? cut : cut.slice(0, space);
}

/** Shows that the text goes on; in place of a full stop, after which it would be a fourth dot. */
export function addEllipsis(text: string): string {
  return `${text.replace(/[\s.,;:…]{1,3}$/u, '')}…`;
}

/** The first `length` characters, as readers count them. */
export function cutAfter(text: string, length: number): string {
  // The usual text, ten times faster: each character is one code unit.
  if (/^[ -~]*$/.test(text.slice(0, length + 1))) return text.slice(0, length);
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === length) return text.slice(0, index);
    count += 1;
  }
  return text;
}

/** The last `length` characters; fewer where one of them is unusually long. */
export function takeLast(text: string, length: number): string {
  const characters = [...segmenter.segment(text.slice(-length * 20))];
  return characters
    .slice(-length)
    .map(({ segment }) => segment)
    .join('');
}
