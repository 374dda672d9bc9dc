/** Guards: words and authors that hold a post back from air until the operator lets it through. */
import { handleOf, type Item } from './collection.ts';

export type Guards = {
  /** Matched anywhere in the text, the name and the handle, which has its @ as readers see it. */
  readonly words: readonly string[];
  /** Handles or names, with or without a leading @; matched whole. */
  readonly authors: readonly string[];
  /** Ids that the operator let through. */
  readonly allowed: readonly string[];
};

/** Which guard holds a post, in the words in which the operator gave it. */
export type GuardHit = { readonly by: 'word' | 'author'; readonly rule: string };

/** What a guard looks at: the engine's posts and the desk's alike. */
export type GuardedText = Pick<Item, 'id' | 'fullName' | 'username' | 'message'>;

export const noGuards: Guards = { words: [], authors: [], allowed: [] };

/** Compatibility-normalised and without case, so that ﬁ, Ｆ and f are one. */
export function normaliseText(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** The guard that holds the post, or null. A post let through is held by none. */
export function guardHit(guards: Guards, item: GuardedText): GuardHit | null {
  if (guards.words.length === 0 && guards.authors.length === 0) return null;
  const { words, authors, allowed } = keysOf(guards);
  if (allowed.has(item.id)) return null;
  const { text, names } = textOf(item);
  for (const { key, rule } of authors) if (names.includes(key)) return { by: 'author', rule };
  for (const { key, rule } of words) if (text.includes(key)) return { by: 'word', rule };
  return null;
}

type Key = { readonly key: string; readonly rule: string };
type Keys = { readonly words: readonly Key[]; readonly authors: readonly Key[]; readonly allowed: ReadonlySet<string> };

const keysMemo = new WeakMap<Guards, Keys>();

function keysOf(guards: Guards): Keys {
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

// Normalising is the dear part, and posts stay the same objects from one arrival to the next.
const textMemo = new WeakMap<GuardedText, NormalText>();

function textOf(item: GuardedText): NormalText {
  const known = textMemo.get(item);
  if (known !== undefined) return known;
  const { message, fullName, username } = item;
  const text = normaliseText([message, fullName ?? '', handleOf(username) ?? ''].join('\n'));
  const names = [username, fullName].filter((name) => name !== null).map(authorKey);
  const read = { text, names };
  textMemo.set(item, read);
  return read;
}

function authorKey(name: string): string {
  return normaliseText(name).trim().replace(/^@+/, '');
}
