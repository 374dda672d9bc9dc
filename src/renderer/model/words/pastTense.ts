/** Describes what a desk did, in the past tense. */
import type { DeskPresence } from '../../../contract/deskState.ts';
import { takeRemovals } from '../../../core/commands/feedCommands.ts';
import { commandTable } from '../../../core/commandTable.ts';
import { say } from '../../../core/language/say.ts';

/** For example `took all` for the control API's `take`; in other languages a participle, which sentences precede with “has”. */
export function pastTenseOf({ verb, only }: Pick<NonNullable<DeskPresence['lastAction']>, 'verb' | 'only'>): string {
  return only === 'removals' ? say(takeRemovals.done) : say(commandTable[verb].done);
}
