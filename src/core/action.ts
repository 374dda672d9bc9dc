/** The action that changed on air: its verb and its object, for the history, the as-run log and the desk. `describeAction.ts` puts it into words. */

import type { Item } from './collection.ts';
import { feedCommandNames } from './commandTable.ts';
import { type Guards, matchGuard } from './guard.ts';

/** The commands on a feed, and what else can change on air or the play head. A new live list has no verb. */
export const verbs = [...feedCommandNames, 'takeRemovals', 'guard', 'rotation', 'restart'] as const;

export type Verb = (typeof verbs)[number];

export type Action = {
  /** `null` when only live changed. */
  readonly verb: Verb | null;
  /** Id of a post or collection, revision number, or guard such as `word evacuation`; `null` for the whole feed. */
  readonly about: string | null;
};

export const noAction: Action = { verb: null, about: null };

/** The guard that keeps the post off air, as an action; `null` when no guard matches. */
export function guardAction(guards: Guards, item: Item): Action | null {
  const hit = matchGuard(guards, item);
  return hit === null ? null : { verb: 'guard', about: `${hit.by} ${hit.rule}` };
}
