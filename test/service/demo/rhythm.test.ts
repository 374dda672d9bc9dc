/** The demo's activity: what it moves, when, and that it keeps out of the way of a person. */
import { describe, expect, test } from 'vitest';
import { createDemoActivity, decideMove, type DemoActivityClock, defaultPace } from '../../../src/service/demo/rhythm.ts';
import type { ContentItem } from '../../../src/service/document.ts';
import { promote, rename } from '../../../src/service/store/edits.ts';
import { createMemoryStore } from './memoryStore.ts';

const ids = (...names: readonly string[]) => names.map((id) => ({ id }));

describe('what is moved next', () => {
  test.each([
    ['staging first goes live', ids('a', 'b'), ids('x'), { move: 'promote', itemId: 'a' }],
    ['live at its maxDelay gives one back', ids('a'), ids('x', 'y', 'z'), { move: 'demote', itemId: 'x' }],
    ['live longer than its maxDelay gives one back', ids('a'), ids('w', 'x', 'y', 'z'), { move: 'demote', itemId: 'w' }],
    ['with staging empty one comes back', ids(), ids('x', 'y'), { move: 'demote', itemId: 'x' }],
    ['live is never emptied', ids(), ids('x'), null],
    ['an empty collection rests', ids(), ids(), null],
  ] as const)('%s', (_name, staging, live, expected) => {
    expect(decideMove({ staging, live }, 3)).toEqual(expected);
  });
});

/** A clock moved by hand; `pass` runs what falls due and lets each callback's promises settle. */
function createHandClock(): DemoActivityClock & { readonly pass: (ms: number) => Promise<void> } {
  let nowMs = 0;
  let waiting: { readonly atMs: number; readonly callback: () => void }[] = [];
  const settle = () => new Promise<void>((done) => setImmediate(done));
  return {
    monotonicMs: () => nowMs,
    after: (ms, callback) => {
      const entry = { atMs: nowMs + ms, callback };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    pass: async (ms) => {
      const untilMs = nowMs + ms;
      await settle();
      for (;;) {
        const due = waiting.filter((entry) => entry.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (due === undefined) break;
        waiting = waiting.filter((entry) => entry !== due);
        nowMs = due.atMs;
        due.callback();
        await settle();
      }
      nowMs = untilMs;
    },
  };
}

async function createScene(stagingCount: number, liveCount: number) {
  const post = (id: string): ContentItem => ({
    id,
    fullName: id,
    username: null,
    source: 'X',
    message: id,
    profileImageUrl: null,
    media: [],
    publishedAt: '2026-11-20T18:00:00Z',
    lastModifiedDate: '2026-11-20T18:00:00Z',
  });
  const store = createMemoryStore();
  const clock = createHandClock();
  const made = await store.create('demo', {
    name: 'Show',
    contentType: 'SOCIAL_POST',
    staging: Array.from({ length: stagingCount }, (_, i) => post(`s${i}`)),
    live: Array.from({ length: liveCount }, (_, i) => post(`l${i}`)),
  });
  const failed: unknown[] = [];
  const activity = createDemoActivity(
    { organisation: 'demo', collectionId: made.id, ...defaultPace },
    { clock, store, onFailed: (error) => failed.push(error) },
  );
  const lists = async () => {
    const now = await store.read('demo', made.id);
    return { staging: now?.staging.map((item) => item.id) ?? [], live: now?.live.map((item) => item.id) ?? [] };
  };
  return { store, clock, activity, lists, failed, id: made.id };
}

describe('when', () => {
  test('the first move comes after 10 s, then one every 20 s, and live stays within its length', async () => {
    const { clock, activity, lists } = await createScene(8, 7);
    activity.start();
    await clock.pass(9_999);
    expect((await lists()).live).toHaveLength(7);
    await clock.pass(1);
    expect((await lists()).live).toEqual(['l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6', 's0']);
    const lengths: number[] = [];
    for (let beat = 0; beat < 6; beat++) {
      await clock.pass(20_000);
      lengths.push((await lists()).live.length);
    }
    expect(lengths).toEqual([9, 8, 9, 8, 9, 8]);
    await activity.stop();
  });

  test('it rests for two minutes after somebody else changed something, then goes on', async () => {
    const { store, clock, activity, lists, id } = await createScene(8, 3);
    activity.start();
    await clock.pass(10_000);
    await store.change('demo', id, null, promote('s5', 0));
    const touched = await lists();
    await clock.pass(20_000 + defaultPace.pauseMs - 1);
    expect(await lists()).toEqual(touched);
    await clock.pass(20_000);
    expect((await lists()).live).toEqual([...touched.live, 's1']);
    await activity.stop();
  });

  test('a change made before the first beat counts as a person too', async () => {
    const { store, clock, activity, lists, id } = await createScene(4, 3);
    activity.start();
    await clock.pass(1_000);
    await store.change('demo', id, null, rename('Mine', null));
    await clock.pass(60_000);
    expect((await lists()).live).toEqual(['l0', 'l1', 'l2']);
    await activity.stop();
  });

  test('a disk that fails stops one move, not the activity', async () => {
    const { store, clock, lists, id } = await createScene(4, 3);
    const failed: unknown[] = [];
    let isDiskBroken = true;
    const broken = {
      ...store,
      change: (...given: Parameters<typeof store.change>) =>
        isDiskBroken ? Promise.reject(new Error('disk')) : store.change(...given),
    };
    const activity = createDemoActivity(
      { organisation: 'demo', collectionId: id, ...defaultPace },
      { clock, store: broken, onFailed: (error) => failed.push(error) },
    );
    activity.start();
    await clock.pass(10_000);
    expect(failed).toHaveLength(1);
    isDiskBroken = false;
    await clock.pass(20_000);
    expect((await lists()).live).toContain('s0');
    await activity.stop();
  });

  test('nothing moves after stop, and stop may come twice', async () => {
    const { clock, activity, lists } = await createScene(4, 3);
    activity.start();
    await activity.stop();
    await activity.stop();
    await clock.pass(100_000);
    expect((await lists()).live).toHaveLength(3);
  });
});
