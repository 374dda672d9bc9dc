/** Begins a label as part of a sentence. */
import { currentLanguage } from './say.ts';

/** With a small first letter, but not in German, where it may be a noun. */
export function startInSentence(label: string): string {
  return currentLanguage() === 'de' ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
