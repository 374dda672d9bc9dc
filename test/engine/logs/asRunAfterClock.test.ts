/** Tests what the as-run log adds at a start after the clock was set, also in a random show that is killed again and again. */
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import type { FeedState } from '../../../src/core/feedState.ts';
import { speakPhrases } from '../../../src/core/language/say.ts';
import type { AirLog } from '../../../src/core/openRows.ts';
import { emptyShow, type ShowEvent, type ShowState } from '../../../src/core/show.ts';
import { readJournal } from '../../../src/disk/journal.ts';
import { formatRecord } from '../../../src/disk/recordBytes.ts';
import { type AsRun, openAsRun } from '../../../src/engine/logs/asRun.ts';
import { clockStepsOf } from '../../../src/engine/logs/clockSteps.ts';
import { rebuildShow } from '../../../src/engine/logs/rebuildShow.ts';
import type { PastFeeds } from '../../../src/engine/show/readBatches.ts';
import { loadShow } from '../../../src/engine/show/showFiles.ts';
import { createStore, type Store } from '../../../src/engine/store.ts';
import { eventOf, mainOf, play } from '../../core/build.ts';
import { createFakeClock, type FakeClock } from '../../fakeClock.ts';
import { createRandom, type Random } from '../../random.ts';
import { seed } from '../../seed.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';

const startMs = Date.UTC(2026, 10, 20, 18);
const hourMs = 3_600_000;

/** `past` is what the show’s newest file has of this run. */
type Run = { readonly store: Store; readonly asRun: AsRun; readonly past: PastFeeds[] };

let directory = '';
let clock: FakeClock;
let running: Run | null = null;
/** How often the clock was set in the show. */
let timesSet = 0;
beforeEach(() => {
  directory = createTemporaryFolder('clock-restart');
  clock = createFakeClock(startMs);
  timesSet = 0;
});
afterEach(() => running?.asRun.stop());

async function open(state: ShowState, before: readonly PastFeeds[] = []): Promise<Run> {
  const ports = { clock, log: () => undefined };
  const store = createStore(state, async () => undefined, ports);
  const past: PastFeeds[] = [state];
  store.subscribe(({ steps }) => {
    for (const step of steps) if (step.state.feeds !== step.previous.feeds) past.push(step.state);
  });
  clockStepsOf(store, clock).subscribe((byMs, _, wasStopped) => {
    void store.apply({ type: 'clockSet', byMs, wasStopped });
    timesSet += 1;
  });
  const asRun = openAsRun(directory, { store, ports, consumersOf: () => 1, takeover: null });
  await asRun.start(before);
  running = { store, asRun, past };
  return running;
}

/** Whether the log has written the last step of the clock and its last heartbeat, as it has within milliseconds. */
async function hasWritten(): Promise<boolean> {
  const folder = join(directory, 'as-run');
  const beat = /"uptimeMs":(\d+)/.exec(await readFile(join(folder, 'mark'), 'utf8'));
  const files = (await readdir(folder)).filter((name) => name !== 'mark');
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return clock.uptimeMs() - Number(beat?.[1]) <= 500 && texts.join('').split('"clockSetByMs"').length > timesSet;
}

/** Ends the run. A killed one goes on without what the log has not written. */
async function restart(run: Run, how: 'stop' | 'kill', stoppedMs: number, setByMs = 0): Promise<Run> {
  if (how === 'kill') {
    const next = createTemporaryFolder('clock-restart');
    // The fake clock is ahead of the disk. Changes that wait for their batch are lost.
    await waitUntil('the log is written', hasWritten);
    await cp(directory, next, { recursive: true });
    const past = [...run.past];
    const state = run.store.state();
    await run.asRun.stop();
    directory = next;
    clock.jump(setByMs);
    clock.freeze(stoppedMs);
    return open(state, past);
  }
  await run.asRun.stop();
  clock.jump(setByMs);
  clock.freeze(stoppedMs);
  return open(run.store.state(), run.past);
}

async function press({ store }: Run, command: string, thenMs: number): Promise<void> {
  await store.apply({ ...eventOf(command), at: new Date(clock.now()).toISOString() } as ShowEvent);
  clock.advance(thenMs);
}

async function listRows({ asRun }: Run) {
  const rows = await asRun.rows({ feed: 'main', of: 'list', from: null, to: null });
  const secondsOf = (time: string | null) => (time === null ? null : (Date.parse(time) - startMs) / 1000);
  return rows.map(({ itemId, on, off, offVerb }) => [itemId, secondsOf(on), secondsOf(off), offVerb]);
}

it.each(['stop', 'kill'] as const)(
  'adds nothing after a %s that the log had before the clock was set back',
  async (how) => {
    const first = await open(play('live 1 abc').state);
    clock.advance(2000);
    await press(first, 'block a', 2000);
    await listRows(first);
    clock.jump(-hourMs);
    clock.advance(2000);
    await press(first, 'unblock a', 2000);
    await press(first, 'block a', 2000);
    const second = await restart(first, how, 2000);
    await press(second, 'block b', 2000);
    expect(await listRows(second)).toEqual([
      ['a', 0, 2, 'block'],
      ['b', -3600, -3588, 'block'],
      ['c', -3600, null, null],
      ['a', -3594, -3592, 'block'],
    ]);
  },
);

it('adds what a kill cost the log with the times of the clock as it was set last', async () => {
  const first = await open(play('live 1 ab').state);
  clock.advance(5000);
  await press(first, 'block a', 40);
  await press(first, 'block b', 40);
  clock.jump(-hourMs);
  clockStepsOf(first.store, clock).observeNow();
  await first.store.apply(eventOf('pin'));
  const second = await restart(first, 'kill', 2000);
  expect(await listRows(second)).toEqual([
    ['a', -3600, -3595, 'block'],
    ['b', -3600, -3594.96, 'block'],
  ]);
});

it('goes on with the posts on air after a restart long after the clock was set, also on a system without a boot id', async () => {
  clock = { ...clock, bootId: () => null };
  const first = await open(play('live 1 ab').state);
  clock.advance(2000);
  clock.jump(-hourMs);
  clock.advance(2000);
  await press(first, 'block a', 120_000);
  const second = await restart(first, 'stop', 2000);
  expect(await listRows(second)).toEqual([
    ['a', -3600, -3596, 'block'],
    ['b', -3600, null, null],
  ]);
});

it('adds each move of the play head that the log lacks, and none twice', async () => {
  const first = await open(play('live 1 abc').state);
  clock.advance(2000);
  for (const command of ['next', 'next', 'cue a']) await press(first, command, 1000);
  await press(first, 'next', 40);
  await press(first, 'next', 40);
  const second = await restart(first, 'kill', 920);
  const rows = await second.asRun.rows({ feed: 'main', of: 'playhead', from: null, to: null });
  expect(rows.map(({ itemId, seconds }) => [itemId, seconds])).toEqual([
    ['a', 2],
    ['b', 1],
    ['c', 1],
    ['a', 1],
    ['b', 0.04],
    ['c', 0.96],
  ]);
});

it('adds nothing to the log of an earlier version, which did not record what it had reached', async () => {
  const first = await open(play('live 1 abc').state);
  for (const command of ['block a', 'block b', 'block c']) await press(first, command, 1000);
  await first.asRun.stop();
  await forgetReached();
  const second = await open(first.store.state(), first.past);
  expect((await listRows(second)).map(([id, on, off]) => [id, on, off])).toEqual([
    ['a', 0, 0],
    ['b', 0, 1],
    ['c', 0, 2],
  ]);
});

it('does not prove by its times that the saved show lacks a change', async () => {
  const { store, asRun } = await open(play('live 1 ab').state);
  await store.apply({ ...eventOf('block a'), at: new Date(clock.now()).toISOString() } as ShowEvent);
  await asRun.stop();
  const at = new Date(clock.now() - hourMs).toISOString();
  const event = { ...eventOf('unblock a'), at } as ShowEvent;
  const loaded = { ...(await loadShow(directory, null)), show: advance(store.state(), event).state, isDamaged: false };
  const lastRun = { hasUnsaved: false, hasMark: true, marked: new Map() };
  const rebuilt = await rebuildShow(directory, ['main'], at, loaded, lastRun);
  expect([rebuilt.isLost, rebuilt.problems]).toEqual([false, []]);
  expect(rebuilt.show).toBe(loaded.show);
});

it('proves by its revision that the saved show lacks a block', async () => {
  const { store, asRun, past } = await open(play('live 1 ab').state);
  await press({ store, asRun, past }, 'block a', 1000);
  await asRun.stop();
  const [before] = past;
  const show = { ...emptyShow, feeds: before?.feeds ?? [] };
  const loaded = { ...(await loadShow(directory, null)), show, isDamaged: false };
  const lastRun = { hasUnsaved: false, hasMark: true, marked: new Map() };
  const rebuilt = await rebuildShow(directory, ['main'], new Date(clock.now()).toISOString(), loaded, lastRun);
  expect(rebuilt.problems.map(({ facts }) => speakPhrases(facts)['what'])).toEqual(['the as-run log of main is newer']);
});

/** Rewrites the log as versions did that recorded no positions. */
async function forgetReached(): Promise<void> {
  const folder = join(directory, 'as-run');
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.journal'))) {
    const { records } = await readJournal(join(folder, name));
    const older = records.map((record) => formatRecord({ ...(record as object), reached: undefined }));
    await writeFile(join(folder, name), older.join(''));
  }
}

/** The durations of the rows that a log without any loss has: of each post in the list, or at the play head. */
function createTruth(of: AirLog) {
  const begun = new Map<string, number>();
  const rows: string[] = [];
  return {
    follow: (feed: FeedState, nowMs: number): void => {
      const { items, index } = { items: feed.onAir.items, index: feed.playHead.index };
      const shown = of === 'list' ? items : items.slice(index ?? 0, (index ?? -1) + 1);
      const ids = new Set(shown.map(({ id }) => id));
      for (const [id, fromMs] of begun) {
        if (ids.has(id)) continue;
        rows.push(`${id} ${nowMs - fromMs}`);
        begun.delete(id);
      }
      for (const id of ids) if (!begun.has(id)) begun.set(id, nowMs);
    },
    rows: (nowMs: number) => [...rows, ...[...begun].map(([id, fromMs]) => `${id} ${nowMs - fromMs}`)].toSorted(),
  };
}

function pickCommand(random: Random, number: number): string {
  const ids = [...'abcde'].filter(() => random.next() < 0.6).join('');
  const id = random.pick(['a', 'b', 'c', 'd', 'e']);
  const version = `live ${number} ${ids === '' ? 'a' : ids}`;
  return random.pick([
    version,
    version,
    `block ${id}`,
    `unblock ${id}`,
    'next',
    'previous',
    `cue ${id}`,
    'hold',
    'take',
  ]);
}

const steps: readonly [number, ...number[]] = [
  -hourMs,
  -60_000,
  -5000,
  5000,
  60_000,
  hourMs,
  25 * hourMs,
  -25 * hourMs,
];

it(`has each post once and for as long as it was on air, however often the clock is set and Greenroom is killed (seed ${seed})`, async () => {
  const random = createRandom(seed);
  for (let show = 0; show < 5; show += 1) {
    directory = createTemporaryFolder('clock-random');
    clock = createFakeClock(startMs);
    timesSet = 0;
    const truths = { list: createTruth('list'), playhead: createTruth('playhead') };
    let run = await open(play('live 1 abc').state);
    const done: string[] = [];
    const follow = (): void => {
      for (const truth of Object.values(truths)) truth.follow(mainOf(run.store.state()), clock.uptimeMs());
    };
    follow();
    for (let number = 2; number < 60; number += 1) {
      const command = pickCommand(random, number);
      const event = { ...eventOf(command), at: new Date(clock.now()).toISOString() } as ShowEvent;
      await run.store.apply(event);
      follow();
      const thenMs = random.pick([1, 40, 300, 3000, 20_000]);
      clock.advance(thenMs);
      done.push(`${command}, ${thenMs}`);
      if (random.next() < 0.1) {
        const setByMs = random.pick(steps);
        clock.jump(setByMs);
        done.push(`set ${setByMs}`);
        // Noticed by the next command, or by the heartbeat.
        if (random.next() < 0.5) clock.advance(600);
        else clockStepsOf(run.store, clock).observeNow();
      }
      if (random.next() < 0.1) {
        const how = random.pick(['stop', 'kill'] as const);
        const setByMs = random.next() < 0.3 ? random.pick(steps) : 0;
        done.push(`${how}, set ${setByMs}`);
        run = await restart(run, how, random.between(100, 20_000), setByMs);
      }
    }
    for (const of of ['list', 'playhead'] as const) {
      const rows = await run.asRun.rows({ feed: 'main', of, from: null, to: null });
      const found = rows.map(({ itemId, seconds }) => `${itemId} ${Math.round(seconds * 1000)}`).toSorted();
      expect(found, `${show} ${of}: ${done.join(' · ')}`).toEqual(truths[of].rows(clock.uptimeMs()));
    }
    await run.asRun.stop();
  }
}, 60_000);
