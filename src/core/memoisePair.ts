/** Compares two versions only once, for comparisons that several parts need. */

/**
 * Keeps the last result for each `after`. The `before` is held weakly, because otherwise each version would keep all versions before it in
 * memory.
 */
export function memoisePair<Value extends object, Rest extends readonly unknown[], Result>(
  compare: (before: Value, after: Value, ...rest: Rest) => Result,
): (before: Value, after: Value, ...rest: Rest) => Result {
  const known = new WeakMap<Value, { readonly before: WeakRef<Value>; readonly result: Result }>();
  return (before, after, ...rest) => {
    const kept = known.get(after);
    if (kept?.before.deref() === before) return kept.result;
    const result = compare(before, after, ...rest);
    known.set(after, { before: new WeakRef(before), result });
    return result;
  };
}
