/** Applies new settings to a running engine part by part, and reverts every part if one fails. */
import { isSameJson } from '../core/boundedJson.ts';
import { currentOrRemovedFeedOf, feedOf, type GatesSeen, isCollectionInUse } from '../core/show.ts';
import type { FeedServer } from './feed/server.ts';
import type { Theme } from './feed/theme.ts';
import { isListUpToDate } from './isListUpToDate.ts';
import type { SpeakLanguage } from './language.ts';
import { type History, historyLimitsOf } from './logs/history.ts';
import type { MediaCache } from './media/cache.ts';
import type { Ports } from './ports.ts';
import type { ApplySettings } from './settings/applySettings.ts';
import type { Settings } from './settings/settings.ts';
import { readLastRevision } from './show/lastRevision.ts';
import type { Source } from './source.ts';
import type { Store } from './store.ts';
import { storeFetched } from './storeFetched.ts';
import type { Updates } from './updates.ts';

export type ReconfigureDeps = {
  readonly store: Store;
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  readonly dataDir: string;
  readonly source: Pick<Source, 'configure' | 'fetchCollection' | 'isLongUnused'>;
  readonly media: Pick<MediaCache, 'configure'>;
  readonly history: Pick<History, 'configure'>;
  readonly feedServer: Pick<FeedServer, 'configure'>;
  readonly theme: Pick<Theme, 'configure'>;
  readonly osc: { readonly set: (settings: Settings['osc']) => Promise<void> };
  readonly updates: Pick<Updates, 'configure'>;
  readonly scheduledPreflight: { readonly configure: (settings: Settings['preflight']) => void };
  readonly speakLanguage: SpeakLanguage;
  /** Opens, moves or closes the desk and control port. */
  readonly setDesk: (settings: Settings['desk']) => Promise<void>;
};

type Part = {
  readonly name: string;
  readonly pick: (settings: Settings) => unknown;
  /** `by` is the operator; `previous` are the settings in use until now. */
  readonly set: (
    settings: Settings,
    by: string | null,
    previous: Settings,
    seen: GatesSeen | undefined,
    mayRemoveFeeds: () => boolean,
  ) => Promise<void>;
};

export function createReconfigure(deps: ReconfigureDeps): ApplySettings {
  const { store, source, media, history, feedServer, osc, ports } = deps;
  // Parts that can fail, because they open a port, come first.
  const parts: readonly Part[] = [
    {
      name: 'feedServer',
      pick: (settings) => settings.feedServer,
      set: (settings) => feedServer.configure(settings.feedServer),
    },
    { name: 'osc', pick: (settings) => settings.osc, set: (settings) => osc.set(settings.osc) },
    { name: 'desk', pick: (settings) => settings.desk, set: (settings) => deps.setDesk(settings.desk) },
    { name: 'source', pick: (settings) => settings.source, set: (settings) => source.configure(settings.source) },
    {
      name: 'media',
      pick: (settings) => [settings.media, settings.source.baseUrl],
      set: async (settings) => media.configure(settings.media, settings.source.baseUrl),
    },
    {
      name: 'overlays',
      pick: (settings) => settings.overlay,
      set: async (settings) => deps.theme.configure(settings.overlay),
    },
    {
      name: 'history',
      pick: (settings) => settings.history,
      set: async (settings) => history.configure(historyLimitsOf(settings.history)),
    },
    {
      name: 'preflight',
      pick: (settings) => settings.preflight,
      set: async (settings) => deps.scheduledPreflight.configure(settings.preflight),
    },
    {
      name: 'updates',
      pick: (settings) => settings.updates,
      set: async (settings) => deps.updates.configure(settings.updates),
    },
    {
      name: 'language',
      pick: (settings) => settings.language,
      set: async (settings) => {
        await deps.speakLanguage(settings.language);
        store.announceTransient();
      },
    },
    {
      name: 'feeds',
      pick: (settings) => settings.feeds,
      set: (settings, by, previous, seen, mayRemoveFeeds) =>
        configureFeeds(settings.feeds, by, previous.feeds, seen, mayRemoveFeeds),
    },
  ];

  /** A new feed starts held, so that nothing goes on air unseen. A feed that existed before returns in its last state. */
  const configureFeeds = async (
    wanted: Settings['feeds'],
    by: string | null,
    previous: Settings['feeds'],
    seen: GatesSeen | undefined,
    mayRemoveFeeds: () => boolean,
  ): Promise<void> => {
    const isCollectionSet = ({ slug, collectionId }: Settings['feeds'][number]): boolean =>
      previous.some((feed) => feed.slug === slug && feed.collectionId !== collectionId);
    const unread = new Set<string | null>();
    for (const feed of wanted) {
      const isNew = isCollectionSet(feed) || feedOf(store.state(), feed.slug) === null;
      if (!(await ensureCollection(feed.collectionId, isNew))) unread.add(feed.collectionId);
    }
    const newSlugs = wanted
      .filter(({ slug }) => currentOrRemovedFeedOf(store.state(), slug) === null)
      .map(({ slug }) => slug);
    const at = new Date(ports.clock.now()).toISOString();
    const feeds = await Promise.all(
      wanted.map(async (feed) => ({
        ...(await withLastRevision(feed)),
        isCollectionSet: isCollectionSet(feed),
        keepsList: unread.has(feed.collectionId) || undefined,
      })),
    );
    const withoutNewCollections = feeds.map((feed) =>
      newSlugs.includes(feed.slug) ? { ...feed, collectionId: null } : feed,
    );
    // A program can have connected while a collection was read.
    const refuseNeeded = (): void => {
      if (!mayRemoveFeeds()) throw Object.assign(new Error('a feed is needed'), { code: 'FEED_NEEDED' });
    };
    refuseNeeded();
    // A block that is being saved has no takedown yet.
    const blocksSeen = Object.fromEntries(store.state().feeds.map(({ slug, blocks }) => [slug, blocks]));
    const outcomes = await Promise.all([
      store.apply({ type: 'feedsConfigured', feeds: withoutNewCollections, by, seen, blocksSeen, at }),
      ...newSlugs.map((feed) => store.apply({ type: 'feedHeld', feed, by, at })),
      store.apply({ type: 'feedsConfigured', feeds, by, seen, blocksSeen, at }),
    ]);
    if (outcomes.some((outcome) => outcome.kind === 'refused' && outcome.code === 'AIR_CHANGED')) {
      refuseNeeded();
      throw Object.assign(new Error('a gate changed meanwhile'), { code: 'AIR_CHANGED' });
    }
    if (outcomes.some(({ kind }) => kind === 'refused'))
      throw Object.assign(new Error('the feeds could not be saved'), { code: 'DISK_WRITE_FAILED' });
  };

  /** Adds the last revision from the history, for feeds that the show does not have. */
  const withLastRevision = async (feed: Settings['feeds'][number]) => ({
    ...feed,
    lastRevision: (await readLastRevision(deps.dataDir, feed.slug)) ?? undefined,
  });

  /**
   * Reads the collection before a feed uses it, so that the feed changes once, is never empty in between and gets no old list, also of the
   * service before. Resolves with whether its list is known.
   */
  const ensureCollection = async (id: string | null, isNewForFeed: boolean): Promise<boolean> => {
    const isKnown = isNewForFeed ? isListUpToDate : isCollectionInUse;
    if (id === null || isKnown(store.state(), id)) return true;
    const found = await source.fetchCollection(id);
    if (!('id' in found)) return false;
    const at = new Date(ports.clock.now()).toISOString();
    return storeFetched(store, found, store.state().source.baseUrl, at, source.isLongUnused(id));
  };

  return async (before, after, by, seen, mayRemoveFeeds) => {
    const done: Part[] = [];
    for (const part of parts) {
      if (isSameJson(part.pick(before), part.pick(after))) continue;
      // The feeds are last and change as a whole or not at all, and an operator may have changed them meanwhile.
      if (part.name !== 'feeds') done.unshift(part);
      try {
        await part.set(after, by, before, seen, mayRemoveFeeds);
      } catch (error) {
        for (const changed of done) {
          await changed
            .set(before, by, after, undefined, () => true)
            .catch((revertError: unknown) => {
              ports.log('error', 'ENGINE_FAULT', {
                where: `reverting settings, ${changed.name}`,
                error: String(revertError),
              });
            });
        }
        throw error;
      }
    }
  };
}
