/** Finds the name of an operator in the feeds of a show. */
import { nameKey } from './names.ts';
import type { ShowState } from './show.ts';

/** Whether a feed says that somebody of this name changed its gate, its posts on air or a block. */
export function isMentioned({ feeds, removedFeeds }: ShowState, name: string): boolean {
  const key = nameKey(name);
  const isName = (by: string | null | undefined): boolean => by != null && nameKey(by) === key;
  return [...feeds, ...removedFeeds].some(
    ({ gateBy, hold, onAir, blocks }) =>
      isName(gateBy) ||
      isName(hold?.by) ||
      isName(onAir.by) ||
      blocks.some(({ by, takedown }) => isName(by) || isName(takedown?.confirmed?.by)),
  );
}
