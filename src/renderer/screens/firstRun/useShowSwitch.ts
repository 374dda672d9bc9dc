/** Sends the commands of the setup that put another show on air, and keeps their refusal on screen. */
import { useQueryClient } from '@tanstack/react-query';
import type { SetupResult } from '../../../contract/setup.ts';
import { afterState } from '../../engine/afterState.ts';
import type { RequestError } from '../../engine/client.ts';
import { useClient } from '../../engine/queries.ts';
import type { CommandCall } from '../../model/actionState.ts';
import { describeShowInUse } from '../../model/words/showInUse.ts';
import { currentDesk } from '../../stores/desk.ts';
import { useMirror } from '../../stores/engineMirror.ts';
import { openStep, useSetupState } from '../../stores/setupState.ts';
import { showDone } from '../../stores/uiState.ts';

type SetupCall = Extract<CommandCall, { readonly name: 'useService' | 'useDemo' }>;

export function useShowSwitch(): (command: SetupCall) => void {
  const client = useClient();
  const queryClient = useQueryClient();
  const run = async (command: SetupCall): Promise<void> => {
    const fromDemo = currentDesk()?.state.isDemo === true;
    useSetupState.setState({ switching: { fromDemo }, refusal: null });
    try {
      const { isSwitching } = (await client.command(command)) as SetupResult;
      if (isSwitching) return;
      continueSetup(fromDemo);
      if (command.name === 'useService') announceOnceUsed(command.input);
    } catch (error) {
      const refused = error as RequestError;
      // The connection can close before the answer arrives; the next state says what happened.
      if (refused.code !== 'DESK_CUT_OFF') useSetupState.setState({ switching: null, refusal: refused });
      void queryClient.invalidateQueries({ queryKey: ['servicePreview'] });
    }
  };
  return (command) => void run(command);
}

/** Forgets the key, and continues after the step that put the show on air. */
export function completeSwitch(isDemo: boolean): void {
  const slug = currentDesk()?.feed.slug;
  if (slug !== undefined) announceShow(slug);
  continueSetup(isDemo);
}

function continueSetup(isDemo: boolean): void {
  useSetupState.setState({ switching: null, apiKey: '', address: null, accepted: null, collection: null });
  openStep(isDemo ? 'obs' : 'mode');
}

function announceOnceUsed({
  feed: slug,
  collectionId,
}: {
  readonly feed: string;
  readonly collectionId: string;
}): void {
  const isUsed = (): boolean =>
    useMirror.getState().state?.feeds.some((feed) => feed.slug === slug && feed.collection?.id === collectionId) ===
    true;
  afterState(isUsed, (wasUsed) => wasUsed && announceShow(slug));
}

/** The feed may be held, cleared or empty, so its state decides. */
function announceShow(slug: string): void {
  const describe = (): string | null => {
    const { state } = useMirror.getState();
    const feed = state?.feeds.find((other) => other.slug === slug);
    return state === null || feed === undefined ? null : describeShowInUse(feed, state.isDemo);
  };
  const sentence = describe();
  if (sentence === null) return;
  showDone({ sentence, isTrueOf: (feed) => feed.slug === slug && describe() === sentence, isOnlySpoken: true });
}
