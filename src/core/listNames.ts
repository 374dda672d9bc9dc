/** Names in a sentence. */

const namedMost = 3;

/** A, B and C; of more than three the first three and how many more. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, namedMost);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest.toLocaleString('en')} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
