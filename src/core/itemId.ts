/** Decides which ids a post may have. A command must be able to name it, so that every post on air can be blocked. */
import { type Phrase, sayLater } from './language/say.ts';

export const maxItemIdLength = 512;

/** Returns the fault of a post’s id, as the end of a sentence; `null` if commands can name it. */
export function findIdFault(id: unknown): Phrase | null {
  if (id === undefined || id === null) return sayLater('has no id');
  if (typeof id !== 'string') return sayLater('has an id that is not text');
  if (id === '') return sayLater('has an empty id');
  if (id.length > maxItemIdLength)
    return sayLater('has an id of more than {limit} characters', { limit: maxItemIdLength });
  if (isPlaceholder(id) || isInvisible(id)) return sayLater('has an id that names no post');
  return null;
}

/** A button that blocks the current post sends one of these when there is none. */
export function isPlaceholder(id: string): boolean {
  return ['', 'undefined', 'null'].includes(id.trim());
}

export function isInvisible(id: string): boolean {
  return /^\p{Cc}+$/u.test(id);
}
