/** Runs the quick rows of the fault table once, and tests the runner itself. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { seed } from '../seed.ts';
import { takeTurn } from '../shortRun.ts';
import { describeMissingNeeds, missingNeedsSuffix } from './needs.ts';
import { assert, type Row } from './row.ts';
import { allRows } from './rows.ts';
import { formatTable, runRows } from './runRows.ts';

/** Every other one in a short run; `npm run faults` runs every row. */
const quickRows = takeTurn(
  allRows.filter((row) => row.isQuick),
  0,
);

describe('the fault table', () => {
  it(`passes every quick row (seed ${seed})`, async () => {
    const results = await runRows(quickRows, [seed], 6, false, () => undefined);
    const failed = results.filter((result) => result.outcome === 'failed');
    expect(failed.map(({ row, reason }) => `${row.id}: ${reason}`)).toEqual([]);
    expect(results.some((result) => result.outcome === 'passed')).toBe(true);
  }, 600_000);

  // Lists each skipped row with its reason in the test summary.
  for (const { id, name, needs } of quickRows.filter((row) => describeMissingNeeds(row.needs) !== null)) {
    it.skip(`${id} ${name}${missingNeedsSuffix(needs)}`, () => undefined);
  }

  it('reports which row failed and why, and skips rows that this machine can’t run', async () => {
    const createTestRow = (id: string, needs: readonly string[], run: Row['run']): Row => {
      return {
        id,
        name: `row ${id}`,
        injectedBy: 'test',
        needs,
        isQuick: true,
        isExclusive: false,
        isIsolated: false,
        run,
      };
    };
    const rows = [
      createTestRow('A', [], async () => undefined),
      createTestRow('B', [], async () => assert('the planted fault is absent', false)),
      createTestRow('C', ['no-such-program-here'], async () => undefined),
    ];
    const table = formatTable(await runRows(rows, [1, 2], 2, false, () => undefined));
    expect(table).toContain('expected: the planted fault is absent');
    expect(table).toContain('not available on this machine: no-such-program-here');
    expect(table).toContain('1 of 2 passed, 1 skipped');
  });

  it('draws the same random numbers for the same seed', () => {
    const draw = (seed: number) => {
      const random = createRandom(seed);
      return Array.from({ length: 5 }, () => random.between(0, 1000));
    };
    expect(draw(4)).toEqual(draw(4));
    expect(draw(4)).not.toEqual(draw(5));
  });
});
