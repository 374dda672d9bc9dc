/** Reads the guard of a logged action, as the history and the as-run log quote it. */
import type { Action } from '../../core/action.ts';

/** The guarded word or author: `evacuation` of `word evacuation`; `null` for any other action. */
export function guardRuleOf({ verb, about }: Action): string | null {
  if ((verb !== 'guard' && verb !== 'guards') || about === null) return null;
  return about.slice(about.indexOf(' ') + 1);
}
