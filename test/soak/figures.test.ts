/** Tests that a soak fails when one figure of a process leaks, and names it. */
import { describe, expect, it } from 'vitest';
import { type Allowances, findGrowth, formatHeadings, formatTenth } from './figures.ts';
import type { Tenth } from './soak.ts';

const allowances: Allowances = {
  residentMegabytes: 20,
  heapMegabytes: 5,
  descriptors: 10,
  diskMegabytes: 5,
  readMs: 50,
};

function createTenth(tenth: number): Tenth {
  const report = { request: tenth, residentBytes: 200e6 + (tenth % 3) * 5e6, heapBytes: 30e6, descriptors: 290 };
  return {
    engine: report,
    service: report,
    engineDisk: new Map([
      ['show-00000001.journal', 1e6 + (tenth % 2) * 1e6],
      ['as-run', tenth * 6e6],
      ['recordings', tenth * 3e6],
      ['history', Math.min(1e6, tenth * 3e5)],
    ]),
    serviceDisk: new Map([['changes.1.journal', (tenth % 4) * 1e6]]),
    readP99Ms: 5 + 100 * tenth,
    bareP99Ms: 100 * tenth,
    reads: 400,
  };
}

/** Returns what is found when each tenth is changed in this way. */
function findChanged(change: (tenth: Tenth, index: number) => Partial<Tenth>): readonly string[] {
  const tenths = Array.from({ length: 10 }, (_, index) => createTenth(index));
  return findGrowth(
    tenths.map((tenth, index) => ({ ...tenth, ...change(tenth, index) })),
    allowances,
  );
}

describe('the judgement of a soak', () => {
  it('passes steady figures, logs that grow evenly, and slow reads that a busy machine explains', () => {
    expect(findChanged(() => ({}))).toEqual([]);
  });

  it.each<[string, (tenth: Tenth, index: number) => Partial<Tenth>]>([
    ['Greenroom’s heap', ({ engine }, n) => ({ engine: { ...engine, heapBytes: 30e6 + n * 1e6 } })],
    ['Greenroom’s resident memory', ({ engine }, n) => ({ engine: { ...engine, residentBytes: 2e8 + n * 5e6 } })],
    ['Greenroom’s number of open handles', ({ engine }, n) => ({ engine: { ...engine, descriptors: 200 + n * 3 } })],
    ['The service’s heap', ({ service }, n) => ({ service: { ...service, heapBytes: 30e6 + n * 1e6 } })],
    ['Greenroom’s use of the disk', (_, n) => ({ engineDisk: new Map([['show-00000001.journal', n * 2e6]]) })],
    ['The service’s use of the disk', (_, n) => ({ serviceDisk: new Map([['outbox', n * 2e6]]) })],
    ['The 99th percentile of a read', ({ bareP99Ms }, n) => ({ readP99Ms: bareP99Ms + n * 20 })],
    ['Growth of the logs in a tenth', (_, n) => ({ engineDisk: new Map([['as-run', n * n * 1e6]]) })],
    ['The history reached', () => ({ engineDisk: new Map([['history', 2e6]]) })],
  ])('fails when this leaks: %s', (name, change) => {
    const found = findChanged(change);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(name);
  });

  it('prints a table whose lines are as wide as its headings', () => {
    expect(formatTenth(0, createTenth(0))).toHaveLength(formatHeadings().length);
  });
});
