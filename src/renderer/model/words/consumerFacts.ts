/** Says which consumers have reached the newest revision, and which can’t be relied on. */
import type { Consumer } from '../../../contract/consumer.ts';
import type { DeskFeed } from '../../../contract/deskState.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { formatDuration } from '../../../core/time.ts';
import { formatCount } from './counts.ts';
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
  if (confirmedRevision > 0) return `revision ${confirmedRevision}`;
  if (protocol === 'socket' || paintedRevision !== null) return 'has painted nothing yet';
  return revision > 0 ? `sent revision ${revision}` : 'has read no posts yet';
}

function describeReached({ confirmedRevision }: Consumer): string {
  return confirmedRevision === 0 ? 'has confirmed nothing' : `still shows revision ${confirmedRevision}`;
}

export function consumersFactOf(feed: DeskFeed, nowMs: number): Fact {
  const all = feed.consumers;
  const lost = lostConsumersOf(feed);
  if (all.length === 0 && lost.length === 0)
    return createFact('normal', null, 'No consumers', 'Nothing is reading this feed');
  const behind = all.filter(({ state }) => state === 'behind');
  const first = behind[0];
  if (first !== undefined) {
    const since = formatDuration(nowMs - Date.parse(first.behindSince ?? feed.onAirSince));
    const more = behind.length > 1 ? `, and ${behind.length - 1} more` : '';
    return createFact(
      'alarm',
      'octagon',
      `${behind.length} of ${all.length} behind`,
      `${isolateName(first.name)} ${describeReached(first)} (${since})${more}`,
    );
  }
  if (lost.length > 0) {
    const main = all.length === 0 ? 'No consumers' : formatCount(all.length, 'consumer', 'consumers');
    return createFact('alarm', 'octagon', main, `${lost.map(isolateName).join(', ')} lost, not confirmed`);
  }
  const silent = all.filter(({ state }) => state === 'silent');
  const firstSilent = silent[0];
  if (firstSilent !== undefined) {
    return createFact(
      'held',
      null,
      `${silent.length} of ${all.length} silent`,
      `${isolateName(firstSilent.name)} last seen ${formatDuration(nowMs - Date.parse(firstSilent.lastSeenAt))} ago`,
    );
  }
  const paintTimesMs = all.flatMap(({ paintedInMs }) => paintedInMs ?? []);
  const slowestMs = paintTimesMs.length === 0 ? null : Math.round(Math.max(...paintTimesMs));
  const isBlank = feed.counts.onAir === 0;
  const confirmedCount = all.filter((consumer) => hasConfirmed(feed.revision, consumer)).length;
  const countText = formatCount(all.length, 'consumer', 'consumers');
  const aimText = isBlank ? 'blank' : `on revision ${feed.revision}`;
  const sentCount = all.filter((consumer) => wasOnlySent(feed.revision, consumer)).length;
  if (confirmedCount + sentCount < all.length)
    return createFact('normal', null, countText, `${confirmedCount} of ${all.length} ${aimText} so far`);
  if (sentCount > 0) {
    const confirmedText = confirmedCount === 0 ? '' : `${confirmedCount} ${aimText}, `;
    return createFact('normal', null, countText, `${confirmedText}${sentCount} can’t confirm`);
  }
  const timeText =
    slowestMs === null ? '' : isBlank ? `. Confirmed in ${slowestMs} ms` : `. On screen in ${slowestMs} ms`;
  const note = isBlank ? `All blank${timeText}` : `All on revision ${feed.revision}${timeText}`;
  return createFact('normal', null, countText, note);
}

export function lastKnownConsumersNote({ consumers, counts, revision }: DeskFeed, at: string): string {
  if (counts.consumers === 0) return `As of ${at}`;
  const haveAllConfirmed = consumers.every((consumer) => hasConfirmed(revision, consumer));
  return haveAllConfirmed ? `All on revision ${revision} at ${at}` : `Not all on revision ${revision} at ${at}`;
}

/** A consumer from before the restart is silent until it reads again. */
export function describeConnected({ consumers }: DeskFeed): string {
  const total = consumers.length;
  if (total === 0) return 'No consumers yet.';
  const connected = consumers.filter(({ state }) => state !== 'silent').length;
  if (connected === total) return `${formatCount(total, 'consumer is', 'consumers are')} connected.`;
  return `${connected} of ${total} consumers ${connected === 1 ? 'is' : 'are'} connected.`;
}
