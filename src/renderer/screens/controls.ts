/** Presses: the open screen's rules for each key, and the commands sent. */

import { createContext, use } from 'react';
import { say } from '../../core/language/say.ts';
import { pressTimeMs } from '../../ui/pressTime.ts';
import type { SecondPress } from '../../ui/secondPress.ts';
import { handlePress } from '../engine/press.ts';
import type { SentCommand } from '../engine/useCommand.ts';
import { type ActionState, disabled } from '../model/actionState.ts';
import { type ActionName, isSentAction, type SentAction } from '../model/actions.ts';
import { currentDesk, type Desk } from '../stores/desk.ts';
import { keyLabelOf, useKeymap } from '../stores/keymap.ts';
import { useUiState } from '../stores/uiState.ts';
import { performLocally } from './keys/performLocally.ts';
import { restoreStateOf } from './log/history/restoreState.ts';

export type DeskControls = {
  readonly press: (action: SentAction) => void;
  readonly perform: (action: ActionName) => void;
};

export const DeskControlsContext = createContext<DeskControls | null>(null);

export function useDeskControls(): DeskControls {
  const controls = use(DeskControlsContext);
  if (controls === null) throw new Error('useDeskControls must be used inside DeskControlsContext');
  return controls;
}

/** A desk that follows the show has only these: they change nothing but what its own lists show. */
const followingActions: readonly ActionName[] = ['find', 'filter', 'sort', 'arrivals', 'close', 'video'];

/** Acts on the desk as the operator sees it: React renders each change before the next event. */
export function createControls(send: (sent: SentCommand) => void, confirm: SecondPress['press']): DeskControls {
  const press = (action: SentAction): void => {
    const desk = currentDesk();
    if (desk?.state.right === 'view') return;
    const actionState = desk === null ? null : screenActionStateOf(desk, action);
    if (desk === null || actionState === null) return;
    const keyLabel = keyLabelOf(useKeymap.getState(), action);
    handlePress({ action, actionState, feed: desk.feed, keyLabel, pressedAtMs: pressTimeMs(), confirm, send });
  };
  const perform = (action: ActionName): void => {
    const desk = currentDesk();
    if (desk === null) return;
    if (desk.state.right === 'view' && !followingActions.includes(action)) return;
    if (isSentAction(action)) press(action);
    else performLocally(action, desk);
  };
  return { press, perform };
}

/** Actions on the selected post, which is visible only on the Show screen. */
const postActions: readonly SentAction[] = ['block', 'unblock', 'allow', 'guardAuthor', 'markUsed', 'cue'];

/** Applies the open screen's rules: post keys only on Show, Restore in History, no gate keys in Rehearsal. */
export function screenActionStateOf(
  { actionStates, feed, disconnectedAt }: Desk,
  action: SentAction,
): ActionState | null {
  const { screen, logView, historyRevision } = useUiState.getState();
  const openView = screen === 'log' ? logView : null;
  if (action.startsWith('rehearse') && openView !== 'rehearsal') return null;
  if (screen === 'firstRun' && action !== 'checkNow') return disabled(say('off in setup'));
  if (screen === 'show' || disconnectedAt !== null) return actionStates[action];
  if (openView === 'rehearsal' && action !== 'checkNow' && !action.startsWith('rehearse'))
    return disabled(say('off in rehearsal'));
  if (postActions.includes(action)) return disabled(say('only on the Show screen'));
  return openView === 'history' && action === 'back' ? restoreStateOf(feed, historyRevision) : actionStates[action];
}
