/** The state of one key: enabled or why not, its note, and the command it sends. */
import type { Commands } from '../../contract/commands.ts';
import type { SentAction } from './actions.ts';

export type CommandCall = {
  readonly [Name in keyof Commands]: { readonly name: Name; readonly input: Commands[Name] };
}[keyof Commands];

export type ActionState = {
  /** A message; left out if it is the action’s own title. */
  readonly title?: string;
  /** Why the key is disabled; `null` when it is enabled. */
  readonly disabledReason: string | null;
  /** Text under the key's name. */
  readonly note: string;
  /** Shown after the first of two presses, with `{key}` for the key's label; `null` when one press is enough. */
  readonly confirm: string | null;
  /** Names the post, feed or recording it acts on; a second press counts only for the same target. */
  readonly target: string;
  /** The post it acts on; a press just after that post's row changed does nothing. */
  readonly itemId: string | null;
  /** `null` for most disabled keys. */
  readonly command: CommandCall | null;
  /** The same command for the other posts, when several are selected. */
  readonly rest: readonly CommandCall[];
};

export type ActionStates = Readonly<Record<SentAction, ActionState>>;

/** Pass `note` when the reason is too long for the line under the key's name. */
export const disabled = (reason: string, note = reason): ActionState => ({
  disabledReason: reason,
  note,
  confirm: null,
  target: '',
  itemId: null,
  command: null,
  rest: [],
});

/** A takedown that seems done already. It is sent all the same: another desk may have undone it a moment ago. */
export const disabledButSent = (
  reason: string,
  target: string,
  [command, ...rest]: readonly CommandCall[],
): ActionState => ({ ...disabled(reason), target, command: command ?? null, rest });

export const enabled = (
  note: string,
  command: CommandCall,
  options: Partial<Pick<ActionState, 'confirm' | 'target' | 'itemId' | 'rest'>> = {},
): ActionState => ({
  disabledReason: null,
  note,
  command,
  confirm: options.confirm ?? null,
  target: options.target ?? '',
  itemId: options.itemId ?? null,
  rest: options.rest ?? [],
});
