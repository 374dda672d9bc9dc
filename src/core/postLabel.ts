/** Names a post in one line of a log: its author and first words. */
import type { Item } from './collection.ts';
import { isolateName, removeDirections } from './outsideName.ts';

const maxWordsLength = 40;

/** For example `Mira Solberg “The whole quay is singing…”`; a post without text has its author alone. */
export function labelPost(item: Item): string {
  const words = firstWordsOf(item);
  return words === '' ? authorOf(item) : `${authorOf(item)} ${words}`;
}

export function authorOf({ fullName, username }: Item): string {
  return isolateName(fullName ?? username ?? '') || 'a post without a name';
}

/** The first words in quotes; empty without text. Whole characters, so that no emoji is split. */
export function firstWordsOf({ message }: Item): string {
  const start = removeDirections(message.slice(0, maxWordsLength * 20))
    .replace(/\s+/gu, ' ')
    .trim();
  if (start === '') return '';
  const characters = Array.from(new Intl.Segmenter().segment(start), ({ segment }) => segment);
  if (characters.length <= maxWordsLength) return `“${isolateName(start)}”`;
  const cut = characters.slice(0, maxWordsLength).join('');
  const space = cut.lastIndexOf(' ');
  return `“${isolateName(space > 0 ? cut.slice(0, space) : cut)}…”`;
}
