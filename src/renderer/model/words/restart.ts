/** The sentences about a restart that waits to be acknowledged. */
import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { describeStartChange } from '../../../core/changedAtStart.ts';
import { say } from '../../../core/language/say.ts';
import { formatDayTime } from '../../../core/time.ts';
import { describeConnected } from './consumerFacts.ts';
import { restartTimeOf } from './stripFacts.ts';

export function describeRestart(state: DeskState, feed: DeskFeed, nowMs: number): string {
  const at = restartTimeOf(state, feed);
  if (feed.changedAtStart === 'show') return describeOpened(state.isDemo, at, nowMs);
  return at === null
    ? say('Greenroom restarted.')
    : say('Greenroom restarted at {time}.', { time: formatDayTime(at, nowMs) });
}

function describeOpened(isDemo: boolean, at: string | null, nowMs: number): string {
  if (at === null) return isDemo ? say('The demo was opened.') : say('Your own show was opened.');
  const time = formatDayTime(at, nowMs);
  return isDemo
    ? say('The demo was opened at {time}.', { time })
    : say('Your own show was opened at {time}.', { time });
}

/** Says what is on air since the restart, and which settings have changed. */
export function describeAfterRestart(feed: DeskFeed): string {
  const { slug, changedAtStart } = feed;
  const onAir = describeOnAir(feed, describeRevisionAndGate(feed));
  if (changedAtStart === null || changedAtStart === 'show') return onAir;
  const change = describeStartChange(slug, changedAtStart);
  return `${say('Its settings have changed: {change}.', { change })} ${onAir}`;
}

export function describeRestartNextStep(feed: DeskFeed): string {
  const next =
    feed.gate === 'following' ? say('Check what is on air.') : say('Check the waiting list, then take or release.');
  return `${describeConnected(feed)} ${next}`;
}

function describeRevisionAndGate({ gate, collection, revision }: DeskFeed): string {
  if (gate === 'held') return say('revision {revision}, held', { revision });
  if (gate === 'cleared') return say('revision {revision}, cleared', { revision });
  return collection === null
    ? say('revision {revision}', { revision })
    : say('revision {revision}, following live', { revision });
}

/** `state` has the revision and the gate. */
function describeOnAir(feed: DeskFeed, state: string): string {
  if (feed.changedAtStart === 'show') return say('On air is the list of this show: {state}.', { state });
  if (feed.changedSinceRestart) return say('On air has changed since: {state}.', { state });
  if (feed.changedAtStart === 'added') return say('On air is its last list from before: {state}.', { state });
  const hasOtherList = feed.changedAtStart === 'collection' || feed.changedAtStart === 'service';
  const isUnread = hasOtherList && feed.gate === 'following' && feed.lastConfirmedAt === null;
  return isUnread
    ? say('On air is unchanged and can change when its list is read: {state}.', { state })
    : say('On air is unchanged: {state}.', { state });
}
