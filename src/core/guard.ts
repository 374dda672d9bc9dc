/** Guards: words and authors that keep a post off air until an operator allows it. */
import { handleOf, type Item } from './collection.ts';

export type GuardRules = {
  /** Matched anywhere in the text, the name and the handle (with its @). */
  readonly words: readonly string[];
  /** Complete handles or names, with or without a leading @. */
  readonly authors: readonly string[];
  /** Ids that an operator allowed on air. */
  readonly allowed: readonly string[];
};

/** `version` counts the changes, so that nobody replaces guards that they have not seen. */
export type Guards = GuardRules & { readonly version: number };

/** The guard that keeps a post off air, with the rule as the operator entered it. */
export type GuardMatch = { readonly by: 'word' | 'author'; readonly rule: string };

/** The fields that a guard reads, which the posts of the engine and of the desk both have. */
export type GuardedText = Pick<Item, 'id' | 'fullName' | 'username' | 'message'>;

export const noGuards: Guards = { words: [], authors: [], allowed: [], version: 0 };

/** NFKC, lower case: ligatures and full-width characters match their plain forms. */
export function normaliseText(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** The first guard that keeps the post off air, or `null`. An allowed post matches no guard. */
export function matchGuard(guards: GuardRules, item: GuardedText): GuardMatch | null {
  if (guards.words.length === 0 && guards.authors.length === 0) return null;
  const { words, authors, allowed } = keysOf(guards);
  if (allowed.has(item.id)) return null;
  const { text, names } = normalisedTextOf(item);
  for (const { key, rule } of authors) if (names.includes(key)) return { by: 'author', rule };
  for (const { key, rule } of words) if (text.includes(key)) return { by: 'word', rule };
  return null;
}

type Key = { readonly key: string; readonly rule: string };
type Keys = { readonly words: readonly Key[]; readonly authors: readonly Key[]; readonly allowed: ReadonlySet<string> };

const keysMemo = new WeakMap<GuardRules, Keys>();

function keysOf(guards: GuardRules): Keys {
  const known = keysMemo.get(guards);
  if (known !== undefined) return known;
  const keys: Keys = {
    words: guards.words.map((rule) => ({ rule, key: normaliseText(rule).trim() })).filter(({ key }) => key !== ''),
    authors: guards.authors.map((rule) => ({ rule, key: authorKey(rule) })).filter(({ key }) => key !== ''),
    allowed: new Set(guards.allowed),
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
  const text = normaliseText([message, fullName ?? '', handleOf(username) ?? ''].join('\n'));
  const names = [username, fullName].filter((name) => name !== null).map(authorKey);
  const normalised = { text, names };
  textMemo.set(item, normalised);
  return normalised;
}

function authorKey(name: string): string {
  return normaliseText(name).trim().replace(/^@+/, '');
}
