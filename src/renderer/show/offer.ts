/** The state of one key: whether it is enabled, why not, its note, and the command it sends. */
import type { Commands } from '../../contract/commands.ts';
import type { SentAction } from '../keys/actions.ts';

export type Sending = {
  readonly [Name in keyof Commands]: { readonly name: Name; readonly input: Commands[Name] };
}[keyof Commands];

export type Offer = {
  /** Why the key is disabled; `null` when it is enabled. */
  readonly reason: string | null;
  /** Text under the key's name. */
  readonly note: string;
  /** Sentence after the first of two presses, with `{key}` for the key's label; `null` when one press is enough. */
  readonly confirm: string | null;
  /** Identifies the target, so that a second press can't confirm a different one. */
  readonly target: string;
  /** The post it acts on: a press is refused when that row has just changed. */
  readonly itemId: string | null;
  readonly sending: Sending | null;
};

export type Offers = Readonly<Record<SentAction, Offer>>;

/** A disabled key. */
export const rests = (reason: string): Offer => ({
  reason,
  note: reason,
  confirm: null,
  target: '',
  itemId: null,
  sending: null,
});

/** An enabled key. */
export const may = (
  note: string,
  sending: Sending,
  more: Partial<Pick<Offer, 'confirm' | 'target' | 'itemId'>> = {},
): Offer => ({
  reason: null,
  note,
  sending,
  confirm: more.confirm ?? null,
  target: more.target ?? '',
  itemId: more.itemId ?? null,
});
