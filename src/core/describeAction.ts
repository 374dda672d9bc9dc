/** Describes an action as the history and the as-run log show it, named like the keys of the desk. */
import type { Action, Verb } from './action.ts';
import { takeRemovals } from './commands/feedCommands.ts';
import { commandTable } from './commandTable.ts';
import { isolateName, quoteName } from './outsideName.ts';

/**
 * For example "Block", "Restore revision 41" or "Guard: word “evacuation”"; `null` when only live changed or the action was not
 * recorded. `collectionNames` are by id; a collection without a name there is called by its id.
 */
export function describeAction(
  { verb, about }: Action,
  collectionNames: Readonly<Record<string, string>> = {},
): string | null {
  if (verb === null) return null;
  if (verb === 'guard' || verb === 'guards') return about === null ? 'Guards changed' : `Guard: ${quoteGuard(about)}`;
  if (verb === 'rollback' && about !== null) return `${commandTable.rollback.label} revision ${about}`;
  if (verb === 'point' && about !== null)
    return `Use ${Object.hasOwn(collectionNames, about) ? quoteName(collectionNames[about] ?? about) : `collection ${isolateName(about)}`}`;
  return labelOf(verb);
}

function labelOf(verb: Exclude<Verb, 'guard'>): string {
  switch (verb) {
    case 'takeRemovals':
      return takeRemovals.label;
    case 'rotation':
      return commandTable.rotate.label;
    case 'restart':
      return 'Restart';
    default:
      return commandTable[verb].label;
  }
}

/** Turns `word evacuation` into `word “evacuation”`. */
function quoteGuard(about: string): string {
  const space = about.indexOf(' ');
  return space < 0 ? isolateName(about) : `${about.slice(0, space)} ${quoteName(about.slice(space + 1))}`;
}
