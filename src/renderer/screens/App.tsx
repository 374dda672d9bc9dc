/** The desk's root component: the top line and strip on every screen, the open screen below, and every key press. */

import { QueryClientProvider } from '@tanstack/react-query';
import { memo, useEffect, useMemo, useState } from 'react';
import { say } from '../../core/language/say.ts';
import { ExplainDisabledContext } from '../../ui/Button.tsx';
import { watchPresses } from '../../ui/pressTime.ts';
import { createSecondPress, SecondPressContext, useSecondPress } from '../../ui/secondPress.ts';
import { keepPointedRowStill } from '../../ui/stillRow.ts';
import type { DeskClient } from '../engine/client.ts';
import { invalidateOnPush } from '../engine/invalidateOnPush.ts';
import { ClientContext, createQueryClient } from '../engine/queries.ts';
import { useCommand } from '../engine/useCommand.ts';
import { watchSelection } from '../stores/lostSelection.ts';
import { openStep, type SetupStep, wasSetupLeft } from '../stores/setupState.ts';
import { dismissNotice, openScreen, showDisabledReason, useUiState } from '../stores/uiState.ts';
import { useDesk, useHasDesk } from '../stores/useDesk.ts';
import { ConnectScreen } from './ConnectScreen.tsx';
import { Collections } from './collections/Collections.tsx';
import { createControls, DeskControlsContext } from './controls.ts';
import { EndOutdatedSentences } from './EndOutdatedSentences.tsx';
import { FitFrame } from './FitFrame.tsx';
import { FirstRun } from './firstRun/FirstRun.tsx';
import { useKeys } from './keys/useKeys.ts';
import { Log } from './log/Log.tsx';
import { PreflightScreen } from './preflight/PreflightScreen.tsx';
import { PushSetup } from './pushSetup/PushSetup.tsx';
import { Recipes } from './recipes/Recipes.tsx';
import { Settings } from './settings/Settings.tsx';
import { Announcer } from './show/Announcer.tsx';
import { Show } from './show/Show.tsx';
import { Strip } from './show/Strip.tsx';
import { TopLine } from './top/TopLine.tsx';
import { Wall } from './wall/Wall.tsx';

export type AppProps = {
  readonly client: DeskClient;
  /** How long a key waits for its second press. */
  readonly armedForMs: number;
};

export function App({ client, armedForMs }: AppProps) {
  const [queryClient] = useState(createQueryClient);
  const [secondPress] = useState(() => createSecondPress(armedForMs));
  useEffect(() => invalidateOnPush(queryClient), [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <ClientContext value={client}>
        <SecondPressContext value={secondPress}>
          <ExplainDisabledContext value={explainDisabled}>
            <ConnectedDesk />
          </ExplainDisabledContext>
        </SecondPressContext>
      </ClientContext>
    </QueryClientProvider>
  );
}

function explainDisabled(reason: string): () => void {
  showDisabledReason(reason, say('Nothing happened.'));
  const shown = useUiState.getState().notice;
  return () => {
    if (useUiState.getState().notice === shown) dismissNotice();
  };
}

const listsWithAnchor = '#list-staging, #list-live';

function ConnectedDesk() {
  useEffect(() => keepPointedRowStill(document.body, listsWithAnchor), []);
  useEffect(watchSelection, []);
  useEffect(watchPresses, []);
  const send = useCommand();
  const { press: confirm } = useSecondPress();
  const controls = useMemo(() => createControls(send, confirm), [send, confirm]);
  useKeys(controls.perform);
  if (!useHasDesk()) return <ConnectScreen />;
  return (
    <DeskControlsContext value={controls}>
      <Screens />
      <EndOutdatedSentences />
      <FitFrame />
    </DeskControlsContext>
  );
}

/** Renders only when the screen changes, not for each command sent. */
const Screens = memo(function Screens() {
  const screen = useUiState((ui) => ui.screen);
  useRememberRotation();
  useOpenSetupAtFirst();
  if (screen === 'firstRun') return <FirstRun />;
  return (
    <div className={`desk${screen === 'show' ? '' : ' is-page'}`}>
      <TopLine />
      <Strip />
      <Announcer />
      {screen === 'show' && <Show />}
      {screen === 'wall' && <Wall />}
      {screen === 'recipes' && <Recipes />}
      {screen === 'preflight' && <PreflightScreen />}
      {screen === 'collections' && <Collections />}
      {screen === 'log' && <Log />}
      {screen === 'settings' && <Settings />}
      {screen === 'pushSetup' && <PushSetup />}
    </div>
  );
});

/** Remembers the seconds per post for the next time rotation is switched on. */
function useRememberRotation(): void {
  const seconds = useDesk(({ feed }) => feed.playHead.rotateSeconds);
  useEffect(() => {
    if (seconds !== null) useUiState.setState({ rotation: { seconds } });
  }, [seconds]);
}

/** Until a service was chosen, the desk opens the setup, unless it was left before. */
function useOpenSetupAtFirst(): void {
  const isFirstStart = useDesk(({ state }) => state.isFirstStart && state.right === 'desk');
  const isDemo = useDesk(({ state }) => state.isDemo);
  const [firstStep] = useState<SetupStep | null>(() =>
    isFirstStart && !wasSetupLeft() ? (isDemo ? 'obs' : 'demo') : null,
  );
  useEffect(() => {
    if (firstStep === null) return;
    openStep(firstStep);
    openScreen('firstRun');
  }, [firstStep]);
}
