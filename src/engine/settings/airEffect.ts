/** Describes how a settings change would affect what is on air. A sentence about a feed names it, because one confirmation can be about several. */
import type { Collection } from '../../core/collection.ts';
import { compareLists, isEmptyDifference } from '../../core/compare.ts';
import { type FeedState, visibleItems } from '../../core/feedState.ts';
import { formatNumber } from '../../core/formatNumber.ts';
import { say } from '../../core/language/say.ts';
import { listNames } from '../../core/listNames.ts';
import type { Problem } from '../../core/problem.ts';
import { currentOrRemovedFeedOf, feedOf, type ShowState, snapshotOf } from '../../core/show.ts';
import { changesWith } from '../../core/waiting.ts';
import { isListUpToDate } from '../isListUpToDate.ts';
import type { SettingDifference } from './compareSettings.ts';
import { type AirEffect, serviceEffectOf, withAirChange, withoutAirChange } from './serviceEffect.ts';
import type { ServiceKey } from './serviceKey.ts';

export type EffectDeps = {
  readonly state: () => ShowState;
  /** Whether the desk and control port stays as it is until the next start (headless). */
  readonly isDeskPortFixed: boolean;
  /** Number of active consumers of a feed. */
  readonly countActiveConsumers: (slug: string) => number;
  /** Whether a blocked post or an older list of a feed may still be on screen. */
  readonly hasOpenAlarm: (slug: string) => boolean;
  /** Requests from the service in use a collection that no feed uses. Resolves with `null` when it is unavailable. */
  readonly fetchCollection: (collectionId: string) => Promise<Collection | null>;
  /** Polls a collection in use, unless it was confirmed a few seconds ago. Resolves with why its list is not confirmed now. */
  readonly refreshCollection: (collectionId: string) => Promise<Problem | null>;
  readonly serviceKey: Pick<ServiceKey, 'otherOwner'>;
};

/**
 * Another service that the same change sets, with a collection that it has already returned. It is not requested for an effect, because
 * the API key would go to an address that nobody has confirmed. `null` if the service stays.
 */
export type NewService = { readonly collection: Collection | null } | null;

/** Returns the effect of one difference. Changes nothing. */
export async function effectOf(
  difference: SettingDifference,
  isFixed: boolean,
  newService: NewService,
  deps: EffectDeps,
): Promise<AirEffect> {
  const { path, from, to } = difference;
  if (isFixed) return atNextStart(say('none; the command line or the demo overrides this setting'));
  if (path === 'desk.openInApp' && deps.isDeskPortFixed)
    return withoutAirChange(say('none; in headless mode the port is always open'));
  if (path.startsWith('desk.') && deps.isDeskPortFixed) return atNextStart(say('none; takes effect at the next start'));
  if (path.startsWith('desk.'))
    return withoutAirChange(say('none; desks and panels at the old address are disconnected'));
  if (path.startsWith('feeds.')) return feedEffectOf(path.slice('feeds.'.length), difference, newService, deps);
  const allConsumers = deps.state().feeds.reduce((sum, feed) => sum + deps.countActiveConsumers(feed.slug), 0);
  if (path.startsWith('overlay.'))
    return allConsumers === 0
      ? withoutAirChange(say('none; nothing is reading the feed'))
      : withAirChange(say('overlays on air change their appearance within ten seconds'));
  switch (path) {
    case 'source.mode':
      // In push mode, a lost delivery is not known.
      return from !== 'push' && deps.state().source.freshness === 'fresh'
        ? withoutAirChange(say('none; the last good list stays until the new mode confirms it'))
        : withAirChange(say('feeds that follow live take what the new mode finds'));
    case 'source.poll.intervalSeconds':
      return withoutAirChange(describeDelay(Number(to) - Number(from)));
    case 'source.baseUrl':
      // A collection that the service has returned shows that it has a key.
      return serviceEffectOf(
        deps.state(),
        newService?.collection ? null : await deps.serviceKey.otherOwner(String(from), String(to)),
      );
    case 'feedServer.host':
    case 'feedServer.port':
      if (allConsumers === 0) return withAirChange(say('none now; graphics need the new address'));
      return withAirChange(
        say(
          '{count, plural, one {# consumer} other {# consumers}} at the old address would lose the feed and keep the last picture',
          { count: allConsumers },
        ),
      );
    case 'feedServer.interfaces':
      return withAirChange(say('readers at an interface that is no longer listed would lose the feed'));
    case 'feedServer.allowedOrigins': {
      const removed = listRemoved(from, to);
      if (removed.length === 0) return withoutAirChange(say('none; more web pages may read the feed'));
      return withAirChange(
        say('graphics on pages of {names} would lose the feed and keep the last picture', {
          names: listNames(removed),
        }),
      );
    }
    case 'feedServer.allowedHosts': {
      const removed = listRemoved(from, to);
      if (removed.length === 0) return withoutAirChange(say('none; readers may use more names of this machine'));
      return withAirChange(
        say('readers that use the name {names} would lose the feed and keep the last picture', {
          names: listNames(removed),
        }),
      );
    }
    case 'feedServer.readToken':
      if (to === null) return withoutAirChange(say('none; readers no longer need a token'));
      return withAirChange(
        allConsumers === 0
          ? say('every reader must send this token from now on')
          : say('{count, plural, one {# consumer} other {# consumers}} must send this token from now on', {
              count: allConsumers,
            }),
      );
    case 'feedServer.timeZone':
    case 'feedServer.timeLocale':
      return withAirChange(say('graphics that show publishedTime change it at their next read'));
    case 'history.maxRevisions':
    case 'history.maxMegabytes':
      return withoutAirChange(
        Number(to) < Number(from)
          ? say('none; the oldest revisions are deleted permanently')
          : say('none||effect on air'),
      );
    default:
      return withoutAirChange(say('none||effect on air'));
  }
}

async function feedEffectOf(
  feed: string,
  { from, to }: SettingDifference,
  newService: NewService,
  deps: EffectDeps,
): Promise<AirEffect> {
  if (from === null) return addedFeedEffectOf(feed, to, newService, deps);
  if (to === null) return withAirChange(describeDeletion(feed, deps.countActiveConsumers(feed)));
  const state = deps.state();
  const known = feedOf(state, feed);
  const id = collectionIdOf(to);
  if (known === null || known.collectionId === id) return withoutAirChange(say('none for {feed}', { feed }));
  if (id === null) return withoutAirChange(say('none; no new posts arrive for {feed}', { feed }));
  const { collection, isRequested } = await readCollection(id, newService, deps);
  if (!isRequested)
    return known.gate === 'following'
      ? withAirChange(
          say(
            'not known for {feed}; the live list of this collection at the other service goes on air once that responds',
            { feed },
          ),
        )
      : withoutAirChange(say('none for {feed}; the live list of the other service waits', { feed }));
  if (collection === null && known.gate !== 'following')
    return withoutAirChange(
      say('none for {feed}; the service has not confirmed the list of this collection', { feed }),
    );
  if (collection === null)
    return withAirChange(
      say(
        'none now for {feed}, because the service has not confirmed the list of this collection; its live list goes on air once it does',
        { feed },
      ),
    );
  const changes = changesWith(known, collection.live);
  const { added, removed } = changes;
  const counts = { feed, added: formatNumber(added.length), removed: formatNumber(removed.length) };
  if (known.gate !== 'following') return withoutAirChange(say('none; +{added} −{removed} wait for {feed}', counts));
  if (isEmptyDifference(changes)) return withoutAirChange(say('none for {feed}; both lists are the same', { feed }));
  return withAirChange(say('{removed} off, {added} on in {feed}, now', counts));
}

/** A new feed starts held; a feed that existed before returns in its last state, and takes the list of its collection if it follows live. */
async function addedFeedEffectOf(
  feed: string,
  to: unknown,
  newService: NewService,
  deps: EffectDeps,
): Promise<AirEffect> {
  const previous = currentOrRemovedFeedOf(deps.state(), feed);
  if (previous === null) return withoutAirChange(say('none until you take or release {feed}', { feed }));
  const { gate, onAir } = previous;
  const { reading, live } =
    gate === 'following' ? await findReturningList(previous, to, newService, deps) : unchangedList;
  const wanted = live === null ? onAir.items : visibleItems(previous, live);
  const count = formatNumber(wanted.length);
  if (reading === 'notRequested')
    return withAirChange(
      say(
        '{feed} returns with {count} on air; the live list of its collection at the other service goes on air once that responds',
        { feed, count },
      ),
    );
  if (reading === 'failed')
    return withAirChange(
      say(
        '{feed} returns with {count} on air, because the service has not confirmed the list of its collection; its live list goes on air once it does',
        { feed, count },
      ),
    );
  const difference = compareLists(onAir.items, wanted);
  if (!isEmptyDifference(difference)) {
    const { added, removed } = difference;
    const counts = { feed, count, added: formatNumber(added.length), removed: formatNumber(removed.length) };
    return withAirChange(
      say('{feed} returns with another list: {removed} off, {added} on, {count} on air now', counts),
    );
  }
  if (wanted.length === 0)
    return withoutAirChange(
      say(
        '{feed} returns in its last state: {gate, select, held {held} cleared {cleared} other {following}}, nothing on air',
        { feed, gate },
      ),
    );
  return withAirChange(
    say(
      '{feed} returns in its last state: {gate, select, held {held} cleared {cleared} other {following}}, {count} on air',
      { feed, gate, count },
    ),
  );
}

type ReturningList = {
  readonly reading: 'done' | 'failed' | 'notRequested';
  readonly live: Collection['live'] | null;
};

const unchangedList: ReturningList = { reading: 'done', live: null };

/** The live list that a removed feed gets when it returns; `null` if it keeps the one it had. */
async function findReturningList(
  previous: FeedState,
  to: unknown,
  newService: NewService,
  deps: EffectDeps,
): Promise<ReturningList> {
  const id = collectionIdOf(to);
  // An operator's choice of collection stays until the settings name another one.
  const nextId = previous.configuredId === id ? previous.collectionId : id;
  if (nextId === null) return unchangedList;
  const { collection, isRequested } = await readCollection(nextId, newService, deps);
  if (collection !== null) return { reading: 'done', live: collection.live };
  const stored = previous.collectionId === nextId ? snapshotOf(deps.state(), nextId)?.collection.live : undefined;
  return { reading: isRequested ? 'failed' : 'notRequested', live: stored ?? null };
}

/** The collection as the service has it; `null` if that is not known. */
async function readCollection(
  id: string,
  newService: NewService,
  deps: EffectDeps,
): Promise<{ readonly collection: Collection | null; readonly isRequested: boolean }> {
  if (newService !== null) {
    const collection = newService.collection?.id === id ? newService.collection : null;
    return { collection, isRequested: collection !== null };
  }
  if ((await deps.refreshCollection(id)) !== null) return { collection: null, isRequested: true };
  const state = deps.state();
  const stored = isListUpToDate(state, id) ? snapshotOf(state, id) : null;
  return { collection: stored?.collection ?? (await deps.fetchCollection(id)), isRequested: true };
}

/** The texts of the first list that the second one lacks. */
function listRemoved(from: unknown, to: unknown): readonly string[] {
  const kept: readonly unknown[] = Array.isArray(to) ? to : [];
  const before: readonly unknown[] = Array.isArray(from) ? from : [];
  return before.flatMap((text) => (typeof text === 'string' && !kept.includes(text) ? [text] : []));
}

function collectionIdOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('collectionId' in value)) return null;
  return typeof value.collectionId === 'string' ? value.collectionId : null;
}

function atNextStart(onAir: string): AirEffect {
  return { onAir, changesAir: false, works: 'nextStart' };
}

function describeDeletion(feed: string, consumers: number): string {
  if (consumers === 0) return say('no consumers lose {feed}; its history and as-run log are kept', { feed });
  return say(
    '{count, plural, one {# consumer} other {# consumers}} would lose {feed}; its history and as-run log are kept',
    { feed, count: consumers },
  );
}

function describeDelay(laterBySeconds: number): string {
  const seconds = formatNumber(Math.round(10 * Math.abs(laterBySeconds)) / 10);
  return laterBySeconds > 0
    ? say('none; changes arrive up to {seconds} s later', { seconds })
    : say('none; changes arrive up to {seconds} s sooner', { seconds });
}
