/** Says which consumers have reached the newest revision, and which can’t be relied on. */
import type { Consumer } from '../../../contract/consumer.ts';
import type { DeskFeed } from '../../../contract/deskState.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { listSharedNamesBriefly } from '../../../core/listNames.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { formatDuration, formatShortDuration } from '../../../core/time.ts';
import { createFact, type Fact } from './fact.ts';
import { lostConsumersOf } from './takedown.ts';

/** Whether the consumer is known to have reached the revision. That it was sent proves nothing. */
export function hasConfirmed(revision: number, { state, confirmedRevision }: Consumer): boolean {
  return state === 'reading' && confirmedRevision >= revision;
}

/** Whether the consumer has the revision as far as anybody can know: nothing proves what an event stream has read. */
export function wasOnlySent(feedRevision: number, consumer: Consumer): boolean {
  const { state, protocol, revision } = consumer;
  return (
    state === 'reading' && protocol === 'events' && revision >= feedRevision && !hasConfirmed(feedRevision, consumer)
  );
}

/** Revision 0 is before anything was on air, so a consumer at 0 has nothing of this show. */
export function describeShownRevision(consumer: Consumer): string {
  const { confirmedRevision, paintedRevision, protocol, revision } = consumer;
  if (confirmedRevision > 0) return say('revision {revision}', { revision: confirmedRevision });
  if (protocol === 'socket' || paintedRevision !== null) return say('has painted nothing yet');
  return revision > 0 ? say('sent revision {revision}', { revision }) : say('has read no posts yet');
}

export function consumersFactOf(feed: DeskFeed, nowMs: number): Fact {
  const all = feed.consumers;
  const lost = lostConsumersOf(feed);
  if (all.length === 0 && lost.length === 0)
    return createFact('normal', null, say('No consumers'), say('Nothing is reading this feed'));
  const behind = all.filter(({ state }) => state === 'behind');
  const first = behind[0];
  const total = formatNumber(all.length);
  if (first !== undefined) {
    const duration = formatDuration(nowMs - Date.parse(first.behindSince ?? feed.onAirSince));
    const main = say('{count} of {total} behind', { count: formatNumber(behind.length), total });
    return createFact('alarm', 'octagon', main, describeBehind(first, duration, behind.length - 1));
  }
  if (lost.length > 0) {
    // The strip has room for one long name; the alarm names more.
    const names = listSharedNamesBriefly(lost.map(isolateName), 1);
    const note = say('{count, plural, one {{names} lost, not confirmed} other {{names} lost, not confirmed}}', {
      names,
      count: lost.length,
    });
    return createFact('alarm', 'octagon', countConsumers(all.length), note);
  }
  const silent = all.filter(({ state }) => state === 'silent');
  const firstSilent = silent[0];
  if (firstSilent !== undefined) {
    return createFact(
      'held',
      null,
      say('{count} of {total} silent', { count: formatNumber(silent.length), total }),
      describeLastSeen(firstSilent, nowMs),
    );
  }
  return createFact('normal', null, countConsumers(all.length), describeReading(feed));
}

function describeLastSeen({ name, lastSeenAt }: Consumer, nowMs: number): string {
  if (lastSeenAt === null) return say('{name} has not come back', { name: isolateName(name) });
  const age = formatDuration(nowMs - Date.parse(lastSeenAt));
  return say('{name} last seen {age} ago', { name: isolateName(name), age });
}

/** `more` is how many other consumers are behind. */
function describeBehind(first: Consumer, duration: string, more: number): string {
  const name = isolateName(first.name);
  const revision = first.confirmedRevision;
  const count = formatNumber(more);
  if (revision === 0)
    return more === 0
      ? say('{name} has confirmed nothing ({duration})', { name, duration })
      : say('{name} has confirmed nothing ({duration}), and {count} more', { name, duration, count });
  return more === 0
    ? say('{name} still shows revision {revision} ({duration})', { name, revision, duration })
    : say('{name} still shows revision {revision} ({duration}), and {count} more', { name, revision, duration, count });
}

/** For example `4 consumers`. */
export function countConsumers(count: number): string {
  return count === 0 ? say('No consumers') : say('{count, plural, one {# consumer} other {# consumers}}', { count });
}

/** How many of the consumers, which are all reading, have reached the newest revision. */
function describeReading({ consumers, counts, revision }: DeskFeed): string {
  const isBlank = counts.onAir === 0;
  const confirmedCount = consumers.filter((consumer) => hasConfirmed(revision, consumer)).length;
  const sentCount = consumers.filter((consumer) => wasOnlySent(revision, consumer)).length;
  const confirmed = formatNumber(confirmedCount);
  if (confirmedCount + sentCount < consumers.length) {
    const total = formatNumber(consumers.length);
    return isBlank
      ? say('{confirmed} of {total} blank so far', { confirmed, total })
      : say('{confirmed} of {total} on revision {revision} so far', { confirmed, total, revision });
  }
  if (sentCount > 0) return describeUnconfirmable(confirmedCount, sentCount, isBlank ? null : revision);
  const paintTimesMs = consumers.flatMap(({ paintedInMs }) => paintedInMs ?? []);
  if (paintTimesMs.length === 0) return isBlank ? say('All blank') : say('All on revision {revision}', { revision });
  const duration = formatShortDuration(Math.max(...paintTimesMs));
  return isBlank
    ? say('All blank. Confirmed in {duration}', { duration })
    : say('All on revision {revision}. On screen in {duration}', { revision, duration });
}

/** `revision` is `null` while nothing is on air. */
function describeUnconfirmable(confirmedCount: number, sentCount: number, revision: number | null): string {
  const confirmed = formatNumber(confirmedCount);
  const count = sentCount;
  if (confirmedCount === 0) return say('{count, plural, one {# can’t confirm} other {# can’t confirm}}', { count });
  return revision === null
    ? say('{count, plural, one {{confirmed} blank, # can’t confirm} other {{confirmed} blank, # can’t confirm}}', {
        confirmed,
        count,
      })
    : say(
        '{count, plural, one {{confirmed} on revision {revision}, # can’t confirm} other {{confirmed} on revision {revision}, # can’t confirm}}',
        { confirmed, revision, count },
      );
}

export function lastKnownConsumersNote({ consumers, counts, revision }: DeskFeed, time: string): string {
  if (counts.consumers === 0) return say('As of {time}', { time });
  const haveAllConfirmed = consumers.every((consumer) => hasConfirmed(revision, consumer));
  return haveAllConfirmed
    ? say('All on revision {revision} at {time}', { revision, time })
    : say('Not all on revision {revision} at {time}', { revision, time });
}

/** A consumer from before the restart is silent until it reads again. */
export function describeConnected({ consumers }: DeskFeed): string {
  const total = consumers.length;
  if (total === 0) return say('No consumers.');
  const count = consumers.filter(({ state }) => state !== 'silent').length;
  if (count === total)
    return say('{count, plural, one {# consumer is connected.} other {# consumers are connected.}}', { count });
  return say(
    '{count, plural, one {# of {total} consumers is connected.} other {# of {total} consumers are connected.}}',
    { count, total: formatNumber(total) },
  );
}
