/** Describes an action as the history and the as-run log show it, named like the keys of the desk. */
import type { Action, Verb } from './action.ts';
import { takeRemovals } from './commands/feedCommands.ts';
import { commandTable } from './commandTable.ts';

/**
 * For example "Block", "Restore revision 41" or "Guard: word “evacuation”"; `null` when only live changed or the action was not
 * recorded. `collectionName` names the collection that the action used, if known.
 */
export function describeAction({ verb, about }: Action, collectionName: string | null = null): string | null {
  if (verb === null) return null;
  if (verb === 'guard' || verb === 'guards') return about === null ? 'Guards changed' : `Guard: ${quoteGuard(about)}`;
  if (verb === 'rollback' && about !== null) return `${commandTable.rollback.label} revision ${about}`;
  if (verb === 'point' && about !== null) return `Use ${collectionName ?? `collection ${about}`}`;
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
  return space < 0 ? about : `${about.slice(0, space)} “${about.slice(space + 1)}”`;
}
