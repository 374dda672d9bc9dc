/** Takes back the sentences of presses that others have made untrue: an armed key, a disabled key's reason and a refusal. */
import { useEffect } from 'react';
import { useSecondPress } from '../../ui/secondPress.ts';
import { actionInfo, isSentAction, type SentAction } from '../model/actions.ts';
import { describeOvertakenPress } from '../model/words/refusal.ts';
import { canSave } from '../model/words/saving.ts';
import { currentDesk, type Desk } from '../stores/desk.ts';
import {
  type DisabledPress,
  dismissDisabledReason,
  dismissNotice,
  dismissUnsavedRefusal,
  showNotice,
  useUiState,
} from '../stores/uiState.ts';
import { useDesk } from '../stores/useDesk.ts';
import { screenActionStateOf } from './controls.ts';

export function EndOutdatedSentences() {
  useDisarm();
  useEndDisabledPress();
  useDismissOnGateChange();
  useDismissOnceSaved();
  return null;
}

/** A second press would only arm the key again if its subject has changed. */
function useDisarm(): void {
  const { armed, cancel } = useSecondPress();
  // On the wall, the buttons of each feed have their own subjects.
  const isWall = useUiState((ui) => ui.screen === 'wall');
  const action: SentAction | null = armed !== null && !isWall && isArmable(armed.id) ? armed.id : null;
  const isOutdated = useDesk((desk) => {
    return action !== null && armed !== null && screenActionStateOf(desk, action)?.target !== armed.target;
  });
  useEffect(() => {
    if (isOutdated) cancel();
  }, [isOutdated, cancel]);
}

function isArmable(id: string): id is SentAction {
  return id in actionInfo && isSentAction(id as keyof typeof actionInfo);
}

/** Nobody has read the reason of a press this soon after it. */
const unreadForMs = 2000;

/** Dismisses a disabled key's reason once the key would act or has another one, and says who changed the gate as a key of the gate was pressed. */
function useEndDisabledPress(): void {
  const press = useUiState((ui) => ui.disabledPress);
  const isOutdated = useDesk((desk) => press !== null && !isStillDisabled(desk, press));
  useEffect(() => {
    const desk = currentDesk();
    if (!isOutdated || press === null || desk === null) return;
    dismissDisabledReason();
    const { feed, state } = desk;
    const isOvertaken = feed.gateSince !== press.gateSince && feed.gateBy !== state.you;
    if (actionInfo[press.action].group === 'Gate' && isOvertaken && performance.now() - press.atMs <= unreadForMs)
      showNotice(describeOvertakenPress(press.title, press.keyLabel, feed, state));
  }, [isOutdated, press]);
}

function isStillDisabled(desk: Desk, { action, reason, target }: DisabledPress): boolean {
  const actionState = screenActionStateOf(desk, action);
  return actionState?.disabledReason === reason && actionState.target === target;
}

/** Dismisses other reasons and a refusal when the feed or the gate changes. */
function useDismissOnGateChange(): void {
  const gate = useDesk(({ feed }) => `${feed.slug} ${feed.gate}`);
  useEffect(() => {
    if (gate === '') return;
    const { disabledPress, notice } = useUiState.getState();
    const isForOtherGate = notice?.whileGate != null && notice.whileGate !== gate;
    if (isForOtherGate) dismissNotice();
    else if (disabledPress === null) dismissDisabledReason();
  }, [gate]);
}

function useDismissOnceSaved(): void {
  const isSaving = useDesk(({ state }) => canSave(state));
  useEffect(() => {
    if (isSaving) dismissUnsavedRefusal();
  }, [isSaving]);
}
