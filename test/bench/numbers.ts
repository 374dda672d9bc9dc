/** What stands for many measurements, and a ratio with its words. */

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** What a quarter of the measurements stays below: for time on the wall, which others on the machine can only lengthen. */
export function lowQuartile(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 2] ?? Number.NaN;
}

/** Prints one result: ours, the baseline, and ours as a multiple of it. */
export function report(name: string, ours: number, baseline: number, unit: string, bar: string): void {
  const ratio = (ours / baseline).toFixed(2);
  process.stdout.write(
    `${name}: ${ours.toFixed(3)} ${unit}, baseline ${baseline.toFixed(3)} ${unit}, ratio ${ratio} (${bar})\n`,
  );
}
