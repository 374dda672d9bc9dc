/** Settings, Source: the service’s address and key, tried before they are used, and how its changes arrive. */
import { type ReactNode, useState } from 'react';
import { say } from '../../../core/language/say.ts';
import { collectionIntervalOf, isListPolledFor, requestsPerMinute } from '../../../core/pollPlan.ts';
import { formatDuration } from '../../../core/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { findSettingField, listSettingGroups } from '../../model/settingFields.ts';
import { openScreen } from '../../stores/uiState.ts';
import { useDesk } from '../../stores/useDesk.ts';
import { WebhookListener } from '../panels/SourcePanel.tsx';
import { type CheckLine, describeAddress, describeKey, isKeyOfOtherService } from '../service/describeCheck.ts';
import { UpdateModes } from '../service/UpdateModes.tsx';
import { type ServiceTrial, useServiceCheck } from '../service/useServiceCheck.ts';
import { SecretRow } from './SecretRow.tsx';
import { SettingLine } from './SettingLine.tsx';
import { SettingRow, type SettingsAnswer, settingInUse } from './SettingRow.tsx';

export function SourcePart({ answer }: { readonly answer: SettingsAnswer }) {
  const row = (path: string, note: ReactNode) => (
    <SettingRow field={findSettingField(answer.schema, path)} answer={answer} note={note} />
  );
  const others = listSettingGroups(answer.schema).find(({ path }) => path === 'source')?.fields ?? [];
  const push = listSettingGroups(answer.schema).find(({ path }) => path === 'source.push');
  const { secrets } = answer;
  const address = String(settingInUse(answer, 'source.baseUrl').value ?? '');
  const [attempt, setAttempt] = useState(0);
  const tryAgain = (): void => setAttempt(attempt + 1);
  const checked = useServiceCheck(address, '', attempt);
  const trial = describeTrial(checked);
  return (
    <>
      <h2>{say('Service')}</h2>
      {row('source.baseUrl', trial.address && <CheckResult line={trial.address} onTryAgain={tryAgain} />)}
      <SecretRow
        name="apiKey"
        secret={secrets.apiKey}
        check={trial.key}
        isOfOtherService={checked.kind === 'checked' && isKeyOfOtherService(checked.check)}
        onChanged={tryAgain}
      >
        {null}
      </SecretRow>
      <h2>{say('Update mode')}</h2>
      <div data-setting="source.mode">
        <UpdateModes />
      </div>
      {row('source.poll.intervalSeconds', say('Advice: broadcast 5 to 10 s, signage 30 to 60 s, periodic 5 to 15 min'))}
      <Load answer={answer} />
      {row('source.poll.fullEverySeconds', say('Fetches the list even if unchanged, to catch a faulty cache'))}
      <h2>{say('Push')}</h2>
      <Webhook />
      {(['webhookSecret', 'webhookSecretNext'] as const).map((name) => (
        <SecretRow
          key={name}
          {...{ name, secret: secrets[name], check: null, isOfOtherService: false, onChanged: () => undefined }}
        >
          {null}
        </SecretRow>
      ))}
      {push?.fields.map((field) => (
        <SettingRow key={field.path} field={field} answer={answer} note={null} />
      ))}
      <h2>{say('Connection to the service')}</h2>
      {others.map((field) => (
        <SettingRow key={field.path} field={field} answer={answer} note={null} />
      ))}
    </>
  );
}

function Webhook() {
  const isOff = useDesk(({ state }) => state.source.webhook === null);
  return (
    <>
      {!isOff && <WebhookListener />}
      <SettingLine
        {...{ setting: null, secret: null, label: isOff ? say('Webhook') : '', below: null }}
        note={isOff ? say('Off in poll mode. No port is open for it') : null}
      >
        <Button disabledReason={null} onPress={() => openScreen('pushSetup')}>
          {say('Set up push and detect the signature format')}
        </Button>
      </SettingLine>
    </>
  );
}

function Load({ answer }: { readonly answer: SettingsAnswer }) {
  // Polling takes over from deliveries that do not arrive.
  const onlyVerifies = useDesk(
    ({ state }) => state.source.mode === 'push' && !state.problems.some(({ code }) => code === 'WEBHOOK_SILENT'),
  );
  const path = onlyVerifies ? 'source.push.reconcileSeconds' : 'source.poll.intervalSeconds';
  const secondsOf = (setting: string): number => Number(settingInUse(answer, setting).value);
  const intervals = { every: secondsOf(path), fullEvery: secondsOf('source.poll.fullEverySeconds') };
  const count = useDesk(({ state }) => new Set(state.feeds.flatMap(({ collectionId }) => collectionId ?? [])).size);
  // Without an API key, no request is sent.
  const perMinute = answer.secrets.apiKey.isSet ? Math.round(10 * requestsPerMinute(intervals, count)) / 10 : 0;
  const duration = formatDuration(1000 * collectionIntervalOf(intervals, true));
  return (
    <SettingLine
      {...{ setting: null, secret: null, label: say('Load||on the service'), below: null }}
      note={
        isListPolledFor(count)
          ? say('The service’s list of collections, and each collection every {duration}', { duration })
          : say('An unchanged list is one 304, 0.2 KB')
      }
    >
      <span>
        {say('{count, plural, one {# request a minute, one at a time} other {# requests a minute, one at a time}}', {
          count: perMinute,
        })}
      </span>
    </SettingLine>
  );
}

type CheckResultProps = { readonly line: CheckLine; readonly onTryAgain: () => void };

/** A line of a trial, with what to do. */
function CheckResult({ line, onTryAgain }: CheckResultProps) {
  return (
    <span role="status">
      <Lamp kind={line.kind} text={line.text} /> {line.advice}{' '}
      {line.kind === 'bad' && (
        <button type="button" className="plain-button is-link" onClick={onTryAgain}>
          {say('Check again')}
        </button>
      )}
    </span>
  );
}

/** The service’s answer to one request, sent when the part is opened and when the address or the key changes. */
function describeTrial(trial: ServiceTrial): { readonly address: CheckLine | null; readonly key: CheckLine | null } {
  switch (trial.kind) {
    case 'none':
      return { address: null, key: null };
    case 'running':
      return { address: { kind: 'wait', text: say('Checking…'), advice: null }, key: null };
    case 'failed':
      return { address: { kind: 'bad', text: trial.reason, advice: null }, key: null };
    case 'checked':
      return { address: describeAddress(trial.check), key: describeKey(trial.check) };
    default:
      return trial satisfies never;
  }
}
