/** Joins the parts of a sentence in the current language. */
import { createPerLanguage } from './language/say.ts';

const listFormat = createPerLanguage((locale) => new Intl.ListFormat(locale));

/** For example “A, B and C”. In Spanish, “y” becomes “e” before the same sound. */
export function joinWithAnd(parts: readonly string[]): string {
  return listFormat().format(parts);
}
