/** The service’s address and API key, tried as they are typed. Nothing is saved before a collection is chosen. */
import { useEffect, useId } from 'react';
import { say } from '../../../core/language/say.ts';
import { Lamp } from '../../../ui/Lamp.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { useDisabledField } from '../../../ui/useDisabledField.ts';
import { useEngineQuery } from '../../engine/queries.ts';
import { useSetupState } from '../../stores/setupState.ts';
import { useDesk } from '../../stores/useDesk.ts';
import { type CheckLine, describeAddress, describeKey } from '../service/describeCheck.ts';
import { useServiceCheck } from '../service/useServiceCheck.ts';
import { NextButton, StepPage } from './StepPage.tsx';

const exampleAddress = 'https://collections.example';

/** The typed address, or the saved one. */
export function useAddress(): string {
  const typed = useSetupState((setup) => setup.address);
  const saved = useEngineQuery('setup', {}, null).data?.baseUrl ?? '';
  return (typed ?? saved).trim();
}

function describeSavedKey(end: string | null): string {
  return end === null ? say('saved') : say('saved, ends in {end}', { end });
}

export function ServiceStep() {
  const { address: typed, apiKey } = useSetupState();
  const address = useAddress();
  const isDemo = useDesk(({ state }) => state.isDemo);
  const setup = useEngineQuery('setup', {}, null).data;
  const trial = useServiceCheck(address, apiKey.trim(), 0);
  const check = trial.kind === 'checked' ? trial.check : null;
  const isAccepted = check?.ok === true;
  const accepted = isAccepted ? `${address}\n${apiKey.trim()}` : null;
  useEffect(() => useSetupState.setState({ accepted }), [accepted]);
  const addressLine: CheckLine | null =
    trial.kind === 'running'
      ? { kind: 'wait', text: say('Checking…'), advice: null }
      : trial.kind === 'failed'
        ? { kind: 'bad', text: trial.reason, advice: null }
        : check === null
          ? null
          : describeAddress(check);
  const keyLine = check === null ? null : describeKey(check);
  const advice = keyLine?.advice ?? addressLine?.advice ?? null;
  const savedKey = setup?.apiKey;
  const isFixed = savedKey?.from === 'environment';
  const keyField = useDisabledField(isFixed ? say('set by the environment') : null);
  return (
    <StepPage
      step="service"
      title={say('Connect your service')}
      lead={
        isDemo
          ? say(
              'You need two things from your producer or account. Nothing goes on air yet: the demo stays until you choose a collection.',
            )
          : say('You need two things from your producer or account. Nothing goes on air until you choose a collection.')
      }
      actions={
        <NextButton
          step="collection"
          label={say('Continue')}
          disabledReason={isAccepted ? null : say('the service has not accepted the address and the key yet')}
        />
      }
      note={say('Checked as you type.')}
    >
      <div className="setup-form">
        <Field label={say('Service address')} line={addressLine}>
          {(props) => (
            <input
              {...props}
              type="url"
              value={typed ?? setup?.baseUrl ?? ''}
              placeholder={exampleAddress}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => useSetupState.setState({ address: event.target.value })}
            />
          )}
        </Field>
        <Field label={say('API key')} line={keyLine}>
          {(props) => (
            <input
              {...props}
              {...keyField}
              type="password"
              value={apiKey}
              placeholder={
                isFixed
                  ? say('set by {flag}', { flag: 'GREENROOM_API_KEY' })
                  : savedKey?.isSet === true
                    ? describeSavedKey(savedKey.endsWith)
                    : ''
              }
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => useSetupState.setState({ apiKey: event.target.value })}
            />
          )}
        </Field>
        {advice !== null && (
          <div className="advice">
            {sayNode('<b>What to do.</b> {advice}', { b: (children) => <b>{children}</b>, advice })}
          </div>
        )}
        <p className="setup-note">
          {window.greenroom?.isDesktop === true
            ? say('The key is stored only in this computer’s keychain.')
            : say('The key is stored only on the machine that runs Greenroom.')}
        </p>
      </div>
    </StepPage>
  );
}

type FieldProps = {
  readonly label: string;
  readonly line: CheckLine | null;
  readonly children: (props: {
    readonly id: string;
    readonly className: string;
    readonly 'aria-describedby': string;
    readonly 'aria-invalid': boolean;
  }) => React.ReactNode;
};

function Field({ label, line, children }: FieldProps) {
  const id = useId();
  const lineId = useId();
  const isBad = line?.kind === 'bad';
  return (
    <div className="setup-field">
      <label htmlFor={id}>{label}</label>
      {children({ id, className: isBad ? 'has-fault' : '', 'aria-describedby': lineId, 'aria-invalid': isBad })}
      <span id={lineId} role="status">
        {line !== null && <Lamp kind={line.kind} text={line.text} />}
      </span>
    </div>
  );
}
