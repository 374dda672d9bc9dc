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

/** Keeps the last result. */
export function memoiseLast<Inputs extends readonly unknown[], Result>(
  compute: (...inputs: Inputs) => Result,
): (...inputs: Inputs) => Result {
  let kept: { readonly inputs: Inputs; readonly result: Result } | null = null;
  return (...inputs) => {
    if (kept === null || inputs.some((input, index) => !Object.is(input, kept?.inputs[index])))
      kept = { inputs, result: compute(...inputs) };
    return kept.result;
  };
}
