/** Says what a command did where the screen shows it only by a mark: the play head, used posts, and what a take put on air. */
import type { CommandResults } from '../../../contract/commands.ts';
import type { DeskFeed } from '../../../contract/deskState.ts';
import { listNames } from '../../../core/listNames.ts';
import type { CommandCall } from '../actionState.ts';
import { startSentence, takeDifferenceOf } from './counts.ts';

export type DoneCommand = {
  readonly command: CommandCall;
  /** The feed as it was when the key was pressed. */
  readonly before: DeskFeed;
  /** The feed after the command, by the engine’s answer. */
  readonly result: CommandResults['next'];
  readonly nameOfPost: (itemId: string) => string;
};

export type Done = {
  readonly sentence: string;
  /** Whether the sentence still describes this feed; another press, desk or list can change what it says. */
  readonly isTrueOf: (feed: DeskFeed) => boolean;
};

/** `null` for a command whose effect the announcer says anyway. */
export function describeDone({ command, before, result, nameOfPost }: DoneCommand): Done | null {
  const done = (sentence: string, isTrueOfFeed: (feed: DeskFeed) => boolean): Done => ({
    sentence,
    isTrueOf: (feed) =>
      feed.slug === before.slug && feed.revision === result.revision && feed.gate === result.gate && isTrueOfFeed(feed),
  });
  const { index, itemId, pinned } = result.playHead;
  const isSameHead = ({ playHead }: DeskFeed): boolean =>
    playHead.index === index && playHead.itemId === itemId && playHead.pinned === pinned;
  switch (command.name) {
    case 'next':
    case 'previous':
    case 'cue': {
      // Another list has another number of posts.
      if (index === null || itemId === null || result.revision !== before.revision) return null;
      const name = nameOfPost(itemId);
      const position = `position ${index + 1} of ${before.counts.onAir}`;
      if (command.name === 'cue' || itemId !== before.playHead.itemId)
        return done(`Now: ${name}, ${position}.`, isSameHead);
      return done(
        `${describeStay(command.name, before)}Still ${name}, ${position}.`,
        (feed) => isSameHead(feed) && feed.playHead.used.length === before.playHead.used.length,
      );
    }
    case 'pin':
      return done(itemId === null ? 'Pinned.' : `Pinned: ${nameOfPost(itemId)}.`, isSameHead);
    case 'unpin':
      return done('Unpinned.', isSameHead);
    case 'rotate':
      return describeRotation(command.input, before, pinned, done);
    case 'used': {
      const { itemId: id, used } = command.input;
      return done(
        `Marked ${used ? 'used' : 'unused'}: ${nameOfPost(id)}.`,
        ({ playHead }) => playHead.used.includes(id) === used,
      );
    }
    case 'take':
      return describeTake(command.input.only === 'removals', before, nameOfPost, done);
    default:
      return null;
  }
}

/** Why the play head stayed on its post. */
function describeStay(command: 'next' | 'previous', { playHead, counts }: DeskFeed): string {
  const { index, loop, skipUsed } = playHead;
  const isNext = command === 'next';
  const isAtEdge = index === (isNext ? counts.onAir - 1 : 0);
  if (isAtEdge && !loop) return `${isNext ? 'End' : 'Start'} of the list. `;
  if (counts.onAir === 1) return 'Only one post is on air. ';
  if (!skipUsed) return '';
  return loop ? 'All other posts are used. ' : `All posts ${isNext ? 'after' : 'before'} it are used. `;
}

type CreateDone = (sentence: string, isTrueOfFeed: (feed: DeskFeed) => boolean) => Done;

function describeRotation(
  input: Extract<CommandCall, { readonly name: 'rotate' }>['input'],
  { playHead, counts }: DeskFeed,
  isPinned: boolean,
  done: CreateDone,
): Done {
  const { seconds, byLength, loop, skipUsed } = input;
  const onOrOff = (isOn: boolean): string => (isOn ? 'on' : 'off');
  if (byLength !== null)
    return done(`More time for long posts: ${onOrOff(byLength)}.`, (feed) => feed.playHead.byLength === byLength);
  if (loop !== null) return done(`Loop: ${onOrOff(loop)}.`, (feed) => feed.playHead.loop === loop);
  if (skipUsed !== null) return done(`Skip used: ${onOrOff(skipUsed)}.`, (feed) => feed.playHead.skipUsed === skipUsed);
  const every = seconds === 'same' ? playHead.rotateSeconds : seconds;
  const isSameSpeed = (feed: DeskFeed): boolean =>
    feed.playHead.rotateSeconds === every && feed.playHead.pinned === isPinned;
  if (every === null) return done('Rotation off.', isSameSpeed);
  if (isPinned) return done(`Rotation on: every ${every} s, once the post is unpinned.`, isSameSpeed);
  const isAllUsed = playHead.loop && playHead.skipUsed && playHead.nextItemId === null;
  if (counts.onAir < 2 || isAllUsed)
    return done(
      `Rotation on: every ${every} s, once there is a next post.`,
      (feed) => isSameSpeed(feed) && feed.playHead.nextItemId === null,
    );
  // A rotation that starts can begin to loop.
  if (playHead.nextItemId === null) return done(`Rotation on: every ${every} s.`, isSameSpeed);
  return done(
    `Rotation on: next post every ${every} s.`,
    (feed) => isSameSpeed(feed) && feed.playHead.nextItemId !== null,
  );
}

/** A take is refused if live has changed since, so it took exactly what was waiting. */
function describeTake(
  isOnlyRemovals: boolean,
  before: DeskFeed,
  nameOfPost: (itemId: string) => string,
  done: CreateDone,
): Done {
  const change = takeDifferenceOf(before);
  const namesOf = (ids: readonly string[], verb: string): readonly string[] =>
    ids.length === 0 ? [] : [`${listNames(ids.map(nameOfPost))} ${verb}`];
  const removed = isOnlyRemovals ? before.pending.removed : change.removed;
  const edited = change.edited.map(({ id }) => id);
  const parts = [
    ...(isOnlyRemovals ? [] : namesOf(change.added, 'added')),
    ...namesOf(removed, 'removed'),
    ...(isOnlyRemovals ? [] : namesOf(edited, 'edited')),
    ...(isOnlyRemovals ? [] : namesOf(change.moved, 'moved')),
  ];
  const taken = isOnlyRemovals ? [] : [...change.added, ...edited, ...change.moved];
  const areAllOn = ({ blocked, guarded }: DeskFeed): boolean =>
    ![...blocked, ...guarded].some(({ itemId }) => taken.includes(itemId));
  return done(parts.length === 0 ? 'Taken.' : `Taken: ${startSentence(parts.join('; '))}.`, areAllOn);
}
