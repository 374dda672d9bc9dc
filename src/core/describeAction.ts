/** Describes an action as the history and the as-run log show it, named like the keys of the desk. */
import type { Action } from './action.ts';

/**
 * For example "Block", "Restore revision 41" or "Guard: word “evacuation”"; `null` when only live changed or the action was not
 * recorded. `collectionName` names the collection that the action used, if known.
 */
export function describeAction({ verb, about }: Action, collectionName: string | null = null): string | null {
  switch (verb) {
    case null:
      return null;
    case 'hold':
      return 'Hold';
    case 'release':
      return 'Release';
    case 'take':
      return 'Take all';
    case 'takeRemovals':
      return 'Take removals';
    case 'clear':
      return 'Clear';
    case 'back':
      return 'Back';
    case 'rollback':
      return about === null ? 'Restore' : `Restore revision ${about}`;
    case 'point':
      return about === null ? 'Use another collection' : `Use ${collectionName ?? `collection ${about}`}`;
    case 'block':
      return 'Block';
    case 'unblock':
      return 'Unblock';
    case 'allow':
      return 'Allow';
    case 'guards':
    case 'guard':
      return about === null ? 'Guards changed' : `Guard: ${quoteGuard(about)}`;
    case 'next':
      return 'Next';
    case 'previous':
      return 'Previous';
    case 'cue':
      return 'Cue';
    case 'rotation':
      return 'Rotation';
    case 'restart':
      return 'Restart';
    default:
      return verb satisfies never;
  }
}

/** Turns `word evacuation` into `word “evacuation”`. */
function quoteGuard(about: string): string {
  const space = about.indexOf(' ');
  return space < 0 ? about : `${about.slice(0, space)} “${about.slice(space + 1)}”`;
}
