/** Lists names in a sentence. */
import { formatNumber } from './formatNumber.ts';
import { joinWithAnd } from './joinWithAnd.ts';
import { say } from './language/say.ts';

const maxNamed = 3;

/** "A, B and C"; of more than three names, the first three and a count of the rest. */
export function listNames(names: readonly string[]): string {
  return names.length > maxNamed ? listNamesBriefly(names) : joinWithAnd(names);
}

/** Like `listNames`, but without "and" between two or three names: "A, B, C". For lists of events. */
export function listNamesBriefly(names: readonly string[]): string {
  const rest = names.length - maxNamed;
  const shown = names.slice(0, maxNamed).join(', ');
  return rest > 0 ? say('{names} and {count} more', { names: shown, count: formatNumber(rest) }) : shown;
}
