/** Guards: words and authors that hold a post back from air until the operator lets it through. */
import type { Item } from './collection.ts';

export type Guards = {
  /** Matched anywhere in the text, the name and the handle. */
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
  if (guards.allowed.includes(item.id)) return null;
  const names = [item.username, item.fullName].filter((name) => name !== null).map(authorKey);
  for (const rule of guards.authors) {
    const key = authorKey(rule);
    if (key !== '' && names.includes(key)) return { by: 'author', rule };
  }
  const text = normaliseText([item.message, item.fullName ?? '', item.username ?? ''].join('\n'));
  for (const rule of guards.words) {
    const word = normaliseText(rule).trim();
    if (word !== '' && text.includes(word)) return { by: 'word', rule };
  }
  return null;
}

function authorKey(name: string): string {
  return normaliseText(name).trim().replace(/^@/, '');
}
