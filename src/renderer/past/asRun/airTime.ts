/** What the as-run log adds up to: the stretch of time it covers, and when nothing was on air. */
import type { AsRunRow } from '../../../contract/past.ts';

/** Epoch milliseconds. */
export type Stretch = { readonly from: number; readonly to: number };

/** When the first of them went on air, in epoch milliseconds; null: there is none. */
export function firstOn(rows: readonly AsRunRow[]): number | null {
  return rows.reduce<number | null>((least, row) => Math.min(least ?? Date.parse(row.on), Date.parse(row.on)), null);
}

/** From the first row, or the start that was asked for, to the last. At least a minute long. */
export function stretchOf(rows: readonly AsRunRow[], from: number | null, to: number): Stretch {
  const start = from ?? firstOn(rows) ?? to;
  return { from: Math.min(start, to - 60_000), to };
}

export function endOf(row: AsRunRow, nowMs: number): number {
  return row.off === null ? nowMs : Date.parse(row.off);
}

/** Stretches between rows in which nothing was on air, oldest first; shorter ones than a second are left out. */
export function quietStretches(rows: readonly AsRunRow[], nowMs: number): readonly Stretch[] {
  const spans = rows
    .map((row) => ({ from: Date.parse(row.on), to: endOf(row, nowMs) }))
    .sort((a, b) => a.from - b.from);
  const quiet: Stretch[] = [];
  let reached = spans[0]?.from ?? nowMs;
  for (const { from, to } of spans) {
    if (from - reached >= 1000) quiet.push({ from: reached, to: from });
    reached = Math.max(reached, to);
  }
  if (spans.length > 0 && nowMs - reached >= 1000) quiet.push({ from: reached, to: nowMs });
  return quiet;
}

/** Where in the stretch a row lies, in hundredths of its width. */
export function barOf(
  row: AsRunRow,
  { from, to }: Stretch,
  nowMs: number,
): { readonly left: number; readonly width: number } {
  const whole = Math.max(1, to - from);
  const begins = Math.max(from, Date.parse(row.on));
  const ends = Math.min(to, endOf(row, nowMs));
  const left = Math.min(99.2, Math.max(0, ((begins - from) / whole) * 100));
  return { left, width: Math.min(100 - left, Math.max(0.8, ((ends - begins) / whole) * 100)) };
}
