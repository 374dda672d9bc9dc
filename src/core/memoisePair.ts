/** Compares two versions only once, for comparisons that several parts need. */
import { runAllSteps, type Steps } from './steps.ts';

type PairMemo<Value, Result> = {
  readonly find: (before: Value, after: Value) => { readonly result: Result } | null;
  readonly keep: (before: Value, after: Value, result: Result) => Result;
};

/**
 * Keeps the last result for each `after`. The `before` is held weakly, because otherwise each version would keep all versions before it in
 * memory.
 */
function createPairMemo<Value extends object, Result>(): PairMemo<Value, Result> {
  const known = new WeakMap<Value, { readonly before: WeakRef<Value>; readonly result: Result }>();
  return {
    find: (before, after) => {
      const kept = known.get(after);
      return kept?.before.deref() === before ? kept : null;
    },
    keep: (before, after, result) => {
      known.set(after, { before: new WeakRef(before), result });
      return result;
    },
  };
}

/** Returns the comparison, which keeps its result while `after` is in memory. */
export function memoisePair<Value extends object, Result>(
  compare: (before: Value, after: Value) => Result,
): (before: Value, after: Value) => Result {
  const memo = createPairMemo<Value, Result>();
  return (before, after) => {
    const kept = memo.find(before, after);
    return kept === null ? memo.keep(before, after, compare(before, after)) : kept.result;
  };
}

/** The same for a comparison in steps. Once its steps are taken, `now` returns their result. */
export function memoisePairInSteps<Value extends object, Result>(
  compare: (before: Value, after: Value) => Steps<Result>,
): {
  readonly now: (before: Value, after: Value) => Result;
  readonly inSteps: (before: Value, after: Value) => Steps<Result>;
} {
  const memo = createPairMemo<Value, Result>();
  function* inSteps(before: Value, after: Value): Steps<Result> {
    const kept = memo.find(before, after);
    return kept === null ? memo.keep(before, after, yield* compare(before, after)) : kept.result;
  }
  return { inSteps, now: (before, after) => runAllSteps(inSteps(before, after)) };
}
