/** Gives the show the feeds of the settings at a start, and a new show that can’t be saved yet later. */
import type { ShowEvent } from '../core/show.ts';
import type { Clock } from './ports.ts';
import type { ChangeStep, Store } from './store.ts';

const retryAfterMs = 2000;

/** Resolves with the step, also if nothing could be saved. A show with feeds then keeps them as they were. */
export async function configureFeeds(
  store: Pick<Store, 'state' | 'apply'>,
  clock: Pick<Clock, 'after'>,
  configured: Extract<ShowEvent, { type: 'feedsConfigured' }>,
  isStopped: () => boolean,
): Promise<ChangeStep> {
  const previous = store.state();
  const retry = async (): Promise<void> => {
    // Somebody can have added feeds in the settings meanwhile.
    if (isStopped() || store.state().feeds.length > 0) return;
    if ((await store.apply(configured)).kind === 'refused') retryLater();
  };
  const retryLater = (): void => void clock.after(retryAfterMs, () => void retry());
  if ((await store.apply(configured)).kind === 'refused') retryLater();
  return { event: configured, previous, state: store.state() };
}
