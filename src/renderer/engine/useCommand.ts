/** Sends a command to the engine, knows whether it is on its way, and shows the operator a refusal. */
import { useIsMutating, useMutation } from '@tanstack/react-query';
import type { CommandCall } from '../model/actionState.ts';
import { describeRefusal } from '../model/words/refusal.ts';
import { useMirror } from '../stores/engineMirror.ts';
import { dismissNotice, showNotice } from '../stores/uiState.ts';
import type { RequestError } from './client.ts';
import { useClient } from './queries.ts';

export type SentCommand = {
  /** The operator’s name for it, for example `Take all`. */
  readonly title: string;
  /** The label of its key; `null` when it has none. */
  readonly keyLabel: string | null;
  readonly command: CommandCall;
};

export function useCommand(): (sent: SentCommand) => void {
  const client = useClient();
  const { mutate } = useMutation<void, RequestError, SentCommand>({
    mutationKey: ['command'],
    mutationFn: ({ command }) => client.command(command),
    onMutate: dismissNotice,
    onError: (refusal, { title, keyLabel, command }) => {
      const { state, lists } = useMirror.getState();
      const feed = 'feed' in command.input ? command.input.feed : null;
      const live = typeof feed === 'string' ? (lists[feed]?.live ?? []) : [];
      showNotice(describeRefusal({ title, keyLabel, refusal, state, live }));
    },
  });
  return mutate;
}

/** Whether a command with this title is not answered yet. */
export function useIsSending(title: string): boolean {
  const isTitled = (variables: unknown): boolean => (variables as SentCommand).title === title;
  return useIsMutating({ mutationKey: ['command'], predicate: ({ state }) => isTitled(state.variables) }) > 0;
}
