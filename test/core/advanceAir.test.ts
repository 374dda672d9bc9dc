import { expect, it } from 'vitest';
import { advanceAir } from '../../src/core/asRun.ts';
import type { Item } from '../../src/core/collection.ts';
import { createEmptyFeed } from '../../src/core/feedState.ts';
import { createOpenRows } from '../../src/core/openRows.ts';
import { createRandom } from '../random.ts';
import { seed } from '../seed.ts';
import { post } from './build.ts';

const at = '2026-11-20T18:00:00.000Z';

it(`finds the same entries that ended and began as comparing every post (seed ${seed})`, () => {
  const random = createRandom(seed);
  const open = createOpenRows();
  const feed = createEmptyFeed('main', at);
  let before: readonly Item[] = [];
  let changes = 0;
  for (let run = 0; run < 2000; run += 1) {
    const from = random.between(0, before.length);
    const id = random.pick(['a', 'b', 'c', 'd', 'e', 'f']);
    const changed = before.toSpliced(
      from,
      random.between(0, 2),
      post(id, { message: random.pick(['first', 'second']) }),
    );
    const items = changed.filter((item, index) => changed.findIndex((other) => other.id === item.id) === index);
    const next = { ...feed, onAir: { ...feed.onAir, items } };
    const advance = (known: readonly Item[] | null) =>
      advanceAir(open, next, known, ['list', 'playhead'], null, 0, () => at);
    const [found, whole] = [advance(before), advance(null)];
    expect(found.on).toEqual(whole.on);
    expect(new Set(found.off)).toEqual(new Set(whole.off));
    for (const row of found.off) open.remove(row);
    for (const row of found.on) open.add(row);
    changes += found.off.length;
    before = items;
  }
  expect(changes).toBeGreaterThan(500);
});
