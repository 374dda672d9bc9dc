/** Decides which ids a post may have. A command must be able to name it, so that every post on air can be blocked. */
import { say } from './language/say.ts';

export const maxItemIdLength = 512;

/** Returns the fault of a post’s id, as the end of a sentence; `null` if commands can name it. */
export function findIdFault(id: unknown): string | null {
  if (id === undefined || id === null) return say('has no id');
  if (typeof id !== 'string') return say('has an id that is not text');
  if (id === '') return say('has an empty id');
  if (id.length > maxItemIdLength) return say('has an id of more than {limit} characters', { limit: maxItemIdLength });
  if (isPlaceholder(id) || isInvisible(id)) return say('has an id that names no post');
  return null;
}

/** A button that blocks the current post sends one of these when there is none. */
export function isPlaceholder(id: string): boolean {
  return ['', 'undefined', 'null'].includes(id.trim());
}

export function isInvisible(id: string): boolean {
  return /^\p{Cc}+$/u.test(id);
}
