/** The demo activity: its moves, its timing and its pause after a change by someone else. */
import { describe, expect, test } from 'vitest';
import type { ContentItem } from '../../../src/core/serviceDocument.ts';
import {
  createDemoActivity,
  type DemoActivityClock,
  decideMove,
  defaultPace,
} from '../../../src/service/demo/demoActivity.ts';
import { editCollection, promote } from '../../../src/service/store/edits.ts';
import { createMemoryStore } from './memoryStore.ts';

const ids = (...names: readonly string[]) => names.map((id) => ({ id }));

describe('the demo’s next move', () => {
  test.each([
    ['promotes staging’s first post', ids('a', 'b'), ids('x'), { kind: 'promote', itemId: 'a' }],
    ['demotes a post when live is full', ids('a'), ids('x', 'y', 'z'), { kind: 'demote', itemId: 'x' }],
    ['demotes a post when live is overfull', ids('a'), ids('w', 'x', 'y', 'z'), { kind: 'demote', itemId: 'w' }],
    ['demotes a post when staging is empty', ids(), ids('x', 'y'), { kind: 'demote', itemId: 'x' }],
    ['never empties live', ids(), ids('x'), null],
    ['does nothing in an empty collection', ids(), ids(), null],
  ] as const)('%s', (_name, staging, live, expected) => {
    expect(decideMove({ staging, live }, 3)).toEqual(expected);
  });
});

/** A manual clock; `advance` runs the callbacks that are due and lets their promises settle. */
function createManualClock(): DemoActivityClock & { readonly advance: (ms: number) => Promise<void> } {
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
    advance: async (ms) => {
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

async function startDemo(stagingCount: number, liveCount: number) {
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
  const clock = createManualClock();
  const created = await store.create('demo', {
    name: 'Show',
    contentType: 'SOCIAL_POST',
    staging: Array.from({ length: stagingCount }, (_, i) => post(`s${i}`)),
    live: Array.from({ length: liveCount }, (_, i) => post(`l${i}`)),
  });
  const errors: unknown[] = [];
  const activity = createDemoActivity(
    { organisation: 'demo', collectionId: created.id, ...defaultPace },
    { clock, store, onFailed: (error) => errors.push(error) },
  );
  const lists = async () => {
    const now = await store.read('demo', created.id);
    return { staging: now?.staging.map((item) => item.id) ?? [], live: now?.live.map((item) => item.id) ?? [] };
  };
  return { store, clock, activity, lists, errors, id: created.id };
}

describe('the demo activity', () => {
  test('moves after 10 s, then every 20 s, and keeps live within its limit', async () => {
    const { clock, activity, lists } = await startDemo(8, 7);
    activity.start();
    await clock.advance(9_999);
    expect((await lists()).live).toHaveLength(7);
    await clock.advance(1);
    expect((await lists()).live).toEqual(['l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6', 's0']);
    const lengths: number[] = [];
    for (let step = 0; step < 6; step++) {
      await clock.advance(20_000);
      lengths.push((await lists()).live.length);
    }
    expect(lengths).toEqual([9, 8, 9, 8, 9, 8]);
    await activity.stop();
  });

  test('pauses for two minutes after someone else’s change', async () => {
    const { store, clock, activity, lists, id } = await startDemo(8, 3);
    activity.start();
    await clock.advance(10_000);
    await store.change('demo', id, null, promote('s5', 0));
    const afterChange = await lists();
    await clock.advance(20_000 + defaultPace.pauseMs - 1);
    expect(await lists()).toEqual(afterChange);
    await clock.advance(20_000);
    expect((await lists()).live).toEqual([...afterChange.live, 's1']);
    await activity.stop();
  });

  test('also pauses for a change before its first step', async () => {
    const { store, clock, activity, lists, id } = await startDemo(4, 3);
    activity.start();
    await clock.advance(1_000);
    await store.change('demo', id, null, editCollection('Mine', null));
    await clock.advance(60_000);
    expect((await lists()).live).toEqual(['l0', 'l1', 'l2']);
    await activity.stop();
  });

  test('skips a move if the disk fails, then continues', async () => {
    const { store, clock, lists, id } = await startDemo(4, 3);
    const errors: unknown[] = [];
    let isDiskBroken = true;
    const broken = {
      ...store,
      change: (...args: Parameters<typeof store.change>) =>
        isDiskBroken ? Promise.reject(new Error('disk')) : store.change(...args),
    };
    const activity = createDemoActivity(
      { organisation: 'demo', collectionId: id, ...defaultPace },
      { clock, store: broken, onFailed: (error) => errors.push(error) },
    );
    activity.start();
    await clock.advance(10_000);
    expect(errors).toHaveLength(1);
    isDiskBroken = false;
    await clock.advance(20_000);
    expect((await lists()).live).toContain('s0');
    await activity.stop();
  });

  test('moves nothing after stop, which can be called twice', async () => {
    const { clock, activity, lists } = await startDemo(4, 3);
    activity.start();
    await activity.stop();
    await activity.stop();
    await clock.advance(100_000);
    expect((await lists()).live).toHaveLength(3);
  });
});
