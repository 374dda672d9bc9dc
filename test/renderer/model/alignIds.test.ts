import { expect, test } from 'vitest';
import { alignIds } from '../../../src/renderer/model/alignIds.ts';
import { createRandom } from '../../random.ts';
import { seed } from '../../seed.ts';

/** Looks at every id. */
function alignSlowly(before: readonly string[], after: readonly string[]) {
  const indexes = after.map((id) => before.indexOf(id));
  const common = indexes.filter((index) => index >= 0);
  return {
    added: indexes.flatMap((old, index) => (old < 0 ? [index] : [])),
    removed: before.flatMap((id, index) => (after.includes(id) ? [] : [index])),
    indexes: indexes.map((index) => (index < 0 ? undefined : index)),
    isReordered: common.some((index, position) => position > 0 && index < (common[position - 1] ?? 0)),
  };
}

test(`finds the same as looking at every id (seed ${seed})`, () => {
  const random = createRandom(seed);
  for (let run = 0; run < 2000; run += 1) {
    const before = Array.from({ length: random.between(0, 9) }, (_, index) => `p${index}`);
    let after: readonly string[] = before;
    for (let change = random.between(0, 3); change > 0; change -= 1) {
      const [from, to] = [random.between(0, after.length), random.between(0, after.length)];
      const moved = after.slice(from, from + random.between(0, 2));
      const rest = after.filter((id) => !moved.includes(id));
      const put = [moved, [], [`new${run}-${change}`]][random.between(0, 2)] ?? [];
      after = rest.toSpliced(Math.min(to, rest.length), 0, ...put);
    }
    const { indexBefore, ...aligned } = alignIds(before, after);
    const found = { ...aligned, indexes: after.map((_, index) => indexBefore(index)) };
    expect(found, `${before} to ${after}`).toEqual(alignSlowly(before, after));
  }
});
