/** The right side of Settings, Source: the connection to the service now. */
import { formatNumber } from '../../../core/formatNumber.ts';
import { markMessage, say } from '../../../core/language/say.ts';
import type { Freshness, PollsToday } from '../../../core/source.ts';
import { formatClockTime, formatDayTime, formatDuration } from '../../../core/time.ts';
import { Lamp, type LampKind } from '../../../ui/Lamp.tsx';
import type { Desk } from '../../stores/desk.ts';
import { useComputed } from '../../stores/useDesk.ts';
import { SetupEntry } from '../service/SetupEntry.tsx';
import { FactTable } from './SettingLine.tsx';

const lampOf: Readonly<Record<Freshness, readonly [LampKind, string]>> = {
  fresh: ['good', markMessage('Fresh')],
  demo: ['good', markMessage('Demo: built-in posts')],
  stale: ['warn', markMessage('Late')],
  offline: ['warn', markMessage('Offline')],
};

export function SourceAside() {
  const [kind, text] = useComputed(({ state, disconnectedAt }) => stateOf(state, disconnectedAt !== null));
  const facts = useComputed(({ state }, nowMs) => factsOf(state, nowMs));
  return (
    <>
      <h2>{say('Now')}</h2>
      <FactTable facts={[[say('State'), <Lamp key="state" kind={kind} text={text} />], ...facts]} />
      <h2>{say('Changing the mode')}</h2>
      <p>
        {say(
          'Takes effect immediately. Nothing is lost, repeated or blanked: the last good list stays until the new mode confirms it.',
        )}
      </p>
      <h2>{say('Another service')}</h2>
      <p>{say('The setup tries its address and key before anything is used.')}</p>
      <div className="button-row is-below">
        <SetupEntry />
      </div>
    </>
  );
}

function stateOf({ source }: Desk['state'], isDisconnected: boolean): readonly [LampKind, string] {
  if (isDisconnected) return ['off', say('Unknown: no connection to Greenroom')];
  if (source.baseUrl === '') return ['off', say('No service yet')];
  if (source.state === 'refused') return ['bad', say('Refused')];
  const [kind, text] = lampOf[source.freshness];
  return [kind, say(text)];
}

function describeLatency({ latencyMs, pollsToday: { slowestMs, isSinceStart } }: Desk['state']['source']): string {
  if (latencyMs === null) return say('not known');
  const latency = `${Math.round(latencyMs)} ms`;
  if (slowestMs === null) return latency;
  const values = { latency, slowest: formatNumber(slowestMs) };
  return isSinceStart
    ? say('{latency}, slowest since the start {slowest} ms', values)
    : say('{latency}, slowest today {slowest} ms', values);
}

function describeUnchanged({ unchanged, polls, isSinceStart }: PollsToday): string {
  const values = { count: formatNumber(unchanged), total: formatNumber(polls) };
  return isSinceStart ? say('{count} of {total} since the start', values) : say('{count} of {total} today', values);
}

function describeUnanswered({ unanswered, lastUnansweredAt, isSinceStart }: PollsToday): string {
  if (lastUnansweredAt === null) return isSinceStart ? say('none since the start') : say('none today');
  const values = { count: formatNumber(unanswered), time: formatClockTime(lastUnansweredAt) };
  return isSinceStart ? say('{count} since the start, {time}', values) : say('{count} today, {time}', values);
}

function factsOf({ source, at }: Desk['state'], nowMs: number): readonly (readonly [string, string])[] {
  const { pollsToday } = source;
  const ageMs = (source.confirmedAgeMs ?? 0) + Math.max(0, nowMs - Date.parse(at));
  return [
    [
      say('Last confirmed'),
      source.lastConfirmedAt === null
        ? say('not yet')
        : say('{time}, {age} ago', { time: formatDayTime(source.lastConfirmedAt, nowMs), age: formatDuration(ageMs) }),
    ],
    [
      source.mode === 'push' ? say('Next check') : say('Next poll'),
      source.nextCheckAt === null
        ? say('none scheduled')
        : say('in {duration}', { duration: formatDuration(Date.parse(source.nextCheckAt) - nowMs) }),
    ],
    [say('Response time'), describeLatency(source)],
    [say('Unchanged'), describeUnchanged(pollsToday)],
    [say('No response'), describeUnanswered(pollsToday)],
  ];
}
