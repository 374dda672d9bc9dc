/** Says what a command did where the screen shows it only by a mark: the play head, used posts, and what a take put on air. */
import type { DeskFeed } from '../../../contract/deskState.ts';
import { listNames } from '../../../core/listNames.ts';
import type { CommandCall } from '../actionState.ts';
import { startSentence, takeDifferenceOf } from './counts.ts';

export type DoneCommand = {
  readonly command: CommandCall;
  /** The feed as it was when the key was pressed. */
  readonly before: DeskFeed;
  /** The current post after the command, by the engine’s answer; `null` when it has none. */
  readonly current: { readonly index: number; readonly itemId: string } | null;
  readonly nameOfPost: (itemId: string) => string;
};

/** `null` for a command whose effect the announcer says anyway. */
export function describeDone({ command, before, current, nameOfPost }: DoneCommand): string | null {
  switch (command.name) {
    case 'next':
    case 'previous':
    case 'cue': {
      if (current === null) return null;
      const name = nameOfPost(current.itemId);
      const position = `position ${current.index + 1} of ${before.counts.onAir}`;
      if (command.name === 'cue' || current.itemId !== before.playHead.itemId) return `Now: ${name}, ${position}.`;
      return `${command.name === 'next' ? 'End' : 'Start'} of the list. Still ${name}, ${position}.`;
    }
    case 'pin':
      return current === null ? 'Pinned.' : `Pinned: ${nameOfPost(current.itemId)}.`;
    case 'unpin':
      return 'Unpinned.';
    case 'rotate':
      return describeRotation(command.input, before);
    case 'used':
      return `Marked ${command.input.used ? 'used' : 'unused'}: ${nameOfPost(command.input.itemId)}.`;
    case 'take':
      return describeTake(command.input.only === 'removals', before, nameOfPost);
    default:
      return null;
  }
}

function describeRotation(
  input: Extract<CommandCall, { readonly name: 'rotate' }>['input'],
  { playHead }: DeskFeed,
): string {
  const { seconds, byLength, loop, skipUsed } = input;
  const onOrOff = (isOn: boolean): string => (isOn ? 'on' : 'off');
  if (byLength !== null) return `More time for long posts: ${onOrOff(byLength)}.`;
  if (loop !== null) return `Loop: ${onOrOff(loop)}.`;
  if (skipUsed !== null) return `Skip used: ${onOrOff(skipUsed)}.`;
  if (seconds === null) return 'Rotation off.';
  const every = seconds === 'same' ? playHead.rotateSeconds : seconds;
  return every === null ? 'Rotation on.' : `Rotation on: next post every ${every} s.`;
}

/** A take is refused if live has changed since, so it took exactly what was waiting. */
function describeTake(isOnlyRemovals: boolean, before: DeskFeed, nameOfPost: (itemId: string) => string): string {
  const change = takeDifferenceOf(before);
  const namesOf = (ids: readonly string[], verb: string): readonly string[] =>
    ids.length === 0 ? [] : [`${listNames(ids.map(nameOfPost))} ${verb}`];
  const removed = isOnlyRemovals ? before.pending.removed : change.removed;
  const parts = [
    ...(isOnlyRemovals ? [] : namesOf(change.added, 'added')),
    ...namesOf(removed, 'removed'),
    ...(isOnlyRemovals
      ? []
      : namesOf(
          change.edited.map(({ id }) => id),
          'edited',
        )),
    ...(isOnlyRemovals ? [] : namesOf(change.moved, 'moved')),
  ];
  return parts.length === 0 ? 'Taken.' : `Taken: ${startSentence(parts.join('; '))}.`;
}
