/** The desk marks as next the post that the engine goes to. */
import { expect, it } from 'vitest';
import { viewFeed } from '../../../src/engine/desk/deskView.ts';
import { createListViews } from '../../../src/engine/desk/listViews.ts';
import { emptyListsOf, indexFeed } from '../../../src/renderer/model/feedIndex.ts';
import { mainOf, play } from '../../core/build.ts';

it.each([
  ['in the middle', ['cueIndex 1']],
  ['at the end of a list that does not go round', ['cueIndex 2']],
  ['at the end of a list that goes round', ['rotate 5 loop', 'cueIndex 2']],
  ['when used posts are skipped', ['used b', 'rotate 5 skip', 'cueIndex 0']],
  ['at the end, when used posts are skipped', ['used c', 'rotate 5 skip', 'cueIndex 1']],
  ['when every post is used', ['used a', 'used b', 'used c', 'rotate 5 skip', 'cueIndex 1']],
  ['with one post', ['block a', 'block b']],
])('%s', (_, commands) => {
  const { state } = play('live 1 abc', ...commands);
  const feed = mainOf(state);
  const lists = createListViews().now(state)[feed.slug] ?? emptyListsOf(feed.slug);
  const { nextId } = indexFeed(viewFeed(state, feed, [], new Map(), feed, 0), lists);
  const after = mainOf(play('live 1 abc', ...commands, 'next').state).playHead.itemId;
  expect(nextId).toBe(after === feed.playHead.itemId ? null : after);
});

it.each([
  ['in a new show', []],
  ['in a rotation that loops', ['rotate 5 loop']],
])('says that Loop is on only if Next goes from the last post to the first, %s', (_, commands) => {
  const atEnd = [...commands, 'cueIndex 2'];
  const { state } = play('live 1 abc', ...atEnd);
  const { playHead } = viewFeed(state, mainOf(state), [], new Map(), mainOf(state), 0);
  const isLooping = mainOf(play('live 1 abc', ...atEnd, 'next').state).playHead.itemId === 'a';
  expect(playHead.loop).toBe(isLooping);
});
