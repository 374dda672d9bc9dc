/** Keeps results while their inputs are the same objects, so that what did not change is not computed again. */

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

/** Returns the list that it returned before, while the parts of each entry are the same. */
export function keepList<Entry>(
  partsOf: (entry: Entry) => readonly unknown[],
): (list: readonly Entry[]) => readonly Entry[] {
  let kept: readonly Entry[] = [];
  let last: readonly Entry[] = [];
  const isSame = (entry: Entry, index: number): boolean => {
    const before = last[index];
    if (entry === before || before === undefined) return entry === before;
    const parts = partsOf(before);
    return partsOf(entry).every((part, partIndex) => part === parts[partIndex]);
  };
  return (list) => {
    if (list !== last && (list.length !== last.length || !list.every(isSame))) kept = list;
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
