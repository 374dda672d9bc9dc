/** One secret: whether it is set and where, and a field to set it. Its value never comes back to the desk. */
import { type ReactNode, useId, useRef } from 'react';
import type { SecretView } from '../../../contract/secrets.ts';
import type { SecretName } from '../../../core/secretNames.ts';
import { formatClockTime } from '../../../core/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { useDisabledField } from '../../../ui/useDisabledField.ts';
import { secretTitles } from '../../model/settingFields.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import type { CheckLine } from '../service/describeCheck.ts';
import { SettingLine } from './SettingLine.tsx';
import { FixedNote } from './SettingRow.tsx';
import { type RefusedSecret, useSecretChange } from './useSecretChange.ts';

type SecretText = { readonly noun: string; readonly description: string };

const secretTexts: Readonly<Record<SecretName, SecretText>> = {
  apiKey: {
    noun: 'key',
    description: 'From your producer or account. It is tried before it is used',
  },
  webhookSecret: {
    noun: 'secret',
    description: 'Each delivery has a signature made with it. Push needs it',
  },
  webhookSecretNext: {
    noun: 'secret',
    description: 'During a change of secret, both are accepted. Move it to Webhook secret afterwards',
  },
  readToken: {
    noun: 'token',
    description:
      'Every reader must send it, in a header or as ?token=. Without one, every program that reaches the feed can read it',
  },
};

type SecretRowProps = {
  readonly name: SecretName;
  readonly secret: SecretView;
  /** Whether the secret works, shown beside it while it is set; `null` if that is not known. */
  readonly check: CheckLine | null;
  readonly onChanged: () => void;
  /** More buttons. */
  readonly children: ReactNode;
};

export function SecretRow({ name, secret, check, onChanged, children }: SecretRowProps) {
  const { noun, description } = secretTexts[name];
  const title = secretTitles[name];
  const isDisconnected = useIsDisconnected();
  const change = useSecretChange(name, onChanged);
  const { draft, refused, isSending, isReplacing } = change;
  const labelId = useId();
  const field = useRef<HTMLInputElement>(null);
  const isOfDemo = secret.isSet && secret.from === null;
  const isFixed = secret.from === 'environment' || isOfDemo;
  const disabledReason = isDisconnected
    ? 'not connected'
    : secret.from === 'environment'
      ? 'set by the environment'
      : isOfDemo
        ? 'set by the demo'
        : isSending
          ? 'it is being checked'
          : null;
  const disabledField = useDisabledField(disabledReason);
  const wanted = draft.trim();
  const isEditing = isReplacing || wanted !== '' || refused !== null;
  return (
    <SettingLine
      {...{ setting: null, secret: name, label: title, labelId }}
      note={
        refused !== null ? (
          <Lamp kind="bad" text={refused.summary} />
        ) : secret.isSet ? (
          // The demo’s own key is not tried: a trial sends a key of your own.
          <SecretState secret={secret} check={isOfDemo ? null : check} />
        ) : (
          description
        )
      }
      below={
        <>
          <FixedNote by={isOfDemo ? 'demo' : null} />
          {refused !== null && <Refused refused={refused} secret={secret} noun={noun} onForce={change.force} />}
        </>
      }
    >
      <form
        className="setting-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== '' && disabledReason === null) change.send(wanted);
        }}
      >
        <input
          {...disabledField}
          ref={field}
          type="password"
          className={`is-secret${refused !== null ? ' has-fault' : secret.isSet ? ' is-set' : ''}`}
          aria-labelledby={labelId}
          value={draft}
          placeholder={refused?.masked ?? (secret.isSet ? maskSecret(secret.endsWith) : 'not set')}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change.edit(event.target.value)}
        />
        {(isEditing || !secret.isSet) && !isFixed && (
          <Button type="submit" disabledReason={wanted === '' ? `enter the ${noun}` : disabledReason}>
            {secret.isSet ? `Use this ${noun}` : 'Set'}
          </Button>
        )}
        {isEditing && secret.isSet && (
          <Button disabledReason={null} onPress={change.cancel}>
            Keep old {noun}
          </Button>
        )}
        {!isEditing && secret.isSet && !isFixed && (
          <Button
            disabledReason={disabledReason}
            onPress={() => {
              change.startReplacing();
              field.current?.focus();
            }}
          >
            Replace
          </Button>
        )}
        {isReplacing && secret.isSet && (
          <SecondPressButton
            armedLabel="Press again to remove"
            sentence={`Press again within 2 seconds to remove the ${title}.`}
            disabledReason={disabledReason}
            onPress={() => change.send(null)}
          >
            Remove
          </SecondPressButton>
        )}
        {!isEditing && children}
      </form>
    </SettingLine>
  );
}

/** For example `••••••••••••••••••••3f9a`. */
function maskSecret(endsWith: string | null): string {
  return `${'•'.repeat(20)}${endsWith ?? ''}`;
}

type RefusedProps = {
  readonly refused: RefusedSecret;
  readonly secret: SecretView;
  readonly noun: string;
  readonly onForce: (() => void) | null;
};

function Refused({ refused, secret, noun, onForce }: RefusedProps) {
  const ending = secret.endsWith === null ? '' : `, ending in ${secret.endsWith},`;
  return (
    <div className="advice is-fault" role="alert">
      {refused.words === null ? (
        <p>
          At {formatClockTime(refused.atMs)}: {refused.message} {secret.isSet && `The old ${noun} is still in use.`}
        </p>
      ) : (
        <p>
          At {formatClockTime(refused.atMs)}
          {' the service said '}
          <b>“{refused.words}”</b> {secret.isSet && `The old ${noun}${ending} is still in use: `}
          <b>{secret.isSet ? 'on' : 'On'} air is not affected.</b>
        </p>
      )}
      <p>
        {refused.nextStep}{' '}
        {onForce !== null && (
          <button type="button" className="plain-button is-link" onClick={onForce}>
            Use it anyway
          </button>
        )}
      </p>
    </div>
  );
}

const originTexts = {
  environment: 'Set by the environment of this machine. Change it there and restart Greenroom',
  keychain: 'Stored in this computer’s keychain',
  file: 'Stored in the data directory of this machine',
} as const;

function SecretState({ secret, check }: { readonly secret: SecretView; readonly check: CheckLine | null }) {
  const { text, kind, advice } = check ?? { text: 'Set.', kind: 'good', advice: null };
  const origin = secret.from === null ? 'The demo’s own' : originTexts[secret.from];
  if (kind === 'good' && !secret.isKept)
    return <Lamp kind="warn" text={`${text} It is lost when Greenroom stops: this machine has no usable keychain`} />;
  return (
    <>
      <Lamp kind={kind} text={kind === 'good' ? `${text} ${origin}` : text} /> {advice}
    </>
  );
}
