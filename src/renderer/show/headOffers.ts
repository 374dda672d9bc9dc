/** What the keys of the play head would do now: next, cue, pin, and how the rotation goes. */
import type { Commands } from '../../contract/commands.ts';
import type { RotationChoice } from '../state/hand.ts';
import type { FeedIndex } from './feedIndex.ts';
import { may, type Offer, type Offers, rests } from './offer.ts';
import type { RowView } from './rowModel.ts';

/** The shortest and the longest that a post may stand. Seconds. */
export const shortestSeconds = 2;
export const longestSeconds = 600;

type HeadOffers = Pick<
  Offers,
  'next' | 'previous' | 'first' | 'cue' | 'pin' | 'rotate' | 'longer' | 'shorter' | 'byLength' | 'loop' | 'skipUsed'
>;

/** `rotation` is what this hand chose for when it is next switched on. */
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
  // Only what the key is about is named, so that nothing that another hand set is undone.
  const same: Commands['rotate'] = { feed: feed.slug, seconds: 'same', byLength: null, loop: null, skipUsed: null };
  const rotate = (note: string, change: Partial<Commands['rotate']>): Offer =>
    may(note, { name: 'rotate', input: { ...same, ...change } });
  const off = rests('rotation is off');
  return {
    rotate: isOn
      ? rotate('rotation off', { seconds: null })
      : rotate(`every ${seconds} s${loop ? '' : ' to the end'}`, { seconds }),
    longer:
      isOn && seconds < longestSeconds
        ? rotate(`${seconds + 1} s`, { seconds: seconds + 1 })
        : isOn
          ? rests('the longest')
          : off,
    shorter:
      isOn && seconds > shortestSeconds
        ? rotate(`${seconds - 1} s`, { seconds: seconds - 1 })
        : isOn
          ? rests('the shortest')
          : off,
    byLength: isOn ? rotate(byLength ? 'all alike' : 'longer texts longer', { byLength: !byLength }) : off,
    loop: rotate(loop ? 'stop at the end' : 'loop', { loop: !loop }),
    skipUsed: rotate(skipUsed ? 'all posts' : 'pass over used', { skipUsed: !skipUsed }),
  };
}
