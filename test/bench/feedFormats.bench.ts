/** Measures what each format of the feed costs, against JSON.stringify of the same posts. */

import type { Publication } from '../../src/core/feed/publication.ts';
import { createTimeOfDay } from '../../src/core/feed/timeOfDay.ts';
import { createEmptyFeed } from '../../src/core/feedState.ts';
import { readCollection } from '../../src/core/readCollection.ts';
import { runAllSteps } from '../../src/core/steps.ts';
import { createRowWriters } from '../../src/engine/feed/assemble.ts';
import { formatOf, formats } from '../../src/engine/feed/formats.ts';
import { lowerQuartile, print } from './numbers.ts';
import { sampleCollection } from './samplePosts.ts';

const base = 'http://127.0.0.1:7411';
const names = [...Object.keys(formats), 'text/message'];

function createPublication(count: number): Publication {
  const { collection } = readCollection(sampleCollection(count, 1), 'col_1', null);
  const items = collection?.live ?? [];
  const feed = createEmptyFeed('main', '2026-11-20T18:00:00Z');
  return {
    feed: {
      ...feed,
      onAir: { ...feed.onAir, items, revision: 1 },
      playHead: { ...feed.playHead, index: 0, itemId: items[0]?.id ?? null },
    },
    freshness: 'fresh',
    media: new Map(),
    formatTimeOfDay: createTimeOfDay({ timeLocale: null, timeZone: null }),
    contentHash: '0123456789abcdef0123456789abcdef',
  };
}

/** Milliseconds of one run, over enough runs for a steady number. */
function measure(run: () => unknown, count: number): number {
  const rounds = Math.max(12, Math.min(400, Math.round(40_000 / count)));
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now();
    run();
    times.push(performance.now() - startedMs);
  }
  return lowerQuartile(times.slice(rounds >> 2));
}

for (const count of [20, 500, 10_000]) {
  const publication = createPublication(count);
  const baseline = measure(() => JSON.stringify(publication.feed.onAir.items), count);
  print(`${count} posts: JSON.stringify ${baseline.toFixed(3)} ms`);
  for (const name of names) {
    const format = formatOf(name);
    if (format === null) throw new Error(`no format ${name}`);
    // New writers each time: nothing is reused from the last document.
    const ms = measure(
      () =>
        format.follows === 'list'
          ? runAllSteps(format.write(publication, base, '', createRowWriters()))
          : format.write(publication, base, ''),
      count,
    );
    print(`  ${name.padEnd(18)} ${ms.toFixed(3)} ms, ratio ${(ms / baseline).toFixed(2)}`);
  }
}
