/** The webhook’s address to copy, and the port that the firewall must open. */
import { say } from '../../../core/language/say.ts';
import { formatDayTime } from '../../../core/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyableValue } from '../../../ui/CopyButton.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { useCommand } from '../../engine/useCommand.ts';
import { useDesk, useIsDisconnected, useToday } from '../../stores/useDesk.ts';
import { SettingLine } from '../settings/SettingLine.tsx';

const plainLine = { setting: null, secret: null, below: null } as const;

export function WebhookFacts() {
  const webhook = useDesk(({ state }) => state.source.webhook);
  const today = useToday();
  if (webhook === null) return <PollMode />;
  const { address, reachedFromOutside: outside } = webhook;
  return (
    <>
      <CopyableValue label={say('Webhook address')} value={address} copyName={say('Copy webhook address')} />
      <SettingLine
        {...plainLine}
        label={say('Firewall: open')}
        note={
          outside === null ? (
            <Lamp kind="wait" text={say('Not reached from outside yet')} />
          ) : (
            <Lamp
              kind="good"
              text={say('Reached from outside {time}, by {address}', {
                time: formatDayTime(outside.at, today),
                address: outside.from,
              })}
            />
          )
        }
      >
        <span>{say('TCP {port}, from the service to this machine', { port: portOf(address) })}</span>
      </SettingLine>
      <SettingLine {...plainLine} label={say('Only this path')} note={null}>
        <span>{say('any other path returns 404; no lists, pictures or desk on this port')}</span>
      </SettingLine>
    </>
  );
}

/** The listener’s port: the address is its own, never that of a tunnel or a reverse proxy. */
function portOf(address: string): string {
  return new URL(address).port || '80';
}

function PollMode() {
  const isDisconnected = useIsDisconnected();
  const send = useCommand();
  return (
    <SettingLine {...plainLine} label={say('Webhook')} note={say('Off in poll mode. No port is open for it')}>
      <Button
        disabledReason={isDisconnected ? say('not connected') : null}
        onPress={() =>
          send({ title: say('Update mode'), keyLabel: null, command: { name: 'setMode', input: { mode: 'hybrid' } } })
        }
      >
        {say('Use hybrid mode')}
      </Button>
    </SettingLine>
  );
}
