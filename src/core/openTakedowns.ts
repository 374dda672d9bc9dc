/** Counts the blocked posts that may still be on screen. */
import type { ProblemCode } from './problem.ts';
import type { ShowState } from './show.ts';

/** They are no problems of the show’s state, but shown and counted like them. */
export const takedownCode = 'FEED_TAKEDOWN_UNCONFIRMED' satisfies ProblemCode;

/** Of all feeds, those that have waited 2 seconds for a consumer. If no consumer can confirm them, the show does not say when they end. */
export function countOpenTakedowns({ feeds }: Pick<ShowState, 'feeds'>): number {
  const takedowns = feeds.flatMap(({ blocks }) => blocks.flatMap(({ takedown = [] }) => takedown));
  return takedowns.filter(({ waitingFor, canBeConfirmed }) => waitingFor.length > 0 && canBeConfirmed !== false).length;
}
