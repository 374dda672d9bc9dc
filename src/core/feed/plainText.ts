/** Strangers' words made fit for formats that cannot carry everything: no control characters, no half characters. */

// C0 and C1 but for tab and line feed, and the two code points that no XML may hold.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above; text without any of these is left alone.
const isSuspect = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/;

/** The text with Unix line ends, without control characters, and with U+FFFD for each half of a character. */
export function plainText(text: string): string {
  if (!isSuspect.test(text)) return text.toWellFormed();
  return text.replace(/\r\n?/g, '\n').replace(unprintable, '').toWellFormed();
}

const oddSpace = /[^\S ]| {2}/;

/** The text on one line. */
export function oneLine(text: string): string {
  const isOdd = text.startsWith(' ') || text.endsWith(' ') || oddSpace.test(text);
  return isOdd ? text.replace(/\s+/g, ' ').trim() : text;
}

/**
 * On one line and at most so many UTF-16 units long, cut between words and ended with an ellipsis; a word that is longer than
 * half of it is cut between characters as a reader sees them.
 */
export function shorten(text: string, length: number): string {
  const line = oneLine(text);
  if (line.length <= length) return line;
  const space = line.lastIndexOf(' ', length - 1);
  if (space > length / 2) return `${line.slice(0, space)}…`;
  let end = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(line.slice(0, length + 64))) {
    if (index + segment.length > length - 1) break;
    end = index + segment.length;
  }
  // One character may be longer than all of it when marks are piled on it.
  return `${line.slice(0, end === 0 ? length - 1 : end).toWellFormed()}…`;
}
