/** The problems that the announcer shows, and whether it shows the restart that Got it acknowledges. */
import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { compareProblems, type Problem, saysAirIsAffected } from '../../../core/problem.ts';
import { isLoss } from './stripFacts.ts';
import { unconfirmedBlocksOf } from './takedown.ts';

/** The problems of this feed, the worst first. */
export function shownProblemsOf(state: DeskState, feed: DeskFeed): readonly Problem[] {
  return state.problems.filter((problem) => isShown(problem, feed)).sort(compareUrgency);
}

/** Whether the announcer shows the restart that Got it acknowledges; other screens show only what affects air. */
export function isRestartShown(state: DeskState, feed: DeskFeed, isOnShow: boolean): boolean {
  if (!feed.restored || unconfirmedBlocksOf(feed).length > 0) return false;
  const problems = shownProblemsOf(state, feed);
  const worst = problems[0];
  if (worst === undefined) return isOnShow;
  return (isOnShow || saysAirIsAffected(worst)) && (isLoss(worst) || !problems.some(isLoss));
}

/** Problems that affect air first. */
function compareUrgency(a: Problem, b: Problem): number {
  return Number(saysAirIsAffected(b)) - Number(saysAirIsAffected(a)) || compareProblems(a, b);
}

/** Whether the problem concerns this feed; notices appear only in the log. */
function isShown(problem: Problem, feed: DeskFeed): boolean {
  if (problem.severity === 'notice') return false;
  if (problem.code === 'FEED_TAKEDOWN_UNCONFIRMED') return false;
  return !problem.about.startsWith('feed:') || problem.about === `feed:${feed.slug}`;
}
