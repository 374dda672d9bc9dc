/** One row of the fault bench: what goes wrong, how it is brought about, and what must hold. */
import type { Chance } from './chance.ts';
import { canaryKey, canarySecret, type Stage, type StageSettings, setStage, usualStage } from './stage.ts';

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
  readonly isAlone: boolean;
  /** Whether it runs in a process and a network namespace of its own, because engines notice when the machine's network changes. */
  readonly isApart: boolean;
  /** Told what was measured goes into the table; what it rejects with did not hold. */
  readonly run: (chance: Chance, measured: Measured) => Promise<void>;
};

/** Takes figures of that name, in the unit that the name says. */
export type Measured = (name: string, figures: readonly number[]) => void;

export type RowKind = Pick<Row, 'id' | 'name' | 'injectedBy'> &
  Partial<Pick<Row, 'needs' | 'isQuick' | 'isAlone' | 'isApart'>>;

/** A row of that kind: unless it says otherwise it needs nothing, is a slow one, and others may run beside it. */
export function rowOf(kind: RowKind, run: Row['run']): Row {
  return { needs: [], isQuick: false, isAlone: false, isApart: false, ...kind, run };
}

/** A row over a stage of its own. Whatever the row does, the feed's reader must have nothing to complain of. */
export function onStage(
  kind: RowKind,
  settings: Partial<StageSettings>,
  run: (stage: Stage, chance: Chance, measured: Measured) => Promise<void>,
): Row {
  return rowOf(kind, async (chance, measured) => {
    const stage = await setStage({ ...usualStage, ...settings }, chance);
    try {
      await run(stage, chance, measured);
      await stage.until('the feed’s reader saw at least one answer', 5000, () => stage.probe.reads() > 0);
      mustBeRightOnFeed(stage);
      const told = JSON.stringify([stage.logged, stage.state().problems, stage.state().source]);
      must('no key and no secret in log, problems or state', !told.includes(canaryKey) && !told.includes(canarySecret));
    } finally {
      await stage.end();
    }
  });
}

/** The feed's reader has nothing to complain of. */
export function mustBeRightOnFeed(stage: Stage): void {
  const complaints = stage.probe.complaints();
  must(`nothing wrong on the feed: ${complaints.join('; ')}`, complaints.length === 0);
}

/** The figure that so many in a hundred of the figures do not exceed; 0 of none. */
export function percentile(figures: readonly number[], percent: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}

export function must(what: string, isSo: boolean): void {
  if (!isSo) throw new Error(`must hold: ${what}`);
}

/**
 * The usual story of a fault: it begins, it is said within ten seconds, on air stays as it is, it ends, and the list that the
 * service has by then is on air within sixteen seconds.
 */
export async function holdThrough(
  stage: Stage,
  begin: () => void | Promise<void>,
  isSaid: (codes: readonly string[]) => boolean,
  end: () => void | Promise<void>,
): Promise<void> {
  const before = stage.onAir().join();
  await begin();
  await stage.until('the fault is said', 12_000, () => isSaid(stage.codes()));
  must('on air stays as it is', stage.onAir().join() === before);
  const wanted = stage.edit(stage.chance.between(1, 5)).join();
  await new Promise((resolve) => setTimeout(resolve, stage.chance.between(0, 500)));
  must('on air stays as it is until the fault ends', stage.onAir().join() === before);
  await end();
  await stage.until('the new list is on air again', 17_000, () => stage.onAir().join() === wanted);
  await stage.until('the word about it is taken back', 6000, () => !isSaid(stage.codes()));
}

/** Edits, one after the other; each has to be on air within the time. Answers how long each took. Milliseconds. */
export async function followsEdits(
  stage: Stage,
  chance: Chance,
  edits: number,
  withinMs: number,
): Promise<readonly number[]> {
  const tookMs: number[] = [];
  for (let edit = 0; edit < edits; edit += 1) {
    const startedMs = performance.now();
    const wanted = stage.edit(chance.between(1, 5)).join();
    await stage.until(`edit ${edit + 1} is on air`, withinMs, () => stage.onAir().join() === wanted);
    tookMs.push(performance.now() - startedMs);
  }
  return tookMs;
}

export function says(...wanted: readonly string[]): (codes: readonly string[]) => boolean {
  return (codes) => wanted.some((code) => codes.includes(code));
}
