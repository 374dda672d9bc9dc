import { describe, expect, it } from 'vitest';
import { advance } from '../../src/core/advance.ts';
import { idOfPass } from '../../src/core/guard.ts';
import { emptyShow, type ShowEvent, type ShowState } from '../../src/core/show.ts';
import { collection, post } from './build.ts';

const by = { feed: 'main', by: 'Ines' } as const;
const atSecond = (second: number): string => new Date(Date.UTC(2026, 10, 20, 18, 0, second)).toISOString();

function play(events: readonly ShowEvent[]): ShowState {
  return events.reduce((state, event) => advance(state, event).state, emptyShow);
}

function arrival(id: string, second: number): ShowEvent {
  return {
    ...{ type: 'collectionArrived', from: 'poll', accept: 'any', at: atSecond(second) },
    collection: collection(second, 'a', '', id),
  } as const;
}

const start: readonly ShowEvent[] = [
  { type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: '1' }], at: atSecond(0) },
  arrival('1', 1),
];

describe('a long show remembers a limited number', () => {
  it('of collections, and all collections of feeds', () => {
    const others = Array.from({ length: 3000 }, (_, index) => arrival(String(5000 - index), 2 + index));
    const { collections } = play([...start, ...others]);
    const newest = Array.from({ length: 20 }, (_, index) => String(2001 + index));
    expect(new Set(Object.keys(collections))).toEqual(new Set(['1', ...newest]));
  });

  it('of used posts, and all posts on its lists', () => {
    const mark = (itemId: string): ShowEvent => ({ type: 'itemUsed', itemId, isUsed: true, ...by, at: atSecond(2) });
    const others = Array.from({ length: 3000 }, (_, index) => mark(`gone ${index}`));
    const ids = play([...start, mark('a'), ...others]).feeds[0]?.playHead.used;
    expect(ids?.length).toBe(1000);
    expect([ids?.[0], ids?.[1], ids?.at(-1)]).toEqual(['a', 'gone 2001', 'gone 2999']);
  });

  it('of allowed posts, and all posts on its lists', () => {
    const arrive = (second: number, ids: readonly string[]): ShowEvent => ({
      ...({ type: 'collectionArrived', from: 'poll', accept: 'any', at: atSecond(second) } as const),
      collection: { ...collection(second, '', '', '1'), live: ids.map((id) => post(id)) },
    });
    const allow = (itemId: string): ShowEvent => ({ type: 'itemAllowed', itemId, ...by, at: atSecond(3) });
    const gone = Array.from({ length: 3000 }, (_, index) => `gone ${index}`);
    const events = gone.flatMap((id, index) => [arrive(4 + index, ['a', id]), allow(id)]);
    const allowed = play([...start, arrive(3, ['a']), allow('a'), ...events]).feeds[0]?.guards.allowed.map(idOfPass);
    expect(allowed?.length).toBe(1000);
    expect([allowed?.[0], allowed?.[1], allowed?.at(-1)]).toEqual(['a', 'gone 2001', 'gone 2999']);
  });
});
