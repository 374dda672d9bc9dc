/** Uses a collection for a feed, as an operator does at this time. The choice is saved in no settings. */
import { createFeedHandlers } from '../../src/engine/commands/feedCommands.ts';
import type { Harness } from './sourceHarness.ts';

export function pointFeed(
  feed: string,
  collectionId: string,
  hold: boolean,
  { store, source, clock }: Pick<Harness, 'store' | 'source' | 'clock'>,
) {
  const settings = { saveChosenCollection: async () => undefined };
  const { point } = createFeedHandlers({
    ...{ store, source, settings, listAt: async () => null, confirmOffScreen: () => [] },
  });
  return point({ feed, collectionId, hold, gate: null }, { by: 'Marit', at: new Date(clock.now()).toISOString() });
}
