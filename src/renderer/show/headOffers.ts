/** Computes the state of the play head's keys: next, cue, pin and rotation. */
import type { Commands } from '../../contract/commands.ts';
import type { RotationChoice } from '../state/hand.ts';
import type { FeedIndex } from './feedIndex.ts';
import { may, type Offer, type Offers, rests } from './offer.ts';
import type { RowView } from './rowModel.ts';

/** Limits for the time per post. Seconds. */
export const shortestSeconds = 2;
export const longestSeconds = 600;

type HeadOffers = Pick<
  Offers,
  'next' | 'previous' | 'first' | 'cue' | 'pin' | 'rotate' | 'longer' | 'shorter' | 'byLength' | 'loop' | 'skipUsed'
>;

/** `rotation` holds the operator's choice for when rotation is next switched on. */
export function headOffers(index: FeedIndex, selected: RowView | null, rotation: RotationChoice): HeadOffers {
  const { feed } = index;
  const on = { feed: feed.slug };
  const nothing = feed.counts.onAir === 0 ? rests('nothing on air') : null;
  const { pinned } = feed.playHead;
  return {
    next: nothing ?? may('next', { name: 'next', input: on }),
    previous: nothing ?? may('previous', { name: 'previous', input: on }),
    first: nothing ?? may('first', { name: 'cue', input: { ...on, itemId: null, index: 0 } }),
    cue: cueOffer(index, selected),
    pin: nothing ?? may(pinned ? 'unpin' : 'pin', pinned ? { name: 'unpin', input: on } : { name: 'pin', input: on }),
    ...rotationOffers(index, rotation),
  };
}

function cueOffer({ feed, onAir }: FeedIndex, selected: RowView | null): Offer {
  const itemId = selected?.item.id ?? null;
  if (itemId === null) return rests('select a post');
  if (!onAir.has(itemId)) return rests('not on air');
  return may('cue', { name: 'cue', input: { feed: feed.slug, itemId, index: null } }, { itemId });
}

function rotationOffers(
  { feed }: FeedIndex,
  chosen: RotationChoice,
): Pick<HeadOffers, 'rotate' | 'longer' | 'shorter' | 'byLength' | 'loop' | 'skipUsed'> {
  const { rotateSeconds, byLength, loop, skipUsed } = feed.playHead;
  const isOn = rotateSeconds !== null;
  const seconds = rotateSeconds ?? chosen.seconds;
  // Sends only the changed setting, so that another operator's change isn't undone.
  const same: Commands['rotate'] = { feed: feed.slug, seconds: 'same', byLength: null, loop: null, skipUsed: null };
  const rotate = (note: string, change: Partial<Commands['rotate']>): Offer =>
    may(note, { name: 'rotate', input: { ...same, ...change } });
  const off = rests('rotation is off');
  return {
    rotate: isOn
      ? rotate('rotation off', { seconds: null })
      : rotate(`every ${seconds} s${loop ? '' : ', no loop'}`, { seconds }),
    longer:
      isOn && seconds < longestSeconds
        ? rotate(`${seconds + 1} s`, { seconds: seconds + 1 })
        : isOn
          ? rests('already the longest')
          : off,
    shorter:
      isOn && seconds > shortestSeconds
        ? rotate(`${seconds - 1} s`, { seconds: seconds - 1 })
        : isOn
          ? rests('already the shortest')
          : off,
    byLength: isOn ? rotate(byLength ? 'same time for all' : 'more time for long posts', { byLength: !byLength }) : off,
    loop: rotate(loop ? 'stop at the end' : 'loop', { loop: !loop }),
    skipUsed: rotate(skipUsed ? 'show used posts' : 'skip used', { skipUsed: !skipUsed }),
  };
}
