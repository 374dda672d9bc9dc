/** Tests that the mirror of the engine's state keeps the identity of the parts that a push repeats or leaves out. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeskView } from '../../../src/contract/deskState.ts';
import { writeDifference } from '../../../src/core/jsonDifference.ts';
import { describeProblem } from '../../../src/core/problem.ts';
import {
  emptyMirror,
  receiveChange,
  receiveState,
  shownRevisions,
  useMirror,
} from '../../../src/renderer/stores/engineMirror.ts';
import { scenes } from '../states/show.ts';

const { state, lists } = scenes.following;
const view: DeskView = { state, lists: { [lists.slug]: lists } };

/** Receives the change from the first state to `next`, as a connection delivers it. */
function receive(next: DeskView): boolean {
  const difference = writeDifference(view, next);
  if (difference === null) throw new Error('nothing changed');
  return receiveChange(structuredClone(difference), state.sequence + 1, 0);
}

beforeEach(() => {
  useMirror.setState(emptyMirror, true);
  receiveState(state, [lists], 0);
});

describe('a listener that throws', () => {
  it('keeps the state from no other listener, and is reported to the connection', () => {
    const heard: number[] = [];
    const stopThrowing = useMirror.subscribe(() => {
      throw new Error('not expected');
    });
    const stop = useMirror.subscribe(({ state: mirrored }) => void heard.push(mirrored?.sequence ?? 0));
    expect(() => receiveState({ ...state, sequence: 77 }, [lists], 0)).toThrow('not expected');
    expect(heard).toEqual([77]);
    stopThrowing();
    expect(() => receiveState({ ...state, sequence: 78 }, [lists], 0)).not.toThrow();
    stop();
  });
});

it('has the revision of each feed that the desk shows, and none before the first state', () => {
  expect(shownRevisions()).toEqual(Object.fromEntries(state.feeds.map(({ slug, revision }) => [slug, revision])));
  useMirror.setState(emptyMirror, true);
  expect(shownRevisions()).toEqual({});
});

describe('a state', () => {
  it('keeps the other parts of a feed when one changes', () => {
    const feeds = state.feeds.map((feed, index) => (index === 0 ? { ...feed, consumers: [] } : feed));
    const pushed = structuredClone({ ...state, sequence: state.sequence + 1, feeds });
    receiveState(pushed, [lists], 0);
    const mirrored = useMirror.getState().state;
    expect(mirrored).toEqual(pushed);
    expect(mirrored?.feeds[1]).toBe(state.feeds[1]);
    expect(mirrored?.feeds[0]?.blocked).toBe(state.feeds[0]?.blocked);
    expect(mirrored?.feeds[0]?.guards).toBe(state.feeds[0]?.guards);
  });
});

describe('a change', () => {
  it('leaves the lists and the unchanged feeds as they are', () => {
    const before = useMirror.getState();
    receive({ ...view, state: { ...state, source: { ...state.source, latencyMs: 123 } } });
    const after = useMirror.getState();
    expect(after.state?.source.latencyMs).toBe(123);
    expect(after.state?.sequence).toBe(state.sequence + 1);
    expect(after.state?.you).toBe(state.you);
    expect(after.state?.feeds).toBe(before.state?.feeds);
    expect(after.lists).toBe(before.lists);
  });

  it('replaces the media of its posts only', () => {
    const before = useMirror.getState().lists[lists.slug];
    const index = lists.live.findIndex(({ media }) => media.length > 0);
    const live = lists.live.map((item, at) =>
      at === index ? { ...item, media: item.media.map((medium) => ({ ...medium, progress: 0.3 })) } : item,
    );
    receive({ ...view, lists: { [lists.slug]: { ...lists, live } } });
    const after = useMirror.getState().lists[lists.slug];
    expect(after?.live).toEqual(live);
    expect(after?.staging).toBe(before?.staging);
    expect(after?.live.filter((item, at) => item !== before?.live[at]).length).toBe(1);
  });

  it('notes the rows that it changes, and what it takes off air', () => {
    const [first, ...live] = lists.live;
    receive({ ...view, lists: { [lists.slug]: { ...lists, live, onAir: live.map(({ id }) => id) } } });
    const { airChanges, rowChangedAt } = useMirror.getState();
    expect(airChanges[lists.slug]?.off).toMatchObject([{ name: first?.fullName }]);
    expect([...rowChangedAt.keys()]).toContain(`${lists.slug} ${first?.id}`);
  });

  it('counts the posts of one press together, also if they leave air one after the other', () => {
    const { onAir } = lists;
    receiveState(state, [{ ...lists, onAir: onAir.slice(1), onAirSince: '2026-07-11T20:43:00.471Z' }], 0);
    receiveState(state, [{ ...lists, onAir: onAir.slice(3), onAirSince: '2026-07-11T20:43:00.505Z' }], 0);
    expect(useMirror.getState().airChanges[lists.slug]?.off).toHaveLength(3);
  });

  it('names the operator of each post that returned to a held feed, also after a press of another', () => {
    const { onAir, slug } = lists;
    const heldBy = (onAirBy: string) => ({
      ...state,
      feeds: state.feeds.map((feed) => ({ ...feed, gate: 'held', onAirCause: 'operator', onAirBy }) as const),
    });
    receiveState(state, [{ ...lists, onAir: onAir.slice(2), onAirSince: '2026-07-11T20:42:00.000Z' }], 0);
    receiveState(heldBy('Ines'), [{ ...lists, onAir: onAir.slice(1), onAirSince: '2026-07-11T20:43:00.000Z' }], 0);
    receiveState(heldBy('Tom'), [{ ...lists, onAir, onAirSince: '2026-07-11T20:43:04.000Z' }], 0);
    expect(useMirror.getState().airChanges[slug]?.on).toMatchObject([{ by: 'Ines' }, { by: 'Tom' }]);
  });

  it('changes the consumers of a feed and nothing else in it', () => {
    const before = useMirror.getState().state?.feeds[0];
    const feeds = state.feeds.map((feed, index) => (index === 0 ? { ...feed, consumers: [] } : feed));
    receive({ ...view, state: { ...state, feeds } });
    const after = useMirror.getState().state?.feeds[0];
    expect(after?.consumers).toEqual([]);
    expect(after?.pending).toBe(before?.pending);
    expect(after?.playHead).toBe(before?.playHead);
  });

  it('is refused without an effect if it does not fit, or if there is no state yet', () => {
    const before = useMirror.getState();
    const misfit = { fields: { lists: { from: 7, parts: [] } }, removed: [] };
    expect(receiveChange(misfit, 2, 0)).toBe(false);
    expect(useMirror.getState()).toBe(before);
    useMirror.setState(emptyMirror, true);
    expect(receiveChange({ fields: {}, removed: [] }, 2, 0)).toBe(false);
  });
});

describe('a restart with an older list, as from a backup', () => {
  const older = { ...lists, onAir: lists.onAir.slice(1), onAirSince: '2026-07-11T20:30:00.000Z' };
  const about = `feed:${lists.slug}`;
  const startedAt = '2026-07-11T20:42:37.000Z';
  const timeWith = (problems: typeof state.problems): string | undefined => {
    receiveState({ ...state, sequence: state.sequence + 1, problems }, [older], 0);
    return useMirror.getState().airChanges[lists.slug]?.at;
  };

  it('changes on air at the time of the restart, and not of its revision', () => {
    expect(timeWith([describeProblem('FEED_RESTORED', about, startedAt, {})])).toBe(startedAt);
  });

  it('changes on air at the latest when the desk gets it, if another desk has acknowledged the restart', () => {
    expect(timeWith([])).toBe(state.at);
  });
});
