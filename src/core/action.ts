/** The action that changed on air: its verb and its object, for the history, the as-run log and the desk. */

import type { Item } from './collection.ts';
import { type Guards, matchGuard } from './guard.ts';
import type { FeedEvent } from './show.ts';

/** Every action that can change on air or the play head. A new live list has no verb. */
export const verbs = [
  ...(['hold', 'release', 'take', 'takeRemovals', 'clear', 'back', 'rollback', 'point'] as const),
  ...(['block', 'unblock', 'guards', 'guard', 'allow'] as const),
  ...(['next', 'previous', 'cue', 'rotation', 'restart'] as const),
] as const;

export type Verb = (typeof verbs)[number];

export type Action = {
  /** `null` when only live changed. */
  readonly verb: Verb | null;
  /** Id of a post or collection, revision number, or guard such as `word evacuation`; `null` for the whole feed. */
  readonly about: string | null;
};

export const noAction: Action = { verb: null, about: null };

/** Returns `noAction` for events that change neither on air nor the current post. */
export function actionOf(event: FeedEvent): Action {
  switch (event.type) {
    case 'feedHeld':
      return { verb: 'hold', about: null };
    case 'feedReleased':
      return { verb: 'release', about: null };
    case 'feedTaken':
      return { verb: event.only === null ? 'take' : 'takeRemovals', about: null };
    case 'feedCleared':
      return { verb: 'clear', about: null };
    case 'feedBroughtBack':
      return { verb: 'back', about: null };
    case 'feedRolledBack':
      return { verb: 'rollback', about: event.revision === null ? null : String(event.revision) };
    case 'feedPointed':
      return { verb: 'point', about: event.collectionId };
    case 'itemBlocked':
      return { verb: 'block', about: event.itemId };
    case 'itemUnblocked':
      return { verb: 'unblock', about: event.itemId };
    case 'itemAllowed':
      return { verb: 'allow', about: event.itemId };
    case 'guardsSet':
      return { verb: 'guards', about: null };
    case 'headStepped':
      return { verb: event.steps === 1 ? 'next' : 'previous', about: null };
    case 'headCued':
      return { verb: 'cue', about: event.itemId };
    case 'rotationElapsed':
    case 'rotationSet':
      return { verb: 'rotation', about: null };
    case 'headPinned':
    case 'itemUsed':
    case 'restorationSeen':
      return noAction;
    default: {
      const unreachable: never = event;
      return unreachable;
    }
  }
}

/** The guard that keeps the post off air, as an action; `null` when no guard matches. */
export function guardAction(guards: Guards, item: Item): Action | null {
  const hit = matchGuard(guards, item);
  return hit === null ? null : { verb: 'guard', about: `${hit.by} ${hit.rule}` };
}
