/** Handles a press: shows why the key is disabled, arms it for a second press, or sends the command. */
import type { DeskFeed } from '../../contract/deskState.ts';
import { say } from '../../core/language/say.ts';
import type { SecondPress } from '../../ui/secondPress.ts';
import type { ActionState, CommandCall } from '../model/actionState.ts';
import { actionInfo, type SentAction } from '../model/actions.ts';
import { describeDeletedFeed, describeMovedHead, describeOvertakenPress } from '../model/words/refusal.ts';
import { rowKey, useMirror } from '../stores/engineMirror.ts';
import { showDisabledKey, showDisabledReason, showNotice, useUiState } from '../stores/uiState.ts';
import type { SentCommand } from './useCommand.ts';

/** A press this soon after its row, the selection, the gate, the play head or the feed changed was meant for them before the change. */
const ignoredAfterChangeMs = 250;

/** Meant for the post that was current as it was pressed. */
const relativeToHead: readonly CommandCall['name'][] = ['next', 'previous', 'pin', 'unpin'];

export type Press = {
  readonly action: SentAction;
  readonly actionState: ActionState;
  /** The selected feed. */
  readonly feed: DeskFeed;
  /** The label on the key, or `null` when it has none. */
  readonly keyLabel: string | null;
  /** As `performance.now()` returns it. */
  readonly pressedAtMs: number;
  readonly confirm: SecondPress['press'];
  readonly send: (sent: SentCommand) => void;
};

export function handlePress({ action, actionState, feed: shown, keyLabel, pressedAtMs, confirm, send }: Press): void {
  const { slug, gateSince } = shown;
  const title = actionState.title ?? actionInfo[action].title;
  const { selection, selectionMovedAtMs, deletedFeed } = useUiState.getState();
  if (deletedFeed !== null && pressedAtMs - deletedFeed.atMs < ignoredAfterChangeMs) {
    showNotice(describeDeletedFeed(title, keyLabel, deletedFeed.slug, slug));
    return;
  }
  const { command, rest, disabledReason: reason, target } = actionState;
  if (reason !== null) {
    if (command !== null) send({ title, keyLabel, command, rest });
    // Sending dismisses what is shown.
    showDisabledKey({ action, title, keyLabel, reason, target, gateSince, atMs: pressedAtMs });
    return;
  }
  if (command === null) return;
  const ids = rest.length === 0 ? [actionState.itemId] : [command, ...rest].map(itemIdOf);
  const { rowChangedAt, gateChangedAt, headMovedAt, state } = useMirror.getState();
  const feed = state?.feeds.find((other) => other.slug === slug);
  const gateChangedAtMs = gateChangedAt.get(slug) ?? Number.NEGATIVE_INFINITY;
  // A take or a release would undo what another operator has just done.
  const isOvertaken = 'gate' in command.input && pressedAtMs - gateChangedAtMs < ignoredAfterChangeMs;
  if (isOvertaken && state != null && feed !== undefined && feed.gateBy !== state.you) {
    showNotice(describeOvertakenPress(title, keyLabel, feed, state));
    return;
  }
  const headMovedAtMs = headMovedAt.get(slug) ?? Number.NEGATIVE_INFINITY;
  if (relativeToHead.includes(command.name) && pressedAtMs - headMovedAtMs < ignoredAfterChangeMs) {
    showNotice(describeMovedHead(title, keyLabel));
    return;
  }
  const hasJustChanged = (id: string | null): boolean => {
    const changedAtMs = id === null ? undefined : rowChangedAt.get(rowKey(slug, id));
    return changedAtMs !== undefined && pressedAtMs - changedAtMs < ignoredAfterChangeMs;
  };
  if (ids.some(hasJustChanged)) {
    showDisabledReason(
      say('That post changed as you pressed.'),
      say('Nothing happened. Check the post, then press again.'),
    );
    return;
  }
  const hasJustMoved = selectionMovedAtMs !== null && pressedAtMs - selectionMovedAtMs < ignoredAfterChangeMs;
  if (hasJustMoved && selection !== null && ids.includes(selection.id)) {
    showDisabledReason(
      say('The selection changed as you pressed.'),
      say('Nothing happened. Check the post, then press again.'),
    );
    return;
  }
  const sentence = actionState.confirm?.replace('{key}', keyLabel ?? say('the key')) ?? null;
  if (sentence !== null && !confirm({ id: action, target, sentence })) return;
  send({ title, keyLabel, command, rest });
}

function itemIdOf({ input }: CommandCall): string | null {
  return 'itemId' in input ? input.itemId : null;
}
