/** The Source panel: update mode, current connection and webhook address. */

import { RefreshCw } from 'lucide-react';
import { Radio, RadioGroup } from 'react-aria-components';
import type { DeskState } from '../../../contract/deskState.ts';
import type { QueryResult } from '../../../contract/queries.ts';
import type { SourceMode } from '../../../core/source.ts';
import { formatClockTime, formatDuration } from '../../../core/time.ts';
import { useExplainDisabled } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useEngineQuery } from '../../engine/queries.ts';
import { useCommand } from '../../engine/useCommand.ts';
import { useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { ActionButton } from '../ActionButton.tsx';
import { Panel } from './Panel.tsx';

const updateModes: readonly {
  readonly mode: SourceMode;
  readonly name: string;
  readonly description: string;
  readonly needs: string;
}[] = [
  {
    mode: 'poll',
    name: 'Poll',
    description: 'Changes arrive within one interval. No open firewall port.',
    needs: 'the API key',
  },
  {
    mode: 'push',
    name: 'Push',
    description:
      'Changes arrive in under a second. With an API key, an occasional poll verifies that nothing was missed.',
    needs: 'the signing secret, and the webhook port reachable from the service',
  },
  {
    mode: 'hybrid',
    name: 'Hybrid',
    description: 'Push for speed, polling to verify. If push stops, polling continues and says so.',
    needs: 'everything poll and push need',
  },
];

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

export function UpdateModes() {
  const currentMode = useDesk((desk) => desk.state.source.mode);
  const isDisconnected = useIsDisconnected();
  const send = useCommand();
  const explain = useExplainDisabled();
  const missing = useEngineQuery('missingSecrets', {}, null).data?.missing ?? [];
  return (
    <RadioGroup
      className="choices"
      aria-label="Update mode"
      // Selected only once the engine confirms it.
      value={currentMode}
      onChange={(mode) => {
        if (isDisconnected) explain('not connected');
        else
          send({
            title: 'Update mode',
            keyLabel: null,
            command: { name: 'setMode', input: { mode: mode as SourceMode } },
          });
      }}
    >
      {updateModes.map(({ mode, name, description, needs }) => (
        <Radio
          key={mode}
          value={mode}
          className={({ isSelected, isFocusVisible }) =>
            `choice${isSelected ? ' is-on' : ''}${isFocusVisible ? ' is-focused' : ''}`
          }
        >
          <span className="choice-dot" aria-hidden="true" />
          <span>
            <b>{name}</b>
            <small>{description}</small>
            <small>Needs {needs}.</small>
            <MissingSecrets mode={mode} missing={missing} />
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}

type MissingSecretsProps = {
  readonly mode: SourceMode;
  readonly missing: QueryResult<'missingSecrets'>['missing'];
};

/** Says before the mode is chosen what it would lack, and what follows from that. */
function MissingSecrets({ mode, missing }: MissingSecretsProps) {
  const hasNoSecret = mode !== 'poll' && missing.includes('webhookSecret');
  const hasNoKey = mode !== 'push' && missing.includes('apiKey');
  return (
    <>
      {hasNoSecret && (
        <small className="is-missing">
          Missing: the webhook secret. No delivery can be verified, and each gets 503. Set it in Settings, Source.
        </small>
      )}
      {hasNoKey && (
        <small className="is-missing">Missing: the API key. Nothing can be polled. Set it in Settings, Source.</small>
      )}
    </>
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
