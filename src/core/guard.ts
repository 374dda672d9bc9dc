/** Guards: words and authors that keep a post off air until an operator allows it. */
import { handleOf, type Item } from './collection.ts';
import { toAirText } from './feed/airText.ts';

export type GuardRules = {
  /** Matched anywhere in the text, the name and the handle (with its @). */
  readonly words: readonly string[];
  /** Complete handles or names, with or without a leading @. */
  readonly authors: readonly string[];
  /** Posts that an operator allowed on air, as `passOf` returns them. An id alone lets the post through with any text. */
  readonly allowed: readonly string[];
};

/** `version` counts the changes, so that nobody replaces guards that they have not seen. */
export type Guards = GuardRules & { readonly version: number };

/** The guard that keeps a post off air, with the rule as the operator entered it. */
export type GuardMatch = { readonly by: 'word' | 'author'; readonly rule: string };

/** The fields that a guard reads, which the posts of the engine and of the desk both have. */
export type GuardedText = Pick<Item, 'id' | 'fullName' | 'username' | 'message'>;

type ShownVersion = GuardedText & Pick<Item, 'lastModifiedDate'>;

export const noGuards: Guards = { words: [], authors: [], allowed: [], version: 0 };

/**
 * Makes texts equal that differ only in case, white space or characters that are invisible or not drawn on air. Ligatures and full-width
 * characters match their plain forms; characters of other scripts that look alike don’t.
 */
export function normaliseText(text: string): string {
  const drawn = toAirText(text);
  return (isAscii.test(drawn) ? drawn.toLowerCase() : foldText(drawn)).replace(whiteSpace, ' ');
}

function foldText(text: string): string {
  const visible = text.normalize('NFKC').replace(invisible, '');
  // Upper case first, because it alone joins ß and ss.
  const folded = visible
    .toUpperCase()
    .toLowerCase()
    .replace(/ς/g, 'σ')
    .replace(/i\u0307/g, 'i');
  return folded.normalize('NFKC');
}

const isAscii = /^[\0-\x7f]*$/;
const invisible = /\p{DI}/gu;
const whiteSpace = /\s+/g;

/** Whether they keep the same posts off air. */
export function isSameGuards(a: GuardRules, b: GuardRules): boolean {
  if (a === b) return true;
  return hasSameTexts(a.words, b.words) && hasSameTexts(a.authors, b.authors) && hasSameTexts(a.allowed, b.allowed);
}

export function hasSameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

/** Identifies a post together with the text that guards read, so that an edit needs to be allowed again. */
export function passOf(item: GuardedText): string {
  const { text, names } = normalisedTextOf(item);
  return `${item.id}\n${checksumOf([text, ...names].join('\n'))}`;
}

/** Identifies the version of a post that an operator saw: a new picture changes the date alone. */
export function versionOf(item: ShownVersion): string {
  const { text, names } = normalisedTextOf(item);
  return `${item.id}\n${checksumOf([text, ...names, item.lastModifiedDate].join('\n'))}`;
}

/** `seenText` is from `versionOf`, or from `passOf` for the text alone; `null` or absent skips the check. */
export function isSeen(seenText: string | null | undefined, item: ShownVersion): boolean {
  return seenText == null || seenText === versionOf(item) || seenText === passOf(item);
}

/** The id can have line feeds too. */
export function idOfPass(pass: string): string {
  const end = pass.lastIndexOf('\n');
  return end < 0 ? pass : pass.slice(0, end);
}

/** The first guard that keeps the post off air, or `null`. A post allowed with this text matches no guard. */
export function matchGuard(guards: GuardRules, item: GuardedText): GuardMatch | null {
  if (guards.words.length === 0 && guards.authors.length === 0) return null;
  const { words, authors, allowed, passes } = keysOf(guards);
  if (allowed.has(item.id) && (passes.has(item.id) || passes.has(passOf(item)))) return null;
  const { text, names } = normalisedTextOf(item);
  for (const { key, rule } of authors) if (names.includes(key)) return { by: 'author', rule };
  for (const { key, rule } of words) if (text.includes(key)) return { by: 'word', rule };
  return null;
}

type Key = { readonly key: string; readonly rule: string };
type Keys = {
  readonly words: readonly Key[];
  readonly authors: readonly Key[];
  readonly allowed: ReadonlySet<string>;
  readonly passes: ReadonlySet<string>;
};

const keysMemo = new WeakMap<GuardRules, Keys>();

function keysOf(guards: GuardRules): Keys {
  const known = keysMemo.get(guards);
  if (known !== undefined) return known;
  const keys: Keys = {
    words: guards.words.map((rule) => ({ rule, key: wordKey(rule) })).filter(({ key }) => key !== ''),
    authors: guards.authors.map((rule) => ({ rule, key: authorKey(rule) })).filter(({ key }) => key !== ''),
    allowed: new Set(guards.allowed.map(idOfPass)),
    passes: new Set(guards.allowed),
  };
  keysMemo.set(guards, keys);
  return keys;
}

type NormalText = { readonly text: string; readonly names: readonly string[] };

// Normalising is expensive, and an unchanged post keeps its object from one arrival to the next.
const textMemo = new WeakMap<GuardedText, NormalText>();

function normalisedTextOf(item: GuardedText): NormalText {
  const known = textMemo.get(item);
  if (known !== undefined) return known;
  const { message, fullName, username } = item;
  // No key has a line end, so none matches across two of them.
  const text = [message, fullName ?? '', handleOf(username) ?? ''].map(normaliseText).join('\n');
  const names = [username, fullName].filter((name) => name !== null).map(authorKey);
  const normalised = { text, names };
  textMemo.set(item, normalised);
  return normalised;
}

export function wordKey(rule: string): string {
  return normaliseText(rule).trim();
}

export function authorKey(name: string): string {
  return normaliseText(name).trim().replace(/^@+/, '');
}

/** 53 bits in hexadecimal, because browsers compute longer checksums only asynchronously. */
function checksumOf(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return (2 ** 32 * (b >>> 11) + (a >>> 0)).toString(16);
}
