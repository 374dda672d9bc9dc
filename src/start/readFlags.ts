/** Reads the flags of a command line, with one sentence for each fault. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { findClosestName } from '../core/closestName.ts';

export type Flags = NonNullable<ParseArgsConfig['options']>;

/** Returns the values of each flag that was given. A switch has none. Adds each fault to `faults`. */
export function readFlags(
  args: readonly string[],
  flags: Flags,
  faults: string[],
): ReadonlyMap<string, readonly string[]> {
  const { tokens } = parseArgs({ args: [...args], options: flags, strict: false, tokens: true });
  const names = Object.keys(flags).map((name) => `--${name}`);
  const valuesByFlag = new Map<string, readonly string[]>();
  for (const token of tokens) {
    // An argument is not repeated in its fault, because it may be a secret.
    if (token.kind === 'positional')
      faults.push('Unexpected argument without a flag. Remove it. `--help` lists the flags.');
    if (token.kind !== 'option') continue;
    const values = valuesByFlag.get(token.name) ?? [];
    const isFollowedByFlag = token.inlineValue !== true && names.includes(token.value ?? '');
    if (!Object.hasOwn(flags, token.name))
      faults.push(`${token.rawName}: unknown flag. ${describeValid(token.rawName, names)}`);
    else if (flags[token.name]?.type === 'boolean') {
      if (token.value !== undefined) faults.push(`--${token.name}: takes no value. Remove it.`);
      valuesByFlag.set(token.name, []);
    } else if (token.value === undefined || token.value.trim() === '' || isFollowedByFlag)
      faults.push(`--${token.name}: needs a value.`);
    else valuesByFlag.set(token.name, [...values, token.value]);
  }
  return valuesByFlag;
}

function describeValid(typed: string, names: readonly string[]): string {
  const closest = findClosestName(typed, names);
  return closest === null ? `Valid flags: ${names.join(', ')}` : `Did you mean ${closest}?`;
}
