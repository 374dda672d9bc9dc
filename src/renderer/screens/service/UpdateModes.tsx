/** The three update modes as cards, each with what it needs, firewall included. Choosing one takes effect immediately. */
import { Radio, RadioGroup } from 'react-aria-components';
import type { QueryResult } from '../../../contract/queries.ts';
import { say } from '../../../core/language/say.ts';
import type { SourceMode } from '../../../core/source.ts';
import { useExplainDisabled } from '../../../ui/Button.tsx';
import { useEngineQuery } from '../../engine/queries.ts';
import { useCommand } from '../../engine/useCommand.ts';
import { settingAt } from '../../model/settingFields.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';

type ModeCard = {
  readonly mode: SourceMode;
  readonly name: string;
  readonly description: string;
  readonly needs: readonly string[];
};

function listModes(webhookPort: number | null): readonly ModeCard[] {
  return [
    {
      mode: 'poll',
      name: say('Poll'),
      description: say('Changes arrive within one interval.'),
      needs: [say('the API key'), say('outgoing HTTPS, port 443'), say('no open firewall port')],
    },
    {
      mode: 'push',
      name: say('Push'),
      description: say('Changes arrive in under a second.'),
      needs: [
        say('the signing secret'),
        webhookPort === null
          ? say('the webhook port reachable from the service')
          : say('port {port} reachable from the service', { port: webhookPort }),
        say('an API key, recommended: it proves nothing was missed'),
      ],
    },
    {
      mode: 'hybrid',
      name: say('Hybrid'),
      description: say('Push for speed, polling to verify. Fastest and safest.'),
      needs: [say('everything poll and push need'), say('if push stops, polling continues and says so')],
    },
  ];
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
      aria-label={say('Update mode')}
      // Selected only once the engine confirms it.
      value={currentMode}
      onChange={(mode) => {
        if (isDisconnected) explain(say('not connected'));
        else
          send({
            title: say('Update mode'),
            keyLabel: null,
            command: { name: 'setMode', input: { mode: mode as SourceMode } },
          });
      }}
    >
      {listModes(useWebhookPort()).map(({ mode, name, description, needs }) => (
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
            <span className="visually-hidden">{say('Needs:')} </span>
            <ul className="needs">
              {needs.map((need) => (
                <li key={need}>{need}</li>
              ))}
            </ul>
            <MissingSecrets mode={mode} missing={missing} />
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}

/** `null` for any free port, which is known only while the listener is open. */
function useWebhookPort(): number | null {
  const { data } = useEngineQuery('settings', {}, null);
  const path = 'source.push.port';
  const port = data?.fixed.find((fixed) => fixed.path === path)?.value ?? settingAt(data?.settings ?? {}, path);
  return typeof port === 'number' && port !== 0 ? port : null;
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
          {say(
            'Missing: the webhook secret. No delivery can be verified, and each gets 503. Set it in Settings, Source.',
          )}
        </small>
      )}
      {hasNoKey && (
        <small className="is-missing">
          {say('Missing: the API key. Nothing can be polled. Set it in Settings, Source.')}
        </small>
      )}
    </>
  );
}
