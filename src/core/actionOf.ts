/** Returns the action of an event. Apart from `action.ts`, because the events' own types need actions. */
import { type Action, noAction } from './action.ts';
import type { FeedEvent } from './show.ts';

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
    case 'startDoubted':
    case 'takedownReported':
    case 'takedownConfirmed':
      return noAction;
    default:
      return event satisfies never;
  }
}
