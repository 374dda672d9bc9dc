/** Settings, Feed server: which networks can read the feed, its read token, and who reads it now. */
import { OctagonAlert } from 'lucide-react';
import { Radio, RadioGroup } from 'react-aria-components';
import type { Consumer } from '../../../contract/consumer.ts';
import type { Network } from '../../../contract/queries.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { useExplainDisabled } from '../../../ui/Button.tsx';
import { useEngineQuery } from '../../engine/queries.ts';
import { findSettingField, listSettingGroups } from '../../model/settingFields.ts';
import { formatCount } from '../../model/words/counts.ts';
import { useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { ChangeResult } from './ChangeResult.tsx';
import { everywhere, FeedAddresses, selectionOf, thisMachine } from './FeedAddresses.tsx';
import { ReadTokenRow } from './ReadTokenRow.tsx';
import { FactTable } from './SettingLine.tsx';
import { FixedNote, SettingRow, type SettingsAnswer, settingInUse } from './SettingRow.tsx';
import { useSettingChange } from './useSettingChange.ts';

/** Shown in this order above the addresses; every other setting of the group follows below them. */
const first: readonly string[] = ['feedServer.port', 'feedServer.allowedOrigins', 'feedServer.allowedHosts'];

export function FeedServerPart({ answer }: { readonly answer: SettingsAnswer }) {
  const consumers = useDesk(({ state }) => state.feeds.reduce((sum, feed) => sum + feed.counts.consumers, 0));
  const group = listSettingGroups(answer.schema).find(({ path }) => path === 'feedServer');
  const others = (group?.fields ?? []).filter(({ path }) => !first.includes(path));
  const field = (path: string) => findSettingField(answer.schema, path);
  return (
    <>
      <Readers answer={answer} />
      <SettingRow
        field={field('feedServer.port')}
        answer={answer}
        note={`Another port breaks every address in use: ${formatCount(consumers, 'consumer', 'consumers')}. 0 selects any free port`}
      />
      <ReadTokenRow answer={answer} />
      <SettingRow field={field('feedServer.allowedOrigins')} answer={answer} note={null} />
      <SettingRow field={field('feedServer.allowedHosts')} answer={answer} note={null} />
      <FeedAddresses answer={answer} />
      <h2>In detail</h2>
      {others.map((other) => (
        <SettingRow key={other.path} field={other} answer={answer} note={null} />
      ))}
    </>
  );
}

type Choice = { readonly id: string; readonly name: string; readonly note: string };

function listChoices(networks: readonly Network[], selected: string): readonly Choice[] {
  const choices = [
    {
      id: thisMachine,
      name: 'This machine only',
      note: '127.0.0.1 and ::1. For OBS, vMix or CasparCG on this computer.',
    },
    ...networks.map(({ name, address, machines }) => ({
      ...{ id: name, name },
      note: `${address}. ${machines === null ? 'Other machines' : `${formatNumber(machines)} machines`} could read what is on air; none can change it.`,
    })),
    {
      id: everywhere,
      name: 'All networks of this machine',
      note: `${formatCount(networks.length, 'address', 'addresses')}, plus any added later. Not recommended.`,
    },
  ];
  if (choices.some(({ id }) => id === selected)) return choices;
  return [...choices, { id: selected, name: selected, note: 'Set under “In detail” below.' }];
}

function Readers({ answer }: { readonly answer: SettingsAnswer }) {
  const networks = useEngineQuery('networks', {}, null).data?.networks ?? [];
  const isDisconnected = useIsDisconnected();
  const explain = useExplainDisabled();
  const changer = useSettingChange();
  const host = settingInUse(answer, 'feedServer.host');
  const interfaces = settingInUse(answer, 'feedServer.interfaces');
  const selected = selectionOf(String(host.value), (interfaces.value ?? []) as readonly string[]);
  const title = findSettingField(answer.schema, 'feedServer.host').title;
  const choose = (choice: string): void => {
    if (isDisconnected) explain('not connected');
    else if (host.by !== null) explain(`set by ${host.by}`);
    else if (choice !== selected)
      void changer.change({
        feedServer: {
          host: choice === everywhere ? '0.0.0.0' : '127.0.0.1',
          interfaces: choice === everywhere || choice === thisMachine ? [] : [choice],
        },
      });
  };
  return (
    <>
      <h2>
        {title}
        {selected !== thisMachine && (
          <span className="badge is-alarm">
            <OctagonAlert />
            OPEN TO THE NETWORK
          </span>
        )}
      </h2>
      <RadioGroup className="choices is-stacked" aria-label={title} value={selected} onChange={choose}>
        {listChoices(networks, selected).map(({ id, name, note }) => (
          <Radio
            key={id}
            value={id}
            className={({ isSelected, isFocusVisible }) =>
              `choice${isSelected ? ' is-on' : ''}${isFocusVisible ? ' is-focused' : ''}`
            }
          >
            <span className="choice-dot" aria-hidden="true" />
            <span>
              <b>{name}</b>
              <small>{note}</small>
            </span>
          </Radio>
        ))}
      </RadioGroup>
      <FixedNote by={host.by} />
      <ChangeResult changer={changer} />
    </>
  );
}

const isLocalAddress = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address);

/** A program can read several feeds. */
function listReaders(consumers: readonly Consumer[]): readonly { readonly name: string; readonly address: string }[] {
  const readers = new Map(consumers.map(({ name, address }) => [`${name} ${address}`, { name, address }] as const));
  return [...readers.values()];
}

export function FeedServerAside() {
  const consumers = useComputed(({ state }) => listReaders(state.feeds.flatMap((feed) => feed.consumers)));
  const needsToken = useDesk(({ state }) => state.isReadTokenRequired);
  const remote = consumers.filter(({ address }) => !isLocalAddress(address));
  const lost = remote.map(({ name }) => name);
  return (
    <>
      <h2>Reading now</h2>
      {consumers.length === 0 ? (
        <p>No consumers. Nothing is reading the feed.</p>
      ) : (
        <FactTable
          facts={consumers.map(({ name, address }) => [
            name,
            `${isLocalAddress(address) ? 'this machine' : address}${needsToken ? ', with token' : ''}`,
          ])}
        />
      )}
      <h2>Choosing this machine only</h2>
      <p>
        {lost.length === 0
          ? 'No consumer would lose the feed.'
          : `${lost.join(', ')} would lose the feed and keep ${lost.length === 1 ? 'its' : 'their'} last picture. It needs a second press.`}
      </p>
    </>
  );
}
