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
  /** Number of active consumers of a feed. */
  readonly consumers: (slug: string) => number;
  /** Requests a collection that no feed uses from the service. Resolves with `null` when it is unavailable. */
  readonly fetchCollection: (collectionId: string) => Promise<Collection | null>;
};

const unaffected = 'On air is not affected.';

/** Returns the effect of one difference. Changes nothing. */
export async function effectOf(difference: SettingDifference, isFixed: boolean, deps: EffectDeps): Promise<AirEffect> {
  const { path, from, to } = difference;
  if (isFixed) return atNextStart('On air is not affected. The command line or the demo overrides this setting.');
  if (path.startsWith('desk.'))
    return atNextStart('On air is not affected. The change takes effect at the next start.');
  if (path.startsWith('feeds.')) return feedEffectOf(path.slice('feeds.'.length), difference, deps);
  const allConsumers = deps.state().feeds.reduce((sum, feed) => sum + deps.consumers(feed.slug), 0);
  switch (path) {
    case 'source.mode':
      return withoutAirChange('On air is not affected. The last good list stays until the new mode confirms it.');
    case 'source.poll.intervalSeconds':
      return withoutAirChange(
        `On air is not affected. Changes arrive up to ${describeDelay(Number(to) - Number(from))}.`,
      );
    case 'source.baseUrl':
      return withAirChange(
        'The last good list stays until the other service responds. Then its live list goes on air.',
      );
    case 'feedServer.host':
    case 'feedServer.port':
      return withAirChange(
        allConsumers === 0
          ? 'No consumers are affected. Graphics need the new address.'
          : `${countConsumers(allConsumers)} at the old address would lose the feed and keep the last picture.`,
      );
    case 'feedServer.readToken':
      return to === null
        ? withoutAirChange('On air is not affected. Readers no longer need a token.')
        : withAirChange(
            allConsumers === 0
              ? 'Every reader must send this token from now on.'
              : `${countConsumers(allConsumers)} must send this token from now on.`,
          );
    case 'history.maxRevisions':
    case 'history.maxMegabytes':
      return withoutAirChange(
        Number(to) < Number(from)
          ? 'On air is not affected. The oldest revisions are deleted permanently.'
          : unaffected,
      );
    default:
      return withoutAirChange(unaffected);
  }
}

async function feedEffectOf(slug: string, { from, to }: SettingDifference, deps: EffectDeps): Promise<AirEffect> {
  if (from === null) return addedFeedEffectOf(slug, deps);
  if (to === null)
    return withAirChange(
      deps.consumers(slug) === 0
        ? 'The feed has no consumers and is removed. Its history and as-run log are kept.'
        : `${countConsumers(deps.consumers(slug))} would lose the feed. Its history and as-run log are kept.`,
    );
  const state = deps.state();
  const feed = feedOf(state, slug);
  const id = collectionIdOf(to);
  if (feed === null || feed.collectionId === id) return withoutAirChange(unaffected);
  if (id === null) return withoutAirChange('On air is not affected. No new posts arrive.');
  const known = snapshotOf(state, id)?.collection ?? (await deps.fetchCollection(id));
  if (known === null) return withAirChange('The effect is unknown: the service did not return this collection.');
  const wanted = visibleItems(feed, known.live);
  const { added, removed, edited, moved } = compareLists(feed.onAir.items, wanted);
  if (feed.gate !== 'following')
    return withoutAirChange(
      `On air is not affected. +${added.length} −${removed.length} wait until you take or release.`,
    );
  if (isEmptyDifference({ added, removed, edited, moved }))
    return withoutAirChange('On air is not affected. Both lists are the same.');
  return withAirChange(`On air changes now: ${removed.length} off, ${added.length} on.`);
}

/** A new feed starts held; a feed that existed before returns in its last state. */
function addedFeedEffectOf(slug: string, { state }: EffectDeps): AirEffect {
  const previous = currentOrRemovedFeedOf(state(), slug);
  if (previous === null) return withoutAirChange('On air is not affected until you release the feed.');
  const { onAir } = previous;
  const gate = previous.gate === 'following' ? 'following live' : previous.gate;
  if (onAir.items.length === 0) return withoutAirChange(`The feed returns ${gate}, with nothing on air.`);
  return withAirChange(
    `The feed returns ${gate}, with ${onAir.items.length === 1 ? '1 post' : `${onAir.items.length} posts`} on air.`,
  );
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

function countConsumers(consumers: number): string {
  return consumers === 1 ? '1 consumer' : `${consumers} consumers`;
}

function describeDelay(laterBySeconds: number): string {
  return `${Math.round(10 * Math.abs(laterBySeconds)) / 10} s ${laterBySeconds > 0 ? 'later' : 'sooner'}`;
}
