/** Cleans viewers' text for formats that can't carry control characters or unpaired surrogates. */

// C0 and C1 except tab and line feed, and the two code points that XML forbids.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters.
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above; skips text that needs no cleaning.
const unprintableTest = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/;

/** Text with Unix line endings, without control characters, and with U+FFFD for each unpaired surrogate. */
export function toPlainText(text: string): string {
  // First, because two halves of a character with a control between them would become one.
  const whole = text.toWellFormed();
  return unprintableTest.test(whole) ? whole.replace(/\r\n?/g, '\n').replace(unprintable, '') : whole;
}

const oddSpace = /[^\S ]| {2}/;

/** Puts the text on one line. */
export function toOneLine(text: string): string {
  const hasOddSpace = text.startsWith(' ') || text.endsWith(' ') || oddSpace.test(text);
  return hasOddSpace ? text.replace(/\s+/g, ' ').trim() : text;
}

/**
 * Shortens text to one line of at most `length` UTF-16 units, cut between words and ended with an ellipsis. Cuts between grapheme
 * clusters instead if the last word takes more than half of it.
 */
export function shorten(text: string, length: number): string {
  const line = toOneLine(text);
  if (line.length <= length) return line;
  const space = line.lastIndexOf(' ', length - 1);
  if (space > length / 2) return `${line.slice(0, space)}…`;
  let end = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(line.slice(0, length + 64))) {
    if (index + segment.length > length - 1) break;
    end = index + segment.length;
  }
  // A single cluster with many combining marks can exceed the whole length.
  return `${line.slice(0, end === 0 ? length - 1 : end).toWellFormed()}…`;
}
