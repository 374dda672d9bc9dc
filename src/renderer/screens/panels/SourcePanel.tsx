/** The Source panel: update mode, current connection and webhook address. */

import { RefreshCw } from 'lucide-react';
import type { DeskState } from '../../../contract/deskState.ts';
import { formatClockTime, formatDuration } from '../../../core/time.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useComputed, useDesk } from '../../stores/useDesk.ts';
import { ActionButton } from '../ActionButton.tsx';
import { UpdateModes } from '../service/UpdateModes.tsx';
import { Panel } from './Panel.tsx';

export function SourcePanel() {
  return (
    <Panel
      label="Source"
      title="SOURCE"
      note="A change of update mode takes effect immediately. On air is not affected."
    >
      <h3>Update mode</h3>
      <UpdateModes />
      <h3>Now</h3>
      <SourceFacts />
      <div className="button-row">
        <ActionButton action="checkNow" label="Check now">
          <RefreshCw />
        </ActionButton>
      </div>
      <WebhookListener />
    </Panel>
  );
}

function sourceFactsOf(state: DeskState, nowMs: number): readonly (readonly [string, string])[] {
  const { source } = state;
  const ageMs = (source.confirmedAgeMs ?? 0) + Math.max(0, nowMs - Date.parse(state.at));
  return [
    ['Service', source.baseUrl === '' ? 'not set' : source.baseUrl],
    [
      'Last confirmed',
      source.lastConfirmedAt === null
        ? 'not yet'
        : `${formatClockTime(source.lastConfirmedAt)}, ${formatDuration(ageMs)} ago`,
    ],
    [
      'Next check',
      source.nextCheckAt === null ? 'none scheduled' : `in ${formatDuration(Date.parse(source.nextCheckAt) - nowMs)}`,
    ],
    ['Response time', source.latencyMs === null ? 'not known' : `${Math.round(source.latencyMs)} ms`],
  ];
}

function SourceFacts() {
  const facts = useComputed(({ state }, nowMs) => sourceFactsOf(state, nowMs));
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function WebhookListener() {
  const webhook = useDesk((desk) => desk.state.source.webhook);
  if (webhook === null) return <p className="advice">Webhook: off in poll mode. No port is open for it.</p>;
  const outsideContact = webhook.reachedFromOutside;
  return (
    <section>
      <h3>Webhook</h3>
      <div className="address">
        <span className="address-label">{webhook.isListening ? 'Listening at' : 'Not listening'}</span>
        <code>{webhook.address}</code>
        <CopyButton text={webhook.address} name="Copy webhook address" label="Copy" />
      </div>
      <p>
        {webhook.accepted} accepted, {webhook.refused} refused.{' '}
        {webhook.lastAcceptedAt === null
          ? 'No delivery yet.'
          : `Last delivery ${formatClockTime(webhook.lastAcceptedAt)}.`}{' '}
        {outsideContact === null
          ? 'Not reached from outside yet.'
          : `Reached from outside ${formatClockTime(outsideContact.at)}, by ${outsideContact.from}.`}
      </p>
    </section>
  );
}
