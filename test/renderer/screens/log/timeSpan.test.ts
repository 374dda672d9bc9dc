import { expect, test } from 'vitest';
import type { AsRunRow } from '../../../../src/contract/history.ts';
import { findOffAirSpans } from '../../../../src/renderer/screens/log/asRun/timeSpan.ts';

const at = (clock: string): string => `2026-11-20T${clock}Z`;

function row(itemId: string, revision: number, on: string, off: string | null): AsRunRow {
  return {
    ...{
      feed: 'main',
      itemId,
      author: itemId,
      message: '',
      on: at(on),
      off: off === null ? null : at(off),
      seconds: 0,
    },
    ...{ onCause: 'service', onBy: null, onVerb: null, onAbout: null, revision, consumers: 1 },
    ...{ offCause: null, offBy: null, offVerb: null, offAbout: null },
    ...{ confirmedOffAirAt: null, confirmedOffAirBy: null },
  };
}

const gapsOf = (rows: readonly AsRunRow[]) =>
  findOffAirSpans(rows, Date.parse(at('13:05:00'))).map(({ from, to }) =>
    [from, to].map((ms) => new Date(ms).toISOString().slice(11, 19)),
  );

test('after the end of the range, its entries do not say what was on air', () => {
  const rows = [row('a', 1, '12:46:08', '12:46:17'), row('b', 2, '12:46:17', '12:50:00')];
  expect(findOffAirSpans(rows, Date.parse(at('12:48:00')))).toEqual([]);
  expect(gapsOf(rows)).toEqual([['12:50:00', '13:05:00']]);
});

test('nothing was on air between two posts of different revisions', () => {
  expect(gapsOf([row('a', 1, '12:46:08', '12:46:17'), row('b', 3, '13:01:08', null)])).toEqual([
    ['12:46:17', '13:01:08'],
  ]);
});

test('no gap is claimed when the clock was set while posts of the same revision were on air', () => {
  expect(gapsOf([row('b', 1, '12:46:08', '12:46:17'), row('a', 1, '13:01:08', null)])).toEqual([]);
});

test('a restart ends the entries, and graphics can have kept their picture until it', () => {
  const restored = { ...row('a', 1, '13:01:08', null), onVerb: 'restart', onCause: 'rule' } as const;
  const rows = [row('a', 1, '12:46:08', '12:46:17'), restored];
  expect(gapsOf(rows)).toEqual([['12:46:17', '13:01:08']]);
  const stopsOf = (all: readonly AsRunRow[]) =>
    findOffAirSpans(all, Date.parse(at('13:05:00'))).map(({ isStopped }) => isStopped);
  expect(stopsOf(rows)).toEqual([true]);
  // Another show was open meanwhile.
  const ended = { ...row('a', 1, '12:46:08', '12:46:17'), offVerb: 'restart', offCause: 'rule' } as const;
  expect(stopsOf([ended, row('b', 3, '13:01:08', null)])).toEqual([true]);
  expect(stopsOf([ended, row('b', 3, '13:01:08', '13:02:00')])).toEqual([true, false]);
  expect(stopsOf([ended])).toEqual([]);
});
