/** Handles a press: shows why the key is disabled, arms it for a second press, or sends the command. */
import type { CommandResult, Refusal } from '../../contract/commands.ts';
import type { SecondPress } from '../../ui/secondPress.ts';
import { formatClockTime } from '../../ui/time.ts';
import type { ActionState, CommandCall } from '../model/actionState.ts';
import type { SentAction } from '../model/actions.ts';
import { formatCount } from '../model/words/counts.ts';
import { pastTenseOf } from '../model/words/pastTense.ts';
import { rowKey, useMirror } from '../stores/engineMirror.ts';
import { dismissDisabledReason, setWorking, showDisabledReason, showNotice } from '../stores/uiState.ts';

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
  readonly send: (command: CommandCall) => Promise<CommandResult>;
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
  dismissDisabledReason();
  setWorking(action, true);
  send(actionState.command).then(
    (answer) => {
      setWorking(action, false);
      if (!answer.ok) showRefusal(action, slug, answer, keyLabel);
    },
    () => {
      setWorking(action, false);
      showNotice(`Greenroom didn’t confirm ${actionTitles[action]}.`, 'Check what is on air, then press again.', false);
    },
  );
}

/** Shows why the engine refused a command; for `LIST_MOVED_ON`, also who acted and how many posts were added. */
function showRefusal(
  action: SentAction,
  slug: string,
  { code, message, nextStep }: Refusal,
  keyLabel: string | null,
): void {
  if (code !== 'LIST_MOVED_ON') {
    showNotice(`${actionTitles[action]}: ${message}`, nextStep, false);
    return;
  }
  const { state, lists } = useMirror.getState();
  const other = state?.desks.find(
    ({ name, lastAction }) => name !== state.you && lastAction?.outcome === 'done' && isRecent(lastAction.at, state.at),
  );
  const otherAction =
    other?.lastAction == null
      ? null
      : `${other.name} ${pastTenseOf(other.lastAction)} at ${formatClockTime(other.lastAction.at)}`;
  const sinceMs = Date.parse(other?.lastAction?.at ?? state?.at ?? '') - (other === undefined ? recentMs : 0);
  const added = (lists[slug]?.live ?? []).filter(({ mark }) => {
    const addedAt = mark?.wentLiveAt ?? mark?.arrivedAt ?? null;
    return addedAt !== null && Date.parse(addedAt) > sinceMs;
  }).length;
  showNotice(
    `${actionTitles[action]} did nothing: live changed as you pressed.`,
    `${describeSince(otherAction, added)}Check the list, then press ${keyLabel ?? 'the key'} again.`,
    true,
  );
}

function describeSince(otherAction: string | null, added: number): string {
  if (added === 0) return otherAction === null ? '' : `${otherAction}. `;
  const posts = formatCount(added, 'post has', 'posts have');
  return otherAction === null ? `${posts} been added. ` : `${otherAction}, and ${posts} been added since. `;
}

const recentMs = 10_000;

function isRecent(at: string, now: string): boolean {
  return Date.parse(now) - Date.parse(at) < recentMs;
}
