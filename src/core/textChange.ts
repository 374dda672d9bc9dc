/** Quotes the part of a text that changed, before and after, for one line of a log. */
import { say } from './language/say.ts';
import { quoteName, removeDirections } from './outsideName.ts';
import { cutAfter } from './postLabel.ts';

/** Unchanged words that are quoted on each side of the change. */
const contextWords = 3;

/** Longer parts are cut. */
const maxLength = 80;

/** For example `“…a show at 7 pm” → “…a show at 8 pm”`. */
export function describeTextChange(before: string, after: string): string {
  const [from, to] = [splitWords(before), splitWords(after)];
  const shared = Math.min(from.length, to.length);
  let start = 0;
  while (start < shared && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shared - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  return `${quotePart(from, start, end)} → ${quotePart(to, start, end)}`;
}

/** The words but `start` at the start and `end` at the end, with a few words around them. */
function quotePart(words: readonly string[], start: number, end: number): string {
  if (words.length === 0) return say('no text');
  const first = Math.max(0, start - contextWords);
  const last = words.length - Math.max(0, end - contextWords);
  const part = words.slice(first, last).join(' ');
  const cut = cutAfter(part, maxLength);
  const isCut = cut !== part || last < words.length;
  return quoteName(`${first > 0 ? '…' : ''}${cut}${isCut ? '…' : ''}`);
}

function splitWords(text: string): readonly string[] {
  return removeDirections(text).match(/\S+/gu) ?? [];
}
