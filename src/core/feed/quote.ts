/** Quotes text for JSON, with the same result as `JSON.stringify`, which is three times slower for the fields of a post. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes control characters.
const escaped = /["\\\u0000-\u001f]/;

export function quoteText(text: string): string {
  return escaped.test(text) || !text.isWellFormed() ? JSON.stringify(text) : `"${text}"`;
}

export function quoteTextOrNull(text: string | null): string {
  return text === null ? 'null' : quoteText(text);
}
