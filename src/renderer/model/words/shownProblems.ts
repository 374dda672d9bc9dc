/** The problems that the announcer shows, and whether it shows the restart that Got it acknowledges. */
import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { say } from '../../../core/language/say.ts';
import { compareProblems, type Problem, saysAirIsAffected } from '../../../core/problem.ts';
import { nameOf, startSentence } from './counts.ts';
import { isLoss } from './stripFacts.ts';
import { describeClear, describeConfirmation, unconfirmedBlocksOf } from './takedown.ts';

function nameOfBlocked({ post }: DeskFeed['blocked'][number]): string {
  return post === null ? say('A blocked post') : nameOf(post);
}

/** The problems of this feed, and those of other feeds that affect air, the worst first. */
export function shownProblemsOf(state: DeskState, feed: DeskFeed): readonly Problem[] {
  const takedowns = state.feeds.filter(({ slug }) => slug !== feed.slug).flatMap(takedownProblemsOf);
  return [...takedowns, ...state.problems.filter((problem) => isShown(problem, feed))].sort(compareUrgency);
}

/** Whether only other feeds have problems, which are not shown here. */
export function hasHiddenProblems(state: DeskState, feed: DeskFeed): boolean {
  return state.problems.some((problem) => problem.severity !== 'notice' && !isShown(problem, feed));
}

/** Whether this feed was restored from an incomplete show. */
export function isLossOf(problem: Problem, { slug }: DeskFeed): boolean {
  return isLoss(problem) && problem.about === `feed:${slug}`;
}

function takedownProblemsOf(feed: DeskFeed): readonly Problem[] {
  return unconfirmedBlocksOf(feed).map((block) => ({
    code: 'FEED_TAKEDOWN_UNCONFIRMED',
    severity: 'onAir',
    message: `${describeStillOnFeed(nameOfBlocked(block), feed.slug)} ${describeConfirmation(block)}.`,
    nextStep: describeClear(block),
    since: block.since,
    about: `feed:${feed.slug}`,
  }));
}

function describeStillOnFeed(name: string, feed: string): string {
  return startSentence(say('{name} may still be on screen on the feed {feed}.', { name, feed }));
}

/** Whether the announcer shows the restart that Got it acknowledges; other screens show only what affects air. */
export function isRestartShown(state: DeskState, feed: DeskFeed, isOnShow: boolean): boolean {
  if (!feed.restored || unconfirmedBlocksOf(feed).length > 0) return false;
  const problems = shownProblemsOf(state, feed);
  const worst = problems[0];
  if (worst === undefined) return isOnShow;
  const isLost = problems.some((problem) => isLossOf(problem, feed));
  return (isOnShow || saysAirIsAffected(worst)) && (isLossOf(worst, feed) || !isLost);
}

/** Problems that affect air first. */
function compareUrgency(a: Problem, b: Problem): number {
  return Number(saysAirIsAffected(b)) - Number(saysAirIsAffected(a)) || compareProblems(a, b);
}

/** Whether the problem concerns this feed, or affects air on another; notices appear only in the log. */
function isShown(problem: Problem, feed: DeskFeed): boolean {
  if (problem.severity === 'notice') return false;
  const isOfOtherFeed = problem.about.startsWith('feed:') && problem.about !== `feed:${feed.slug}`;
  return !isOfOtherFeed || saysAirIsAffected(problem);
}
