/** Marks the words of a sentence that are shown in bold, by characters that no name from outside keeps. */

const begin = '\ufdd0';
const end = '\ufdd1';

export function emphasise(words: string): string {
  return `${begin}${words}${end}`;
}

/** Splits a sentence; every second part, from the second on, is in bold. */
export function splitEmphasis(sentence: string): readonly string[] {
  return sentence.split(/[\ufdd0\ufdd1]/u);
}

export function removeEmphasis(sentence: string): string {
  return splitEmphasis(sentence).join('');
}
