/** One secret: whether it is set and where, and a field to set it. Its value never comes back to the desk. */
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SecretView } from '../../../contract/secrets.ts';
import type { SecretName } from '../../../core/secretNames.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { useDisabledField } from '../../../ui/useDisabledField.ts';
import type { RequestError } from '../../engine/client.ts';
import { useClient } from '../../engine/queries.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';

const secretTexts: Readonly<Record<SecretName, { readonly title: string; readonly description: string }>> = {
  apiKey: {
    title: 'API key',
    description:
      'From your producer or account. It is tried before it is used. A key is shown only when it is created.',
  },
  webhookSecret: { title: 'Webhook secret', description: 'Each delivery has a signature made with it. Push needs it.' },
  webhookSecretNext: {
    title: 'Next webhook secret',
    description: 'During a change of secret, both are accepted. Move it to Webhook secret afterwards.',
  },
  readToken: {
    title: 'Read token',
    description:
      'Every reader must send it, in a header or as ?token=. Without one, every program that reaches the feed can read it.',
  },
};

type SecretRowProps = { readonly name: SecretName; readonly secret: SecretView };

export function SecretRow({ name, secret }: SecretRowProps) {
  const { title, description } = secretTexts[name];
  const isDisconnected = useIsDisconnected();
  const client = useClient();
  const queryClient = useQueryClient();
  const labelId = useId();
  const [draft, setDraft] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<RequestError | null>(null);
  const isFixed = secret.from === 'environment' || (secret.isSet && secret.from === null);
  const disabledReason = isDisconnected
    ? 'not connected'
    : secret.from === 'environment'
      ? 'set by the environment'
      : isFixed
        ? 'set by the demo'
        : isSending
          ? 'it is being checked'
          : null;
  const send = async (value: string | null, force: boolean): Promise<void> => {
    setIsSending(true);
    setRefusal(null);
    try {
      await client.command({ name: 'changeSecrets', input: { [name]: value, force } });
      setDraft('');
      // The update modes say which secrets they lack.
      void queryClient.invalidateQueries({ queryKey: ['missingSecrets'] });
      await queryClient.invalidateQueries({ queryKey: ['settings'] });
    } catch (error) {
      setRefusal(error as RequestError);
    } finally {
      setIsSending(false);
    }
  };
  const disabledField = useDisabledField(disabledReason);
  const wanted = draft.trim();
  return (
    <div className="setting" data-secret={name}>
      <span className="setting-label" id={labelId}>
        {title}
      </span>
      <div className="setting-value">
        <form
          className="setting-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (wanted !== '' && disabledReason === null) void send(wanted, false);
          }}
        >
          <input
            {...disabledField}
            type="password"
            aria-labelledby={labelId}
            value={draft}
            placeholder={
              secret.isSet ? `set${secret.endsWith === null ? '' : `, ends in ${secret.endsWith}`}` : 'not set'
            }
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => {
              setDraft(event.target.value);
              setRefusal(null);
            }}
          />
          {wanted !== '' && (
            <Button type="submit" disabledReason={disabledReason}>
              {secret.isSet ? 'Replace' : 'Set'}
            </Button>
          )}
          {wanted !== '' && name === 'apiKey' && refusal !== null && (
            <Button disabledReason={disabledReason} onPress={() => void send(wanted, true)}>
              Use it anyway
            </Button>
          )}
          {wanted === '' && secret.isSet && !isFixed && (
            <SecondPressButton
              armedLabel="Press again to remove"
              effect={`to remove the ${title}.`}
              disabledReason={disabledReason}
              onPress={() => void send(null, false)}
            >
              Remove
            </SecondPressButton>
          )}
        </form>
        <small>{description}</small>
        <SecretState secret={secret} isFixed={isFixed} />
        {refusal !== null && (
          <p className="setting-result is-fault" role="alert">
            {refusal.message} {refusal.nextStep}
            {secret.isSet && ' The old one is still in use.'}
          </p>
        )}
      </div>
    </div>
  );
}

const originTexts = {
  environment: 'Set by the environment of this machine. Change it there and restart Greenroom.',
  keychain: 'Stored in this computer’s keychain.',
  file: 'Stored in the data directory of this machine.',
} as const;

function SecretState({ secret, isFixed }: { readonly secret: SecretView; readonly isFixed: boolean }) {
  if (!secret.isSet) return <Lamp kind="off" text="Not set" />;
  const end = secret.endsWith === null ? '' : `, ending in ${secret.endsWith}`;
  const origin = secret.from === null ? (isFixed ? 'The demo’s own.' : '') : originTexts[secret.from];
  if (!secret.isKept)
    return (
      <Lamp
        kind="warn"
        text={`Set${end}. It is lost when Greenroom stops, because this machine has no usable keychain.`}
      />
    );
  return <Lamp kind="good" text={`Set${end}. ${origin}`} />;
}
