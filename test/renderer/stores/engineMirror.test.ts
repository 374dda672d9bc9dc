/** Tests that the mirror of the engine's state keeps the identity of the parts that a push repeats or leaves out. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  emptyMirror,
  receiveLists,
  receiveState,
  receiveStatus,
  useMirror,
} from '../../../src/renderer/stores/engineMirror.ts';
import { scenes } from '../states/show.ts';

const { state, lists } = scenes.following;
const next = { ...state, sequence: state.sequence + 1 };

beforeEach(() => {
  useMirror.setState(emptyMirror, true);
  receiveLists(lists, 0);
  receiveState(state, 0);
});

describe('a state', () => {
  it('keeps the other parts of a feed when one changes', () => {
    const feeds = state.feeds.map((feed, index) => (index === 0 ? { ...feed, consumers: [] } : feed));
    const pushed = structuredClone({ ...state, sequence: state.sequence + 1, feeds });
    receiveState(pushed, 0);
    const mirrored = useMirror.getState().state;
    expect(mirrored).toEqual(pushed);
    expect(mirrored?.feeds[1]).toBe(state.feeds[1]);
    expect(mirrored?.feeds[0]?.blocked).toBe(state.feeds[0]?.blocked);
    expect(mirrored?.feeds[0]?.guards).toBe(state.feeds[0]?.guards);
  });
});

describe('a status', () => {
  it('leaves the lists and the unchanged feeds as they are', () => {
    const before = useMirror.getState();
    receiveStatus({ ...next, source: { ...state.source, latencyMs: 123 } }, [], 0);
    const after = useMirror.getState();
    expect(after.state?.source.latencyMs).toBe(123);
    expect(after.state?.sequence).toBe(state.sequence + 1);
    expect(after.state?.feeds).toBe(before.state?.feeds);
    expect(after.lists).toBe(before.lists);
  });

  it('replaces the media of its posts only', () => {
    const before = useMirror.getState().lists[lists.slug];
    const index = lists.live.findIndex(({ media }) => media.length > 0);
    const medium = lists.live[index]?.media[0];
    if (medium === undefined) throw new Error('no post with media');
    const change = {
      slug: lists.slug,
      list: 'live',
      index,
      avatarUrl: null,
      media: [{ ...medium, progress: 0.3 }],
    } as const;
    receiveStatus(next, [change], 0);
    const after = useMirror.getState().lists[lists.slug];
    expect(after?.live[index]?.media[0]?.progress).toBe(0.3);
    expect(after?.live[index]?.message).toBe(lists.live[index]?.message);
    expect(after?.staging).toBe(before?.staging);
    expect(after?.live.filter((item, at) => item !== before?.live[at]).length).toBe(1);
  });

  it('changes the consumers of a feed and nothing else in it', () => {
    const before = useMirror.getState().state?.feeds[0];
    if (before === undefined) throw new Error('no feed');
    const { slug, freshness, counts, blocked } = before;
    receiveStatus(
      { ...next, feeds: [{ slug, freshness, blocked, consumers: [], counts: { ...counts, consumers: 0 } }] },
      [],
      0,
    );
    const after = useMirror.getState().state?.feeds[0];
    expect([after?.consumers, after?.counts.consumers]).toEqual([[], 0]);
    expect(after?.pending).toBe(before.pending);
    expect(after?.playHead).toBe(before.playHead);
  });
});
