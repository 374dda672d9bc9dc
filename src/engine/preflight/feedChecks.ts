/** Checks one feed: its collection, its gate with the list on air, its consumers and its takedowns. */

import type { Consumer } from '../../contract/consumer.ts';
import { sayAirOf } from '../../core/airOfFeed.ts';
import { isEmptyDifference } from '../../core/compare.ts';
import type { Block, FeedState } from '../../core/feedState.ts';
import { formatNumber } from '../../core/formatNumber.ts';
import { say } from '../../core/language/say.ts';
import { countNames, listNames, listSharedNames } from '../../core/listNames.ts';
import { isolateName } from '../../core/outsideName.ts';
import type { Problem } from '../../core/problem.ts';
import { hasOwnList, isListAwaited } from '../../core/show.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import type { Freshness } from '../../core/source.ts';
import { formatShortDuration } from '../../core/time.ts';
import { waitingOf } from '../../core/waiting.ts';
import type { Takedown } from '../feed/takedowns.ts';
import { type Finding, fault, good, listAll, warning, withProblems } from './findings.ts';

/** `freshness` is that of the feed’s list, and `known` are the problems with its collection. */
export function checkCollection(
  snapshot: Snapshot | null,
  feed: FeedState,
  freshness: Freshness,
  known: readonly Problem[],
): Finding {
  const problems = known.map((problem) => ({ ...problem, message: sayAirOf(problem, feed) }));
  if (feed.collectionId === null) return warning(say('No collection is chosen'), say('Choose one in Collections.'));
  if (snapshot === null)
    return withProblems(fault(say('It has not been read yet'), say('Check the service, then test again.')), problems);
  if (isListAwaited(feed) || freshness === 'stale' || freshness === 'offline')
    return withProblems(
      warning(say('The service has not confirmed this list recently'), say('Check the service, then test again.')),
      problems,
    );
  const { name, staging } = snapshot.collection;
  return withProblems(
    good(
      say('{name}, {staging} staging, {live} live', {
        name: isolateName(name),
        staging: formatNumber(staging.length),
        live: formatNumber(feed.live.items.length),
      }),
    ),
    problems,
  );
}

/** Warns if graphics would show nothing, or not what live has. */
export function checkOnAir(feed: FeedState): Finding {
  const { gate, base, live, onAir, loss } = feed;
  if (loss === 'list')
    return warning(
      say('Unknown: graphics get nothing and keep their last picture'),
      say('Take, release, clear or restore a list.'),
    );
  if (gate === 'cleared')
    return warning(say('Cleared: nothing is on air'), say('Press Back or Release before the show starts.'));
  const count = onAir.items.length;
  const isAllKeptOff = base.items.length > 0 && count === 0;
  if (gate === 'held')
    return warning(
      isAllKeptOff
        ? say('Held: nothing is on air, because every post of the held list is blocked or guarded')
        : say('Held: {onAir} on air, {live} live', {
            onAir: formatNumber(count),
            live: formatNumber(live.items.length),
          }),
      isEmptyDifference(waitingOf(feed))
        ? say('Press Release if the feed must follow live. Nothing is waiting to be taken.')
        : say('Press Release if the feed must follow live, or Take all to update on air.'),
    );
  if (isAllKeptOff)
    return warning(
      say('Nothing is on air: every live post is blocked or guarded'),
      say('On the Show screen, press W, and check the guards and blocks.'),
    );
  if (!hasOwnList(feed))
    return warning(
      count === 0
        ? say('Nothing is on air, and the feed has no live list to follow')
        : say('{onAir} on air, and the feed has no live list to follow', { onAir: formatNumber(count) }),
      say('Choose a collection in Collections, or check the service.'),
    );
  if (count === 0) return good(say('Following. Live has no posts'));
  const keptOff = base.items.length - count;
  return good(
    keptOff === 0
      ? say('Following: {onAir} on air', { onAir: formatNumber(count) })
      : say('Following: {onAir} on air, {keptOff, plural, one {# blocked or guarded} other {# blocked or guarded}}', {
          onAir: formatNumber(count),
          keptOff,
        }),
  );
}

export function checkConsumers(consumers: readonly Consumer[], revision: number): Finding {
  if (consumers.length === 0)
    return warning(say('None. Nothing is reading this feed'), say('Start the graphics, then test again.'));
  const namesOf = (state: Consumer['state']): readonly string[] =>
    consumers.filter((consumer) => consumer.state === state).map(({ name }) => isolateName(name));
  const behind = namesOf('behind');
  if (behind.length > 0)
    return listAll(
      fault(
        say('{count} of {all} behind: {names}', {
          count: formatNumber(behind.length),
          all: formatNumber(consumers.length),
          names: listSharedNames(behind),
        }),
        say('Check that program and its network, then test again.'),
      ),
      countNames(behind),
    );
  const silent = namesOf('silent');
  if (silent.length > 0)
    return listAll(
      warning(
        say('{count} of {all} silent: {names}', {
          count: formatNumber(silent.length),
          all: formatNumber(consumers.length),
          names: listSharedNames(silent),
        }),
        say('Check whether that program has stopped or its page is frozen.'),
      ),
      countNames(silent),
    );
  const painted = consumers.flatMap(({ paintedRevision, paintedInMs }) =>
    paintedRevision === revision && paintedInMs !== null ? [paintedInMs] : [],
  );
  const count = formatNumber(consumers.length);
  if (painted.length === 0) return good(say('{count}, none behind', { count }));
  const duration = formatShortDuration(Math.max(...painted));
  return good(say('{count}, none behind. On screen in {duration}', { count, duration }));
}

export function checkTakedowns(
  takedowns: ReadonlyMap<string, Takedown>,
  blocks: readonly Pick<Block, 'itemId' | 'offAirRevision'>[],
  nameOf: (id: string) => string,
): Finding {
  const open = [...takedowns].filter(([, { waitingFor }]) => waitingFor.length > 0).map(([id]) => nameOf(id));
  if (open.length > 0)
    return listAll(
      fault(
        say('{names} may still be on screen', { names: listNames(open) }),
        say('Check the programme monitor. W shows which consumers have not confirmed.'),
      ),
      open,
    );
  const times = [...takedowns.values()].flatMap(({ confirmedInMs }) => confirmedInMs ?? []);
  if (takedowns.size === 0) return good(say('Nothing is blocked'));
  const count = takedowns.size;
  // A post that was not on air leaves no screen.
  const unconfirmed = blocks
    .filter(({ itemId, offAirRevision }) => offAirRevision > 0 && takedowns.get(itemId)?.confirmedOffAirAt === null)
    .map(({ itemId }) => nameOf(itemId));
  if (unconfirmed.length > 0)
    return listAll(
      warning(
        say('{count, plural, one {# blocked} other {# blocked}}. No consumer confirmed that {names} left the screen', {
          count,
          names: listNames(unconfirmed),
        }),
        say('Check the programme monitor.'),
      ),
      unconfirmed,
    );
  if (times.length === 0)
    return good(say('{count, plural, one {# blocked, all off screen} other {# blocked, all off screen}}', { count }));
  const duration = formatShortDuration(Math.max(...times));
  return good(
    say('{count, plural, one {# blocked, all off screen} other {# blocked, all off screen}}. Blank in {duration}', {
      count,
      duration,
    }),
  );
}
