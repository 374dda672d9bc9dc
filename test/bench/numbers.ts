/** Computes statistics over measurements, and prints one line of results. */

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** For wall time, because other load on the machine can only make a measurement longer. */
export function lowerQuartile(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 2] ?? Number.NaN;
}

/** The smallest value that `share` of the values do not exceed; 0.95 for p95. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints one result: ours, the baseline, and their ratio. */
export function report(name: string, ours: number, baseline: number, unit: string, note: string): void {
  const ratio = (ours / baseline).toFixed(2);
  process.stdout.write(
    `${name}: ${ours.toFixed(3)} ${unit}, baseline ${baseline.toFixed(3)} ${unit}, ratio ${ratio} (${note})\n`,
  );
}
