/** Says that a problem has ended: it was resolved, its collection is no longer used or shown, or its graphics may just be gone. */
import { isUsedOrShown } from './doubtedLists.ts';
import { say } from './language/say.ts';
import { isLateCode } from './lateCodes.ts';
import { collectionIdOf, type Problem } from './problem.ts';
import type { ShowState } from './show.ts';

/** A collection that the service no longer has is not back because its last post left air. */
export function describeProblemEnd(problem: Problem, after: ShowState): string {
  // Other entries say which of them is true.
  if (isLateCode(problem.code))
    return say('Up to date again, off screen or no longer listed: {problem}', { problem: problem.message });
  const id = collectionIdOf(problem);
  return id !== null && !isUsedOrShown(after, id, 'isGone')
    ? say('No feed uses or shows this collection any more: {problem}', { problem: problem.message })
    : say('Resolved: {problem}', { problem: problem.message });
}
