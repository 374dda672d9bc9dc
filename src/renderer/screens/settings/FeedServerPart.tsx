/** Settings, Feed server: which networks can read the feed, its read token, and who reads it now. */
import { OctagonAlert } from 'lucide-react';
import { Radio, RadioGroup } from 'react-aria-components';
import type { Consumer } from '../../../contract/consumer.ts';
import type { Network } from '../../../contract/queries.ts';
import { say } from '../../../core/language/say.ts';
import { useExplainDisabled } from '../../../ui/Button.tsx';
import { useEngineQuery } from '../../engine/queries.ts';
import { findSettingField, listSettingGroups } from '../../model/settingFields.ts';
import { useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { ChangeResult } from './ChangeResult.tsx';
import { everywhere, FeedAddresses, selectionOf, thisMachine } from './FeedAddresses.tsx';
import { ReadTokenRow } from './ReadTokenRow.tsx';
import { FactTable } from './SettingLine.tsx';
import { describeFixed, FixedNote, SettingRow, type SettingsAnswer, settingInUse } from './SettingRow.tsx';
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
        note={say(
          'Another port breaks every address in use: {count, plural, one {# consumer} other {# consumers}}. 0 selects any free port',
          { count: consumers },
        )}
      />
      <ReadTokenRow answer={answer} />
      <SettingRow field={field('feedServer.allowedOrigins')} answer={answer} note={null} />
      <SettingRow field={field('feedServer.allowedHosts')} answer={answer} note={null} />
      <FeedAddresses answer={answer} />
      <h2>{say('In detail')}</h2>
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
      name: say('This machine only'),
      note: say('127.0.0.1 and ::1. For OBS, vMix or CasparCG on this computer.'),
    },
    ...networks.map(({ name, address, machines }) => ({
      ...{ id: name, name },
      note:
        machines === null
          ? say('{address}. Other machines could read what is on air; none can change it.', { address })
          : say(
              '{address}. {count, plural, one {# machine} other {# machines}} could read what is on air; none can change it.',
              {
                address,
                count: machines,
              },
            ),
    })),
    {
      id: everywhere,
      name: say('All networks of this machine'),
      note: say('{count, plural, one {# address} other {# addresses}}, plus any added later. Not recommended.', {
        count: networks.length,
      }),
    },
  ];
  if (choices.some(({ id }) => id === selected)) return choices;
  return [...choices, { id: selected, name: selected, note: say('Set under “In detail” below.') }];
}

function Readers({ answer }: { readonly answer: SettingsAnswer }) {
  const networks = useEngineQuery('networks', {}, null).data?.networks ?? [];
  const isDisconnected = useIsDisconnected();
  const explain = useExplainDisabled();
  const changer = useSettingChange(null);
  const host = settingInUse(answer, 'feedServer.host');
  const interfaces = settingInUse(answer, 'feedServer.interfaces');
  const selected = selectionOf(String(host.value), (interfaces.value ?? []) as readonly string[]);
  const title = say(findSettingField(answer.schema, 'feedServer.host').title);
  const choose = (choice: string): void => {
    const fixed = describeFixed(host.by);
    if (isDisconnected) explain(say('not connected'));
    else if (fixed !== null) explain(fixed);
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
            {say('OPEN TO THE NETWORK')}
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

function describeReader(address: string, needsToken: boolean): string {
  const shown = isLocalAddress(address) ? say('this machine') : address;
  return needsToken ? say('{address}, with token', { address: shown }) : shown;
}

export function FeedServerAside() {
  const consumers = useComputed(({ state }) => listReaders(state.feeds.flatMap((feed) => feed.consumers)));
  const needsToken = useDesk(({ state }) => state.isReadTokenRequired);
  const remote = consumers.filter(({ address }) => !isLocalAddress(address));
  const lost = remote.map(({ name }) => name);
  return (
    <>
      <h2>{say('Reading now')}</h2>
      {consumers.length === 0 ? (
        <p>{say('No consumers. Nothing is reading the feed.')}</p>
      ) : (
        <FactTable facts={consumers.map(({ name, address }) => [name, describeReader(address, needsToken)])} />
      )}
      <h2>{say('Choosing this machine only')}</h2>
      <p>
        {lost.length === 0
          ? say('No consumer would lose the feed.')
          : say(
              '{count, plural, one {{names} would lose the feed and keep its last picture. It needs a second press.} other {{names} would lose the feed and keep their last picture. It needs a second press.}}',
              { count: lost.length, names: lost.join(', ') },
            )}
      </p>
    </>
  );
}
