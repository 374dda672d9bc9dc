/** Says what a command did where the screen shows it only by a mark: the play head, used posts, and what a take put on air. */
import type { CommandResults } from '../../../contract/commands.ts';
import type { DeskFeed } from '../../../contract/deskState.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { listNames } from '../../../core/listNames.ts';
import { startSentence } from '../../../core/postLabel.ts';
import type { CommandCall } from '../actionState.ts';
import { blockedChangesOf, blockedIdsOf, takeDifferenceOf } from './counts.ts';

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
  /** True if the screen shows the same anyway, and the announcer’s sentence must stay in sight. */
  readonly isOnlySpoken: boolean;
};

/** `null` for a command whose effect the announcer says anyway. */
export function describeDone({ command, before, result, nameOfPost }: DoneCommand): Done | null {
  const done = (sentence: string, isTrueOfFeed: (feed: DeskFeed) => boolean): Done => ({
    sentence,
    isTrueOf: (feed) =>
      feed.slug === before.slug && feed.revision === result.revision && feed.gate === result.gate && isTrueOfFeed(feed),
    isOnlySpoken: false,
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
      const values = { name, position: index + 1, count: formatNumber(before.counts.onAir) };
      if (command.name === 'cue' || itemId !== before.playHead.itemId)
        return done(say('Now: {name}, position {position} of {count}.', values), isSameHead);
      const still = say('Still {name}, position {position} of {count}.', values);
      const reason = describeStay(command.name, before);
      return done(
        reason === null ? still : `${reason} ${still}`,
        (feed) => isSameHead(feed) && feed.playHead.used.length === before.playHead.used.length,
      );
    }
    case 'pin':
      return done(itemId === null ? say('Pinned.') : say('Pinned: {name}.', { name: nameOfPost(itemId) }), isSameHead);
    case 'unpin':
      return done(say('Unpinned.'), isSameHead);
    case 'rotate':
      return describeRotation(command.input, before, pinned, done);
    case 'used': {
      const { itemId: id, used } = command.input;
      const name = nameOfPost(id);
      return done(
        used ? say('Marked used: {name}.', { name }) : say('Marked unused: {name}.', { name }),
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
function describeStay(command: 'next' | 'previous', { playHead, counts }: DeskFeed): string | null {
  const { index, loop, skipUsed } = playHead;
  const isNext = command === 'next';
  const isAtEdge = index === (isNext ? counts.onAir - 1 : 0);
  if (isAtEdge && !loop) return isNext ? say('End of the list.') : say('Start of the list.');
  if (counts.onAir === 1) return say('Only one post is on air.');
  if (!skipUsed) return null;
  if (loop) return say('All other posts are used.');
  return isNext ? say('All posts after it are used.') : say('All posts before it are used.');
}

type CreateDone = (sentence: string, isTrueOfFeed: (feed: DeskFeed) => boolean) => Done;

function describeRotation(
  input: Extract<CommandCall, { readonly name: 'rotate' }>['input'],
  { playHead, counts }: DeskFeed,
  isPinned: boolean,
  done: CreateDone,
): Done {
  const { seconds, byLength, loop, skipUsed } = input;
  if (byLength !== null)
    return done(
      byLength ? say('More time for long posts: on.') : say('More time for long posts: off.'),
      (feed) => feed.playHead.byLength === byLength,
    );
  if (loop !== null) return done(loop ? say('Loop: on.') : say('Loop: off.'), (feed) => feed.playHead.loop === loop);
  if (skipUsed !== null)
    return done(
      skipUsed ? say('Skip used: on.') : say('Skip used: off.'),
      (feed) => feed.playHead.skipUsed === skipUsed,
    );
  const every = seconds === 'same' ? playHead.rotateSeconds : seconds;
  const isSameSpeed = (feed: DeskFeed): boolean =>
    feed.playHead.rotateSeconds === every && feed.playHead.pinned === isPinned;
  if (every === null) return done(say('Rotation off.'), isSameSpeed);
  const duration = `${every} s`;
  if (isPinned)
    return done(say('Rotation on: every {duration}, once the post is unpinned.', { duration }), isSameSpeed);
  const isAllUsed = playHead.loop && playHead.skipUsed && playHead.nextItemId === null;
  if (counts.onAir < 2 || isAllUsed)
    return done(
      say('Rotation on: every {duration}, once there is a next post.', { duration }),
      (feed) => isSameSpeed(feed) && feed.playHead.nextItemId === null,
    );
  // A rotation that starts can begin to loop.
  if (playHead.nextItemId === null) return done(say('Rotation on: every {duration}.', { duration }), isSameSpeed);
  return done(
    say('Rotation on: next post every {duration}.', { duration }),
    (feed) => isSameSpeed(feed) && feed.playHead.nextItemId !== null,
  );
}

type NamedPosts = { readonly names: string; readonly count: number };

const describeAdded = (posts: NamedPosts): string =>
  say('{count, plural, one {{names} added} other {{names} added}}', posts);
const describeRemoved = (posts: NamedPosts): string =>
  say('{count, plural, one {{names} removed} other {{names} removed}}', posts);
const describeEdited = (posts: NamedPosts): string =>
  say('{count, plural, one {{names} edited} other {{names} edited}}', posts);
const describeMoved = (posts: NamedPosts): string =>
  say('{count, plural, one {{names} moved} other {{names} moved}}', posts);

/** A take is refused if live, the gate or on air has changed since, so it took exactly what was waiting. */
function describeTake(
  isOnlyRemovals: boolean,
  before: DeskFeed,
  nameOfPost: (itemId: string) => string,
  done: CreateDone,
): Done {
  const change = takeDifferenceOf(before);
  const namesOf = (ids: readonly string[], describe: (posts: NamedPosts) => string): readonly string[] =>
    ids.length === 0 ? [] : [describe({ names: listNames(ids.map(nameOfPost)), count: ids.length })];
  const removed = isOnlyRemovals ? before.pending.removed : change.removed;
  const edited = change.edited.map(({ id }) => id);
  const parts = [
    ...(isOnlyRemovals ? [] : namesOf(change.added, describeAdded)),
    ...namesOf(removed, describeRemoved),
    ...(isOnlyRemovals ? [] : namesOf(edited, describeEdited)),
    ...(isOnlyRemovals ? [] : namesOf(change.moved, describeMoved)),
  ];
  const blocked = blockedIdsOf(isOnlyRemovals ? { ...blockedChangesOf(before), edited: [] } : blockedChangesOf(before));
  // A removed post is no longer in the list, so nothing has to keep it off air.
  const keptOff = blocked.filter((id) => !removed.includes(id));
  const shown = isOnlyRemovals
    ? []
    : [...change.added, ...edited, ...change.moved].filter((id) => !blocked.includes(id));
  const isSameAir = (feed: DeskFeed): boolean =>
    ![...feed.blocked, ...feed.guarded].some(({ itemId }) => shown.includes(itemId)) &&
    keptOff.every((id) => feed.blocked.some(({ itemId }) => itemId === id));
  const sentence =
    parts.length === 0 ? say('Taken.') : say('Taken: {changes}.', { changes: startSentence(parts.join('; ')) });
  if (keptOff.length === 0) return done(sentence, isSameAir);
  const names = listNames(keptOff.map(nameOfPost));
  return done(`${sentence} ${say('A block keeps {names} off air.', { names })}`, isSameAir);
}
