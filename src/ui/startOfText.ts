/** Far more than two lines of a row can show. */
const maxLength = 1000;

/** Returns the part of a text that a row can show. A browser needs seconds to lay out a word of thousands of characters, and no key works meanwhile. */
export function startOfText(text: string): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).toWellFormed();
}
