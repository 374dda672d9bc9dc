/** Counts the blocked posts that may still be on screen. */
import type { ProblemCode } from './problem.ts';
import type { ShowState } from './show.ts';

/** They are no problems of the show’s state, but shown and counted like them. */
export const takedownCode = 'FEED_TAKEDOWN_UNCONFIRMED' satisfies ProblemCode;

/** Of all feeds, after 2 seconds without a confirmation. If no consumer can confirm, the show does not say when a takedown ends. */
export function countOpenTakedowns({ feeds }: Pick<ShowState, 'feeds'>): number {
  const takedowns = feeds.flatMap(({ blocks }) => blocks.flatMap(({ takedown = [] }) => takedown));
  return takedowns.filter(({ waitingFor, canBeConfirmed }) => waitingFor.length > 0 && canBeConfirmed !== false).length;
}
