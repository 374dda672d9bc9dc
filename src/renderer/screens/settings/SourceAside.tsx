/** The right side of Settings, Source: the connection to the service now. */
import { formatNumber } from '../../../core/formatNumber.ts';
import type { Freshness } from '../../../core/source.ts';
import { formatClockTime, formatDuration } from '../../../core/time.ts';
import { Lamp, type LampKind } from '../../../ui/Lamp.tsx';
import type { Desk } from '../../stores/desk.ts';
import { useComputed } from '../../stores/useDesk.ts';
import { SetupEntry } from '../service/SetupEntry.tsx';
import { FactTable } from './SettingLine.tsx';

const lampOf: Readonly<Record<Freshness, readonly [LampKind, string]>> = {
  fresh: ['good', 'Fresh'],
  demo: ['good', 'Demo: built-in posts'],
  stale: ['warn', 'Late'],
  offline: ['warn', 'Offline'],
};

export function SourceAside() {
  const [kind, text] = useComputed(({ state, disconnectedAt }) => stateOf(state, disconnectedAt !== null));
  const facts = useComputed(({ state }, nowMs) => factsOf(state, nowMs));
  return (
    <>
      <h2>Now</h2>
      <FactTable facts={[['State', <Lamp key="state" kind={kind} text={text} />], ...facts]} />
      <h2>Changing the mode</h2>
      <p>
        Takes effect immediately. Nothing is lost, repeated or blanked: the last good list stays until the new mode
        confirms it.
      </p>
      <h2>Another service</h2>
      <p>The setup tries its address and key before anything is used.</p>
      <div className="button-row is-below">
        <SetupEntry />
      </div>
    </>
  );
}

function stateOf({ source }: Desk['state'], isDisconnected: boolean): readonly [LampKind, string] {
  if (isDisconnected) return ['off', 'Unknown: no connection to Greenroom'];
  if (source.baseUrl === '') return ['off', 'No service yet'];
  if (source.state === 'refused') return ['bad', 'Refused'];
  return lampOf[source.freshness];
}

function factsOf({ source, at }: Desk['state'], nowMs: number): readonly (readonly [string, string])[] {
  const { pollsToday } = source;
  const ageMs = (source.confirmedAgeMs ?? 0) + Math.max(0, nowMs - Date.parse(at));
  const slowest = pollsToday.slowestMs === null ? '' : `, slowest today ${formatNumber(pollsToday.slowestMs)} ms`;
  return [
    [
      'Last confirmed',
      source.lastConfirmedAt === null
        ? 'not yet'
        : `${formatClockTime(source.lastConfirmedAt)}, ${formatDuration(ageMs)} ago`,
    ],
    [
      source.mode === 'push' ? 'Next check' : 'Next poll',
      source.nextCheckAt === null ? 'none scheduled' : `in ${formatDuration(Date.parse(source.nextCheckAt) - nowMs)}`,
    ],
    ['Response time', source.latencyMs === null ? 'not known' : `${Math.round(source.latencyMs)} ms${slowest}`],
    ['Unchanged', `${formatNumber(pollsToday.unchanged)} of ${formatNumber(pollsToday.polls)} today`],
    [
      'No response',
      pollsToday.lastUnansweredAt === null
        ? 'none today'
        : `${formatNumber(pollsToday.unanswered)} today, ${formatClockTime(pollsToday.lastUnansweredAt)}`,
    ],
  ];
}
