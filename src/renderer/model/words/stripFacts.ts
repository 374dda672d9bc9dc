/** Builds the five facts of the on-air strip, which say what consumers get now. */

import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { gateNames } from '../../../core/gateNames.ts';
import { say } from '../../../core/language/say.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { formatDayTime, formatDuration } from '../../../core/time.ts';
import { gateSetOf } from '../gateSet.ts';
import { consumersFactOf, countConsumers, lastKnownConsumersNote } from './consumerFacts.ts';
import { createFact, type Fact } from './fact.ts';
import { nameGate } from './followed.ts';
import { pastTenseOf } from './pastTense.ts';
import { canSave } from './saving.ts';
import { hasOlderList, sourceFactOf } from './sourceFact.ts';

export type StripFacts = {
  readonly tally: Fact;
  readonly gate: Fact;
  readonly revision: Fact;
  readonly source: Fact;
  readonly consumers: Fact;
};

/** How long the gate fact and the rows' badges name another operator. */
export const nameShownForMs = 30_000;

/** `nowMs` is the engine's wall clock. */
export function buildStripFacts(state: DeskState, feed: DeskFeed, nowMs: number): StripFacts {
  const ageMs = (feed.confirmedAgeMs ?? 0) + Math.max(0, nowMs - Date.parse(state.at));
  return {
    tally:
      feed.counts.onAir > 0
        ? { ...createFact('tally', null, say('ON AIR||short'), ''), count: feed.counts.onAir }
        : feed.served
          ? createFact('empty', null, say('NOTHING ON AIR'), '')
          : createFact('unknown', null, say('ON AIR?'), say('Graphics get nothing')),
    gate: gateFactOf(state, feed, nowMs),
    revision: revisionFactOf(state, feed, nowMs),
    source: sourceFactOf(state, feed, ageMs, nowMs),
    consumers: consumersFactOf(feed, nowMs),
  };
}

/** The last known facts. `since` is when the connection was lost, ISO 8601. */
export function buildDisconnectedFacts(feed: DeskFeed, since: string, disconnectedForMs: number): StripFacts {
  const time = formatDayTime(since, Date.parse(since) + disconnectedForMs);
  return {
    tally: { ...createFact('unknown', null, say('ON AIR?'), ''), count: feed.counts.onAir },
    gate: createFact(
      'normal',
      'no-connection',
      say('No connection'),
      say('{duration}, retrying twice a second', { duration: formatDuration(disconnectedForMs) }),
    ),
    revision: createFact('old', null, nameRevision(feed), say('Last known {time}', { time })),
    source: createFact('old', null, say('Unknown'), describeLastFreshness[feed.freshness]({ time })),
    consumers: createFact('old', null, countConsumers(feed.counts.consumers), lastKnownConsumersNote(feed, time)),
  };
}

function nameRevision({ revision }: DeskFeed): string {
  return say('Revision {revision}', { revision });
}

const describeLastFreshness: Readonly<Record<DeskFeed['freshness'], (values: { readonly time: string }) => string>> = {
  fresh: (values) => say('Fresh at {time}', values),
  stale: (values) => say('Stale at {time}', values),
  offline: (values) => say('Offline at {time}', values),
  demo: (values) => say('Demo at {time}', values),
};

const intactCodes: readonly string[] = ['FEED_RESTORED', 'FEED_RESTORED_CHANGED', 'FEED_SHOW_OPENED'];

/** The time of the last restart, ISO 8601; `null` when there was none. */
export function restartTimeOf(state: DeskState, feed: DeskFeed): string | null {
  const found = state.problems.find(
    (problem) =>
      (intactCodes.includes(problem.code) || isLoss(problem)) &&
      (problem.about === `feed:${feed.slug}` || problem.about === feed.slug),
  );
  return found?.since ?? null;
}

const lossCodes: readonly string[] = ['FEED_UNSAVED', 'FEED_STARTED_OLDER', 'FEED_RESTORED_UNSURE'];

/** Whether a feed was restored from an incomplete or older show, or with a change that may be new on air. It is then not called unchanged. */
export function isLoss({ code }: DeskState['problems'][number]): boolean {
  return lossCodes.includes(code) || isDamage(code);
}

function isDamage(code: string): boolean {
  return code === 'FEED_REBUILT' || code === 'FEED_GUARDS_LOST' || code === 'FEED_LIST_LOST';
}

function lossOf(state: DeskState, feed: DeskFeed): DeskState['problems'][number] | null {
  return state.problems.find((problem) => isLoss(problem) && problem.about === `feed:${feed.slug}`) ?? null;
}

function gateFactOf(state: DeskState, feed: DeskFeed, nowMs: number): Fact {
  const restart = feed.restored ? restartTimeOf(state, feed) : null;
  const restoredNote = feed.restored
    ? describeRestored(isDamage(lossOf(state, feed)?.code ?? ''), restart, nowMs)
    : null;
  switch (feed.gate) {
    case 'following':
      return feed.collection === null
        ? createFact('held', 'gate-open', nameGate(feed), restoredNote ?? unfollowedNoteOf(state, feed))
        : createFact('normal', 'gate-open', say('Following live'), restoredNote ?? followingNoteOf(state, feed));
    case 'held':
      return createFact(
        'held',
        'gate-shut',
        say(gateNames.held).toUpperCase(),
        restoredNote ?? heldNoteOf(state, feed, nowMs),
      );
    case 'cleared': {
      const time = formatDayTime(feed.gateSince, nowMs);
      const age = formatDuration(nowMs - Date.parse(feed.gateSince));
      const who = isolateName(feed.gateBy ?? 'Greenroom');
      const note =
        feed.gateBy === state.you
          ? say('By you at {time}, {age} ago', { time, age })
          : // With the time as well, the line of a compact strip would be too long.
            say('By {who} {age} ago', { who, age });
      return createFact('cleared', 'frame-empty', say(gateNames.cleared).toUpperCase(), restoredNote ?? note);
    }
    default:
      return feed.gate satisfies never;
  }
}

function describeRestored(isRebuilt: boolean, restart: string | null, nowMs: number): string {
  if (restart === null) return isRebuilt ? say('Rebuilt after damage') : say('Restored');
  const time = formatDayTime(restart, nowMs);
  return isRebuilt ? say('Rebuilt after damage at {time}', { time }) : say('Restored at {time}', { time });
}

/** While there is no list to follow. */
function unfollowedNoteOf({ source }: DeskState, feed: DeskFeed): string {
  if (feed.keptListOf !== null) return say('On air is unchanged');
  if (feed.collectionId !== null) return say('Its first list has not arrived');
  return source.baseUrl === '' ? say('Not connected to a service') : say('No collection to follow');
}

function followingNoteOf(state: DeskState, feed: DeskFeed): string {
  const { source } = state;
  const { freshness } = feed;
  if (!canSave(state)) return say('Added and edited posts wait');
  if (hasOlderList(state, feed)) return say('Older list not shown yet');
  const isRefused = source.state === 'refused';
  const isOut = freshness === 'offline' || freshness === 'stale';
  // A delivery needs neither the key nor a poll.
  if ((isRefused || isOut) && source.mode !== 'poll') return say('Next delivery or check changes air');
  if (isRefused) return say('Resumes once the key is accepted');
  return isOut ? say('Resumes after the outage') : say('Changes go straight to air');
}

function heldNoteOf(state: DeskState, feed: DeskFeed, nowMs: number): string {
  const airMs = nowMs - Date.parse(feed.onAirSince);
  const gate = gateSetOf(feed);
  const gateMs = nowMs - Date.parse(gate.since);
  const isOther = (name: string | null): name is string => name !== null && name !== state.you;
  const isTaken = feed.onAirCause === 'operator' && Date.parse(feed.onAirSince) > Date.parse(gate.since);
  if (isTaken && isOther(feed.onAirBy) && airMs < nameShownForMs)
    return describeOnAirAction(state, feed, isolateName(feed.onAirBy), formatDuration(airMs));
  if (isOther(gate.by) && gateMs < nameShownForMs)
    return say('By {who} {age} ago', { who: isolateName(gate.by), age: formatDuration(gateMs) });
  return say('On air frozen for {duration}', { duration: formatDuration(Math.min(airMs, gateMs)) });
}

/** A desk's action this close to a change on air counts as its cause. */
const sameActionMs = 1000;

function describeOnAirAction(
  { desks }: DeskState,
  { onAirBy, onAirSince }: DeskFeed,
  who: string,
  age: string,
): string {
  const action = desks.find(({ name }) => name === onAirBy)?.lastAction;
  const isCause =
    action?.outcome === 'done' && Math.abs(Date.parse(action.at) - Date.parse(onAirSince)) <= sameActionMs;
  return isCause
    ? say('{who} {done} {age} ago', { who, done: pastTenseOf(action), age })
    : say('{who} changed on air {age} ago', { who, age });
}

function revisionFactOf(state: DeskState, feed: DeskFeed, nowMs: number): Fact {
  const isUnchanged = !feed.changedSinceRestart && feed.changedAtStart !== 'show';
  const isFromBeforeRestart = feed.restored && lossOf(state, feed) === null && isUnchanged;
  const note = feed.saved
    ? describeSince(
        feed.counts.onAir === 0 && feed.served,
        formatDayTime(feed.onAirSince, nowMs),
        isFromBeforeRestart ? null : formatDuration(nowMs - Date.parse(feed.onAirSince)),
      )
    : say('Not saved yet');
  return createFact('normal', null, nameRevision(feed), note);
}

/** `duration` is `null` since before the restart. */
function describeSince(isEmpty: boolean, time: string, duration: string | null): string {
  if (duration === null)
    return isEmpty
      ? say('Empty since {time}, before the restart', { time })
      : say('Since {time}, before the restart', { time });
  return isEmpty
    ? say('Empty since {time} ({duration})', { time, duration })
    : say('Since {time} ({duration})', { time, duration });
}
