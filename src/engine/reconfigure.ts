/** Applies new settings to a running engine part by part, and reverts every part if one fails. */
import { isSameJson } from '../core/boundedJson.ts';
import type { FeedsSeen } from '../core/feedsSeen.ts';
import { describeAgain, describeProblem, type Problem } from '../core/problem.ts';
import { currentOrRemovedFeedOf, feedOf, isCollectionInUse } from '../core/show.ts';
import type { FeedServer } from './feed/server.ts';
import type { Theme } from './feed/theme.ts';
import { isListUpToDate } from './isListUpToDate.ts';
import type { SpeakLanguage } from './language.ts';
import { readOwnHistory } from './logs/foreignHistory.ts';
import { type History, historyLimitsOf } from './logs/history.ts';
import type { MediaCache } from './media/cache.ts';
import type { Ports } from './ports.ts';
import type { ApplySettings } from './settings/applySettings.ts';
import type { Settings } from './settings/settings.ts';
import { readLastRevision } from './show/lastRevision.ts';
import type { Source } from './source.ts';
import type { Store } from './store.ts';
import { readForUse } from './storeFetched.ts';
import type { Updates } from './updates.ts';

export type ReconfigureDeps = {
  readonly store: Store;
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  readonly dataDir: string;
  /** Resolves with the last revision that readers of a feed of this name got from another show; `undefined` if it had none. */
  readonly findSeenRevision: (slug: string) => Promise<number | undefined>;
  readonly raise: (problem: Problem) => void;
  readonly source: Pick<
    Source,
    'prepare' | 'configure' | 'readCollection' | 'recordReadForUse' | 'isLongUnused' | 'refresh' | 'serviceAddress'
  >;
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

type Change = {
  /** The settings in use until now. */
  readonly previous: Settings;
  /** The operator. */
  readonly by: string | null;
  readonly seen: FeedsSeen | undefined;
  readonly mayRemoveFeeds: () => boolean;
  /** The collections whose list is not known. A feed that gets one keeps its list until the service sends the other. */
  readonly unread: ReadonlySet<string | null>;
};

type Part = {
  readonly name: string;
  readonly pick: (settings: Settings) => unknown;
  readonly set: (settings: Settings, change: Change) => Promise<void>;
};

export function createReconfigure(deps: ReconfigureDeps): ApplySettings {
  const { store, source, media, history, feedServer, osc, ports } = deps;
  // Parts that can fail, because they open a port, come first. The feeds can be refused, so what changes air comes after them.
  const parts: readonly Part[] = [
    {
      name: 'feedServer',
      pick: (settings) => settings.feedServer,
      set: (settings) => feedServer.configure(settings.feedServer),
    },
    { name: 'osc', pick: (settings) => settings.osc, set: (settings) => osc.set(settings.osc) },
    { name: 'desk', pick: (settings) => settings.desk, set: (settings) => deps.setDesk(settings.desk) },
    { name: 'webhook', pick: (settings) => settings.source, set: (settings) => source.prepare(settings.source) },
    {
      name: 'language',
      pick: (settings) => settings.language,
      set: async (settings) => {
        await deps.speakLanguage(settings.language);
        describeProblemsAgain();
        store.announceTransient();
      },
    },
    {
      name: 'feeds',
      pick: (settings) => settings.feeds,
      set: (settings, change) => configureFeeds(settings.feeds, change),
    },
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
  ];

  const describeProblemsAgain = (): void => {
    for (const known of store.state().problems)
      void store.apply({ type: 'problemRaised', problem: describeAgain(known), isOnlyUpdate: true });
  };

  /** A new feed starts held, so that nothing goes on air unseen. A feed that existed before returns in its last state. */
  const configureFeeds = async (
    wanted: Settings['feeds'],
    { previous, by, seen, mayRemoveFeeds, unread }: Change,
  ): Promise<void> => {
    const newSlugs = wanted
      .filter(({ slug }) => currentOrRemovedFeedOf(store.state(), slug) === null)
      .map(({ slug }) => slug);
    const at = new Date(ports.clock.now()).toISOString();
    for (const slug of newSlugs)
      for (const { code, about, facts } of (await readOwnHistory(deps.dataDir, slug, null)).problems)
        deps.raise(describeProblem(code, about, at, facts));
    const feeds = await Promise.all(
      wanted.map(async (feed) => ({
        ...(await withRevisions(feed)),
        isCollectionSet: isCollectionSet(feed, previous),
        keepsList: unread.has(feed.collectionId) || undefined,
      })),
    );
    const withoutNewCollections = feeds.map((feed) =>
      newSlugs.includes(feed.slug) ? { ...feed, collectionId: null } : feed,
    );
    refuseNeeded(mayRemoveFeeds);
    // A block that is being saved has no takedown yet.
    const blocksSeen = Object.fromEntries(store.state().feeds.map(({ slug, blocks }) => [slug, blocks]));
    const outcomes = await Promise.all([
      store.apply({ type: 'feedsConfigured', feeds: withoutNewCollections, by, seen, blocksSeen, at }),
      ...newSlugs.map((feed) => store.apply({ type: 'feedHeld', feed, by, at })),
      store.apply({ type: 'feedsConfigured', feeds, by, seen, blocksSeen, at }),
    ]);
    if (outcomes.some((outcome) => outcome.kind === 'refused' && outcome.code === 'AIR_CHANGED')) {
      refuseNeeded(mayRemoveFeeds);
      throw Object.assign(new Error('a feed changed meanwhile'), { code: 'AIR_CHANGED' });
    }
    if (outcomes.some(({ kind }) => kind === 'refused'))
      throw Object.assign(new Error('the feeds could not be saved'), { code: 'DISK_WRITE_FAILED' });
  };

  /** Adds the last revisions from the history, for feeds that the show does not have, and from the other show at these addresses. */
  const withRevisions = async (feed: Settings['feeds'][number]) => ({
    ...feed,
    lastRevision: (await readLastRevision(deps.dataDir, feed.slug)) ?? undefined,
    seenRevision: await deps.findSeenRevision(feed.slug),
  });

  /**
   * Reads the collections before feeds use them, so that a feed changes once, is never empty in between and gets no old list. Nothing has
   * changed meanwhile, because the feeds can be refused afterwards. Resolves with the collections whose list is not known.
   */
  const readLists = async (previous: Settings, { source: { baseUrl }, feeds }: Settings): Promise<Change['unread']> => {
    const unread = new Set<string | null>();
    if (isSameJson(previous.feeds, feeds)) return unread;
    // The lists of another service can't be stored while this one is in use; its first poll brings them.
    const isOtherService = previous.source.baseUrl !== baseUrl;
    for (const feed of feeds) {
      const isNew = isCollectionSet(feed, previous) || feedOf(store.state(), feed.slug) === null;
      if (isOtherService || !(await ensureCollection(feed.collectionId, isNew))) unread.add(feed.collectionId);
    }
    return unread;
  };

  /** Resolves with whether the list is known. */
  const ensureCollection = async (id: string | null, isNewForFeed: boolean): Promise<boolean> => {
    if (id === null) return true;
    if (isNewForFeed && (await source.refresh(id)) !== null) return false;
    const isKnown = isNewForFeed ? isListUpToDate : isCollectionInUse;
    if (isKnown(store.state(), id)) return true;
    const at = new Date(ports.clock.now()).toISOString();
    return (await readForUse(store, source, id, at)) === null;
  };

  return async (before, after, by, seen, mayRemoveFeeds) => {
    const change = { previous: before, by, seen, mayRemoveFeeds, unread: await readLists(before, after) };
    // A program can have connected while a collection was read.
    refuseNeeded(mayRemoveFeeds);
    const done: Part[] = [];
    for (const part of parts) {
      if (isSameJson(part.pick(before), part.pick(after))) continue;
      // The feeds change as a whole or not at all, and an operator may have changed them meanwhile.
      if (part.name !== 'feeds') done.unshift(part);
      try {
        await part.set(after, change);
      } catch (error) {
        await revert(done, before, after, by);
        throw error;
      }
      if (part.name === 'feeds') done.unshift(part);
    }
  };

  async function revert(done: readonly Part[], before: Settings, after: Settings, by: string | null): Promise<void> {
    // A list that goes back must come from the service in use.
    const unread = new Set(before.feeds.map(({ collectionId }) => collectionId));
    for (const part of done) {
      await part
        .set(before, { previous: after, by, seen: undefined, mayRemoveFeeds: () => true, unread })
        .catch((error: unknown) => {
          ports.log('error', 'ENGINE_FAULT', { where: `reverting settings, ${part.name}`, error: String(error) });
        });
    }
  }
}

function refuseNeeded(mayRemoveFeeds: () => boolean): void {
  if (!mayRemoveFeeds()) throw Object.assign(new Error('a feed is needed'), { code: 'FEED_NEEDED' });
}

/** Whether the settings give a feed that they had another collection. */
function isCollectionSet({ slug, collectionId }: Settings['feeds'][number], previous: Settings): boolean {
  return previous.feeds.some((feed) => feed.slug === slug && feed.collectionId !== collectionId);
}
