/** The update mode of the own service, with the firewall needs of each. */
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
      title="Update mode"
      lead={
        isDemo
          ? 'The demo uses poll. Choose your service and a collection first.'
          : 'How changes arrive. Poll is on and needs no open port; another mode takes effect immediately and never blanks a feed.'
      }
      actions={
        isDemo ? (
          <NextButton step="service" label="Choose your service" disabledReason={null} />
        ) : (
          <NextButton step="graphics" label="Continue" disabledReason={null} />
        )
      }
      note={isDemo ? '' : 'You can change this in Settings, Source.'}
    >
      {!isDemo && (
        <div className="setup-modes">
          <UpdateModes />
          {mode !== 'poll' && <WebhookListener />}
          {secret !== undefined && (
            <SecretRow name="webhookSecret" secret={secret} check={null} onChanged={() => undefined}>
              {null}
            </SecretRow>
          )}
          <table className="data-table">
            <thead>
              <tr>
                <th>Mode</th>
                <th>Outgoing</th>
                <th>Incoming, in the firewall of this machine</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">Poll</th>
                <td>HTTPS to the service</td>
                <td>none</td>
              </tr>
              <tr>
                <th scope="row">Push</th>
                <td>HTTPS to the service, to verify</td>
                <td>the webhook port, from the service</td>
              </tr>
              <tr>
                <th scope="row">Hybrid</th>
                <td>HTTPS to the service</td>
                <td>the webhook port, from the service</td>
              </tr>
            </tbody>
          </table>
        </div>
      )}
    </StepPage>
  );
}
