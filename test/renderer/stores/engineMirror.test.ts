/** Tests that the mirror of the engine's state keeps the identity of the parts that a push repeats. */
import { expect, test } from 'vitest';
import { emptyMirror, receiveState, useMirror } from '../../../src/renderer/stores/engineMirror.ts';
import { scenes } from '../states/show.ts';

test('a push that changes one part of a feed keeps the others', () => {
  const { state } = scenes.following;
  useMirror.setState(emptyMirror, true);
  receiveState(state, 0);
  const feeds = state.feeds.map((feed, index) => (index === 0 ? { ...feed, consumers: [] } : feed));
  const pushed = structuredClone({ ...state, sequence: state.sequence + 1, feeds });
  receiveState(pushed, 0);
  const mirrored = useMirror.getState().state;
  expect(mirrored).toEqual(pushed);
  expect(mirrored?.feeds[1]).toBe(state.feeds[1]);
  expect(mirrored?.feeds[0]?.blocked).toBe(state.feeds[0]?.blocked);
  expect(mirrored?.feeds[0]?.guards).toBe(state.feeds[0]?.guards);
});
