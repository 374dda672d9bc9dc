/** Computes the state of the play head's keys: next, cue, pin and rotation. */
import type { Commands } from '../../contract/commands.ts';
import type { RotationChoice } from '../state/hand.ts';
import type { FeedIndex } from './feedIndex.ts';
import { enabled, type ActionState, type ActionStates, disabled } from './offer.ts';
import type { RowView } from './rowModel.ts';

/** Limits for the time per post. Seconds. */
export const minSecondsPerPost = 2;
export const maxSecondsPerPost = 600;

type PlayHeadStates = Pick<
  ActionStates,
  'next' | 'previous' | 'first' | 'cue' | 'pin' | 'rotate' | 'longer' | 'shorter' | 'byLength' | 'loop' | 'skipUsed'
>;

/** `rotation` holds the operator's choice for when rotation is next switched on. */
export function playHeadStates(index: FeedIndex, selected: RowView | null, rotation: RotationChoice): PlayHeadStates {
  const { feed } = index;
  const on = { feed: feed.slug };
  const nothing = feed.counts.onAir === 0 ? disabled('nothing on air') : null;
  const { pinned } = feed.playHead;
  return {
    next: nothing ?? enabled('next', { name: 'next', input: on }),
    previous: nothing ?? enabled('previous', { name: 'previous', input: on }),
    first: nothing ?? enabled('first', { name: 'cue', input: { ...on, itemId: null, index: 0 } }),
    cue: cueState(index, selected),
    pin: nothing ?? enabled(pinned ? 'unpin' : 'pin', pinned ? { name: 'unpin', input: on } : { name: 'pin', input: on }),
    ...rotationStates(index, rotation),
  };
}

function cueState({ feed, onAir }: FeedIndex, selected: RowView | null): ActionState {
  const itemId = selected?.item.id ?? null;
  if (itemId === null) return disabled('select a post');
  if (!onAir.has(itemId)) return disabled('not on air');
  return enabled('cue', { name: 'cue', input: { feed: feed.slug, itemId, index: null } }, { itemId });
}

function rotationStates(
  { feed }: FeedIndex,
  chosen: RotationChoice,
): Pick<PlayHeadStates, 'rotate' | 'longer' | 'shorter' | 'byLength' | 'loop' | 'skipUsed'> {
  const { rotateSeconds, byLength, loop, skipUsed } = feed.playHead;
  const isOn = rotateSeconds !== null;
  const seconds = rotateSeconds ?? chosen.seconds;
  // Sends only the changed setting, so that another operator's change isn't undone.
  const same: Commands['rotate'] = { feed: feed.slug, seconds: 'same', byLength: null, loop: null, skipUsed: null };
  const rotate = (note: string, change: Partial<Commands['rotate']>): ActionState =>
    enabled(note, { name: 'rotate', input: { ...same, ...change } });
  const off = disabled('rotation is off');
  return {
    rotate: isOn
      ? rotate('rotation off', { seconds: null })
      : rotate(`every ${seconds} s${loop ? '' : ', no loop'}`, { seconds }),
    longer:
      isOn && seconds < maxSecondsPerPost
        ? rotate(`${seconds + 1} s`, { seconds: seconds + 1 })
        : isOn
          ? disabled('already the longest')
          : off,
    shorter:
      isOn && seconds > minSecondsPerPost
        ? rotate(`${seconds - 1} s`, { seconds: seconds - 1 })
        : isOn
          ? disabled('already the shortest')
          : off,
    byLength: isOn ? rotate(byLength ? 'same time for all' : 'more time for long posts', { byLength: !byLength }) : off,
    loop: rotate(loop ? 'stop at the end' : 'loop', { loop: !loop }),
    skipUsed: rotate(skipUsed ? 'show used posts' : 'skip used', { skipUsed: !skipUsed }),
  };
}
