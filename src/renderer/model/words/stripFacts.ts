/** Builds the five facts of the on-air strip, which say what consumers get now. */

import type { DeskFeed, DeskSource, DeskState } from '../../../contract/deskState.ts';
import { capitalise } from '../../../core/capitalise.ts';
import { gateNames } from '../../../core/gateNames.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { formatClockTime, formatDuration } from '../../../core/time.ts';
import { consumersFactOf, lastKnownConsumersNote } from './consumerFacts.ts';
import { formatCount } from './counts.ts';
import { createFact, type Fact } from './fact.ts';
import { pastTenseOf } from './pastTense.ts';
import { canSave } from './saving.ts';

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
        ? { ...createFact('tally', null, 'ON AIR', ''), count: feed.counts.onAir }
        : feed.served
          ? createFact('empty', null, 'NOTHING ON AIR', '')
          : createFact('unknown', null, 'ON AIR?', 'Graphics get nothing'),
    gate: gateFactOf(state, feed, nowMs),
    revision: revisionFactOf(state, feed, nowMs),
    source: hasOlderList(state, feed)
      ? createFact('held', null, 'Not confirmed', 'The service returned an older list')
      : sourceFactOf(state.source, feed, ageMs, nowMs),
    consumers: consumersFactOf(feed, nowMs),
  };
}

/** The last known facts. `since` is when the connection was lost, ISO 8601. */
export function buildDisconnectedFacts(feed: DeskFeed, since: string, disconnectedForMs: number): StripFacts {
  const at = formatClockTime(since);
  return {
    tally: { ...createFact('unknown', null, 'ON AIR?', ''), count: feed.counts.onAir },
    gate: createFact(
      'normal',
      'no-connection',
      'No connection',
      `${formatDuration(disconnectedForMs)}, retrying twice a second`,
    ),
    revision: createFact('old', null, `Revision ${feed.revision}`, `Last known ${at}`),
    source: createFact('old', null, 'Unknown', `${capitalise(feed.freshness)} at ${at}`),
    consumers: createFact(
      'old',
      null,
      feed.counts.consumers === 0 ? 'No consumers' : formatCount(feed.counts.consumers, 'consumer', 'consumers'),
      lastKnownConsumersNote(feed, at),
    ),
  };
}

/** The time of the last restart, ISO 8601; `null` when there was none. */
export function restartTimeOf(state: DeskState, feed: DeskFeed): string | null {
  const found = state.problems.find(
    (problem) =>
      (problem.code === 'FEED_RESTORED' || problem.code === 'FEED_RESTORED_CHANGED' || isLoss(problem)) &&
      (problem.about === `feed:${feed.slug}` || problem.about === feed.slug),
  );
  return found?.since ?? null;
}

/** Whether a feed was restored from an incomplete show. It is then not called unchanged. */
export function isLoss({ code }: DeskState['problems'][number]): boolean {
  return code === 'FEED_UNSAVED' || isDamage(code);
}

function isDamage(code: string): boolean {
  return code === 'FEED_REBUILT' || code === 'FEED_GUARDS_LOST' || code === 'FEED_LIST_LOST';
}

function lossOf(state: DeskState, feed: DeskFeed): DeskState['problems'][number] | null {
  return state.problems.find((problem) => isLoss(problem) && problem.about === `feed:${feed.slug}`) ?? null;
}

function gateFactOf(state: DeskState, feed: DeskFeed, nowMs: number): Fact {
  const restart = feed.restored ? restartTimeOf(state, feed) : null;
  const restored = isDamage(lossOf(state, feed)?.code ?? '') ? 'Rebuilt after damage' : 'Restored';
  const restoredNote = feed.restored ? `${restored}${restart === null ? '' : ` at ${formatClockTime(restart)}`}` : null;
  switch (feed.gate) {
    case 'following':
      return createFact(
        'normal',
        'gate-open',
        `${gateNames.following} live`,
        restoredNote ?? followingNoteOf(state, feed),
      );
    case 'held':
      return createFact(
        'held',
        'gate-shut',
        gateNames.held.toUpperCase(),
        restoredNote ?? heldNoteOf(state, feed, nowMs),
      );
    case 'cleared': {
      const who = feed.gateBy === state.you ? 'you' : isolateName(feed.gateBy ?? 'Greenroom');
      const ago = formatDuration(nowMs - Date.parse(feed.gateSince));
      return createFact(
        'cleared',
        'frame-empty',
        gateNames.cleared.toUpperCase(),
        restoredNote ?? `By ${who} at ${formatClockTime(feed.gateSince)}, ${ago} ago`,
      );
    }
    default:
      return feed.gate satisfies never;
  }
}

/** Whether the service’s list is older than ours, and not shown yet. */
function hasOlderList({ problems }: DeskState, { collection }: DeskFeed): boolean {
  return problems.some(
    ({ code, about }) => code === 'SOURCE_OLDER_IGNORED' && about === `collection:${collection?.id}`,
  );
}

function followingNoteOf(state: DeskState, feed: DeskFeed): string {
  const { source } = state;
  const { freshness } = feed;
  if (!canSave(state)) return 'Added and edited posts wait';
  if (source.state === 'idle') return source.baseUrl === '' ? 'Not connected to a service' : 'No collection to follow';
  if (source.state === 'refused') return 'Resumes once the key is accepted';
  if (hasOlderList(state, feed)) return 'Older list not shown yet';
  return freshness === 'offline' || freshness === 'stale' ? 'Resumes after the outage' : 'Changes go straight to air';
}

function heldNoteOf(state: DeskState, feed: DeskFeed, nowMs: number): string {
  const airMs = nowMs - Date.parse(feed.onAirSince);
  const gateMs = nowMs - Date.parse(feed.gateSince);
  const isOther = (name: string | null): name is string => name !== null && name !== state.you;
  const isTaken = feed.onAirCause === 'operator' && Date.parse(feed.onAirSince) > Date.parse(feed.gateSince);
  if (isTaken && isOther(feed.onAirBy) && airMs < nameShownForMs)
    return `${isolateName(feed.onAirBy)} ${describeOnAirAction(state, feed)} ${formatDuration(airMs)} ago`;
  if (isOther(feed.gateBy) && gateMs < nameShownForMs)
    return `By ${isolateName(feed.gateBy)} ${formatDuration(gateMs)} ago`;
  return `On air frozen for ${formatDuration(Math.min(airMs, gateMs))}`;
}

/** A desk's action this close to a change on air counts as its cause. */
const sameActionMs = 1000;

function describeOnAirAction({ desks }: DeskState, { onAirBy, onAirSince }: DeskFeed): string {
  const action = desks.find(({ name }) => name === onAirBy)?.lastAction;
  const isCause =
    action?.outcome === 'done' && Math.abs(Date.parse(action.at) - Date.parse(onAirSince)) <= sameActionMs;
  return isCause ? pastTenseOf(action) : 'changed on air';
}

function revisionFactOf(state: DeskState, feed: DeskFeed, nowMs: number): Fact {
  const since = formatClockTime(feed.onAirSince);
  const lead = feed.counts.onAir === 0 && feed.served ? 'Empty since' : 'Since';
  const isFromBeforeRestart = feed.restored && lossOf(state, feed) === null && !feed.changedSinceRestart;
  const note = isFromBeforeRestart
    ? ', before the restart'
    : ` (${formatDuration(nowMs - Date.parse(feed.onAirSince))})`;
  return createFact(
    'normal',
    null,
    `Revision ${feed.revision}`,
    feed.saved ? `${lead} ${since}${note}` : 'Not saved yet',
  );
}

/** `ageMs` is the time since the service last confirmed the feed’s list. */
function sourceFactOf(source: DeskSource, feed: DeskFeed, ageMs: number, nowMs: number): Fact {
  const { freshness, lastConfirmedAt } = feed;
  const last = lastConfirmedAt === null ? 'No response yet' : `Last good ${formatClockTime(lastConfirmedAt)}`;
  const next =
    source.nextCheckAt === null ? '' : `. Next try in ${formatDuration(Date.parse(source.nextCheckAt) - nowMs)}`;
  if (source.state === 'refused') return createFact('held', null, 'Refused', 'The API key is not accepted');
  if (source.state === 'idle') {
    const note = source.baseUrl === '' ? 'No service. Set its address' : 'No feed uses a collection';
    return createFact('held', null, 'Not connected', note);
  }
  if (source.state === 'connecting' && lastConfirmedAt === null)
    return createFact('normal', null, 'Connecting…', 'No response yet');
  // The service responds, but not about this list: its collection is missing, or none is chosen.
  if (lastConfirmedAt === null && (freshness === 'stale' || source.freshness !== 'offline'))
    return createFact('held', null, 'Not confirmed', 'The service has not confirmed this list');
  switch (freshness) {
    case 'offline':
      return createFact(
        'held',
        null,
        lastConfirmedAt === null ? 'OFFLINE' : `OFFLINE ${formatDuration(ageMs)}`,
        `${last}${next}`,
      );
    case 'stale':
      return createFact(
        'held',
        null,
        'Late',
        `${lastConfirmedAt === null ? last : `Last checked ${formatDuration(ageMs)} ago`}${next}`,
      );
    case 'demo':
      return createFact(
        'normal',
        null,
        `Checked ${formatDuration(ageMs)} ago`,
        `Demo: built-in posts. ${updateModeNoteOf(source)}`,
      );
    case 'fresh':
      return createFact('normal', null, `Checked ${formatDuration(ageMs)} ago`, `Fresh. ${updateModeNoteOf(source)}`);
    default:
      return freshness satisfies never;
  }
}

function updateModeNoteOf(source: DeskSource): string {
  const latency = source.latencyMs === null ? '' : ` (${Math.round(source.latencyMs)} ms)`;
  switch (source.mode) {
    case 'poll':
      return `Polls every ${source.pollSeconds} s${latency}`;
    case 'push':
      return `Push, ${formatCount(source.webhook?.accepted ?? 0, 'delivery', 'deliveries')}`;
    case 'hybrid':
      return `Hybrid, polls every ${source.pollSeconds} s${latency}`;
    default:
      return source.mode satisfies never;
  }
}
