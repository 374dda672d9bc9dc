/** The update mode of the own service, with the firewall needs of each. */
import { say } from '../../../core/language/say.ts';
import { useEngineQuery } from '../../engine/queries.ts';
import { useDesk } from '../../stores/useDesk.ts';
import { WebhookListener } from '../panels/SourcePanel.tsx';
import { UpdateModes } from '../service/UpdateModes.tsx';
import { SecretRow } from '../settings/SecretRow.tsx';
import { NextButton, StepPage } from './StepPage.tsx';

export function ModeStep() {
  const isDemo = useDesk(({ state }) => state.isDemo);
  const mode = useDesk(({ state }) => state.source.mode);
  const secret = useEngineQuery('settings', {}, null).data?.secrets.webhookSecret;
  return (
    <StepPage
      step="mode"
      title={say('Update mode')}
      lead={
        isDemo
          ? say('The demo uses poll. Choose your service and a collection first.')
          : say(
              'How changes arrive. Poll is on and needs no open port; another mode takes effect immediately and never blanks a feed.',
            )
      }
      actions={
        isDemo ? (
          <NextButton step="service" label={say('Choose your service')} disabledReason={null} />
        ) : (
          <NextButton step="graphics" label={say('Continue')} disabledReason={null} />
        )
      }
      note={isDemo ? '' : say('You can change this in Settings, Source.')}
    >
      {!isDemo && (
        <div className="setup-modes">
          <UpdateModes />
          {mode !== 'poll' && <WebhookListener />}
          {secret !== undefined && (
            <SecretRow
              name="webhookSecret"
              secret={secret}
              check={null}
              isOfOtherService={false}
              onChanged={() => undefined}
            >
              {null}
            </SecretRow>
          )}
          <table className="data-table">
            <thead>
              <tr>
                <th>{say('Mode')}</th>
                <th>{say('Outgoing')}</th>
                <th>{say('Incoming, in the firewall of this machine')}</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">{say('Poll')}</th>
                <td>{say('HTTPS to the service')}</td>
                <td>{say('none')}</td>
              </tr>
              <tr>
                <th scope="row">{say('Push')}</th>
                <td>{say('HTTPS to the service, to verify')}</td>
                <td>{say('the webhook port, from the service')}</td>
              </tr>
              <tr>
                <th scope="row">{say('Hybrid')}</th>
                <td>{say('HTTPS to the service')}</td>
                <td>{say('the webhook port, from the service')}</td>
              </tr>
            </tbody>
          </table>
        </div>
      )}
    </StepPage>
  );
}
