/** Describes how a settings change would affect what is on air. */
import type { Collection } from '../../core/collection.ts';
import { compareLists, isEmptyDifference } from '../../core/compare.ts';
import { visibleItems } from '../../core/feedState.ts';
import { currentOrRemovedFeedOf, feedOf, type ShowState, snapshotOf } from '../../core/show.ts';
import type { SettingDifference } from './compareSettings.ts';

export type AirEffect = {
  readonly onAir: string;
  readonly changesAir: boolean;
  readonly works: 'atOnce' | 'nextStart';
};

export type EffectDeps = {
  readonly state: () => ShowState;
  /** Whether the desk and control port stays as it is until the next start (headless). */
  readonly isDeskPortFixed: boolean;
  /** Number of active consumers of a feed. */
  readonly countActiveConsumers: (slug: string) => number;
  /** Whether a blocked post of a feed may still be on screen. */
  readonly hasOpenTakedown: (slug: string) => boolean;
  /** Requests from the service a collection that no feed uses. Resolves with `null` when it is unavailable. */
  readonly fetchCollection: (collectionId: string) => Promise<Collection | null>;
};

/** Returns the effect of one difference. Changes nothing. */
export async function effectOf(difference: SettingDifference, isFixed: boolean, deps: EffectDeps): Promise<AirEffect> {
  const { path, from, to } = difference;
  if (isFixed) return atNextStart('none; the command line or the demo overrides this setting');
  if (path === 'desk.openInApp' && deps.isDeskPortFixed)
    return withoutAirChange('none; in headless mode the port is always open');
  if (path.startsWith('desk.') && deps.isDeskPortFixed) return atNextStart('none; takes effect at the next start');
  if (path.startsWith('desk.')) return withoutAirChange('none; desks and panels at the old address are disconnected');
  if (path.startsWith('feeds.')) return feedEffectOf(path.slice('feeds.'.length), difference, deps);
  const allConsumers = deps.state().feeds.reduce((sum, feed) => sum + deps.countActiveConsumers(feed.slug), 0);
  switch (path) {
    case 'source.mode':
      return withoutAirChange('none; the last good list stays until the new mode confirms it');
    case 'source.poll.intervalSeconds':
      return withoutAirChange(`none; changes arrive up to ${describeDelay(Number(to) - Number(from))}`);
    case 'source.baseUrl':
      if (deps.state().feeds.every(({ collectionId }) => collectionId === null))
        return withoutAirChange('none until a feed uses a collection');
      return withAirChange('the last good list stays until the other service responds; then its live list goes on air');
    case 'feedServer.host':
    case 'feedServer.port':
      if (allConsumers === 0) return withAirChange('none now; graphics need the new address');
      return withAirChange(
        `${formatConsumerCount(allConsumers)} at the old address would lose the feed and keep the last picture`,
      );
    case 'feedServer.interfaces':
      return withAirChange('readers at an interface that is no longer listed would lose the feed');
    case 'feedServer.readToken':
      return to === null
        ? withoutAirChange('none; readers no longer need a token')
        : withAirChange(
            `${allConsumers === 0 ? 'every reader' : formatConsumerCount(allConsumers)} must send this token from now on`,
          );
    case 'feedServer.timeZone':
    case 'feedServer.timeLocale':
      return withAirChange('graphics that show publishedTime change it at their next read');
    case 'history.maxRevisions':
    case 'history.maxMegabytes':
      return withoutAirChange(
        Number(to) < Number(from) ? 'none; the oldest revisions are deleted permanently' : 'none',
      );
    default:
      return withoutAirChange('none');
  }
}

async function feedEffectOf(slug: string, { from, to }: SettingDifference, deps: EffectDeps): Promise<AirEffect> {
  if (from === null) return addedFeedEffectOf(slug, deps);
  if (to === null)
    return withAirChange(
      `${deps.countActiveConsumers(slug) === 0 ? 'no consumers lose the feed' : `${formatConsumerCount(deps.countActiveConsumers(slug))} would lose the feed`}; its history and as-run log are kept`,
    );
  const state = deps.state();
  const feed = feedOf(state, slug);
  const id = collectionIdOf(to);
  if (feed === null || feed.collectionId === id) return withoutAirChange('none');
  if (id === null) return withoutAirChange('none; no new posts arrive');
  const known = snapshotOf(state, id)?.collection ?? (await deps.fetchCollection(id));
  if (known === null) return withAirChange('unknown; the service did not return this collection');
  const wanted = visibleItems(feed, known.live);
  const { added, removed, edited, moved } = compareLists(feed.onAir.items, wanted);
  if (feed.gate !== 'following') return withoutAirChange(`none; +${added.length} −${removed.length} wait`);
  if (isEmptyDifference({ added, removed, edited, moved })) return withoutAirChange('none; both lists are the same');
  return withAirChange(`${removed.length} off, ${added.length} on, now`);
}

/** A new feed starts held; a feed that existed before returns in its last state. */
function addedFeedEffectOf(slug: string, { state }: EffectDeps): AirEffect {
  const previous = currentOrRemovedFeedOf(state(), slug);
  if (previous === null) return withoutAirChange('none until you release it');
  const { gate, onAir } = previous;
  if (onAir.items.length === 0) return withoutAirChange(`returns in its last state: ${gate}, nothing on air`);
  return withAirChange(`returns in its last state: ${gate}, ${onAir.items.length} on air`);
}

function collectionIdOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('collectionId' in value)) return null;
  return typeof value.collectionId === 'string' ? value.collectionId : null;
}

function withoutAirChange(onAir: string): AirEffect {
  return { onAir, changesAir: false, works: 'atOnce' };
}

function atNextStart(onAir: string): AirEffect {
  return { onAir, changesAir: false, works: 'nextStart' };
}

function withAirChange(onAir: string): AirEffect {
  return { onAir, changesAir: true, works: 'atOnce' };
}

function formatConsumerCount(consumers: number): string {
  return consumers === 1 ? '1 consumer' : `${consumers} consumers`;
}

function describeDelay(laterBySeconds: number): string {
  return `${Math.round(10 * Math.abs(laterBySeconds)) / 10} s ${laterBySeconds > 0 ? 'later' : 'sooner'}`;
}
