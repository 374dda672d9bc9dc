/** Measures CPU time for 10,000 posts from response bytes to `live.json` and `vmix.json`, against a direct conversion without checks. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { advance } from '../../src/core/advance.ts';
import { createTimeOfDay } from '../../src/core/feed/timeOfDay.ts';
import { readCollection } from '../../src/core/readCollection.ts';
import { emptyShow, type ShowState } from '../../src/core/show.ts';
import { createDocumentCache } from '../../src/engine/feed/documentCache.ts';
import { formats } from '../../src/engine/feed/formats.ts';
import { publishDirectly } from './directConversion.ts';
import { median, report } from './numbers.ts';
import { sampleCollection } from './samplePosts.ts';

const count = 10_000;
const rounds = 30;
const warmUpRounds = 8;
const base = 'http://127.0.0.1:7411';
const at = '2026-11-20T18:00:00.000Z';

setFlagsFromString('--expose-gc');
/** Called before each measurement, so that none pays for another’s garbage. */
const collectGarbage: () => void = runInNewContext('gc');

function createBody(version: number, isAllNew: boolean): Buffer {
  const whole = sampleCollection(count, version) as { liveContents: Record<string, unknown>[] };
  if (isAllNew) for (const post of whole.liveContents) post['message'] = `${post['message']} ${version}`;
  return Buffer.from(JSON.stringify(whole));
}

/** Runs the engine’s path from response to documents, without sockets and disk. */
function createOneFeedEngine() {
  const feeds = [{ slug: 'main', collectionId: 'col_1' }];
  let state = advance(emptyShow, { type: 'feedsConfigured', feeds, at }).state;
  const feed = feedOf(state);
  const documentCache = createDocumentCache(state, feed, createTimeOfDay({ timeLocale: null, timeZone: null }));
  return {
    revision: () => feedOf(state).onAir.revision,
    publish: (bytes: Buffer): number => {
      const current = state.collections['col_1']?.collection ?? null;
      const { collection } = readCollection(JSON.parse(bytes.toString('utf8')), 'col_1', current);
      if (collection === null) throw new Error('the sample could not be read');
      state = advance(state, { type: 'collectionArrived', collection, from: 'poll', accept: 'newer', at }).state;
      documentCache.update(state, feedOf(state));
      return documents.reduce(
        (size, [name, format]) => size + documentCache.rendition(name, format, '', base).body.length,
        0,
      );
    },
  };
}

const documents = Object.entries(formats).filter(([name]) => name === 'live.json' || name === 'vmix.json');

function feedOf(state: ShowState) {
  const feed = state.feeds[0];
  if (feed === undefined) throw new Error('there is no feed');
  return feed;
}

function measureCpuMs(work: () => void): number {
  collectGarbage();
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

for (const [name, isAllNew] of [
  ['one post changed', false],
  ['every post changed', true],
] as const) {
  const engine = createOneFeedEngine();
  const ours: number[] = [];
  const direct: number[] = [];
  const parse: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bytes = createBody(round, isAllNew);
    const measurements = [
      () => ours.push(measureCpuMs(() => engine.publish(bytes))),
      () => direct.push(measureCpuMs(() => publishDirectly(bytes))),
      () => parse.push(measureCpuMs(() => JSON.parse(bytes.toString('utf8')))),
    ];
    // Alternates the order, so that none always runs on a warmer machine.
    for (const measure of round % 2 === 0 ? measurements : measurements.reverse()) measure();
  }
  if (engine.revision() !== rounds) throw new Error('a version was not published');
  const medianOf = (times: readonly number[]): number => median(times.slice(warmUpRounds));
  report(`10,000 posts, ${name}, CPU`, medianOf(ours), medianOf(direct), 'ms', 'baseline: direct conversion; goal 1');
  report(`10,000 posts, ${name}, CPU`, medianOf(ours), medianOf(parse), 'ms', 'baseline: JSON.parse, for comparison');
}
