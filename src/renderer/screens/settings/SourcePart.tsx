/** Settings, Source: the service’s address and key, tried before they are used, and how its changes arrive. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ServiceCheck } from '../../../contract/secrets.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient } from '../../engine/queries.ts';
import { findSettingField, settingAt } from '../../model/settingFields.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import { WebhookListener } from '../panels/SourcePanel.tsx';
import { SetupEntry } from '../service/SetupEntry.tsx';
import { UpdateModes } from '../service/UpdateModes.tsx';
import { SecretRow } from './SecretRow.tsx';
import { SettingRow, type SettingsAnswer } from './SettingRow.tsx';

export function SourcePart({ answer }: { readonly answer: SettingsAnswer }) {
  return (
    <>
      <h2>Service</h2>
      <SetupEntry />
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
