/** Builds the fact of the strip that says how fresh the service’s list is. */
import type { DeskFeed, DeskSource, DeskState } from '../../../contract/deskState.ts';
import { say } from '../../../core/language/say.ts';
import type { ProblemCode } from '../../../core/problem.ts';
import { formatDayTime, formatDuration } from '../../../core/time.ts';
import { createFact, type Fact } from './fact.ts';
import { aboutCollectionOf } from './followed.ts';

/** Whether the service’s list is older than ours, and not shown yet. */
export function hasOlderList({ problems }: DeskState, feed: DeskFeed): boolean {
  return problems.some(({ code, about }) => code === 'SOURCE_OLDER_IGNORED' && about === aboutCollectionOf(feed));
}

/** `ageMs` is the time since the service last confirmed the feed’s list. */
export function sourceFactOf(state: DeskState, feed: DeskFeed, ageMs: number, nowMs: number): Fact {
  if (hasOlderList(state, feed))
    return createFact('held', null, say('Not confirmed'), say('The service returned an older list'));
  const { source } = state;
  const { freshness, lastConfirmedAt } = feed;
  const has = (wanted: ProblemCode): boolean => state.problems.some(({ code }) => code === wanted);
  const last =
    lastConfirmedAt === null
      ? say('No response yet')
      : say('Last good {time}', { time: formatDayTime(lastConfirmedAt, nowMs) });
  const age = formatDuration(ageMs);
  if (source.state === 'refused') {
    const note = has('SOURCE_KEY_MISSING')
      ? say('No API key is set')
      : has('SOURCE_KEY_OTHER_SERVICE')
        ? say('The API key belongs to another service')
        : say('The API key is not accepted');
    return createFact('held', null, say('Refused'), note);
  }
  if (source.state === 'idle') {
    const note = source.baseUrl === '' ? say('No service. Set its address') : say('No feed uses a collection');
    return createFact('held', null, say('Not connected'), note);
  }
  if (feed.collectionId === null) return createFact('held', null, say('Not confirmed'), say('No collection to follow'));
  // Push without an API key sends no request that could be answered.
  const isWaiting = source.state === 'connecting' && (source.mode !== 'push' || source.nextCheckAt !== null);
  if (isWaiting && lastConfirmedAt === null && freshness === 'offline')
    return createFact('normal', null, say('Connecting…'), say('No response yet'));
  // The service responds, but not with this list: for example, its collection is missing.
  const isAnswered =
    freshness === 'stale' || source.freshness !== 'offline' || !(has('SOURCE_OFFLINE') || has('SOURCE_TIMEOUT'));
  if (lastConfirmedAt === null && isAnswered)
    return createFact('held', null, say('Not confirmed'), say('The service has not confirmed this list'));
  switch (freshness) {
    case 'offline':
      return createFact(
        'held',
        null,
        lastConfirmedAt === null ? say('OFFLINE') : say('OFFLINE {duration}', { duration: age }),
        withNextTry(last, source, nowMs),
      );
    case 'stale':
      return createFact(
        'held',
        null,
        say('Late'),
        withNextTry(lastConfirmedAt === null ? last : say('Last checked {age} ago', { age }), source, nowMs),
      );
    case 'demo':
      return createFact('normal', null, say('Checked {age} ago', { age }), say('Demo: built-in posts'));
    case 'fresh':
      return createFact(
        'normal',
        null,
        say('Checked {age} ago', { age }),
        say('Fresh. {mode}', { mode: updateModeNoteOf(source) }),
      );
    default:
      return freshness satisfies never;
  }
}

function withNextTry(note: string, { nextCheckAt }: DeskSource, nowMs: number): string {
  if (nextCheckAt === null) return note;
  return say('{note}. Next try in {duration}', { note, duration: formatDuration(Date.parse(nextCheckAt) - nowMs) });
}

function updateModeNoteOf(source: DeskSource): string {
  switch (source.mode) {
    case 'poll':
      return withLatency(say('Polls every {interval}', { interval: `${source.pollSeconds} s` }), source);
    case 'push':
      return say('{count, plural, one {Push, # delivery} other {Push, # deliveries}}', {
        count: source.webhook?.accepted ?? 0,
      });
    case 'hybrid':
      return withLatency(say('Hybrid, polls every {interval}', { interval: `${source.pollSeconds} s` }), source);
    default:
      return source.mode satisfies never;
  }
}

function withLatency(note: string, { latencyMs }: DeskSource): string {
  return latencyMs === null ? note : `${note} (${Math.round(latencyMs)} ms)`;
}
