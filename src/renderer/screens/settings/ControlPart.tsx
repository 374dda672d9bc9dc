/** Settings, Control and tokens: the port of browser desks and panels, its tokens, and OSC. */
import { say } from '../../../core/language/say.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { useEngineQuery } from '../../engine/queries.ts';
import { findSettingField, listSettingGroups } from '../../model/settingFields.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import { ChangeResult } from './ChangeResult.tsx';
import { SettingLine } from './SettingLine.tsx';
import { describeFixed, FixedNote, SettingRow, type SettingsAnswer, settingInUse } from './SettingRow.tsx';
import { TokensPart } from './TokensPart.tsx';
import { useSettingChange } from './useSettingChange.ts';

export function ControlPart({ answer }: { readonly answer: SettingsAnswer }) {
  const groups = listSettingGroups(answer.schema);
  const desk = groups.find(({ path }) => path === 'desk');
  const others = (desk?.fields ?? []).filter(({ path }) => path !== 'desk.host');
  const osc = findSettingField(answer.schema, 'osc.enabled');
  const oscPort = findSettingField(answer.schema, 'osc.port');
  return (
    <>
      {desk !== undefined && <h2>{say(desk.title)}</h2>}
      <OpenTo answer={answer} />
      <DeskAddress />
      {others.map((field) => (
        <SettingRow key={field.path} field={field} answer={answer} note={null} />
      ))}
      <TokensPart answer={answer} />
      <SettingRow
        field={osc}
        answer={answer}
        note={say('The same commands, port {port}. Off unless a panel needs it', {
          port: String(settingInUse(answer, 'osc.port').value),
        })}
      />
      <SettingRow field={oscPort} answer={answer} note={null} />
    </>
  );
}

/** The window of the desktop app has no address that another desk could use. */
function DeskAddress() {
  const { protocol, origin } = window.location;
  if (!protocol.startsWith('http')) return null;
  const address = `${origin}/#token=…`;
  return (
    <SettingLine
      {...{ setting: null, secret: null, label: say('Desk address'), below: null }}
      note={say('Each desk needs a token of its own. A new token is shown as a link')}
    >
      <code>{address}</code>
    </SettingLine>
  );
}

/** The networks of this machine as choices, with any other address that is in use. */
function OpenTo({ answer }: { readonly answer: SettingsAnswer }) {
  const isDisconnected = useIsDisconnected();
  const networks = useEngineQuery('networks', {}, null).data?.networks ?? [];
  const changer = useSettingChange(null);
  const { title: name, path } = findSettingField(answer.schema, 'desk.host');
  const title = say(name);
  const { value, by } = settingInUse(answer, path);
  const host = String(value);
  const known: readonly (readonly [string, string])[] = [
    ['127.0.0.1', say('This machine')],
    ...networks.map(({ name, address }) => [address, `${name}, ${address}`] as const),
    ['0.0.0.0', say('All networks')],
  ];
  return (
    <SettingLine
      {...{ setting: path, secret: null, label: title }}
      note={say('Port {port}. Every request needs a token', {
        port: String(settingInUse(answer, 'desk.port').value),
      })}
      below={
        <>
          <FixedNote by={by} />
          <ChangeResult changer={changer} />
        </>
      }
    >
      <Segments
        className="segments"
        label={title}
        choices={known.some(([id]) => id === host) ? known : [...known, [host, host]]}
        selected={host}
        disabledReason={isDisconnected ? say('not connected') : describeFixed(by)}
        onSelect={(choice) => void changer.change({ desk: { host: choice } })}
      />
    </SettingLine>
  );
}
