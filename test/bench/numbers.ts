/** The middle of many measurements, and a ratio with its words. */

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** Prints one result: ours, the baseline, and ours as a multiple of it. */
export function report(name: string, ours: number, baseline: number, unit: string, bar: string): void {
  const ratio = (ours / baseline).toFixed(2);
  process.stdout.write(
    `${name}: ${ours.toFixed(3)} ${unit}, baseline ${baseline.toFixed(3)} ${unit}, ratio ${ratio} (${bar})\n`,
  );
}
