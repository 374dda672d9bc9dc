/** Describes problems of the source, without the last good list where there is none or it is not known. */
import { collectionIdOf, describeProblem, type Facts, type ProblemCode } from './problem.ts';
import type { ShowEvent, ShowState } from './show.ts';

/** The event that raises the problem in the show as it is now. */
export function createProblemRaised(
  show: Pick<ShowState, 'feeds'>,
  code: ProblemCode,
  about: string,
  since: string,
  facts: Facts,
): Extract<ShowEvent, { type: 'problemRaised' }> {
  const id = collectionIdOf({ about });
  const users = id === null ? [] : show.feeds.filter(({ collectionId }) => collectionId === id);
  const air = hasLastGoodList(users.length === 0 ? show.feeds : users) ? 'whole' : 'withoutList';
  return { type: 'problemRaised', problem: describeProblem(code, about, since, facts, air) };
}

/** Whether every feed has its last list, and any feed has one. */
function hasLastGoodList(feeds: ShowState['feeds']): boolean {
  return (
    feeds.every(({ loss }) => loss !== 'list') &&
    feeds.some(({ live, onAir }) => live.header !== null || onAir.revision > 0)
  );
}
