/** What one key would do now: whether it may, why not, what it would say, and the command it would send. */
import type { Commands } from '../../contract/commands.ts';
import type { SentAction } from '../keys/actions.ts';

export type Sending = {
  readonly [Name in keyof Commands]: { readonly name: Name; readonly input: Commands[Name] };
}[keyof Commands];

export type Offer = {
  /** Why the key rests; null when it may be pressed. */
  readonly reason: string | null;
  /** What it says of itself while it may be pressed. */
  readonly note: string;
  /** The sentence after the first of two presses; null when one is enough. `{key}` stands for its letter. */
  readonly confirm: string | null;
  /** What it is aimed at, so that a second press cannot mean another. */
  readonly target: string;
  /** Acts on a row: refused when that very row has just changed. */
  readonly itemId: string | null;
  readonly sending: Sending | null;
};

export type Offers = Readonly<Record<SentAction, Offer>>;

/** A key that rests, and why. */
export const rests = (reason: string): Offer => ({
  reason,
  note: reason,
  confirm: null,
  target: '',
  itemId: null,
  sending: null,
});

/** A key that may be pressed. */
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
