/** A short soak: everything runs, nothing is wrong, and nothing grows beyond a generous allowance. */
import { expect, it } from 'vitest';
import { describeMissingNeeds, missingNeedsSuffix } from '../faults/needs.ts';
import { seed } from '../seed.ts';
import { isShort } from '../shortRun.ts';
import { headlessProgram, serviceProgram } from '../testedProgram.ts';
import { type Allowances, findGrowth } from './figures.ts';
import { runSoak } from './soak.ts';

const needs = ['SIGSTOP', '/proc'];
const neverAborted = new AbortController().signal;

/** A busy machine reads slowly, and a process grows as it warms up. */
const allowances: Allowances = {
  residentMegabytes: 120,
  heapMegabytes: 30,
  descriptors: 60,
  diskMegabytes: 20,
  readMs: Number.POSITIVE_INFINITY,
};

it.skipIf(describeMissingNeeds(needs) !== null)(
  `keeps memory, handles and disk level while readers, an operator and restarts go on (seed ${seed})${missingNeedsSuffix(needs)}`,
  async () => {
    const { tenths, faults } = await runSoak(
      {
        programs: { headless: headlessProgram, service: serviceProgram },
        seed,
        changes: isShort ? 20 : 50,
        changeEveryMs: 0,
        sockets: 40,
        pollers: 10,
        suspendMs: 100,
      },
      () => undefined,
      neverAborted,
    );
    expect([...faults, ...findGrowth(tenths, allowances)]).toEqual([]);
    expect(tenths).toHaveLength(10);
    expect(tenths.every(({ reads }) => reads > 0)).toBe(true);
  },
  300_000,
);
