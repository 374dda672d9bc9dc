/** One secret: whether it is set and where, and a field to set it. Its value never comes back to the desk. */
import { type ReactNode, useRef } from 'react';
import type { SecretView } from '../../../contract/secrets.ts';
import { markMessage, say } from '../../../core/language/say.ts';
import type { SecretName } from '../../../core/secretNames.ts';
import { secretTitles } from '../../../core/settingNames.ts';
import { formatDayTime } from '../../../core/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { useDisabledField } from '../../../ui/useDisabledField.ts';
import { useIsDisconnected, useToday } from '../../stores/useDesk.ts';
import type { CheckLine } from '../service/describeCheck.ts';
import { SettingLine } from './SettingLine.tsx';
import { FixedNote } from './SettingRow.tsx';
import { type RefusedSecret, useSecretChange } from './useSecretChange.ts';

type SecretKind = 'key' | 'secret' | 'token';
type SecretText = { readonly kind: SecretKind; readonly description: string };

const secretTexts: Readonly<Record<SecretName, SecretText>> = {
  apiKey: {
    kind: 'key',
    description: markMessage('From your producer or account. It is tried before it is used'),
  },
  webhookSecret: {
    kind: 'secret',
    description: markMessage('Each delivery has a signature made with it. Push needs it'),
  },
  webhookSecretNext: {
    kind: 'secret',
    description: markMessage('During a change of secret, both are accepted. Move it to Webhook secret afterwards'),
  },
  readToken: {
    kind: 'token',
    description: markMessage(
      'Every reader must send it, in a header or as ?token=. Without one, every program that reaches the feed can read it',
    ),
  },
};

type SecretRowProps = {
  readonly name: SecretName;
  readonly secret: SecretView;
  /** Whether the secret works, shown beside it while it is set; `null` if that is not known. */
  readonly check: CheckLine | null;
  /** Whether it belongs to another service than the one in use, so that it is not sent. */
  readonly isOfOtherService: boolean;
  readonly onChanged: () => void;
  /** More buttons. */
  readonly children: ReactNode;
};

export function SecretRow({ name, secret, check, isOfOtherService, onChanged, children }: SecretRowProps) {
  const { kind, description } = secretTexts[name];
  const title = say(secretTitles[name]);
  const isDisconnected = useIsDisconnected();
  const change = useSecretChange(name, onChanged);
  const { draft, refused, isSending, isReplacing } = change;
  const field = useRef<HTMLInputElement>(null);
  const isOfDemo = secret.isSet && secret.from === null;
  const isFixed = secret.from === 'environment' || isOfDemo;
  const disabledReason = isDisconnected
    ? say('not connected')
    : secret.from === 'environment'
      ? say('set by the environment')
      : isOfDemo
        ? say('set by the demo')
        : isSending
          ? say('it is being checked')
          : null;
  const disabledField = useDisabledField(disabledReason);
  const wanted = draft.trim();
  const isEditing = isReplacing || wanted !== '' || refused !== null;
  return (
    <SettingLine
      {...{ setting: null, secret: name, label: title }}
      note={
        refused !== null ? (
          <Lamp kind="bad" text={refused.summary} />
        ) : secret.isSet ? (
          // The demo’s own key is not tried: a trial sends a key of your own.
          <SecretState secret={secret} check={isOfDemo ? null : check} />
        ) : (
          say(description)
        )
      }
      below={
        <>
          <FixedNote by={isOfDemo ? 'demo' : null} />
          {refused !== null && <Refused refused={refused} secret={secret} kind={kind} onForce={change.force} />}
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
          aria-label={title}
          value={draft}
          placeholder={refused?.masked ?? (secret.isSet ? maskSecret(secret.endsWith) : say('not set'))}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change.edit(event.target.value)}
        />
        {(isEditing || !secret.isSet) && !isFixed && (
          <Button
            type="submit"
            disabledReason={
              wanted === ''
                ? say('{kind, select, key {enter the key} secret {enter the secret} other {enter the token}}', { kind })
                : disabledReason
            }
          >
            {secret.isSet
              ? say('{kind, select, key {Use this key} secret {Use this secret} other {Use this token}}', { kind })
              : say('Set')}
          </Button>
        )}
        {isEditing && secret.isSet && (
          <Button disabledReason={null} onPress={change.cancel}>
            {say('{kind, select, key {Keep old key} secret {Keep old secret} other {Keep old token}}', { kind })}
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
            {say('Replace')}
          </Button>
        )}
        {isReplacing && secret.isSet && (
          <SecondPressButton
            armedLabel={say('Press again to remove')}
            sentence={say('Press again within 2 seconds to remove the {secret}.', { secret: title })}
            disabledReason={disabledReason}
            onPress={() => change.send(null)}
          >
            {say('Remove')}
          </SecondPressButton>
        )}
        {!isEditing && isOfOtherService && (
          <Button disabledReason={isSending ? say('it is being checked') : null} onPress={change.keepSaved}>
            {say('Use saved key')}
          </Button>
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
  readonly kind: SecretKind;
  readonly onForce: (() => void) | null;
};

function Refused({ refused, secret, kind, onForce }: RefusedProps) {
  const time = formatDayTime(refused.atMs, useToday());
  return (
    <div className="advice is-fault" role="alert">
      <p>
        {refused.words === null
          ? describeRefusal(refused, time, secret, kind)
          : quoteService(time, refused.words, secret)}
      </p>
      <p>
        {refused.nextStep}{' '}
        {onForce !== null && (
          <button type="button" className="plain-button is-link" onClick={onForce}>
            {say('Use it anyway')}
          </button>
        )}
      </p>
    </div>
  );
}

function describeRefusal({ message }: RefusedSecret, time: string, { isSet }: SecretView, kind: SecretKind): string {
  const values = { time, reason: message };
  return isSet
    ? say(
        'At {time}: {reason} {kind, select, key {The old key is still in use.} secret {The old secret is still in use.} other {The old token is still in use.}}',
        { ...values, kind },
      )
    : say('At {time}: {reason}', values);
}

/** Only the service’s refusal of a key has words of its own. */
function quoteService(time: string, words: string, { isSet, endsWith }: SecretView): ReactNode {
  const values = { time, words, b: (children: ReactNode) => <b>{children}</b> };
  if (!isSet) return sayNode('At {time} the service said <b>“{words}”</b> <b>On air is not affected.</b>', values);
  return endsWith === null
    ? sayNode(
        'At {time} the service said <b>“{words}”</b> The old key is still in use: <b>on air is not affected.</b>',
        values,
      )
    : sayNode(
        'At {time} the service said <b>“{words}”</b> The old key, ending in {end}, is still in use: <b>on air is not affected.</b>',
        { ...values, end: endsWith },
      );
}

const originTexts = {
  demo: markMessage('The demo’s own'),
  environment: markMessage('Set by the environment of this machine. Change it there and restart Greenroom'),
  keychain: markMessage('Stored in this computer’s keychain'),
  file: markMessage('Stored in the data directory of this machine'),
} as const;

function SecretState({ secret, check }: { readonly secret: SecretView; readonly check: CheckLine | null }) {
  const { text, kind, advice } = check ?? { text: say('Set.'), kind: 'good', advice: null };
  const origin = originTexts[secret.from ?? 'demo'];
  if (kind === 'good' && !secret.isKept)
    return (
      <Lamp
        kind="warn"
        text={
          secret.from === 'file'
            ? say('{state} It is not saved yet: a restart could lose it', { state: text })
            : say('{state} It is lost when Greenroom stops: this machine has no usable keychain', { state: text })
        }
      />
    );
  return (
    <>
      <Lamp kind={kind} text={kind === 'good' ? `${text} ${say(origin)}` : text} /> {advice}
    </>
  );
}
