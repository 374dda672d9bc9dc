/** Begins a show with the feeds of the settings, also on a disk that can't save them. */
import type { ShowEvent } from '../core/show.ts';
import { isFromOtherService } from './poll/listOrigins.ts';
import type { Settings } from './settings/settings.ts';
import { readLastRevision } from './show/lastRevision.ts';
import type { Takeover } from './showSwitch.ts';
import type { ChangeStep, Store } from './store.ts';
import { storeFirstLists } from './storeFetched.ts';

/** Resolves with the step that applied the settings, when it is saved or the disk is given up. `at` is ISO 8601. */
export async function configureFeeds(
  { source, feeds }: Pick<Settings, 'source' | 'feeds'>,
  at: string,
  deps: {
    readonly store: Store;
    readonly dataDir: string;
    readonly isDemo: boolean;
    readonly takeover: Takeover | null;
    /** Resolves with the last revision that readers of a feed of this name got from another show; `undefined` if it had none. */
    readonly findSeenRevision: (slug: string) => Promise<number | undefined>;
  },
): Promise<ChangeStep> {
  const { store, dataDir, isDemo, takeover, findSeenRevision } = deps;
  const first = await storeFirstLists(store, takeover, source.baseUrl, at);
  const configured = await Promise.all(
    feeds.map(async (feed) => ({
      ...feed,
      isOtherService: !isDemo && isFromOtherService(store.state(), feed.collectionId, source),
      keepsList: !first.has(feed.collectionId ?? '') || undefined,
      lastRevision: (await readLastRevision(dataDir, feed.slug)) ?? undefined,
      seenRevision: await findSeenRevision(feed.slug),
      isOtherShow: takeover !== null || undefined,
    })),
  );
  const event: ShowEvent = { type: 'feedsConfigured', feeds: configured, by: takeover?.by ?? undefined, at };
  const previous = store.state();
  await store.apply(event, 'start');
  return { event, previous, state: store.state() };
}
