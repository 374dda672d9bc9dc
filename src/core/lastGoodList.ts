/** Describes problems of the source, without the last good list where there is none or it is not known. */
import { say } from './language/say.ts';
import { describeProblem } from './problem.ts';
import type { ShowEvent, ShowState } from './show.ts';

/** The event that raises the problem in the show as it is now. */
export function createProblemRaised(
  show: Pick<ShowState, 'feeds'>,
  ...described: Parameters<typeof describeProblem>
): Extract<ShowEvent, { type: 'problemRaised' }> {
  const problem = describeProblem(...described);
  if (hasLastGoodList(show)) return { type: 'problemRaised', problem };
  return { type: 'problemRaised', problem: { ...problem, message: withoutLastGoodList(problem.message) } };
}

/** Whether every feed has its last list, and any feed has one. */
function hasLastGoodList({ feeds }: Pick<ShowState, 'feeds'>): boolean {
  return (
    feeds.every(({ loss }) => loss !== 'list') &&
    feeds.some(({ live, onAir }) => live.header !== null || onAir.revision > 0)
  );
}

/** The message without the words that the last good list stays. Each language says them in one sentence at the end. */
export function withoutLastGoodList(message: string): string {
  const sentences = [
    say('On air is not affected: the last good list stays.'),
    say('On air is not affected: its last good list stays.'),
  ];
  const found = sentences.find((sentence) => message.endsWith(sentence));
  return found === undefined ? message : `${message.slice(0, -found.length)}${say('On air is not affected.')}`;
}
