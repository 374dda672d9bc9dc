/** Quotes the part of a text that changed, before and after, for one line of a log. */
import { say } from './language/say.ts';
import { quoteName, removeDirections } from './outsideName.ts';
import { addEllipsis, cutAfter, takeLast } from './postLabel.ts';

/** Unchanged words that are quoted on each side of the change. */
const contextWords = 3;

/** Longer parts are cut. */
const maxLength = 80;

/** Unchanged characters before the change that are quoted of a text with long words, or without spaces. */
const contextCharacters = 20;

type Part = { readonly text: string; readonly isCutBefore: boolean; readonly isCutAfter: boolean };

/** The changed part of a text with a few words around it. */
export type TextEdit = { readonly before: string; readonly after: string };

/** For example `“…a show at 7 pm” → “…a show at 8 pm”`. */
export function describeTextChange(before: string, after: string): string {
  const edit = findTextEdit(before, after);
  return edit === null ? say('only spaces or invisible characters changed') : quoteEdit(edit);
}

export function quoteEdit({ before, after }: TextEdit): string {
  return `${quoteText(before)} → ${quoteText(after)}`;
}

const quoteText = (text: string): string => (text === '' ? say('no text') : quoteName(text));

/** `null` if both texts look the same. */
export function findTextEdit(before: string, after: string): TextEdit | null {
  const [from, to] = [splitWords(before), splitWords(after)];
  const shared = Math.min(from.length, to.length);
  let start = 0;
  while (start < shared && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shared - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const parts = [takePart(from, start, end), takePart(to, start, end)] as const;
  const unseen = countUnseen(parts[0].text, parts[1].text);
  const edit = { before: cutPart(parts[0], unseen), after: cutPart(parts[1], unseen) };
  return quoteText(edit.before) === quoteText(edit.after) ? null : edit;
}

/** The words but `start` at the start and `end` at the end, with a few words around them. */
function takePart(words: readonly string[], start: number, end: number): Part {
  const first = Math.max(0, start - contextWords);
  const last = words.length - Math.max(0, end - contextWords);
  return { text: words.slice(first, last).join(' '), isCutBefore: first > 0, isCutAfter: last < words.length };
}

/** How much of both texts is left out at the start, because the first difference would otherwise be cut off. */
function countUnseen(from: string, to: string): number {
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  if (shared <= maxLength - contextCharacters) return 0;
  return shared - takeLast(from.slice(0, shared), contextCharacters).length;
}

function cutPart({ text, isCutBefore, isCutAfter }: Part, unseen: number): string {
  if (text === '') return '';
  const rest = text.slice(unseen);
  const cut = cutAfter(rest, maxLength);
  return `${isCutBefore || unseen > 0 ? '…' : ''}${isCutAfter || cut !== rest ? addEllipsis(cut) : cut}`;
}

function splitWords(text: string): readonly string[] {
  return removeDirections(text).match(/\S+/gu) ?? [];
}
