import { expect, test } from 'vitest';
import type { HistoryRow } from '../../../src/contract/history.ts';
import type { AirEntry } from '../../../src/core/asRun.ts';
import { readPostPast } from '../../../src/engine/desk/postPast.ts';

const about = { feed: 'main', itemId: 'tom' };
const timeAt = (minute: number): string => new Date(Date.UTC(2026, 4, 1, 20, minute)).toISOString();

function revision(number: number, changes: Partial<HistoryRow>): HistoryRow {
  return {
    revision: number,
    at: timeAt(number),
    until: null,
    hasGapAfter: false,
    cause: 'service',
    by: null,
    verb: null,
    about: null,
    added: [],
    removed: [],
    edited: [],
    moved: [],
    position: null,
    edit: null,
    names: {},
    ...changes,
  };
}

function entry(number: number, message: string, offMinute: number | null, itemId = 'tom'): AirEntry {
  return {
    feed: 'main',
    of: 'list',
    itemId,
    author: 'Tom',
    message,
    on: timeAt(number),
    onCause: 'service',
    onBy: null,
    onVerb: null,
    onAbout: null,
    revision: number,
    consumers: 1,
    off: offMinute === null ? null : timeAt(offMinute),
    seconds: offMinute === null ? 30 : (offMinute - number) * 60,
    offCause: null,
    offBy: null,
    offVerb: null,
    offAbout: null,
    confirmedOffAirAt: null,
    confirmedOffAirBy: null,
  };
}

function logsOf(rows: readonly HistoryRow[] | Error | null, entries: readonly AirEntry[] | Error) {
  return {
    history: {
      list: async () => {
        if (rows instanceof Error) throw rows;
        return rows;
      },
    },
    asRun: {
      readRows: async function* () {
        if (entries instanceof Error) throw entries;
        for (const one of entries) yield [one];
      },
    },
  };
}

const broken = new Error('EIO');

test('each revision that put a post on air, changed it or took it off is listed with the changed text', async () => {
  const rows = [
    revision(5, { removed: ['tom'], cause: 'operator', by: 'Marit', verb: 'block', about: 'tom' }),
    revision(4, { added: ['kenji'] }),
    revision(3, { edited: [{ id: 'tom', fields: ['media'] }] }),
    revision(2, { edited: [{ id: 'tom', fields: ['message'] }] }),
    revision(1, { added: ['tom'] }),
  ];
  const entries = [entry(1, 'one', 2), entry(2, 'two', 5), entry(4, 'other', null, 'kenji')];
  const past = await readPostPast(logsOf(rows, entries), about);
  expect(past?.changes.map(({ revision, kind, fields, text }) => [revision, kind, fields, text])).toEqual([
    [5, 'off', [], null],
    [3, 'edited', ['media'], null],
    [2, 'edited', ['message'], { before: 'one', after: 'two' }],
    [1, 'on', [], null],
  ]);
  expect(past?.changes[0]).toMatchObject({ cause: 'operator', by: 'Marit', verb: 'block' });
  expect(past).toMatchObject({ since: timeAt(1), missingRevisions: 0, unreadable: [] });
});

test('an edit does not divide a time on air, and the newest time is first', async () => {
  const entries = [entry(1, 'one', 2), entry(2, 'two', 5), entry(8, 'two', null)];
  const past = await readPostPast(logsOf([], entries), about);
  expect(past?.times).toEqual([
    { on: timeAt(8), off: null, seconds: 30 },
    { on: timeAt(1), off: timeAt(5), seconds: 240 },
  ]);
});

test('a post that was on and off air many times has the newest, and the number of earlier ones', async () => {
  const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
  const rows = numbers.map((number) => revision(number, number % 2 === 1 ? { added: ['tom'] } : { removed: ['tom'] }));
  const entries = numbers.filter((number) => number % 2 === 1).map((number) => entry(number, 'one', number + 1));
  const past = await readPostPast(logsOf(rows.toReversed(), entries), about);
  expect(past?.changes.map(({ revision }) => revision)).toEqual(numbers.slice(30).toReversed());
  expect(past).toMatchObject({ earlierChanges: 30, earlierTimes: 5 });
  expect(past?.times).toHaveLength(20);
  expect(past?.times[0]?.on).toBe(timeAt(49));
});

test('a log that cannot be read is named, and the other one is still used', async () => {
  const withoutHistory = await readPostPast(logsOf(broken, [entry(1, 'one', 2)]), about);
  expect(withoutHistory).toMatchObject({ unreadable: ['history'], changes: [], times: [{ on: timeAt(1) }] });
  const edit = revision(2, { edited: [{ id: 'tom', fields: ['message'] }] });
  const withoutAsRun = await readPostPast(logsOf([edit], broken), about);
  expect(withoutAsRun).toMatchObject({ unreadable: ['asRun'], times: [], changes: [{ revision: 2, text: null }] });
  expect((await readPostPast(logsOf(broken, broken), about))?.unreadable).toEqual(['history', 'asRun']);
});

test('revisions without an entry in the history are counted', async () => {
  const rows = [revision(9, {}), revision(8, {}), revision(5, { added: ['tom'] })];
  expect((await readPostPast(logsOf(rows, []), about))?.missingRevisions).toBe(2);
});

test('a text before a damaged entry is not claimed as the earlier one', async () => {
  const edit = revision(6, { edited: [{ id: 'tom', fields: ['message'] }] });
  const past = await readPostPast(logsOf([edit], [entry(1, 'one', 2), entry(6, 'six', null)]), about);
  expect(past?.changes[0]?.text).toBeNull();
});

test('an unknown feed has no past', async () => {
  expect(await readPostPast(logsOf(null, []), about)).toBeNull();
});
