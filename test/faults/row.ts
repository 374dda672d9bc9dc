/** One row of the fault bench: what goes wrong, how it is brought about, and what must hold. */
import type { Chance } from './chance.ts';
import { canaryKey, canarySecret, type EngineTestBed, type TestBedSettings, startEngineTestBed, defaultTestBedSettings } from './stage.ts';

export type Row = {
  /** As the fault table numbers it. */
  readonly id: string;
  readonly name: string;
  readonly injectedBy: string;
  /** Programs that have to be on this machine; a row that lacks one is skipped by name. */
  readonly needs: readonly string[];
  /** Whether it is quick enough for every test run. */
  readonly isQuick: boolean;
  /** Whether nothing may run beside it, because it measures time. */
  readonly isExclusive: boolean;
  /** Whether it runs in a process and a network namespace of its own, because engines notice when the machine's network changes. */
  readonly isIsolated: boolean;
  /** Told what was measured goes into the table; what it rejects with did not hold. */
  readonly run: (chance: Chance, measured: RecordMeasurement) => Promise<void>;
};

/** Takes figures of that name, in the unit that the name says. */
export type RecordMeasurement = (name: string, figures: readonly number[]) => void;

export type RowOptions = Pick<Row, 'id' | 'name' | 'injectedBy'> &
  Partial<Pick<Row, 'needs' | 'isQuick' | 'isAlone' | 'isApart'>>;

/** A row of that kind: unless it says otherwise it needs nothing, is a slow one, and others may run beside it. */
export function createRow(options: RowOptions, run: Row['run']): Row {
  return { needs: [], isQuick: false, isExclusive: false, isIsolated: false, ...options, run };
}

/** A row over a stage of its own. Whatever the row does, the feed's reader must have nothing to complain of. */
export function withEngine(
  options: RowOptions,
  settings: Partial<TestBedSettings>,
  run: (stage: EngineTestBed, chance: Chance, record: RecordMeasurement) => Promise<void>,
): Row {
  return createRow(options, async (chance, record) => {
    const stage = await startEngineTestBed({ ...defaultTestBedSettings, ...settings }, chance);
    try {
      await run(stage, chance, record);
      await stage.waitUntil('the feed’s reader saw at least one answer', 5000, () => stage.probe.reads() > 0);
      assertCleanFeed(stage);
      const told = JSON.stringify([stage.logLines, stage.state().problems, stage.state().source]);
      assert('no key and no secret in log, problems or state', !told.includes(canaryKey) && !told.includes(canarySecret));
    } finally {
      await stage.close();
    }
  });
}

/** The feed's reader has nothing to complain of. */
export function assertCleanFeed(stage: EngineTestBed): void {
  const complaints = stage.probe.violations();
  assert(`nothing wrong on the feed: ${complaints.join('; ')}`, complaints.length === 0);
}

/** The figure that so many in a hundred of the figures do not exceed; 0 of none. */
export function percentile(figures: readonly number[], percent: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}

export function assert(expectation: string, isTrue: boolean): void {
  if (!isTrue) throw new Error(`must hold: ${expectation}`);
}

/**
 * The usual story of a fault: it begins, it is said within ten seconds, on air stays as it is, it ends, and the list that the
 * service has by then is on air within sixteen seconds.
 */
export async function assertRecovers(
  stage: EngineTestBed,
  startFault: () => void | Promise<void>,
  isReported: (codes: readonly string[]) => boolean,
  endFault: () => void | Promise<void>,
): Promise<void> {
  const before = stage.onAir().join();
  await startFault();
  await stage.waitUntil('the fault is said', 12_000, () => isReported(stage.problemCodes()));
  assert('on air stays as it is', stage.onAir().join() === before);
  const wanted = stage.edit(stage.chance.between(1, 5)).join();
  await new Promise((resolve) => setTimeout(resolve, stage.chance.between(0, 500)));
  assert('on air stays as it is until the fault ends', stage.onAir().join() === before);
  await endFault();
  await stage.waitUntil('the new list is on air again', 17_000, () => stage.onAir().join() === wanted);
  await stage.waitUntil('the word about it is taken back', 6000, () => !isReported(stage.problemCodes()));
}

/** Edits, one after the other; each has to be on air within the time. Answers how long each took. Milliseconds. */
export async function measureEdits(
  stage: EngineTestBed,
  chance: Chance,
  edits: number,
  timeoutMs: number,
): Promise<readonly number[]> {
  const durationsMs: number[] = [];
  for (let edit = 0; edit < edits; edit += 1) {
    const startedMs = performance.now();
    const wanted = stage.edit(chance.between(1, 5)).join();
    await stage.waitUntil(`edit ${edit + 1} is on air`, timeoutMs, () => stage.onAir().join() === wanted);
    durationsMs.push(performance.now() - startedMs);
  }
  return durationsMs;
}

export function hasProblem(...expected: readonly string[]): (codes: readonly string[]) => boolean {
  return (codes) => expected.some((code) => codes.includes(code));
}
