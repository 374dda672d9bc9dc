/** Settings, Source: the service’s address and key, tried before they are used, and how its changes arrive. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ServiceCheck } from '../../../contract/secrets.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient } from '../../engine/queries.ts';
import { findSettingField, settingAt } from '../../model/settingFields.ts';
import { openPanel, openScreen } from '../../stores/uiState.ts';
import { useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { WebhookListener } from '../panels/SourcePanel.tsx';
import { UpdateModes } from '../service/UpdateModes.tsx';
import { SecretRow } from './SecretRow.tsx';
import { SettingRow, type SettingsAnswer } from './SettingRow.tsx';

export function SourcePart({ answer }: { readonly answer: SettingsAnswer }) {
  return (
    <>
      <FirstSteps answer={answer} />
      <h2>Service</h2>
      <SettingRow field={findSettingField(answer.schema, 'source.baseUrl')} answer={answer}>
        <ServiceTrial address={String(settingAt(answer.settings, 'source.baseUrl') ?? '')} />
      </SettingRow>
      <SecretRow name="apiKey" secret={answer.secrets.apiKey} />
      <h2>Update mode</h2>
      <div data-setting="source.mode">
        <UpdateModes />
      </div>
      <p className="setting-note">
        Poll: outgoing HTTPS only, no open port. Push and hybrid: the service must reach the webhook port of this
        machine, so open it in the firewall.
      </p>
      <WebhookListener />
      <h2>Webhook secrets</h2>
      <SecretRow name="webhookSecret" secret={answer.secrets.webhookSecret} />
      <SecretRow name="webhookSecretNext" secret={answer.secrets.webhookSecretNext} />
    </>
  );
}

/** Tries the saved address after it changed, and on request. The result goes when the address changes. */
function ServiceTrial({ address }: { readonly address: string }) {
  const client = useClient();
  const isDisconnected = useIsDisconnected();
  const [trial, setTrial] = useState<{ readonly address: string; readonly result: ServiceCheck | string } | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const run = async (): Promise<void> => {
    setIsRunning(true);
    const result = await client
      .query('checkService', { baseUrl: null, apiKey: null })
      .then(({ check }) => check)
      .catch((error: RequestError) => describeError(error) ?? '');
    setTrial({ address, result });
    setIsRunning(false);
  };
  const runAfterChange = useEffectEvent(() => void run());
  const tried = useRef(address);
  useEffect(() => {
    if (tried.current === address) return;
    tried.current = address;
    runAfterChange();
  }, [address]);
  const shown = trial !== null && trial.address === address ? trial.result : null;
  return (
    <div className="service-trial">
      <Button
        disabledReason={
          isDisconnected
            ? 'not connected'
            : isRunning
              ? 'it is running'
              : address === ''
                ? 'save an address first'
                : null
        }
        onPress={() => void run()}
      >
        Check this service
      </Button>
      <span role="status">{shown !== null && <TrialResult result={shown} />}</span>
    </div>
  );
}

function TrialResult({ result }: { readonly result: ServiceCheck | string }) {
  if (typeof result === 'string') return <Lamp kind="bad" text={result} />;
  const { ok, latencyMs, clockSkewMs, collections, isCached, problem } = result;
  const facts = [
    latencyMs === null ? '' : `Responds in ${latencyMs} ms.`,
    clockSkewMs === null ? '' : `Clock difference ${(Math.abs(clockSkewMs) / 1000).toFixed(1)} s.`,
    collections === null ? '' : `${collections} ${collections === 1 ? 'collection' : 'collections'}.`,
    isCached ? 'A cache on the way sent the response.' : '',
  ].filter((fact) => fact !== '');
  if (ok) return <Lamp kind="good" text={facts.join(' ')} />;
  if (problem?.code === 'SOURCE_KEY_MISSING' && latencyMs !== null)
    return <Lamp kind="wait" text={`Responds in ${latencyMs} ms. Enter the API key next.`} />;
  return <Lamp kind="bad" text={[problem?.message, problem?.nextStep, ...facts.slice(0, 1)].join(' ')} />;
}

/** Lists the steps from nothing to a feed in the graphics; hidden when a feed has a confirmed collection. */
function FirstSteps({ answer }: { readonly answer: SettingsAnswer }) {
  const hasCollection = useDesk(({ state }) => state.feeds.some(({ collection }) => collection !== null));
  const isConfirmed = useComputed(({ state }) => state.source.lastConfirmedAt !== null);
  const hasAddress = settingAt(answer.settings, 'source.baseUrl') !== '' || answer.fixed.length > 0;
  const hasKey = answer.secrets.apiKey.isSet;
  if (hasCollection && isConfirmed) return null;
  return (
    <section className="first-steps" aria-label="First steps">
      <h2>From nothing to a feed</h2>
      <ol>
        <li>
          <Lamp kind={hasAddress ? 'good' : 'wait'} text="Enter the address of your service, and save it." />
        </li>
        <li>
          <Lamp kind={hasKey ? 'good' : 'wait'} text="Enter its API key. It is tried before it is used." />
        </li>
        <li>
          <Lamp kind={hasCollection ? 'good' : 'wait'} text="Choose the collection that the feed shows." />
          <Button
            disabledReason={hasAddress && hasKey ? null : 'enter the address and the key first'}
            onPress={() => openScreen('collections')}
          >
            Choose a collection
          </Button>
        </li>
        <li>
          <Lamp kind="off" text="Choose an update mode below. Poll needs no open port." />
        </li>
        <li>
          <Lamp kind="off" text="Copy an address into OBS, vMix or CasparCG." />
          <Button disabledReason={null} onPress={() => openPanel('addresses')}>
            Addresses for graphics
          </Button>
        </li>
      </ol>
      <p>Everything can be changed later without a restart, and each change can be undone for 10 seconds.</p>
    </section>
  );
}
