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
  return joinBriefly(names.slice(0, maxNamed), names.length - maxNamed);
}

/** Each name once, with how many have it: "5 × Browser". */
export function countNames(names: readonly string[]): readonly string[] {
  return [...Map.groupBy(names, (name) => name)].map(([name, { length }]) => writeCounted(name, length));
}

/** Like `listNamesBriefly`, for names that several can have, such as consumers: "5 × Browser, OBS". Counts the rest one by one. */
export function listSharedNamesBriefly(names: readonly string[], maxShown = maxNamed): string {
  return joinBriefly(...divideShared(names, maxShown));
}

/** Like `listNames`, for names that several can have, such as consumers: "5 × Browser and OBS". */
export function listSharedNames(names: readonly string[]): string {
  const [shown, rest] = divideShared(names, maxNamed);
  return rest > 0 ? joinBriefly(shown, rest) : joinWithAnd(shown);
}

/** The names that are shown, and a count of the rest. */
function joinBriefly(shown: readonly string[], rest: number): string {
  const names = shown.join(', ');
  return rest > 0 ? say('{names} and {count} more', { names, count: formatNumber(rest) }) : names;
}

/** The first names, each once, and how many others there are. */
function divideShared(names: readonly string[], maxShown: number): readonly [shown: readonly string[], rest: number] {
  const named = new Set([...new Set(names)].slice(0, maxShown));
  const shown = names.filter((name) => named.has(name));
  return [countNames(shown), names.length - shown.length];
}

function writeCounted(name: string, count: number): string {
  return count === 1 ? name : say('{count} × {name}', { count: formatNumber(count), name });
}
