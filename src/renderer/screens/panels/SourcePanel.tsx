/** The Source panel: update mode, current connection and webhook address. */

import { RefreshCw } from 'lucide-react';
import type { DeskState } from '../../../contract/deskState.ts';
import { say } from '../../../core/language/say.ts';
import { formatDayTime, formatDuration } from '../../../core/time.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useComputed, useDesk, useToday } from '../../stores/useDesk.ts';
import { ActionButton } from '../ActionButton.tsx';
import { UpdateModes } from '../service/UpdateModes.tsx';
import { Panel } from './Panel.tsx';

export function SourcePanel() {
  return (
    <Panel
      label={say('Source')}
      title={say('SOURCE')}
      note={say('A feed that follows live takes what the new mode finds.')}
    >
      <h3>{say('Update mode')}</h3>
      <UpdateModes />
      <h3>{say('Now')}</h3>
      <SourceFacts />
      <div className="button-row">
        <ActionButton action="checkNow" label={say('Check now')}>
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
    [say('Service'), source.baseUrl === '' ? say('not set') : source.baseUrl],
    [
      say('Last confirmed'),
      source.lastConfirmedAt === null
        ? say('not yet')
        : say('{time}, {age} ago', { time: formatDayTime(source.lastConfirmedAt, nowMs), age: formatDuration(ageMs) }),
    ],
    [
      say('Next check'),
      source.nextCheckAt === null
        ? say('none scheduled')
        : say('in {time}', { time: formatDuration(Date.parse(source.nextCheckAt) - nowMs) }),
    ],
    [say('Response time'), source.latencyMs === null ? say('not known') : `${Math.round(source.latencyMs)} ms`],
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
  const today = useToday();
  if (webhook === null) return <p className="advice">{say('Webhook: off in poll mode. No port is open for it.')}</p>;
  const outsideContact = webhook.reachedFromOutside;
  return (
    <section>
      <h3>{say('Webhook')}</h3>
      <div className="address">
        <span className="address-label">{webhook.isListening ? say('Listening at') : say('Not listening')}</span>
        <code>{webhook.address}</code>
        <CopyButton text={webhook.address} name={say('Copy webhook address')} label={say('Copy')} />
      </div>
      <p>
        {say(
          '{accepted, plural, one {# accepted} other {# accepted}}, {refused, plural, one {# refused} other {# refused}}.',
          { accepted: webhook.accepted, refused: webhook.refused },
        )}{' '}
        {webhook.lastAcceptedAt === null
          ? say('No delivery yet.')
          : say('Last delivery {time}.', { time: formatDayTime(webhook.lastAcceptedAt, today) })}{' '}
        {outsideContact === null
          ? say('Not reached from outside yet.')
          : say('Reached from outside {time}, by {address}.', {
              time: formatDayTime(outsideContact.at, today),
              address: outsideContact.from,
            })}
      </p>
    </section>
  );
}
