/** Joins the parts of a sentence in the current language. */
import { say } from './language/say.ts';

/** For example “A and B”. Of three or more, each is joined to the next. */
export function joinWithAnd(parts: readonly string[]): string {
  return parts.length === 0 ? '' : parts.reduce((first, second) => say('{first} and {second}', { first, second }));
}
