/** Sends a command to the engine, knows whether it is on its way, and shows the operator a refusal. */
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CommandResults } from '../../contract/commands.ts';
import type { DeskState } from '../../contract/deskState.ts';
import { isolateName } from '../../core/outsideName.ts';
import { ownValue } from '../../core/ownValue.ts';
import { pressTimeMs } from '../../ui/pressTime.ts';
import type { CommandCall } from '../model/actionState.ts';
import { emptyListsOf, indexFeed } from '../model/feedIndex.ts';
import { describeBlockDone } from '../model/words/blockDone.ts';
import { describeDone } from '../model/words/doneSentence.ts';
import { postNameIn } from '../model/words/postNameIn.ts';
import { describeRefusal, describeUnanswered } from '../model/words/refusal.ts';
import { useMirror } from '../stores/engineMirror.ts';
import { dismissNotice, showDone, showNotice, useUiState } from '../stores/uiState.ts';
import { afterAirChange } from './afterAirChange.ts';
import type { RequestError } from './client.ts';
import { useClient } from './queries.ts';
import { describeSeveralDone, SeveralRefused, sendAll } from './sendSeveral.ts';

export type SentCommand = {
  /** The operator’s name for it, a message such as `Take all`. */
  readonly title: string;
  /** The label of its key; `null` when it has none. */
  readonly keyLabel: string | null;
  readonly command: CommandCall;
  /** The same command for other posts, sent together with it. */
  readonly rest?: readonly CommandCall[];
  /** Called once all of it was carried out. */
  readonly onDone?: () => void;
};

type PressedCommand = SentCommand & { readonly pressedAtMs: number };

export function useCommand(): (sent: SentCommand) => void {
  const client = useClient();
  const queryClient = useQueryClient();
  const { mutate } = useMutation<unknown, RequestError | SeveralRefused, PressedCommand, DeskState | null>({
    mutationKey: ['command'],
    mutationFn: ({ title, command, rest = [], pressedAtMs }) => {
      const answer =
        rest.length === 0 ? client.command(command, pressedAtMs) : sendAll(client, [command, ...rest], pressedAtMs);
      return feedOf(command) === null ? answer : noticeWhileUnanswered(title, answer);
    },
    onMutate: () => useMirror.getState().state,
    onSuccess: (value, { command, rest = [], onDone }, stateBefore) => {
      onDone?.();
      const slug = feedOf(command);
      const before = stateBefore?.feeds.find((feed) => feed.slug === slug);
      if (slug === null || before === undefined) return;
      const result = feedResultOf(value);
      if (result === null) return showDone(null);
      const nameOfPost = nameIn(slug);
      const commands = [command, ...rest];
      const done =
        rest.length > 0 ? describeSeveralDone(commands, result) : describeDone({ command, before, result, nameOfPost });
      showDone(done ?? describeBlockDone(commands, before, result, nameOfPost));
    },
    onError: (refusal, { title, keyLabel, command }) => {
      if (refusal instanceof SeveralRefused) return showNotice(refusal.describe(title));
      const slug = feedOf(command);
      const show = (isChangeKnown: boolean): void => {
        const { state, lists } = useMirror.getState();
        const feed = state?.feeds.find((other) => other.slug === slug) ?? null;
        const live = ownValue(lists, slug ?? '')?.live ?? [];
        const seenGate = 'gate' in command.input ? command.input.gate : null;
        const known = { state, feed: isChangeKnown ? feed : null, live };
        showNotice(describeRefusal({ title, keyLabel, refusal, seenGate, ...known }));
      };
      if (refusal.code === 'AIR_CHANGED') afterAirChange(command, slug, show);
      else show(true);
    },
    onSettled: (_value, _refusal, { command }) => {
      // The engine pushes no change of collections that no feed uses.
      if (command.name === 'checkNow') void queryClient.invalidateQueries({ queryKey: ['collections'] });
    },
  });
  return useCallback(
    (sent) => {
      dismissNotice();
      mutate({ ...sent, pressedAtMs: pressTimeMs() });
    },
    [mutate],
  );
}

/** On a fast connection every answer is sooner. */
const unansweredAfterMs = 1500;

/** Says that a press has not been answered, until it is. */
async function noticeWhileUnanswered<Answer>(title: string, answer: Promise<Answer>): Promise<Answer> {
  const notice = describeUnanswered(title);
  const timer = setTimeout(() => showNotice(notice), unansweredAfterMs);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (useUiState.getState().notice === notice) dismissNotice();
  }
}

function feedOf({ input }: CommandCall): string | null {
  return 'feed' in input && typeof input.feed === 'string' ? input.feed : null;
}

/** The answer to a command that changes a feed; `null` for another one. */
function feedResultOf(value: unknown): CommandResults['next'] | null {
  const result = value as Partial<CommandResults['next']> | null;
  return result?.playHead === undefined ? null : (result as CommandResults['next']);
}

/** Names the author of a post of the feed. */
function nameIn(slug: string): (itemId: string) => string {
  const { state, lists } = useMirror.getState();
  const feed = state?.feeds.find((other) => other.slug === slug);
  if (feed === undefined) return isolateName;
  return postNameIn(indexFeed(feed, ownValue(lists, slug) ?? emptyListsOf(slug)));
}

/** Whether a command with this title is not answered yet. */
export function useIsSending(title: string): boolean {
  const isTitled = (variables: unknown): boolean => (variables as SentCommand).title === title;
  return useIsMutating({ mutationKey: ['command'], predicate: ({ state }) => isTitled(state.variables) }) > 0;
}
