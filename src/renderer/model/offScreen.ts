/** Finds what “Got it: not on screen” confirms: the first takedown that waits, else the consumers that show an older list. */
import type { DeskFeed, DeskState } from '../../contract/deskState.ts';
import type { CommandCall } from './actionState.ts';
import { isLateOf } from './words/shownProblems.ts';
import { unconfirmedBlocksOf } from './words/takedown.ts';

export type OffScreen = {
  /** Changes when a press would confirm something else. */
  readonly subject: string;
  readonly command: CommandCall;
};

/** Whether a blocked post or an older list may still be on screen. */
export function hasOpenAlarm(feed: DeskFeed): boolean {
  return unconfirmedBlocksOf(feed).length > 0 || feed.consumers.some(({ problem }) => problem !== null);
}

export function offScreenOf(state: DeskState, feed: DeskFeed): OffScreen | null {
  const { slug, consumers } = feed;
  const block = unconfirmedBlocksOf(feed)[0];
  if (block !== undefined) {
    const { itemId, since } = block;
    return { subject: `${slug} ${itemId} ${since}`, command: { name: 'confirm', input: { feed: slug, itemId } } };
  }
  // The announcer shows the first.
  const late = state.problems.find((problem) => isLateOf(problem, feed));
  if (late === undefined) return null;
  const ids = consumers.filter(({ problem }) => problem === late.code).map(({ id }) => id);
  // Two consumers can have the same name.
  return {
    subject: `${late.message} ${ids.join()}`,
    command: { name: 'offScreen', input: { feed: slug, consumers: ids } },
  };
}
