/** Names and describes the feed commands of the control API. */
import type { FeedCommandName } from '../commandSchemas.ts';
import { type Texts, texts } from './operation.ts';

export const feedOperations: Readonly<Record<FeedCommandName, Texts>> = {
  hold: texts('holdFeed', 'Hold', 'Freezes on air while live moves on.'),
  release: texts('releaseFeed', 'Release', 'Puts the newest live list on air and follows live again.'),
  take: texts(
    'takeFeed',
    'Take all, or take removals',
    'Puts the newest live list on air once. With `only: "removals"`, only takes posts off. The feed ends held.',
  ),
  clear: texts('clearFeed', 'Clear', 'Takes everything off air until a take, a release or Back.'),
  back: texts('undoClear', 'Back', 'Puts the list from before the clear back on air, held.'),
  block: texts(
    'blockItem',
    'Block one post',
    'Takes one post off air here, whatever the service says. Also accepts an id that is not in any list, and blocks the post when it appears.',
  ),
  unblock: texts('unblockItem', 'Unblock one post', 'Removes the block; the post follows the gate again.'),
  guards: texts(
    'setGuards',
    'Replace the guards',
    'Replaces the words and authors that keep posts off air. Forgets which posts were allowed.',
  ),
  allow: texts('allowItem', 'Allow one guarded post', 'Lets one guarded post on air.'),
  rollback: texts(
    'restoreRevision',
    'Restore a revision',
    'Puts an earlier on-air list back on air, held, without the posts blocked now.',
  ),
  next: texts('nextItem', 'Next', 'Moves the play head to the next post.'),
  previous: texts('previousItem', 'Previous', 'Moves the play head to the previous post.'),
  cue: texts('cueItem', 'Cue a post', 'Moves the play head to one post, by id or by index.'),
  pin: texts('pinItem', 'Pin', 'Pauses the rotation on the current post.'),
  unpin: texts('unpinItem', 'Unpin', 'Resumes the rotation.'),
  rotate: texts(
    'setRotation',
    'Set the rotation',
    'Starts, stops or changes the rotation. Fields left out keep their values.',
  ),
  used: texts('markItemUsed', 'Mark used', 'Marks a post as used, or removes the mark.'),
  point: texts(
    'useCollection',
    'Use a collection',
    'Uses another collection for the feed. Changes air if the feed follows live.',
  ),
  seen: texts('acknowledgeRestart', 'Got it', 'Acknowledges the notice that the feed was restored after a restart.'),
};
