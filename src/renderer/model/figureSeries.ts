/** Prepares a series of figures for a plot and for words. */
import type { Figures, Series } from '../../contract/figures.ts';

export type Plotted = readonly [at: number[], values: (number | null)[]];

/** A longer time between two samples is a gap. */
const gapFactor = 2.5;

/** Adds an empty sample in each gap, so that no line crosses it. Times are epoch seconds. */
export function withGaps({ at, everySeconds }: Pick<Figures, 'at' | 'everySeconds'>, series: Series): Plotted {
  const times: number[] = [];
  const values: (number | null)[] = [];
  at.forEach((atMs, index) => {
    const before = at[index - 1];
    if (before !== undefined && atMs - before > gapFactor * everySeconds * 1000) {
      times.push((before + everySeconds * 1000) / 1000);
      values.push(null);
    }
    times.push(atMs / 1000);
    values.push(series[index] ?? null);
  });
  return [times, values];
}

/** Indexes of the values without a neighbour, which no line reaches. */
export function findIsolated(values: readonly (number | null | undefined)[]): number[] {
  const isEmpty = (index: number): boolean => values[index] == null;
  return values.flatMap((_, index) => (!isEmpty(index) && isEmpty(index - 1) && isEmpty(index + 1) ? index : []));
}

export type Summary = { readonly latest: number; readonly lowest: number; readonly highest: number };

/** `null` if nothing was measured. */
export function summarise(series: Series): Summary | null {
  const measured = series.filter((value) => value !== null);
  const latest = measured.at(-1);
  return latest === undefined ? null : { latest, lowest: Math.min(...measured), highest: Math.max(...measured) };
}
