/** The named tokens of the control API: create one, which is shown once, or revoke one. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CommandResults } from '../../../contract/commands.ts';
import { rights } from '../../../core/commands/commandRow.ts';
import { maxNameLength } from '../../../core/names.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient, useEngineQuery } from '../../engine/queries.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import { DayTime } from '../DayTime.tsx';

const rightNames = { desk: 'everything', operate: 'the verbs', present: 'view and used', view: 'view' } as const;

export function TokensPart() {
  const client = useClient();
  const queryClient = useQueryClient();
  const isDisconnected = useIsDisconnected();
  const disabledReason = isDisconnected ? 'not connected' : null;
  const tokens = useEngineQuery('tokens', {}, null).data?.tokens ?? [];
  const [name, setName] = useState('');
  const [right, setRight] = useState<(typeof rights)[number]>('operate');
  const [created, setCreated] = useState<CommandResults['createToken'] | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setRefusal(null);
    await work().catch((error: RequestError) => setRefusal(describeError(error)));
    await queryClient.invalidateQueries({ queryKey: ['tokens'] });
  };
  return (
    <>
      <h2>Tokens</h2>
      <p className="setting-note">
        A panel or script needs a token with a right. Its name appears in the log and in the as-run log.
      </p>
      {tokens.length > 0 && (
        <table className="data-table">
          <thead>
            <tr>
              <th>Name</th>
              <th>Right</th>
              <th>Created</th>
              <th>Revoke</th>
            </tr>
          </thead>
          <tbody>
            {tokens.map((token) => (
              <tr key={token.name}>
                <th scope="row" className="setting-name" dir="auto">
                  {token.name}
                </th>
                <td>{rightNames[token.right]}</td>
                <td>
                  <DayTime at={token.createdAt} />
                </td>
                <td>
                  <SecondPressButton
                    armedLabel="Press again to revoke"
                    effect={`to revoke the token ${token.name}.`}
                    disabledReason={disabledReason}
                    onPress={() =>
                      void run(async () => {
                        await client.command({ name: 'revokeToken', input: { name: token.name } });
                      })
                    }
                  >
                    Revoke
                  </SecondPressButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <form
        className="setting-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === '' || disabledReason !== null) return;
          void run(async () => {
            const value = await client.command({ name: 'createToken', input: { name: name.trim(), right } });
            setCreated(value as CommandResults['createToken']);
            setName('');
          });
        }}
      >
        <input
          aria-label="Name of a new token"
          placeholder="name of a new token"
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
        <Button type="submit" disabledReason={name.trim() === '' ? 'enter a name' : disabledReason}>
          Create
        </Button>
      </form>
      {refusal !== null && (
        <p className="setting-result is-fault" role="alert">
          {refusal}
        </p>
      )}
      {created !== null && (
        <div className="shown-once" role="status">
          <b className="mono">{created.token}</b>
          <CopyButton text={created.token} name={`Copy the token ${created.name}`} label="Copy" />
          <span>
            Shown once: the token <bdi>{created.name}</bdi>.
          </span>
          <Button disabledReason={null} onPress={() => setCreated(null)}>
            Got it
          </Button>
        </div>
      )}
    </>
  );
}
