/** Says that a problem has ended: it was resolved, or its collection is no longer used or shown. */
import { isUsedOrShown } from './doubtedLists.ts';
import { say } from './language/say.ts';
import { collectionIdOf, type Problem } from './problem.ts';
import type { ShowState } from './show.ts';

/** A collection that the service no longer has is not back because its last post left air. */
export function describeProblemEnd(problem: Problem, after: ShowState): string {
  const id = collectionIdOf(problem);
  return id !== null && !isUsedOrShown(after, id, 'isGone')
    ? say('No feed uses or shows this collection any more: {problem}', { problem: problem.message })
    : say('Resolved: {problem}', { problem: problem.message });
}
