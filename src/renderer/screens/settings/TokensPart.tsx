/** Settings, Control and tokens: who may open the desk, and the named tokens, which are shown once. */
import { useQueryClient } from '@tanstack/react-query';
import { Key } from 'lucide-react';
import { useId, useState } from 'react';
import type { CommandResults } from '../../../contract/commands.ts';
import type { TokenRow } from '../../../contract/settings.ts';
import { type Right, rights } from '../../../core/commands/commandRow.ts';
import { maxNameLength } from '../../../core/names.ts';
import { formatAge } from '../../../core/time.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient, useEngineQuery } from '../../engine/queries.ts';
import { useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { DayTime } from '../DayTime.tsx';
import { FactTable, SettingLine } from './SettingLine.tsx';
import { type SettingsAnswer, settingInUse } from './SettingRow.tsx';
import { ShownOnce } from './ShownOnce.tsx';
import { isLoopback, linkOf, originFor } from './tokenLink.ts';

const rightNames: Readonly<Record<Right, string>> = {
  desk: 'Desk',
  operate: 'Operate',
  present: 'Present',
  view: 'View',
};

export function TokensPart({ answer }: { readonly answer: SettingsAnswer }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const isDisconnected = useIsDisconnected();
  const disabledReason = isDisconnected ? 'not connected' : null;
  const tokens = useEngineQuery('tokens', {}, null).data?.tokens ?? [];
  const [name, setName] = useState('');
  const [right, setRight] = useState<Right>('operate');
  const [created, setCreated] = useState<CommandResults['createToken'] | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const labelId = useId();
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
      <h2>Tokens</h2>
      {tokens.length === 0 ? (
        <p className="setting-lead">None yet. A panel, a script or another desk needs one.</p>
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
          {...{ setting: null, secret: null, label: 'New token', labelId }}
          note={
            <Button type="submit" disabledReason={name.trim() === '' ? 'enter a name' : disabledReason}>
              <Key />
              Create token
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
            aria-labelledby={labelId}
            placeholder="Name for the log"
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
            label="Right of the new token"
            choices={rights.map((each) => [each, rightNames[each]])}
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
  const reach = isHereOnly ? ' It opens on this machine only: for others, choose a network under Open to first.' : '';
  return (
    <ShownOnce
      value={link ?? token}
      copyName={`Copy the ${link === null ? 'token' : 'link'} ${name}`}
      text={`Shown once: ${name}. ${rightTexts[right]}. Copy it now; it can’t be shown again.${reach}`}
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
          <th>Name</th>
          <th>Rights</th>
          <th>Created</th>
          <th>Last used</th>
          <th>
            <span className="visually-hidden">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map(({ name, right, createdAt, lastUsed }) => (
          <tr key={name}>
            <th scope="row" className="setting-name" dir="auto" title={name}>
              {name}
            </th>
            <td>
              <Badge
                badge={{
                  kind: right === 'desk' ? 'operator' : 'quiet',
                  ...{ icon: null, text: rightNames[right].toUpperCase() },
                }}
              />
            </td>
            <td>
              <DayTime at={createdAt} />
            </td>
            <td>{lastUsed === null ? 'not since the start' : <LastUse {...lastUsed} />}</td>
            <td>
              <SecondPressButton
                armedLabel="Press again to revoke"
                sentence={`Press again within 2 seconds to revoke the token ${name}.`}
                disabledReason={disabledReason}
                onPress={() => onRevoke(name)}
              >
                Revoke<span className="visually-hidden"> {name}</span>
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
  return `${age}, ${/^(127\.|::1$|::ffff:127\.)/.test(from) ? 'this machine' : from}`;
}

const rightTexts: Readonly<Record<Right, string>> = {
  desk: 'Everything, including settings',
  operate: 'Gate, blocks, play head, used; no settings, no tokens',
  present: 'A presenter’s page: what is on air, mark used; nothing of staging',
  view: 'Follow the show on a desk; nothing to press',
};

export function TokensAside() {
  return (
    <>
      <h2>Rights</h2>
      <FactTable facts={rights.map((right) => [rightNames[right], rightTexts[right]])} />
      <p>
        The log and the as-run log show the token’s name under “By”. Revoking a token closes its desk immediately; on
        air does not change.
      </p>
      <h2>Too many presses</h2>
      <p>Over 100 commands a second from one token are refused (429).</p>
    </>
  );
}
