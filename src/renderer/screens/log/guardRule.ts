/** Reads the guard from a logged action, for the history and the as-run log. */
import type { Action } from '../../../core/action.ts';

/** The guarded word or author, for example `evacuation` from `word evacuation`; `null` for any other action. */
export function guardRuleOf({ verb, about }: Action): string | null {
  if ((verb !== 'guard' && verb !== 'guards') || about === null) return null;
  return about.slice(about.indexOf(' ') + 1);
}
