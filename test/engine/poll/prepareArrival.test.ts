import { describe, expect, it } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import type { Collection, Item } from '../../../src/core/collection.ts';
import { compareLists } from '../../../src/core/compare.ts';
import { visibleItems } from '../../../src/core/feedState.ts';
import { readCollection } from '../../../src/core/readCollection.ts';
import { emptyShow, type ShowEvent, type ShowState } from '../../../src/core/show.ts';
import { runAllSteps } from '../../../src/core/steps.ts';
import { prepareArrival } from '../../../src/engine/poll/prepareArrival.ts';
import { writeParts } from '../../../src/engine/show/listParts.ts';
import { collection, post } from '../sourceHarness.ts';

const at = '2026-11-20T18:00:00Z';
const ids = Array.from({ length: 1500 }, (_, index) => `p${index}`);
const operator = { feed: 'main', by: 'Ines', at } as const;

function read(second: number, live: readonly string[], message: string, current: Collection | null): Collection {
  const body = collection('col_1', second, [], {
    liveContents: live.map((id) => post(id, { message })),
    liveContentCount: live.length,
  });
  const found = readCollection(body, 'col_1', current).collection;
  if (found === null) throw new Error('not a collection');
  return found;
}

function arrive(arrived: Collection): ShowEvent {
  return { type: 'collectionArrived', collection: arrived, from: 'poll', accept: 'newer', at };
}

function apply(state: ShowState, ...events: readonly ShowEvent[]): ShowState {
  return events.reduce((before, event) => advance(before, event).state, state);
}

function startShow(...events: readonly ShowEvent[]) {
  const state = apply(
    emptyShow,
    { type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: 'col_1' }], at },
    arrive(read(1, ids, 'first', null)),
    ...events,
  );
  return { state, current: state.collections['col_1']?.collection ?? null };
}

function onAirOf(state: ShowState): readonly Item[] {
  return state.feeds[0]?.onAir.items ?? [];
}

const block: ShowEvent = { type: 'itemBlocked', ...operator, itemId: 'p7', reason: null };
const unblock: ShowEvent = { type: 'itemUnblocked', ...operator, itemId: 'p7' };
const guard: ShowEvent = { type: 'guardsSet', ...operator, words: ['second'], authors: [], version: null };
const noGuard: ShowEvent = { type: 'guardsSet', ...operator, words: [], authors: ['nobody'], version: null };
const hold: ShowEvent = { type: 'feedHeld', ...operator };
const clear: ShowEvent = { type: 'feedCleared', ...operator };
const newer: ShowEvent = arrive(read(3, ids.slice(1), 'third', null));
const older: ShowEvent = arrive(read(2, ids.toReversed(), 'other', null));

describe('a prepared arrival', () => {
  it.each([
    ['nothing', [], []],
    ['a block', [], [block]],
    ['an unblock', [block], [unblock]],
    ['a guard', [], [guard]],
    ['another guard', [guard], [noGuard]],
    ['a hold', [block], [hold]],
    ['a clear', [], [clear]],
    ['a newer version', [block], [newer]],
    ['a version between', [], [older]],
  ] as const)('gives the same show as without preparation, after %s', (_, before, between) => {
    const run = (isPrepared: boolean): ShowState => {
      const { state, current } = startShow(...before);
      const arrived = read(2.5, [...ids.slice(500), ...ids.slice(0, 500)], 'second', current);
      if (isPrepared) runAllSteps(prepareArrival(state, arrived));
      return apply(state, ...between, arrive(arrived));
    };
    expect(run(true)).toEqual(run(false));
  });

  it('is compared in steps, and not again when it goes on air', () => {
    const { state, current } = startShow(block);
    const arrived = read(2, ids.toReversed(), 'second', current);
    expect([...prepareArrival(state, arrived)].length).toBeGreaterThan(5);
    const [feed] = state.feeds;
    if (feed === undefined) throw new Error('no feed');
    const shown = visibleItems(feed, arrived.live);
    const difference = compareLists(onAirOf(state), shown);
    const parts = writeParts(onAirOf(state), shown);
    const next = apply(state, arrive(arrived));
    expect(onAirOf(next)).toBe(shown);
    expect(compareLists(onAirOf(state), onAirOf(next))).toBe(difference);
    expect(writeParts(onAirOf(state), onAirOf(next))).toBe(parts);
  });
});
