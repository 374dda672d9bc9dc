/** One row of the fault table: the fault, how it is injected, and what must stay true. */

import type { Random } from '../random.ts';
import {
  canaryKey,
  canarySecret,
  defaultTestBedSettings,
  type EngineTestBed,
  startEngineTestBed,
  type TestBedSettings,
} from './engineTestBed.ts';

export type Row = {
  readonly id: string;
  readonly name: string;
  readonly injectedBy: string;
  /** Programs and privileges that the row requires; without them it is skipped. */
  readonly needs: readonly string[];
  /** Quick rows run in every test run. */
  readonly isQuick: boolean;
  /** Exclusive rows measure time, so no other row runs meanwhile. */
  readonly isExclusive: boolean;
  /** Isolated rows change the machine's network, so each runs in its own network namespace. */
  readonly isIsolated: boolean;
  /** Rejects if an expectation fails; `record` adds measurements to the table. */
  readonly run: (random: Random, record: RecordMeasurement) => Promise<void>;
};

/** The name includes the unit. */
export type RecordMeasurement = (name: string, values: readonly number[]) => void;

export type RowOptions = Pick<Row, 'id' | 'name' | 'injectedBy'> &
  Partial<Pick<Row, 'needs' | 'isQuick' | 'isExclusive' | 'isIsolated'>>;

export function createRow(options: RowOptions, run: Row['run']): Row {
  return { needs: [], isQuick: false, isExclusive: false, isIsolated: false, ...options, run };
}

/** Creates a row with an engine in this process. It fails if the feed is ever wrong or an output contains a secret. */
export function createEngineRow(
  options: RowOptions,
  settings: Partial<TestBedSettings>,
  run: (testBed: EngineTestBed, random: Random, record: RecordMeasurement) => Promise<void>,
): Row {
  return createRow(options, async (random, record) => {
    const testBed = await startEngineTestBed({ ...defaultTestBedSettings, ...settings }, random, record);
    try {
      await run(testBed, random, record);
      await testBed.waitUntil('the probe has read the feed', 5000, () => testBed.probe.readCount() > 0);
      assertCleanFeed(testBed);
      const output = JSON.stringify([testBed.logLines, testBed.state().problems, testBed.state().source]);
      assert(
        'log, problems and state contain no key or secret',
        !output.includes(canaryKey) && !output.includes(canarySecret),
      );
    } finally {
      await testBed.close();
    }
  });
}

export function assertCleanFeed(testBed: EngineTestBed): void {
  const violations = testBed.probe.violations();
  assert(`the feed is never wrong: ${violations.join('; ')}`, violations.length === 0);
}

/** Nearest-rank percentile; 0 for an empty list. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}

export function assert(expectation: string, isTrue: boolean): void {
  if (!isTrue) throw new Error(`expected: ${expectation}`);
}

/**
 * Expects a fault to be reported within 12 s and to leave on air unchanged, even after an edit.
 * After the fault, expects the edited list on air within 17 s and the problem cleared within another 6 s.
 */
export async function assertRecovers(
  testBed: EngineTestBed,
  startFault: () => void | Promise<void>,
  isReported: (codes: readonly string[]) => boolean,
  endFault: () => void | Promise<void>,
): Promise<void> {
  const before = testBed.onAir().join();
  await startFault();
  await testBed.waitUntil('the problem is reported', 12_000, () => isReported(testBed.problemCodes()));
  assert('on air is unchanged', testBed.onAir().join() === before);
  const expected = testBed.edit(testBed.random.between(1, 5)).join();
  await new Promise((resolve) => setTimeout(resolve, testBed.random.between(0, 500)));
  assert('on air is unchanged until the fault ends', testBed.onAir().join() === before);
  await endFault();
  await testBed.waitUntil('the new list is on air', 17_000, () => testBed.onAir().join() === expected);
  await testBed.waitUntil('the problem is cleared', 6000, () => !isReported(testBed.problemCodes()));
}

/** Edits the list several times; each edit must be on air within `timeoutMs`. Returns each edit's duration in ms. */
export async function measureEdits(
  testBed: EngineTestBed,
  random: Random,
  edits: number,
  timeoutMs: number,
): Promise<readonly number[]> {
  const durationsMs: number[] = [];
  for (let edit = 0; edit < edits; edit += 1) {
    const startedMs = performance.now();
    const expected = testBed.edit(random.between(1, 5)).join();
    await testBed.waitUntil(`edit ${edit + 1} is on air`, timeoutMs, () => testBed.onAir().join() === expected);
    durationsMs.push(performance.now() - startedMs);
  }
  return durationsMs;
}

/** Returns a function that is true when any of these codes is among the problems. */
export function hasProblem(...expected: readonly string[]): (codes: readonly string[]) => boolean {
  return (codes) => expected.some((code) => codes.includes(code));
}
