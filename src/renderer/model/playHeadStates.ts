/** Computes the state of the play head's keys: next, cue, pin and rotation. */
import type { Commands } from '../../contract/commands.ts';
import { say } from '../../core/language/say.ts';
import { type ActionState, type ActionStates, disabled, enabled } from './actionState.ts';
import type { FeedIndex } from './feedIndex.ts';
import type { RowView } from './rowModel.ts';

/** Time per post; long posts may get more. */
export type RotationChoice = { readonly seconds: number };

/** `hidden` if a search or filter hides the selected post, `covered` if a panel covers its list: no press may then act on it. */
export type SelectedRow = RowView | 'hidden' | 'covered' | null;

export function describeUnseen(why: 'hidden' | 'covered'): string {
  return why === 'hidden' ? say('the filter hides the selected post') : say('the open panel covers the selected post');
}

/** Limits of the time per post. */
export const minSecondsPerPost = 2;
export const maxSecondsPerPost = 600;

type PlayHeadStates = Pick<
  ActionStates,
  'next' | 'previous' | 'first' | 'cue' | 'pin' | 'rotate' | 'longer' | 'shorter' | 'byLength' | 'loop' | 'skipUsed'
>;

/** `rotation` holds the operator's choice for when rotation is next switched on. */
export function playHeadStatesOf(index: FeedIndex, selected: SelectedRow, rotation: RotationChoice): PlayHeadStates {
  const { feed } = index;
  const feedInput = { feed: feed.slug };
  const nothingOnAir = !feed.served
    ? disabled(say('the list on air is not known'))
    : feed.counts.onAir === 0
      ? disabled(say('nothing on air'))
      : null;
  const { pinned, itemId: seenItemId } = feed.playHead;
  return {
    next: nothingOnAir ?? enabled(say('next'), { name: 'next', input: { ...feedInput, seenItemId } }),
    previous: nothingOnAir ?? enabled(say('previous'), { name: 'previous', input: { ...feedInput, seenItemId } }),
    first: nothingOnAir ?? enabled(say('first'), { name: 'cue', input: { ...feedInput, itemId: null, index: 0 } }),
    cue: cueStateOf(index, selected),
    pin:
      nothingOnAir ??
      enabled(
        pinned ? say('unpin') : say('pin'),
        pinned ? { name: 'unpin', input: feedInput } : { name: 'pin', input: { ...feedInput, seenItemId } },
      ),
    ...rotationStatesOf(index, rotation),
  };
}

function cueStateOf({ feed, onAir }: FeedIndex, selected: SelectedRow): ActionState {
  if (selected === 'hidden' || selected === 'covered') return disabled(describeUnseen(selected));
  const itemId = selected?.item.id ?? null;
  if (itemId === null) return disabled(say('select a post'));
  if (!feed.served) return disabled(say('the list on air is not known'));
  if (!onAir.has(itemId)) return disabled(say('not on air'));
  return enabled(say('cue'), { name: 'cue', input: { feed: feed.slug, itemId, index: null } }, { itemId });
}

function rotationStatesOf(
  { feed }: FeedIndex,
  chosen: RotationChoice,
): Pick<PlayHeadStates, 'rotate' | 'longer' | 'shorter' | 'byLength' | 'loop' | 'skipUsed'> {
  const { rotateSeconds, byLength, loop, skipUsed } = feed.playHead;
  const isOn = rotateSeconds !== null;
  const seconds = rotateSeconds ?? chosen.seconds;
  // Sends only the changed setting, so that another operator's change isn't undone.
  const unchanged: Commands['rotate'] = {
    feed: feed.slug,
    seconds: 'same',
    byLength: null,
    loop: null,
    skipUsed: null,
  };
  const rotateWith = (note: string, change: Partial<Commands['rotate']>): ActionState =>
    enabled(note, { name: 'rotate', input: { ...unchanged, ...change } });
  const off = disabled(say('rotation is off'));
  return {
    rotate: isOn
      ? rotateWith(say('rotation off'), { seconds: null })
      : rotateWith(describeSpeed(`${seconds} s`, loop), { seconds }),
    longer:
      isOn && seconds < maxSecondsPerPost
        ? rotateWith(`${seconds + 1} s`, { seconds: seconds + 1 })
        : isOn
          ? disabled(say('the maximum is {duration}', { duration: `${maxSecondsPerPost} s` }))
          : off,
    shorter:
      isOn && seconds > minSecondsPerPost
        ? rotateWith(`${seconds - 1} s`, { seconds: seconds - 1 })
        : isOn
          ? disabled(say('the minimum is {duration}', { duration: `${minSecondsPerPost} s` }))
          : off,
    byLength: isOn
      ? rotateWith(byLength ? say('same time for all') : say('more time for long posts'), { byLength: !byLength })
      : off,
    loop: rotateWith(loop ? say('stop at the end') : say('loop'), { loop: !loop }),
    skipUsed: rotateWith(skipUsed ? say('show used posts') : say('skip used'), { skipUsed: !skipUsed }),
  };
}

function describeSpeed(interval: string, loop: boolean): string {
  return loop ? say('every {interval}', { interval }) : say('every {interval}, no loop', { interval });
}
