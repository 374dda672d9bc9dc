/** Describes an action as the history and the as-run log show it, named like the keys of the desk. */
import type { Action, Verb } from './action.ts';
import { takeRemovals } from './commands/feedCommands.ts';
import { commandTable } from './commandTable.ts';
import { say } from './language/say.ts';
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
  if (verb === 'guard' || verb === 'guards') return about === null ? say('Guards changed') : describeGuard(about);
  if (verb === 'rollback' && about !== null) return say('Restore revision {revision}', { revision: about });
  if (verb === 'point' && about !== null)
    return Object.hasOwn(collectionNames, about)
      ? say('Use {collection}', { collection: quoteName(collectionNames[about] ?? about) })
      : say('Use collection {id}', { id: isolateName(about) });
  return labelOf(verb);
}

function labelOf(verb: Exclude<Verb, 'guard'>): string {
  switch (verb) {
    case 'takeRemovals':
      return say(takeRemovals.label);
    case 'rotation':
      return say(commandTable.rotate.label);
    case 'restart':
      return say('Restart');
    default:
      return say(commandTable[verb].label);
  }
}

/** `about` is such as `word evacuation`. */
function describeGuard(about: string): string {
  const space = about.indexOf(' ');
  const rule = quoteName(about.slice(space + 1));
  switch (about.slice(0, Math.max(space, 0))) {
    case 'word':
      return say('Guard: word {rule}', { rule });
    case 'author':
      return say('Guard: author {rule}', { rule });
    default:
      return say('Guard: {rule}', { rule: isolateName(about) });
  }
}
