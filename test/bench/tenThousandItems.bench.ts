/** 10,000 posts from bytes to published, against JSON.parse alone and against the straight way that checks and keeps nothing. */
import { createHash } from 'node:crypto';
import { advance } from '../../src/core/advance.ts';
import { canonicalText } from '../../src/core/feed/publication.ts';
import { readCollection } from '../../src/core/readCollection.ts';
import { emptyShow, type ShowState } from '../../src/core/show.ts';
import { assembleLive, assembleVmix, newMemos } from '../../src/engine/feed/assemble.ts';
import { median, report } from './numbers.ts';
import { sampleCollection } from './samplePosts.ts';

const count = 10_000;
const rounds = 15;
const base = 'http://127.0.0.1:7411';
const memos = newMemos();

function bytesOf(version: number, isAllNew: boolean): Buffer {
  const whole = sampleCollection(count, version) as { liveContents: Record<string, unknown>[] };
  if (isAllNew) for (const post of whole.liveContents) post['message'] = `${post['message']} ${version}`;
  return Buffer.from(JSON.stringify(whole));
}

/** What the engine does with an answer, from its bytes to both documents. */
function publish(state: ShowState, bytes: Buffer): ShowState {
  const held = state.collections['col_1']?.collection ?? null;
  const { collection } = readCollection(JSON.parse(bytes.toString('utf8')), 'col_1', held);
  if (collection === null) throw new Error('the sample could not be read');
  const at = '2026-11-20T18:00:00.000Z';
  const { state: next } = advance(state, { type: 'collectionArrived', collection, from: 'poll', accept: 'newer', at });
  const feed = next.feeds[0];
  if (feed === undefined) throw new Error('there is no feed');
  const contentHash = sha256(canonicalText(feed.onAir.items, sha256));
  const publication = { feed, freshness: 'fresh', media: next.media, contentHash } as const;
  assembleLive(publication, base, memos.live);
  assembleVmix(publication, base, 0, memos.vmix);
  return next;
}

/** The hash that the engine takes of a list and of its posts. */
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The straight way: parsed, written twice, hashed once; nothing checked, compared or kept. */
function straight(bytes: Buffer): void {
  const parsed: { liveContents: unknown[] } = JSON.parse(bytes.toString('utf8'));
  const live = Buffer.from(JSON.stringify({ items: parsed.liveContents }));
  Buffer.from(JSON.stringify(parsed.liveContents));
  createHash('sha256').update(live).digest('hex');
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

for (const [name, isAllNew] of [
  ['one post changed', false],
  ['every post changed', true],
] as const) {
  const at = '2026-11-20T18:00:00.000Z';
  const feeds = [{ slug: 'main', collectionId: 'col_1' }];
  let state = advance(emptyShow, { type: 'feedsConfigured', feeds, at }).state;
  const ours: number[] = [];
  const parse: number[] = [];
  const straightWay: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bytes = bytesOf(round, isAllNew);
    ours.push(
      cpuMs(() => {
        state = publish(state, bytes);
      }),
    );
    parse.push(cpuMs(() => void JSON.parse(bytes.toString('utf8'))));
    straightWay.push(cpuMs(() => straight(bytes)));
  }
  if (state.feeds[0]?.onAir.revision !== rounds) throw new Error('a version was not published');
  const middle = (times: readonly number[]): number => median(times.slice(3));
  report(`10,000 posts, ${name}, CPU`, middle(ours), middle(parse), 'ms', 'baseline JSON.parse; bar 6 to 10');
  report(`10,000 posts, ${name}, CPU`, middle(ours), middle(straightWay), 'ms', 'baseline the straight way; bar 1');
}
