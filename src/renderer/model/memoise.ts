/** Keeps results while their inputs are the same objects, so that what did not change is not computed again. */
import { findChangedRange } from '../../core/changedRange.ts';

/** Keeps one result for each input object. */
export function memoiseByIdentity<Input extends object, Result>(
  compute: (input: Input) => Result,
): (input: Input) => Result {
  const known = new WeakMap<Input, { readonly result: Result }>();
  return (input) => {
    const kept = known.get(input);
    if (kept !== undefined) return kept.result;
    const result = compute(input);
    known.set(input, { result });
    return result;
  };
}

/** The earlier list is held weakly, because otherwise each list would keep all lists before it in memory. */
type Comparison = { readonly before: WeakRef<readonly object[]>; readonly edited: readonly number[] | null };
const comparisons = new WeakMap<readonly object[], Comparison>();

/**
 * The indexes of the entries that are other objects; `null` when entries came, went or moved. Compares two lists only once, because
 * the desk needs this in several places for a long list.
 */
export function findEdited<Entry extends object>(
  before: readonly Entry[],
  after: readonly Entry[],
  keyOf: (entry: Entry) => string,
): readonly number[] | null {
  const known = comparisons.get(after);
  if (known?.before.deref() === before) return known.edited;
  const edited = compareEntries(before, after, keyOf);
  comparisons.set(after, { before: new WeakRef(before), edited });
  return edited;
}

function compareEntries<Entry extends object>(
  before: readonly Entry[],
  after: readonly Entry[],
  keyOf: (entry: Entry) => string,
): readonly number[] | null {
  if (before.length !== after.length) return null;
  const { start, endAfter } = findChangedRange(before, after);
  const edited: number[] = [];
  for (let index = start; index < endAfter; index += 1) {
    const [old, entry] = [before[index], after[index]];
    if (old === entry || old === undefined || entry === undefined) continue;
    if (keyOf(old) !== keyOf(entry)) return null;
    edited.push(index);
  }
  return edited;
}

/** Returns the list that it returned before, while its entries and the parts of each are the same. */
export function keepList<Entry extends object>(
  keyOf: (entry: Entry) => string,
  partsOf: (entry: Entry) => readonly unknown[],
): (list: readonly Entry[]) => readonly Entry[] {
  let kept: readonly Entry[] = [];
  let last: readonly Entry[] = [];
  const hasSameParts = (a: Entry | undefined, b: Entry | undefined): boolean => {
    if (a === undefined || b === undefined) return false;
    const parts = partsOf(b);
    return partsOf(a).every((part, index) => part === parts[index]);
  };
  return (list) => {
    const edited = findEdited(last, list, keyOf);
    if (edited === null || !edited.every((index) => hasSameParts(list[index], last[index]))) kept = list;
    last = list;
    return kept;
  };
}

/** Keeps the last result while the parts that `partsOf` returns are the same. */
export function memoiseOnParts<Inputs extends readonly unknown[], Result>(
  partsOf: (...inputs: Inputs) => readonly unknown[],
  compute: (...inputs: Inputs) => Result,
): (...inputs: Inputs) => Result {
  let kept: { readonly parts: readonly unknown[]; readonly result: Result } | null = null;
  return (...inputs) => {
    const parts = partsOf(...inputs);
    if (kept === null || parts.some((part, index) => !Object.is(part, kept?.parts[index])))
      kept = { parts, result: compute(...inputs) };
    return kept.result;
  };
}

/** Keeps the last result. */
export function memoiseLast<Inputs extends readonly unknown[], Result>(
  compute: (...inputs: Inputs) => Result,
): (...inputs: Inputs) => Result {
  return memoiseOnParts((...inputs) => inputs, compute);
}
