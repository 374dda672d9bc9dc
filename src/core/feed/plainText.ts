/** Strangers' words made fit for formats that cannot carry everything: no control characters, no half characters. */

// C0 and C1 but for tab and line feed, and the two code points that no XML may hold.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above; text without any of these is left alone.
const isSuspect = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff\ud800-\udfff]/;

/** The text with Unix line ends, without control characters, and with U+FFFD for each half of a character. */
export function plainText(text: string): string {
  if (!isSuspect.test(text)) return text;
  return text.replace(/\r\n?/g, '\n').replace(unprintable, '').toWellFormed();
}

/** The text on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** On one line and at most so many characters long as a reader counts them, cut at a word where there is one. */
export function shorten(text: string, length: number): string {
  const line = oneLine(text);
  if (line.length <= length) return line;
  const seen = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line.slice(0, length * 16))];
  if (seen.length <= length) return line.length <= length * 16 ? line : `${line.slice(0, length * 16).toWellFormed()}…`;
  const cut = seen
    .slice(0, length - 1)
    .map((part) => part.segment)
    .join('');
  const space = cut.lastIndexOf(' ');
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`;
}
