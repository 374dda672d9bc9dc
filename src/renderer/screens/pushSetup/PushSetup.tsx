/** The Push setup screen: the webhook’s address, its secret, and the signature format, found in two deliveries and locked. */
import { ArrowLeft } from 'lucide-react';
import { say } from '../../../core/language/say.ts';
import { sayNode } from '../../../ui/sayNode.ts';
import { describeError, useEngineQuery, useRepeatedQuery } from '../../engine/queries.ts';
import { phaseOf } from '../../model/detectionPhase.ts';
import { openScreen, useUiState } from '../../stores/uiState.ts';
import { useDesk } from '../../stores/useDesk.ts';
import { OperatorNotice } from '../OperatorNotice.tsx';
import { Page } from '../Page.tsx';
import { SecretRow } from '../settings/SecretRow.tsx';
import { settingInUse } from '../settings/SettingRow.tsx';
import { Deliveries } from './Deliveries.tsx';
import { DetectionResult } from './DetectionResult.tsx';
import { PushSteps } from './PushSteps.tsx';
import { useDetection } from './useDetection.ts';
import { WebhookFacts } from './WebhookFacts.tsx';

/** A captured delivery is not pushed. */
const refreshEveryMs = 1000;

export function PushSetup() {
  const polls = useDesk(({ state }) => state.source.mode !== 'push');
  return (
    <Page
      title={say('Push setup')}
      lead={
        polls
          ? say('Find out once how the service signs, then lock it. Meanwhile, polling keeps the feed up to date.')
          : say('Find out once how the service signs, then lock it.')
      }
      aside={
        <>
          <OperatorNotice />
          <button type="button" className="button is-quiet" onClick={openSource}>
            <ArrowLeft />
            {say('Source')}
          </button>
        </>
      }
    >
      <PushSetupParts />
    </Page>
  );
}

function openSource(): void {
  useUiState.setState({ settingPart: 'source' });
  openScreen('settings');
}

function PushSetupParts() {
  const settings = useEngineQuery('settings', {}, null);
  const detected = useRepeatedQuery('detection', {}, refreshEveryMs);
  const { start } = useDetection();
  const problem = describeError(settings.error ?? detected.error);
  if (settings.data === undefined || detected.data === undefined)
    return <p className={problem === null ? 'page-note' : 'page-note is-fault'}>{problem ?? say('Loading…')}</p>;
  const { detection } = detected.data;
  const { webhookSecret } = settings.data.secrets;
  const phase = phaseOf(detection);
  const detectAgain = (): void => {
    if (detection !== null) start();
  };
  return (
    <div className="settings-screen push-setup">
      <PushSteps
        detection={detection}
        secret={webhookSecret}
        signing={String(settingInUse(settings.data, 'source.push.signing').value)}
      />
      <section className="settings-part" aria-label={say('Push setup')}>
        {problem !== null && <p className="page-note is-fault">{problem}</p>}
        <h2>{say('Give this to the service')}</h2>
        <WebhookFacts />
        <SecretRow
          name="webhookSecret"
          secret={webhookSecret}
          check={phase === 'failed' ? { kind: 'warn', text: say('No match yet'), advice: null } : null}
          isOfOtherService={false}
          onChanged={detectAgain}
        >
          {null}
        </SecretRow>
        <h2>{say('Two deliveries')}</h2>
        <Deliveries detection={detection} />
        <DetectionResult detection={detection} answer={settings.data} />
      </section>
      <aside className="settings-aside" aria-label={say('About the push setup')}>
        <h2>{say('Nothing is lost meanwhile')}</h2>
        <p>
          {say(
            'While deliveries are captured, each gets 503 with Retry-After: the service keeps it and resends. This screen shows no posts from them and puts none on air.',
          )}
        </p>
        <h2>{say('What is kept')}</h2>
        <p>
          {say(
            'The deliveries, in memory only, until you lock a format or stop, for 15 minutes at most. The secret is never shown or logged.',
          )}
        </p>
        <h2>{say('Changing the secret later')}</h2>
        <p>
          {sayNode(
            'Enter the new one as <b>next webhook secret</b> first. Both are accepted until you delete the old one.',
            { b: (children) => <b>{children}</b> },
          )}
        </p>
      </aside>
    </div>
  );
}
