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
  readonly lookUp: (collectionId: string) => Promise<Collection | null>;
};

/** Judges one difference; nothing is changed by it. */
export async function effectOf(difference: Difference, isFixed: boolean, deps: EffectDeps): Promise<AirEffect> {
  const { path, from, to } = difference;
  if (isFixed) return later('no change; the command line or the demo sets this now');
  if (path.startsWith('desk.')) return later('no change; the desk moves at the next start');
  if (path.startsWith('feeds.')) return feedEffect(path.slice('feeds.'.length), difference, deps);
  const reading = deps.state().feeds.reduce((sum, feed) => sum + deps.consumers(feed.slug), 0);
  switch (path) {
    case 'source.mode':
      return none('no change; the last good list stays until the new way has confirmed it');
    case 'source.poll.intervalSeconds':
      return none(`no change; changes are seen up to ${paceWords(Number(to) - Number(from))}`);
    case 'source.baseUrl':
      return change('the last good list stays; what the other service says is live goes on air when it answers');
    case 'feedServer.host':
    case 'feedServer.port':
      return change(`${counted(reading)} at the old address would keep the last picture until wired anew`);
    case 'feedServer.readToken':
      return to === null
        ? none('no change; nobody is asked for a token')
        : change(`${counted(reading)} must give it from now on`);
    case 'history.maxRevisions':
    case 'history.maxMegabytes':
      return none(Number(to) < Number(from) ? 'no change; the oldest lists leave the history for good' : 'no change');
    default:
      return none('no change');
  }
}

async function feedEffect(slug: string, { from, to }: Difference, deps: EffectDeps): Promise<AirEffect> {
  if (from === null) return comingEffect(slug, deps);
  if (to === null) return change(`${counted(deps.consumers(slug))} would lose it; its history and as-run stay`);
  const state = deps.state();
  const feed = feedOf(state, slug);
  const id = collectionOf(to);
  if (feed === null || feed.collectionId === id) return none('no change');
  if (id === null) return none('air stays as it is; nothing new comes');
  const known = snapshotOf(state, id)?.collection ?? (await deps.lookUp(id));
  if (known === null) return change('its collection cannot be looked at now');
  const wanted = visible(feed, known.live);
  const { added, removed, edited, moved } = compareLists(feed.onAir.items, wanted);
  if (feed.gate !== 'following') return none(`air does not change; +${added.length} −${removed.length} wait`);
  if (isNoDifference({ added, removed, edited, moved })) return none('no change; both show the same');
  return change(`${removed.length} off, ${added.length} on, at once`);
}

/** A feed that is new, or that comes back. */
function comingEffect(slug: string, { state }: EffectDeps): AirEffect {
  const away = everFeedOf(state(), slug);
  if (away === null) return none('nothing, until you release it');
  const { gate, onAir } = away;
  if (onAir.items.length === 0) return none(`it comes back as it was: ${gate}, nothing on air`);
  return change(`it comes back as it was: ${gate}, ${onAir.items.length} on air`);
}

function collectionOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('collectionId' in value)) return null;
  return typeof value.collectionId === 'string' ? value.collectionId : null;
}

function none(onAir: string): AirEffect {
  return { onAir, changesAir: false, works: 'atOnce' };
}

function later(onAir: string): AirEffect {
  return { onAir, changesAir: false, works: 'nextStart' };
}

function change(onAir: string): AirEffect {
  return { onAir, changesAir: true, works: 'atOnce' };
}

function counted(consumers: number): string {
  return consumers === 1 ? '1 consumer' : `${consumers} consumers`;
}

function paceWords(laterBySeconds: number): string {
  return `${Math.round(10 * Math.abs(laterBySeconds)) / 10} s ${laterBySeconds > 0 ? 'later' : 'sooner'}`;
}
