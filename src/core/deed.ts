/** What was done when on air changed: the verb and what it was done to, for the history, the as-run log and the desk. */

import type { Item } from './collection.ts';
import { type Guards, guardHit } from './guard.ts';
import type { FeedEvent } from './show.ts';

/** Everything that can change what is on air or at the play head, apart from a new live list: that has no verb. */
export const verbs = [
  ...(['hold', 'release', 'take', 'takeRemovals', 'clear', 'back', 'rollback', 'point'] as const),
  ...(['block', 'unblock', 'guards', 'guard', 'allow'] as const),
  ...(['next', 'previous', 'cue', 'rotation', 'restart'] as const),
] as const;

export type Verb = (typeof verbs)[number];

export type Deed = {
  /** Null: nobody did anything, live moved on. */
  readonly verb: Verb | null;
  /** The id of a post or collection, the number of a revision, or a guard as `word evacuation`; null: of nothing but the feed. */
  readonly about: string | null;
};

export const noDeed: Deed = { verb: null, about: null };

/** What a press does, in one word and what it is about. */
export function deedOf(event: FeedEvent): Deed {
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
      return noDeed;
    default: {
      const unreachable: never = event;
      return unreachable;
    }
  }
}

/** The guard that keeps the post off air, as a deed; null: none does. */
export function guardDeed(guards: Guards, item: Item): Deed | null {
  const hit = guardHit(guards, item);
  return hit === null ? null : { verb: 'guard', about: `${hit.by} ${hit.rule}` };
}
