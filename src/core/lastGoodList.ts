/** Describes problems of the source: whether the last good list stays, can be changed by deliveries, or does not exist or is not known. */
import { collectionIdOf, describeProblem, type Facts, type ProblemCode } from './problem.ts';
import type { ShowEvent, ShowState } from './show.ts';

/** The event that raises the problem in the show as it is now. */
export function createProblemRaised(
  show: Pick<ShowState, 'feeds' | 'source'>,
  code: ProblemCode,
  about: string,
  since: string,
  facts: Facts,
): Extract<ShowEvent, { type: 'problemRaised' }> {
  const id = collectionIdOf({ about });
  const users = id === null ? [] : show.feeds.filter(({ collectionId }) => collectionId === id);
  const withList = show.source.mode === 'poll' ? 'whole' : 'withDeliveries';
  const air = hasLastGoodList(users.length === 0 ? show.feeds : users) ? withList : 'withoutList';
  return { type: 'problemRaised', problem: describeProblem(code, about, since, facts, air) };
}

/** Whether every feed has its last list, and any feed has one. */
function hasLastGoodList(feeds: ShowState['feeds']): boolean {
  return (
    feeds.every(({ loss }) => loss !== 'list') &&
    feeds.some(({ live, onAir }) => live.header !== null || onAir.revision > 0)
  );
}
