/** Lists names in a sentence. */
import { formatNumber } from './formatNumber.ts';

const maxNamed = 3;

/** "A, B and C"; of more than three names, the first three and a count of the rest. */
export function listNames(names: readonly string[]): string {
  if (names.length > maxNamed) return listNamesBriefly(names);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Like `listNames`, but without "and" between two or three names: "A, B, C". For lists of events. */
export function listNamesBriefly(names: readonly string[]): string {
  const rest = names.length - maxNamed;
  const shown = names.slice(0, maxNamed).join(', ');
  return rest > 0 ? `${shown} and ${formatNumber(rest)} more` : shown;
}
