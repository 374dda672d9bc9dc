/** Sends a new secret to the engine. A refused value is kept in memory only, until it is used anyway, replaced or dropped. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Commands } from '../../../contract/commands.ts';
import { say } from '../../../core/language/say.ts';
import type { SecretName } from '../../../core/secretNames.ts';
import type { DeskClient, RequestError } from '../../engine/client.ts';
import { useClient } from '../../engine/queries.ts';
import { engineNow } from '../../stores/clock.ts';

export type RefusedSecret = {
  readonly atMs: number;
  /** Such as `Refused: 401 INVALID_API_KEY`. */
  readonly summary: string;
  readonly message: string;
  /** The service’s own words; `null` without any. */
  readonly words: string | null;
  readonly nextStep: string;
  /** The refused value without all but its end. */
  readonly masked: string;
};

export type SecretChange = {
  readonly draft: string;
  readonly isSending: boolean;
  readonly isReplacing: boolean;
  readonly refused: RefusedSecret | null;
  readonly edit: (text: string) => void;
  readonly startReplacing: () => void;
  readonly cancel: () => void;
  /** `null` removes the secret. */
  readonly send: (value: string | null) => void;
  /** Sends the saved API key to the service in use, although it belongs to another one. */
  readonly keepSaved: () => void;
  /** Uses the refused API key without another trial; `null` if nothing can be forced. */
  readonly force: (() => void) | null;
};

/** A shorter secret would be given away by its end. */
const minCharactersToShowEnd = 12;

/** Tries the key again for the service’s own words, which a command does not return. */
async function tryAgain(
  client: DeskClient,
  apiKey: string,
): Promise<{ readonly code: string; readonly words: string | null } | null> {
  const answer = await client.query('checkService', { baseUrl: null, apiKey }).catch(() => null);
  if (answer === null || answer.check.status === null) return null;
  const [code = '', ...words] = (answer.check.serviceWords ?? '').split(': ');
  return {
    code: `${answer.check.status} ${code}`.trim(),
    words: words.length === 0 ? null : words.join(': ').replace(/\.?$/, '.'),
  };
}

export function useSecretChange(name: SecretName, onChanged: () => void): SecretChange {
  const client = useClient();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [isReplacing, setIsReplacing] = useState(false);
  const [refused, setRefused] = useState<(RefusedSecret & { readonly value: string | null }) | null>(null);
  const reset = (): void => {
    setDraft('');
    setRefused(null);
    setIsReplacing(false);
  };
  const change = async (
    input: Partial<Commands['changeSecrets']>,
    value: string | null,
    force: boolean,
  ): Promise<void> => {
    setIsSending(true);
    try {
      await client.command({ name: 'changeSecrets', input: { ...input, force } });
      reset();
      onChanged();
      // The update modes say which secrets they lack.
      void queryClient.invalidateQueries({ queryKey: ['missingSecrets'] });
      await queryClient.invalidateQueries({ queryKey: ['settings'] });
    } catch (error) {
      const { code, message, nextStep } = error as RequestError;
      const answer = value !== null && code === 'SOURCE_KEY_REFUSED' ? await tryAgain(client, value) : null;
      const shown = (value ?? '').length < minCharactersToShowEnd ? '' : (value ?? '').slice(-4);
      setDraft('');
      setRefused({
        ...{ atMs: engineNow(), message, nextStep, value, words: answer?.words ?? null },
        summary: answer === null ? say('Refused') : say('Refused: {code}', { code: answer.code }),
        masked: `${'•'.repeat(20)}${shown}`,
      });
    } finally {
      setIsSending(false);
    }
  };
  const send = (value: string | null, force: boolean): void => void change({ [name]: value }, value, force);
  const { value: refusedValue = null } = refused ?? {};
  return {
    ...{ draft, isSending, isReplacing, refused },
    edit: (text) => {
      setDraft(text);
      setRefused(null);
    },
    startReplacing: () => setIsReplacing(true),
    cancel: reset,
    send: (value) => send(value, false),
    keepSaved: () => void change({ keepApiKey: true }, null, false),
    force: name === 'apiKey' && refusedValue !== null ? () => send(refusedValue, true) : null,
  };
}
