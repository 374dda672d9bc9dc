/** What a change of settings does to air, in words for the one who is about to make it. */
import type { Collection } from '../../core/collection.ts';
import { compareLists, isNoDifference } from '../../core/compare.ts';
import { visible } from '../../core/feedState.ts';
import { everFeedOf, feedOf, type ShowState, snapshotOf } from '../../core/show.ts';
import type { Difference } from './compareSettings.ts';

export type AirEffect = {
  readonly onAir: string;
  readonly changesAir: boolean;
  readonly works: 'atOnce' | 'nextStart';
};

export type EffectDeps = {
  readonly state: () => ShowState;
  /** How many read that feed. */
  readonly consumers: (slug: string) => number;
  /** A collection that nothing reads yet, from the service; null: it cannot be had. */
  readonly fetchCollection: (collectionId: string) => Promise<Collection | null>;
};

/** Judges one difference; nothing is changed by it. */
export async function effectOf(difference: Difference, isFixed: boolean, deps: EffectDeps): Promise<AirEffect> {
  const { path, from, to } = difference;
  if (isFixed) return atNextStart('no change; the command line or the demo sets this now');
  if (path.startsWith('desk.')) return atNextStart('no change; the desk moves at the next start');
  if (path.startsWith('feeds.')) return feedEffect(path.slice('feeds.'.length), difference, deps);
  const reading = deps.state().feeds.reduce((sum, feed) => sum + deps.consumers(feed.slug), 0);
  switch (path) {
    case 'source.mode':
      return keepsAir('no change; the last good list stays until the new way has confirmed it');
    case 'source.poll.intervalSeconds':
      return keepsAir(`no change; changes are seen up to ${describeDelay(Number(to) - Number(from))}`);
    case 'source.baseUrl':
      return changesAir('the last good list stays; what the other service says is live goes on air when it answers');
    case 'feedServer.host':
    case 'feedServer.port':
      return changesAir(`${countConsumers(reading)} at the old address would keep the last picture until wired anew`);
    case 'feedServer.readToken':
      return to === null
        ? keepsAir('no change; nobody is asked for a token')
        : changesAir(`${countConsumers(reading)} must give it from now on`);
    case 'history.maxRevisions':
    case 'history.maxMegabytes':
      return keepsAir(Number(to) < Number(from) ? 'no change; the oldest lists leave the history for good' : 'no change');
    default:
      return keepsAir('no change');
  }
}

async function feedEffect(slug: string, { from, to }: Difference, deps: EffectDeps): Promise<AirEffect> {
  if (from === null) return addedFeedEffect(slug, deps);
  if (to === null) return changesAir(`${countConsumers(deps.consumers(slug))} would lose it; its history and as-run stay`);
  const state = deps.state();
  const feed = feedOf(state, slug);
  const id = collectionIdOf(to);
  if (feed === null || feed.collectionId === id) return keepsAir('no change');
  if (id === null) return keepsAir('air stays as it is; nothing new comes');
  const known = snapshotOf(state, id)?.collection ?? (await deps.fetchCollection(id));
  if (known === null) return changesAir('its collection cannot be looked at now');
  const wanted = visible(feed, known.live);
  const { added, removed, edited, moved } = compareLists(feed.onAir.items, wanted);
  if (feed.gate !== 'following') return keepsAir(`air does not change; +${added.length} −${removed.length} wait`);
  if (isNoDifference({ added, removed, edited, moved })) return keepsAir('no change; both show the same');
  return changesAir(`${removed.length} off, ${added.length} on, at once`);
}

/** A feed that is new, or that comes back. */
function addedFeedEffect(slug: string, { state }: EffectDeps): AirEffect {
  const away = everFeedOf(state(), slug);
  if (away === null) return keepsAir('nothing, until you release it');
  const { gate, onAir } = away;
  if (onAir.items.length === 0) return keepsAir(`it comes back as it was: ${gate}, nothing on air`);
  return changesAir(`it comes back as it was: ${gate}, ${onAir.items.length} on air`);
}

function collectionIdOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('collectionId' in value)) return null;
  return typeof value.collectionId === 'string' ? value.collectionId : null;
}

function keepsAir(onAir: string): AirEffect {
  return { onAir, changesAir: false, works: 'atOnce' };
}

function atNextStart(onAir: string): AirEffect {
  return { onAir, changesAir: false, works: 'nextStart' };
}

function changesAir(onAir: string): AirEffect {
  return { onAir, changesAir: true, works: 'atOnce' };
}

function countConsumers(consumers: number): string {
  return consumers === 1 ? '1 consumer' : `${consumers} consumers`;
}

function describeDelay(laterBySeconds: number): string {
  return `${Math.round(10 * Math.abs(laterBySeconds)) / 10} s ${laterBySeconds > 0 ? 'later' : 'sooner'}`;
}
