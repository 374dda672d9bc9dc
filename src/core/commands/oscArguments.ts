/** Turns the arguments of OSC messages into the input of commands. The input’s schema refuses the arguments that have no name here. */
import type { OscArgument } from './commandRow.ts';

/** Names the arguments in their order. `null` is no argument that a command has. */
export function nameArguments(given: readonly (OscArgument | undefined)[], ...names: readonly string[]): object {
  const nameOf = (argument: OscArgument | undefined, index: number): string =>
    (argument === null ? undefined : names[index]) ?? `argument ${index + 1}`;
  return Object.fromEntries(given.map((argument, index) => [nameOf(argument, index), argument]));
}

/** For a button: 1 presses it, and 0 is its release, which returns `null`. */
export function noArguments(given: readonly OscArgument[]): object | null {
  const pressed = given.length === 1 ? toBoolean(given[0]) : undefined;
  if (pressed === false) return null;
  return nameArguments(pressed === true ? [] : given);
}

/** Many programs send booleans as 1 and 0, some as floats. */
export function toBoolean(argument: OscArgument | undefined): OscArgument | undefined {
  return argument === 1 || argument === 0 ? argument === 1 : argument;
}

/** A block is never refused for its reason, which may be the 1 that a button appends. The 0 of its release returns `null`. */
export function blockArguments([itemId, reason]: readonly OscArgument[]): object | null {
  if (toBoolean(reason) === false) return null;
  return nameArguments(typeof reason === 'string' ? [itemId, reason] : [itemId], 'itemId', 'reason');
}
