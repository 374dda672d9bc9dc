/** Judges whether a figure grows over a soak, from one value for each tenth of it. */

export type Series = {
  readonly name: string;
  readonly unit: string;
  /** One value for each tenth of the run. */
  readonly values: readonly number[];
  /** Growth that the figure may have between the first and the last three tenths, in the same unit. */
  readonly allowance: number;
};

/**
 * Compares the median of the last three tenths with that of the second, third and fourth; the first is the warm-up.
 * Returns a sentence if the growth exceeds the allowance, else `null`. A missing value counts as growth.
 */
export function findSlope({ name, unit, values, allowance }: Series): string | null {
  if (values.length < 10 || !values.every(Number.isFinite)) return `${name}: not measured in every tenth of the run.`;
  const [early, late] = [median(values.slice(1, 4)), median(values.slice(-3))];
  if (late - early <= allowance) return null;
  return `${name} grew from ${format(early)} to ${format(late)} ${unit}; ${format(allowance)} ${unit} more are allowed.`;
}

/** Returns a sentence if a value exceeds the limit, else `null`. */
export function findExcess(name: string, unit: string, values: readonly number[], limit: number): string | null {
  const highest = Math.max(...values);
  return highest <= limit ? null : `${name} reached ${format(highest)} ${unit}; the limit is ${format(limit)} ${unit}.`;
}

/** Returns the increase from each tenth to the next; the first is measured from `start`. */
export function increases(start: number, values: readonly number[]): readonly number[] {
  return values.map((value, index) => value - (values[index - 1] ?? start));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

export function format(value: number): string {
  return value.toFixed(Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 1);
}
