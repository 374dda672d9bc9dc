/** Describes what a desk did, in the past tense. */
import type { DeskPresence } from '../../../contract/deskState.ts';
import { takeRemovals } from '../../../core/commands/feedCommands.ts';
import { commandTable } from '../../../core/commandTable.ts';

/** For example `took all` for the control API's `take`. */
export function pastTenseOf({ verb, only }: Pick<NonNullable<DeskPresence['lastAction']>, 'verb' | 'only'>): string {
  return only === 'removals' ? takeRemovals.done : commandTable[verb].done;
}
