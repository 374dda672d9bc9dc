/** The problems that the announcer shows, and whether it shows the restart that Got it acknowledges. */
import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { say } from '../../../core/language/say.ts';
import { isLateCode } from '../../../core/lateCodes.ts';
import { listNames, listSharedNamesBriefly } from '../../../core/listNames.ts';
import { startSentence } from '../../../core/postLabel.ts';
import { collectionIdOf, compareProblems, type Problem, postIdOf, saysAirIsAffected } from '../../../core/problem.ts';
import { nameOf } from './counts.ts';
import { isOfCollectionOf } from './followed.ts';
import { isLoss } from './stripFacts.ts';
import { describeClear, describeConfirmation, unconfirmedBlocksOf } from './takedown.ts';

function nameOfBlocked({ post }: DeskFeed['blocked'][number]): string {
  return post === null ? say('A blocked post') : nameOf(post);
}

/** Whether the shown feed has a post; without its lists, any post counts as its own. */
type HasPost = (itemId: string) => boolean;
const hasAnyPost: HasPost = () => true;

/** The problems of this feed, and those of other feeds that affect air, with the name of their feed. The ones that affect air come first. Of equal ones, the feed’s late consumers come first, and those of other feeds last. */
export function shownProblemsOf(state: DeskState, feed: DeskFeed, hasPost: HasPost = hasAnyPost): readonly Problem[] {
  const takedowns = state.feeds
    .filter(({ slug }) => slug !== feed.slug)
    .flatMap((other) => takedownProblemsOf(other, state));
  // A feed can’t be deleted before its late consumers are confirmed, so their button must be in sight.
  const rankOf = (problem: Problem): number =>
    isLateOf(problem, feed) ? 0 : isOfOtherFeed(problem, feed, hasPost) ? 2 : 1;
  const shown = state.problems.filter((problem) => isShown(problem, feed, hasPost));
  return [...takedowns, ...shown.map((problem) => nameOtherFeed(problem, state, feed))].sort(
    (a, b) => compareUrgency(a, b) || rankOf(a) - rankOf(b) || compareProblems(a, b),
  );
}

/** Whether only other feeds have problems, which are not shown here. */
export function hasHiddenProblems(state: DeskState, feed: DeskFeed, hasPost: HasPost): boolean {
  return state.problems.some((problem) => problem.severity !== 'notice' && !isShown(problem, feed, hasPost));
}

/** Notices appear only in the log. */
export function countNotices(problems: readonly Problem[]): number {
  return problems.filter(({ severity }) => severity === 'notice').length;
}

/** Whether this feed was restored from an incomplete show. */
export function isLossOf(problem: Problem, { slug }: DeskFeed): boolean {
  return isLoss(problem) && problem.about === `feed:${slug}`;
}

/** Whether it names consumers of this feed that show an older list. */
export function isLateOf({ code, about }: Problem, { slug }: DeskFeed): boolean {
  return isLateCode(code) && about === `feed:${slug}`;
}

function takedownProblemsOf(feed: DeskFeed, { at }: DeskState): readonly Problem[] {
  return unconfirmedBlocksOf(feed).map((block) => ({
    code: 'FEED_TAKEDOWN_UNCONFIRMED',
    severity: 'onAir',
    message: `${describeStillOnFeed(nameOfBlocked(block), feed.slug)} ${describeConfirmation(block, Date.parse(at), listSharedNamesBriefly)}.`,
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

function compareUrgency(a: Problem, b: Problem): number {
  return Number(saysAirIsAffected(b)) - Number(saysAirIsAffected(a));
}

/** Whether the problem concerns this feed, or affects air on another. */
function isShown(problem: Problem, feed: DeskFeed, hasPost: HasPost): boolean {
  if (problem.severity === 'notice') return false;
  return !isOfOtherFeed(problem, feed, hasPost) || saysAirIsAffected(problem);
}

/** A problem with the whole service, the disk or this machine is of every feed. */
function isOfOtherFeed(problem: Problem, feed: DeskFeed, hasPost: HasPost): boolean {
  const { about } = problem;
  if (about.startsWith('feed:')) return about !== `feed:${feed.slug}`;
  if (collectionIdOf(problem) !== null) return !isOfCollectionOf(problem, feed);
  const itemId = postIdOf(problem);
  return itemId !== null && !hasPost(itemId);
}

/** Its next step would otherwise be followed on the feed that is shown. */
function nameOtherFeed(problem: Problem, { feeds }: DeskState, shown: DeskFeed): Problem {
  if (!isOfOtherFeed(problem, shown, hasAnyPost)) return problem;
  const affected = feeds.filter((feed) => problem.about === `feed:${feed.slug}` || isOfCollectionOf(problem, feed));
  const unnamed = affected.map(({ slug }) => slug).filter((slug) => !problem.message.includes(slug));
  if (unnamed.length === 0) return problem;
  const message = say('On another feed ({feeds}): {message}', { feeds: listNames(unnamed), message: problem.message });
  return { ...problem, message };
}
