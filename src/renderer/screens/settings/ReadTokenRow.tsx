/** The read token of the feed: set or not, its end, and a new one, which is shown once. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { say } from '../../../core/language/say.ts';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient } from '../../engine/queries.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import { SecretRow } from './SecretRow.tsx';
import type { SettingsAnswer } from './SettingRow.tsx';
import { ShownOnce } from './ShownOnce.tsx';

export function ReadTokenRow({ answer }: { readonly answer: SettingsAnswer }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const isDisconnected = useIsDisconnected();
  const [created, setCreated] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const secret = answer.secrets.readToken;
  const create = async (): Promise<void> => {
    const token = createToken();
    setRefusal(null);
    try {
      await client.command({ name: 'changeSecrets', input: { readToken: token, force: false } });
      setCreated(token);
      await queryClient.invalidateQueries({ queryKey: ['settings'] });
    } catch (error) {
      setRefusal(describeError(error as RequestError));
    }
  };
  return (
    <>
      <SecretRow
        name="readToken"
        secret={secret}
        check={{ kind: 'good', text: say('Required from every reader.'), advice: null }}
        isOfOtherService={false}
        onChanged={() => undefined}
      >
        <SecondPressButton
          armedLabel={say('Press again for a new one')}
          sentence={say('Press again within 2 seconds to replace the read token. Every reader must send the new one.')}
          disabledReason={isDisconnected ? say('not connected') : null}
          onPress={() => void create()}
        >
          {say('New token')}
        </SecondPressButton>
      </SecretRow>
      {refusal !== null && (
        <p className="setting-result is-fault" role="alert">
          {refusal}
        </p>
      )}
      {created !== null && (
        <ShownOnce
          value={created}
          copyName={say('Copy the read token')}
          text={say('Shown once: the read token. Every reader must send it. Copy it now; it can’t be shown again.')}
          onDone={() => setCreated(null)}
        />
      )}
    </>
  );
}

/** 192 random bits that need no encoding in an address. */
function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return `rt_${btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}`;
}
