/** Settings, Control and tokens: who may open the desk, and the named tokens, which are shown once. */
import { useQueryClient } from '@tanstack/react-query';
import { Key } from 'lucide-react';
import { useState } from 'react';
import type { CommandResults } from '../../../contract/commands.ts';
import type { TokenRow } from '../../../contract/settings.ts';
import { type Right, rightNames, rights } from '../../../core/commands/commandRow.ts';
import { markMessage, say } from '../../../core/language/say.ts';
import { maxNameLength } from '../../../core/names.ts';
import { formatAge } from '../../../core/time.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient, useEngineQuery } from '../../engine/queries.ts';
import { useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { DayTime } from '../DayTime.tsx';
import { FactTable, SettingLine } from './SettingLine.tsx';
import { type SettingsAnswer, settingInUse } from './SettingRow.tsx';
import { ShownOnce } from './ShownOnce.tsx';
import { isLoopback, linkOf, originFor } from './tokenLink.ts';

export function TokensPart({ answer }: { readonly answer: SettingsAnswer }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const isDisconnected = useIsDisconnected();
  const disabledReason = isDisconnected ? say('not connected') : null;
  const tokens = useEngineQuery('tokens', {}, null).data?.tokens ?? [];
  const [name, setName] = useState('');
  const [right, setRight] = useState<Right>('operate');
  const [created, setCreated] = useState<CommandResults['createToken'] | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setRefusal(null);
    await work().catch((error: RequestError) => setRefusal(describeError(error)));
    await queryClient.invalidateQueries({ queryKey: ['tokens'] });
  };
  const create = () =>
    run(async () => {
      const value = await client.command({ name: 'createToken', input: { name: name.trim(), right } });
      setCreated(value as CommandResults['createToken']);
      setName('');
    });
  return (
    <>
      <h2>{say('Tokens')}</h2>
      {tokens.length === 0 ? (
        <p className="setting-lead">{say('None yet. A panel, a script or another desk needs one.')}</p>
      ) : (
        <TokenTable
          tokens={tokens}
          disabledReason={disabledReason}
          onRevoke={(token) =>
            void run(async () => {
              await client.command({ name: 'revokeToken', input: { name: token } });
            })
          }
        />
      )}
      {created !== null && <CreatedToken created={created} answer={answer} onDone={() => setCreated(null)} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '' && disabledReason === null) void create();
        }}
      >
        <SettingLine
          {...{ setting: null, secret: null, label: say('New token') }}
          note={
            <Button type="submit" disabledReason={name.trim() === '' ? say('enter a name') : disabledReason}>
              <Key />
              {say('Create token')}
            </Button>
          }
          below={
            refusal !== null && (
              <p className="setting-result is-fault" role="alert">
                {refusal}
              </p>
            )
          }
        >
          <input
            className="is-name"
            aria-label={say('New token')}
            placeholder={say('Name for the log')}
            value={name}
            maxLength={maxNameLength}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => {
              setName(event.target.value);
              setRefusal(null);
            }}
          />
          <Segments
            className="segments"
            label={say('Right of the new token')}
            choices={rights.map((each) => [each, say(rightNames[each])])}
            selected={right}
            disabledReason={null}
            onSelect={setRight}
          />
        </SettingLine>
      </form>
    </>
  );
}

type CreatedTokenProps = {
  readonly created: CommandResults['createToken'];
  readonly answer: SettingsAnswer;
  readonly onDone: () => void;
};

/** A token for a page is shown as the link that opens it. */
function CreatedToken({ created, answer, onDone }: CreatedTokenProps) {
  const { name, right, token } = created;
  const feed = useDesk((desk) => desk.feed.slug);
  const networks = useEngineQuery('networks', {}, null).data?.networks ?? [];
  const origin = originFor(
    {
      host: String(settingInUse(answer, 'desk.host').value),
      port: Number(settingInUse(answer, 'desk.port').value),
      networks: networks.map(({ address }) => address),
    },
    window.location,
  );
  const link = linkOf(right, token, feed, origin);
  const isHereOnly = link !== null && isLoopback(new URL(link).hostname);
  const values = { name, rights: say(rightTexts[right]) };

  return (
    <ShownOnce
      value={link ?? token}
      copyName={link === null ? say('Copy the token {name}', { name }) : say('Copy the link {name}', { name })}
      text={
        isHereOnly
          ? say(
              'Shown once: {name}. {rights}. Copy it now; it can’t be shown again. It opens on this machine only: for others, choose a network under Open to first.',
              values,
            )
          : say('Shown once: {name}. {rights}. Copy it now; it can’t be shown again.', values)
      }
      onDone={onDone}
    />
  );
}

type TokenTableProps = {
  readonly tokens: readonly TokenRow[];
  readonly disabledReason: string | null;
  readonly onRevoke: (name: string) => void;
};

function TokenTable({ tokens, disabledReason, onRevoke }: TokenTableProps) {
  return (
    <table className="data-table">
      <thead>
        <tr>
          <th>{say('Name')}</th>
          <th>{say('Rights')}</th>
          <th>{say('Created')}</th>
          <th>{say('Last used')}</th>
          <th>
            <span className="visually-hidden">{say('Revoke')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map(({ name, right, createdAt, lastUsed }) => (
          <tr key={name}>
            <th scope="row" className="setting-name is-outside" dir="auto" title={name}>
              {name}
            </th>
            <td>
              <Badge
                badge={{
                  kind: right === 'desk' ? 'operator' : 'quiet',
                  ...{ icon: null, text: say(rightNames[right]).toUpperCase() },
                }}
              />
            </td>
            <td>
              <DayTime at={createdAt} />
            </td>
            <td>{lastUsed === null ? say('not since the start') : <LastUse {...lastUsed} />}</td>
            <td>
              <SecondPressButton
                armedLabel={say('Press again to revoke')}
                sentence={say('Press again within 2 seconds to revoke the token {name}.', { name })}
                disabledReason={disabledReason}
                onPress={() => onRevoke(name)}
              >
                {sayNode('Revoke<hidden> {name}</hidden>', {
                  name,
                  hidden: (children) => <span className="visually-hidden">{children}</span>,
                })}
              </SecondPressButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LastUse({ at, from }: NonNullable<TokenRow['lastUsed']>) {
  const age = useComputed((_, nowMs) => formatAge(at, nowMs, true));
  return `${age}, ${/^(127\.|::1$|::ffff:127\.)/.test(from) ? say('this machine') : from}`;
}

const rightTexts: Readonly<Record<Right, string>> = {
  desk: markMessage('Everything, including settings'),
  operate: markMessage('Gate, blocks, play head, used; no settings, no tokens'),
  present: markMessage('A presenter’s page: what is on air, mark used; nothing of staging'),
  view: markMessage('Follow the show on a desk; nothing to press'),
};

export function TokensAside() {
  return (
    <>
      <h2>{say('Rights')}</h2>
      <FactTable facts={rights.map((right) => [say(rightNames[right]), say(rightTexts[right])])} />
      <p>
        {say(
          'The log and the as-run log show the token’s name under “By”. Revoking a token closes its desk immediately; on air does not change.',
        )}
      </p>
      <h2>{say('Too many presses')}</h2>
      <p>{say('Over 100 commands a second from one token are refused (429).')}</p>
    </>
  );
}
