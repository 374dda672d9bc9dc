import { rm, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type AirEnd, type AirEntry, asOngoingEntry, endEntry, notConfirmed } from '../../../src/core/asRun.ts';
import type { OpenAirEntry } from '../../../src/core/openRows.ts';
import { readJournalParts } from '../../../src/disk/journalParts.ts';
import { formatRecord } from '../../../src/disk/recordBytes.ts';
import { segmentPath } from '../../../src/disk/segmentFiles.ts';
import type { AsRunRecord } from '../../../src/engine/logs/asRunRecords.ts';
import { type AsRunQuery, readAsRunRows } from '../../../src/engine/logs/asRunRows.ts';
import { createRandom } from '../../random.ts';
import { seed } from '../../seed.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

const startMs = Date.UTC(2026, 10, 20, 18);
const all: AsRunQuery = { feed: 'main', of: 'list', from: null, to: null };
const timeOf = (second: number): string => new Date(startMs + second * 1000).toISOString();

function rowOf(itemId: string, second: number, feed = 'main'): OpenAirEntry {
  return {
    ...{ feed, of: 'list', itemId, author: 'Ada', message: `Text of ${itemId}`, on: timeOf(second) },
    ...{ onCause: 'service', onBy: null, onVerb: null, onAbout: null, revision: second, consumers: 0 },
  };
}

function endOf({ feed, of, itemId }: OpenAirEntry, second: number, by: string | null = null): AirEnd {
  const origin = by === null ? { cause: 'service', verb: null } : { cause: 'operator', verb: 'block' };
  return { feed, of, itemId, at: timeOf(second), by, about: by === null ? null : itemId, ...origin } as AirEnd;
}

type Step = {
  readonly off: readonly AirEnd[];
  readonly on: readonly OpenAirEntry[];
  readonly confirmed?: AsRunRecord['confirmed'];
};

/** Writes one step a second, some steps a file. Returns what to read, and every row with its end. */
async function writeShow(steps: readonly Step[], stepsPerFile: number) {
  const directory = createTemporaryFolder('as-run-rows');
  const keys: number[] = [];
  const ended: AirEntry[] = [];
  let open: OpenAirEntry[] = [];
  for (let first = 0; first < steps.length; first += stepsPerFile) {
    const lines: string[] = [];
    for (const { off, on, confirmed = [] } of steps.slice(first, first + stepsPerFile)) {
      lines.push(formatRecord({ open: lines.length === 0 ? open : null, off, on, confirmed }));
      for (const end of off) {
        const row = open.find(({ itemId, feed }) => itemId === end.itemId && feed === end.feed);
        if (row !== undefined) ended.push(endEntry(row, end, notConfirmed));
        open = open.filter((one) => one !== row);
      }
      open = [...open, ...on];
    }
    const key = startMs + first * 1000;
    keys.push(key);
    await writeFile(segmentPath(directory, key), lines.join(''));
  }
  const ongoing = open.map((row) => asOngoingEntry(row, timeOf(steps.length)));
  const pathOf = (key: number): string => segmentPath(directory, key);
  const files = { keys, ongoing, readParts: (key: number) => readJournalParts(pathOf(key)), outOfOrder: null };
  return { files, pathOf, rows: [...ended, ...ongoing] };
}

/** Posts come and go; some stay for a moment, some for the whole show. */
function createRandomShow(random: ReturnType<typeof createRandom>, length: number): readonly Step[] {
  const onAir = new Map<string, OpenAirEntry>();
  return Array.from({ length }, (_, second) => {
    const leaving = [...onAir.values()].filter(() => random.next() < 0.2);
    for (const { itemId } of leaving) onAir.delete(itemId);
    const off = leaving.map((row) => endOf(row, second, random.pick([null, 'Ines', 'Marit'])));
    const ids = Array.from({ length: random.between(0, 3) }, () => `p${random.between(0, 30)}`);
    const on = [...new Set(ids)].flatMap((id) =>
      onAir.has(id) ? [] : [rowOf(id, second, random.pick(['main', 'main', 'other']))],
    );
    for (const row of on) onAir.set(row.itemId, row);
    return { off, on };
  });
}

async function readAll(...args: Parameters<typeof readAsRunRows>): Promise<AirEntry[]> {
  const rows: AirEntry[] = [];
  for await (const part of readAsRunRows(...args)) rows.push(...part);
  return rows;
}

const rowName = ({ itemId, on, off }: AirEntry): string =>
  [itemId, ...[on, off].map((at) => (at === null ? '-' : (Date.parse(at) - startMs) / 1000))].join(' ');

describe('the rows of a long as-run log', () => {
  it(`are complete and in order for every range, wherever files begin (seed ${seed})`, async () => {
    const random = createRandom(seed);
    for (let show = 0; show < 25; show += 1) {
      const length = random.between(1, 80);
      const { files, rows } = await writeShow(createRandomShow(random, length), random.between(1, 20));
      for (let range = 0; range < 10; range += 1) {
        const [from, to] = [random.between(-5, length), random.between(-5, length + 5)].sort((a, b) => a - b);
        const query = {
          ...all,
          from: random.next() < 0.3 ? null : timeOf(from ?? 0),
          to: random.next() < 0.3 ? null : timeOf(to ?? 0),
        };
        const expected = rows.filter(
          (row) =>
            row.feed === 'main' &&
            (query.to === null || row.on <= query.to) &&
            (query.from === null || row.off === null || row.off >= query.from),
        );
        const first = files.keys.findLastIndex((key) => query.from !== null && key <= Date.parse(query.from));
        const found = await readAll({ ...files, keys: files.keys.slice(Math.max(0, first)) }, query);
        expect(found.map(({ on }) => on)).toEqual(found.map(({ on }) => on).toSorted());
        const byName = (list: readonly AirEntry[]): readonly AirEntry[] =>
          list.toSorted((a, b) => (rowName(a) < rowName(b) ? -1 : 1));
        expect(byName(found)).toEqual(byName(expected));
      }
    }
  });

  it('has a post that is on air although an ended row of it began at the same time, as after a clock was set back', async () => {
    const edited = { ...rowOf('a', 1), message: 'edited' };
    const { files } = await writeShow(
      [
        { off: [], on: [rowOf('a', 1)] },
        { off: [endOf(rowOf('a', 1), 1)], on: [edited] },
      ],
      5,
    );
    const rows = await readAll(files, all);
    expect(rows.map(({ message, off }) => [message, off])).toEqual([
      ['Text of a', timeOf(1)],
      ['edited', null],
    ]);
  });

  it.each([
    ['main', 'other'],
    ['other', 'main'],
  ])('have the confirmations of a post blocked on two feeds, of %s before that of %s', async (...feeds) => {
    const rows = ['main', 'other'].map((feed) => rowOf('a', 0, feed));
    const { files } = await writeShow(
      [
        { off: [], on: rows },
        { off: rows.map((row) => endOf(row, 1, 'Ines')), on: [] },
        ...feeds.map((feed, index) => ({
          ...{ off: [], on: [] },
          confirmed: [{ feed, itemId: 'a', confirmedOffAirAt: timeOf(2 + index), confirmedOffAirBy: feed }],
        })),
      ],
      1,
    );
    for (const [index, feed] of feeds.entries()) {
      const [row] = await readAll(files, { ...all, feed });
      expect(row).toMatchObject({ confirmedOffAirAt: timeOf(2 + index), confirmedOffAirBy: feed });
    }
  });

  it('are read up to the end of the range, or until the last of them has left air', async () => {
    const posts = Array.from({ length: 20 }, (_, second) => rowOf(`p${second}`, second));
    const steps = posts.map((row, second) => ({
      off: second === 0 ? [] : [endOf(posts[second - 1] ?? row, second)],
      on: [row],
    }));
    const { files } = await writeShow(steps, 2);
    const readKeys: number[] = [];
    const readParts = (key: number): AsyncIterable<readonly unknown[]> => {
      readKeys.push((key - startMs) / 1000);
      return files.readParts(key);
    };
    const rows = await readAll({ ...files, readParts }, { ...all, to: timeOf(5) });
    expect(rows.map(rowName)).toEqual(['p0 0 1', 'p1 1 2', 'p2 2 3', 'p3 3 4', 'p4 4 5', 'p5 5 6']);
    expect(readKeys).toEqual([0, 2, 4, 6, 0, 2, 4, 6]);
  });

  it('have no row whose end was lost with a damaged record, and every row of the records after it', async () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id, second) => rowOf(id, second));
    if (!a || !b || !c || !d) throw new Error('unreachable');
    const steps = [
      { off: [], on: [a] },
      { off: [], on: [b] },
      { off: [endOf(a, 2)], on: [c] },
      { off: [endOf(b, 3)], on: [d] },
    ];
    const { files, pathOf } = await writeShow(steps, 2);
    const [first = 0, second = 0] = files.keys;
    const lines = steps.map((step, index) => formatRecord({ open: [[], null, [a, b], null][index], ...step }));
    await writeFile(pathOf(second), [lines[2]?.replace('"c"', '"x"'), lines[3]].join(''));
    expect((await readAll(files, all)).map(rowName)).toEqual(['b 1 3', 'd 3 -', 'c 2 -']);
    await writeFile(pathOf(first), [lines[0]?.replace('"a"', '"x"'), lines[1]].join(''));
    await writeFile(pathOf(second), lines.slice(2).join(''));
    expect((await readAll(files, all)).map(rowName)).toEqual(['b 1 3', 'a 0 2', 'c 2 -', 'd 3 -']);
  });

  it('are refused when a file disappears, so that they never look complete', async () => {
    const steps = Array.from({ length: 6 }, (_, second) => ({ off: [], on: [rowOf(`p${second}`, second)] }));
    const { files, pathOf } = await writeShow(steps, 2);
    const rows = readAsRunRows(files, all);
    expect((await rows.next()).value?.map(rowName)).toEqual(['p0 0 -', 'p1 1 -']);
    await rm(pathOf(files.keys[2] ?? 0));
    expect((await rows.next()).value?.map(rowName)).toEqual(['p2 2 -', 'p3 3 -']);
    await expect(rows.next()).rejects.toThrow('ENOENT');
  });

  it('are not read any further once they are not needed', async () => {
    const steps = Array.from({ length: 40 }, (_, second) => ({ off: [], on: [rowOf(`p${second}`, second)] }));
    const { files } = await writeShow(steps, 1);
    const stop = new AbortController();
    let reads = 0;
    const readParts = (key: number): AsyncIterable<readonly unknown[]> => {
      reads += 1;
      if (reads === 5) stop.abort();
      return files.readParts(key);
    };
    await expect(readAll({ ...files, readParts }, all, stop.signal)).rejects.toThrow('aborted');
    expect(reads).toBe(5);
  });
});
