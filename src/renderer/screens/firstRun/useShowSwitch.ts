/** Sends the commands of the setup that put another show on air, and keeps their refusal on screen. */
import type { SetupResult } from '../../../contract/setup.ts';
import { say } from '../../../core/language/say.ts';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient } from '../../engine/queries.ts';
import type { CommandCall } from '../../model/actionState.ts';
import { currentDesk } from '../../stores/desk.ts';
import { openStep, useSetupState } from '../../stores/setupState.ts';
import { showDone } from '../../stores/uiState.ts';

type SetupCall = Extract<CommandCall, { readonly name: 'useService' | 'useDemo' }>;

export function useShowSwitch(): (command: SetupCall) => void {
  const client = useClient();
  const run = async (command: SetupCall): Promise<void> => {
    const fromDemo = currentDesk()?.state.isDemo === true;
    useSetupState.setState({ switching: { fromDemo }, refusal: null });
    try {
      const { isSwitching } = (await client.command(command)) as SetupResult;
      if (!isSwitching) completeSwitch(fromDemo);
    } catch (error) {
      const refused = error as RequestError;
      // The connection can close before the answer arrives; the next state says what happened.
      if (refused.code !== 'DESK_CUT_OFF') useSetupState.setState({ switching: null, refusal: describeError(refused) });
    }
  };
  return (command) => void run(command);
}

/** Forgets the key, and continues after the step that put the show on air. */
export function completeSwitch(isDemo: boolean): void {
  showDone({
    sentence: isDemo ? say('The demo is on air.') : say('Your own posts are on air.'),
    isTrueOf: () => currentDesk()?.state.isDemo === isDemo,
  });
  useSetupState.setState({ switching: null, apiKey: '', address: null, accepted: null, collection: null });
  openStep(isDemo ? 'obs' : 'mode');
}
