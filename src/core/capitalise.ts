/** Capitalises a sentence or a name. */

/** Returns the text with its first letter as a capital. */
export function capitalise(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
