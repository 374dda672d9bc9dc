/** Handles a press: shows why the key is disabled, arms it for a second press, or sends the command. */
import type { SecondPress } from '../../ui/secondPress.ts';
import type { ActionState } from '../model/actionState.ts';
import type { SentAction } from '../model/actions.ts';
import { rowKey, useMirror } from '../stores/engineMirror.ts';
import { showDisabledReason } from '../stores/uiState.ts';
import type { SentCommand } from './useCommand.ts';

/** A press this soon after its row changed was meant for the row before the change. */
export const ignoredAfterChangeMs = 250;

export const actionTitles: Readonly<Record<SentAction, string>> = {
  hold: 'Hold',
  release: 'Release',
  takeAll: 'Take all',
  takeRemovals: 'Take removals',
  clear: 'Clear',
  back: 'Back',
  seen: 'Got it',
  block: 'Block',
  unblock: 'Unblock',
  allow: 'Allow',
  markUsed: 'Mark used',
  next: 'Next',
  previous: 'Previous',
  first: 'First',
  cue: 'Cue',
  pin: 'Pin',
  guardAuthor: 'Guard this author',
  rotate: 'Rotate',
  longer: 'One second longer',
  shorter: 'One second shorter',
  byLength: 'More time for long posts',
  loop: 'Loop',
  skipUsed: 'Skip used',
  rehearsePause: 'Pause or resume',
  rehearseStep: 'Next event',
  rehearseEnd: 'End rehearsal',
  checkNow: 'Check now',
};

export type Press = {
  readonly action: SentAction;
  readonly actionState: ActionState;
  readonly slug: string;
  /** The label on the key, or `null` when it has none. */
  readonly keyLabel: string | null;
  readonly nowMs: number;
  readonly confirm: SecondPress['press'];
  readonly send: (sent: SentCommand) => void;
};

export function handlePress({ action, actionState, slug, keyLabel, nowMs, confirm, send }: Press): void {
  if (actionState.disabledReason !== null || actionState.command === null) {
    if (actionState.disabledReason !== null)
      showDisabledReason(`${actionTitles[action]}: ${actionState.disabledReason}.`, 'Nothing happened.');
    return;
  }
  const changedAtMs =
    actionState.itemId === null ? undefined : useMirror.getState().rowChangedAt.get(rowKey(slug, actionState.itemId));
  if (changedAtMs !== undefined && nowMs - changedAtMs < ignoredAfterChangeMs) {
    showDisabledReason('That post changed as you pressed.', 'Nothing happened. Check the post, then press again.');
    return;
  }
  const sentence = actionState.confirm?.replace('{key}', keyLabel ?? 'the key') ?? null;
  if (sentence !== null && !confirm({ id: action, target: actionState.target, sentence })) return;
  send({ title: actionTitles[action], keyLabel, command: actionState.command });
}
