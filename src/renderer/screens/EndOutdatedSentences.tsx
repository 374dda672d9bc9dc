/** Takes back the sentences of presses that others have made untrue: an armed key, a disabled key's reason and a refusal. */
import { useEffect } from 'react';
import { useSecondPress } from '../../ui/secondPress.ts';
import { actionInfo, isSentAction, type SentAction } from '../model/actions.ts';
import { describeOvertakenPress } from '../model/words/refusal.ts';
import { canSave } from '../model/words/saving.ts';
import { currentDesk } from '../stores/desk.ts';
import {
  dismissDisabledReason,
  dismissNotice,
  dismissUnsavedRefusal,
  showNotice,
  useUiState,
} from '../stores/uiState.ts';
import { useDesk } from '../stores/useDesk.ts';
import { ownDeskOf, screenActionStateOf } from './controls.ts';

export function EndOutdatedSentences() {
  useDisarm();
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
    if (action === null || armed === null) return false;
    // A button of the details acts on their post alone, while the key acts on several.
    return ![desk, ownDeskOf(desk)].some((subject) => screenActionStateOf(subject, action)?.target === armed.target);
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

/** Dismisses a disabled key's reason and a refusal when the feed or the gate changes, and says who changed the gate as a key of the gate was pressed. */
function useDismissOnGateChange(): void {
  const gate = useDesk(({ feed }) => `${feed.slug} ${feed.gate}`);
  useEffect(() => {
    if (gate === '') return;
    const { disabledPress, notice } = useUiState.getState();
    if (notice?.whileGate != null && notice.whileGate !== gate) dismissNotice();
    const desk = currentDesk();
    const isSameFeed = desk !== null && disabledPress?.slug === desk.feed.slug;
    // Such as a missing selection: the gate was not the cause.
    if (isSameFeed && screenActionStateOf(desk, disabledPress.action)?.disabledReason === disabledPress.reason) return;
    dismissDisabledReason();
    if (!isSameFeed || performance.now() - disabledPress.atMs > unreadForMs) return;
    const { group, title } = actionInfo[disabledPress.action];
    if (group === 'Gate' && desk.feed.gateBy !== desk.state.you)
      showNotice(describeOvertakenPress(title, disabledPress.keyLabel, desk.feed, desk.state));
  }, [gate]);
}

function useDismissOnceSaved(): void {
  const isSaving = useDesk(({ state }) => canSave(state));
  useEffect(() => {
    if (isSaving) dismissUnsavedRefusal();
  }, [isSaving]);
}
