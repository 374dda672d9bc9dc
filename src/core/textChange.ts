/** Quotes the part of a text that changed, before and after, for one line of a log. */
import { say } from './language/say.ts';
import { quoteName, removeDirections } from './outsideName.ts';
import { addEllipsis, cutAtWord, takeLast } from './postLabel.ts';

/** How many unchanged words are quoted on each side of the change, and after how many characters a part is cut. */
type QuoteSize = { readonly contextWords: number; readonly maxLength: number };

const lineQuote: QuoteSize = { contextWords: 3, maxLength: 80 };

/** For a narrow row. */
export const rowQuote: QuoteSize = { contextWords: 1, maxLength: 40 };

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
export function findTextEdit(
  before: string,
  after: string,
  { contextWords, maxLength }: QuoteSize = lineQuote,
): TextEdit | null {
  const [from, to] = [splitWords(before), splitWords(after)];
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < most - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const [first, rest] = [Math.max(0, start - contextWords), Math.max(0, end - contextWords)];
  const [old, edited] = [takePart(from, first, rest), takePart(to, first, rest)];
  const shared = countShared(old.text, edited.text);
  // The first difference would otherwise be cut off.
  const unseen =
    shared <= maxLength - contextCharacters
      ? 0
      : shared - takeLast(old.text.slice(0, shared), contextCharacters).length;
  const cut = (part: Part): string => cutPart(part, unseen, shared - unseen, maxLength);
  const edit = { before: cut(old), after: cut(edited) };
  return quoteText(edit.before) === quoteText(edit.after) ? null : edit;
}

/** The words but `first` at the start and `rest` at the end. */
function takePart(words: readonly string[], first: number, rest: number): Part {
  return { text: words.slice(first, words.length - rest).join(' '), isCutBefore: first > 0, isCutAfter: rest > 0 };
}

function countShared(from: string, to: string): number {
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  return shared;
}

/** Leaves out `unseen` of the text at the start. More is quoted than the `shared` characters after that, which did not change. */
function cutPart({ text, isCutBefore, isCutAfter }: Part, unseen: number, shared: number, maxLength: number): string {
  if (text === '') return '';
  const rest = text.slice(unseen);
  const cut = cutAtWord(rest, maxLength, shared);
  return `${isCutBefore || unseen > 0 ? '…' : ''}${isCutAfter || cut !== rest ? addEllipsis(cut) : cut}`;
}

function splitWords(text: string): readonly string[] {
  return removeDirections(text).match(/\S+/gu) ?? [];
}
