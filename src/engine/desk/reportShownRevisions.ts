/** Reports the feeds that started with a lower revision than a desk still shows when it reconnects. */
import { ownValue } from '../../core/ownValue.ts';
import { listStartedOlderEvents } from '../../core/startedOlder.ts';
import { intactCodes } from '../reportRestoredFeeds.ts';
import type { Store } from '../store.ts';

/** `shown` has the revision of each feed; `at` is the time of the connection, ISO 8601. */
export function reportShownRevisions(
  store: Store,
  name: string,
  shown: Readonly<Record<string, number>>,
  at: string,
): void {
  const { feeds, problems } = store.state();
  for (const feed of feeds) {
    const { slug, isRestored, hasChangedSinceRestart, loss, onAir } = feed;
    const revision = ownValue(shown, slug) ?? 0;
    // A feed that has changed can have passed it since, so its revision no longer proves anything.
    if (!isRestored || hasChangedSinceRestart || loss !== null || revision <= onAir.revision) continue;
    const restart = problems.find(({ code, about }) => about === `feed:${slug}` && intactCodes.includes(code));
    for (const event of listStartedOlderEvents(feed, { name, known: revision }, restart?.since ?? at, at))
      void store.apply(event);
  }
}
