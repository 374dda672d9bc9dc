/** Calculates times for the as-run log: its time span, its bars, and when nothing was on air. */
import type { AsRunRow } from '../../../../contract/history.ts';

/** Epoch milliseconds. */
export type TimeSpan = { readonly from: number; readonly to: number };

/** `isStopped`: Greenroom was stopped meanwhile or had another show open, so graphics can have shown something. */
export type OffAirSpan = TimeSpan & { readonly isStopped: boolean };

/** Epoch milliseconds of the earliest entry; `null` when there is none. */
export function findFirstOnAirMs(rows: readonly AsRunRow[]): number | null {
  return rows.reduce<number | null>((first, row) => Math.min(first ?? Date.parse(row.on), Date.parse(row.on)), null);
}

/** Until `endMs`, but not past now; at least one minute long. */
export function timeSpanOf(startMs: number, endMs: number | null, nowMs: number): TimeSpan {
  const to = Math.min(endMs ?? nowMs, nowMs);
  return { from: Math.min(startMs, to - 60_000), to };
}

export function endOf(row: AsRunRow, nowMs: number): number {
  return row.off === null ? nowMs : Date.parse(row.off);
}

/**
 * Times until `endMs` when nothing was on air, oldest first; gaps under one second are left out. `rows` are all entries until then. A post that
 * was put on air by a revision before the gap was on air throughout, unless a restart is its cause: the clock was set then, and only the posts on
 * air got new times.
 */
export function findOffAirSpans(rows: readonly AsRunRow[], endMs: number): readonly OffAirSpan[] {
  const spans = rows
    .map((row) => ({ from: Date.parse(row.on), to: endOf(row, endMs), row }))
    .sort((a, b) => a.from - b.from);
  const gaps: OffAirSpan[] = [];
  let lastEnd = spans[0]?.from ?? endMs;
  let lastRevision = 0;
  let endedByStop = false;
  for (const { from, to, row } of spans) {
    const isStopped = endedByStop || row.onVerb === 'restart';
    const wasOnAir = row.revision <= lastRevision && !isStopped;
    if (from - lastEnd >= 1000 && !wasOnAir) gaps.push({ from: lastEnd, to: from, isStopped });
    if (to >= lastEnd) endedByStop = row.offVerb === 'restart';
    lastEnd = Math.max(lastEnd, to);
    lastRevision = Math.max(lastRevision, row.revision);
  }
  // When this show was open again is not known.
  if (spans.length > 0 && endMs - lastEnd >= 1000 && !endedByStop)
    gaps.push({ from: lastEnd, to: endMs, isStopped: false });
  return gaps;
}

/** Position and width of an entry's bar, in percent of the time span. */
export function barPositionOf(
  row: AsRunRow,
  { from, to }: TimeSpan,
  nowMs: number,
): { readonly left: number; readonly width: number } {
  const totalMs = Math.max(1, to - from);
  const startMs = Math.max(from, Date.parse(row.on));
  const endMs = Math.min(to, endOf(row, nowMs));
  const left = Math.min(99.2, Math.max(0, ((startMs - from) / totalMs) * 100));
  return { left, width: Math.min(100 - left, Math.max(0.8, ((endMs - startMs) / totalMs) * 100)) };
}
