/** The desk's root component: the top line and strip on every screen, the open screen below, and every key press. */
import { useEffect, useSyncExternalStore } from 'react';
import { useSecondPress } from '../../ui/secondPress.ts';
import type { DeskClient } from '../engine/client.ts';
import { handlePress } from '../engine/press.ts';
import { useSendCommand } from '../engine/queries.ts';
import { type ActionState, disabled } from '../model/actionState.ts';
import { type ActionName, isSentAction, type SentAction } from '../model/actions.ts';
import { keyLabelOf, useKeymap } from '../stores/keymap.ts';
import { dismissDisabledReason, useUiState } from '../stores/uiState.ts';
import { ArmedSentence } from './ArmedSentence.tsx';
import { ConnectScreen } from './ConnectScreen.tsx';
import { Collections } from './collections/Collections.tsx';
import { type Desk, DeskContext, type DeskControls, DeskControlsContext, useDeskModel } from './desk.ts';
import { performLocally, useKeys } from './keys/useKeys.ts';
import { restoreStateOf } from './past/history/restoreState.ts';
import { Past } from './past/Past.tsx';
import { Show } from './show/Show.tsx';
import { Strip } from './show/Strip.tsx';
import { TopLine } from './top/TopLine.tsx';

const compactQuery = '(max-width: 1599px)';

function useIsCompact(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(compactQuery);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(compactQuery).matches,
  );
}

/** Actions on the selected post, which is visible only on the Show screen. */
const postActions: readonly SentAction[] = ['block', 'unblock', 'allow', 'guardAuthor', 'markUsed', 'cue'];

/** Applies the open screen's rules: post keys only on Show, Restore in History, no gate keys in Rehearsal. */
function useScreenActionState(desk: Desk | null): (action: SentAction) => ActionState | null {
  const isShow = useUiState((ui) => ui.screen === 'show');
  const isPast = useUiState((ui) => ui.screen === 'log');
  const pastView = useUiState((ui) => ui.pastView);
  const revision = useUiState((ui) => ui.pastRevision);
  return (action) => {
    if (desk === null) return null;
    const actionState = desk.actionStates[action];
    if (action.startsWith('rehearse') && !(isPast && pastView === 'rehearsal')) return null;
    if (isShow || desk.isDisconnected) return actionState;
    if (isPast && pastView === 'rehearsal' && action !== 'checkNow' && !action.startsWith('rehearse'))
      return disabled('off in rehearsal');
    if (postActions.includes(action)) return disabled('only on the Show screen');
    return isPast && pastView === 'history' && action === 'back' ? restoreStateOf(desk.feed, revision) : actionState;
  };
}

/** Remembers the seconds per post for the next time rotation is switched on. */
function useRememberRotation(desk: Desk | null): void {
  const seconds = desk?.feed.playHead.rotateSeconds ?? null;
  useEffect(() => {
    if (seconds !== null) useUiState.setState({ rotation: { seconds } });
  }, [seconds]);
}

/** Dismisses a disabled key's reason when the feed or the gate changes. */
function useDismissOnGateChange(desk: Desk | null): void {
  const gate = desk === null ? null : `${desk.feed.slug} ${desk.feed.gate}`;
  useEffect(() => {
    if (gate !== null) dismissDisabledReason();
  }, [gate]);
}

export function App({ client }: { readonly client: DeskClient }) {
  const isCompact = useIsCompact();
  const desk = useDeskModel(isCompact);
  const screen = useUiState((ui) => ui.screen);
  const keymap = useKeymap();
  const send = useSendCommand(client);
  const secondPress = useSecondPress();
  const actionStateOf = useScreenActionState(desk);
  const press = (action: SentAction): void => {
    const actionState = actionStateOf(action);
    if (desk === null || actionState === null) return;
    handlePress({
      action,
      actionState,
      slug: desk.feed.slug,
      keyLabel: keyLabelOf(keymap, action),
      nowMs: Date.now(),
      confirm: secondPress.press,
      send,
    });
  };
  const perform = (action: ActionName): void => {
    if (desk === null) return;
    if (isSentAction(action)) press(action);
    else performLocally(action, desk);
  };
  useKeys(desk, perform);
  useRememberRotation(desk);
  useDismissOnGateChange(desk);
  if (desk === null) return <ConnectScreen client={client} />;
  const controls: DeskControls = { press, perform, client };
  const deskState = desk.isDisconnected ? 'lost' : desk.feed.gate;
  return (
    <DeskContext value={desk}>
      <DeskControlsContext value={controls}>
        <div className={`desk${screen === 'show' ? '' : ' is-page'}`} data-state={deskState}>
          <TopLine />
          <Strip />
          {screen !== 'show' && <ArmedSentence />}
          {screen === 'show' && <Show />}
          {screen === 'collections' && <Collections />}
          {screen === 'log' && <Past />}
        </div>
      </DeskControlsContext>
    </DeskContext>
  );
}
