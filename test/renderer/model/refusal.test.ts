/** Tests the reason of a refused press. */
import { expect, it } from 'vitest';
import { describeRefusal } from '../../../src/renderer/model/words/refusal.ts';
import { ago } from '../states/posts.ts';
import { baseFeed, scenes } from '../states/show.ts';

const refusal = { ok: false, code: 'LIST_MOVED_ON', message: 'm', nextStep: 'n' } as const;
const { state } = scenes['two-desks'];

function reasonWith(verb: 'take' | 'next', changes: Partial<typeof baseFeed>): string {
  const feed = { ...baseFeed, ...changes };
  const desks = state.desks.map((desk) => ({
    ...desk,
    lastAction: desk.name === state.you ? null : ({ verb, only: null, at: ago(2), outcome: 'done' } as const),
  }));
  const known = { state: { ...state, desks }, feed, live: [] };
  return describeRefusal({ title: 'Take all', keyLabel: 'T', refusal, seenGate: 'held', ...known }).rest;
}

it('names another operator only if that press changed this feed', () => {
  const byInes = { onAirCause: 'operator', onAirBy: 'Ines Halvorsen', onAirSince: ago(2) } as const;
  expect(reasonWith('take', byInes)).toMatch(/^Ines Halvorsen took all at /);
  expect(reasonWith('take', { gateBy: 'Ines Halvorsen', gateSince: ago(2) })).toMatch(/^Ines Halvorsen took all at /);
  for (const changes of [
    {},
    { ...byInes, onAirSince: ago(9) },
    { ...byInes, onAirBy: 'Somebody else' },
    { ...byInes, onAirCause: 'service', onAirBy: null } as const,
  ])
    expect(reasonWith('next', changes)).toBe('Check the list, then press T again.');
});

it('says who cleared, held or changed on air as Take all was pressed', () => {
  const cleared = { gate: 'cleared', gateBy: 'Ines Halvorsen', gateSince: ago(1) } as const;
  const lastAction = { verb: 'clear', only: null, at: ago(1), outcome: 'done' } as const;
  const sentences = (
    desks: typeof state.desks,
    changes: Partial<typeof baseFeed>,
    seenGate: typeof baseFeed.gate = 'following',
  ): readonly string[] => {
    const { lead, rest } = describeRefusal({
      ...{ title: 'Take all', keyLabel: 'T', refusal: { ...refusal, code: 'AIR_CHANGED' }, seenGate, live: [] },
      ...{ state: { ...state, desks }, feed: { ...baseFeed, ...changes } },
    });
    expect(rest).toBe('Check what is on air, then press T again.');
    return [lead];
  };
  const others = state.desks.filter(({ name }) => name !== state.you);
  const byDesk = others.map((desk) => ({ ...desk, lastAction }));
  expect(sentences(byDesk, cleared)).toEqual(['Take all did nothing: Ines Halvorsen cleared as you pressed.']);
  expect(sentences([], cleared)).toEqual(['Take all did nothing: Ines Halvorsen cleared as you pressed.']);
  expect(sentences([], {})).toEqual(['Take all did nothing: on air changed as you pressed.']);
  const held = { gate: 'held', gateBy: 'Companion', gateSince: ago(1) } as const;
  const taken = { ...held, onAirCause: 'operator', onAirBy: 'Companion', onAirSince: ago(1) } as const;
  expect(sentences([], held)).toEqual(['Take all did nothing: Companion held as you pressed.']);
  expect(sentences([], held, 'held')).toEqual([
    'Take all did nothing: Companion changed the held list as you pressed.',
  ]);
  // A program is no desk, so it is not known whether it took, restored or pressed Back.
  expect(sentences([], taken)).toEqual(['Take all did nothing: Companion changed on air as you pressed.']);
});
