/** The state of one key: whether it is enabled, why not, its note, and the command it sends. */
import type { Commands } from '../../contract/commands.ts';
import type { SentAction } from '../keys/actions.ts';

export type CommandCall = {
  readonly [Name in keyof Commands]: { readonly name: Name; readonly input: Commands[Name] };
}[keyof Commands];

export type ActionState = {
  /** Why the key is disabled; `null` when it is enabled. */
  readonly disabledReason: string | null;
  /** Text under the key's name. */
  readonly note: string;
  /** Sentence after the first of two presses, with `{key}` for the key's label; `null` when one press is enough. */
  readonly confirm: string | null;
  /** Identifies the target, so that a second press can't confirm a different one. */
  readonly target: string;
  /** The post it acts on: a press is refused when that row has just changed. */
  readonly itemId: string | null;
  readonly command: CommandCall | null;
};

export type ActionStates = Readonly<Record<SentAction, ActionState>>;

/** A disabled key. */
export const disabled = (reason: string): ActionState => ({
  disabledReason: reason,
  note: reason,
  confirm: null,
  target: '',
  itemId: null,
  command: null,
});

/** An enabled key. */
export const enabled = (
  note: string,
  sending: CommandCall,
  more: Partial<Pick<ActionState, 'confirm' | 'target' | 'itemId'>> = {},
): ActionState => ({
  disabledReason: null,
  note,
  command: sending,
  confirm: more.confirm ?? null,
  target: more.target ?? '',
  itemId: more.itemId ?? null,
});
