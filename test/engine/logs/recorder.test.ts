import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyShow, type ShowEvent, type ShowState } from '../../../src/core/show.ts';
import { createDocumentCache } from '../../../src/engine/feed/documentCache.ts';
import { applyRecordedStep, openRecorder, type Recorder } from '../../../src/engine/logs/recorder.ts';
import { summariseShow } from '../../../src/engine/logs/summariseShow.ts';
import { notCached } from '../../../src/engine/media/fetchState.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { createStore, type Store } from '../../../src/engine/store.ts';
import { eventOf, play } from '../../core/build.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { eventAt, persistentText } from '../show/script.ts';

const ports = { clock: systemClock, log: () => undefined };
let directory = '';

beforeEach(async () => {
  directory = createTemporaryFolder('recorder');
});

/** Returns `live.json` of every feed as it would be served. */
function documents(state: ShowState): string[] {
  return state.feeds.map((feed) => String(createDocumentCache(state, feed, () => '').live('http://127.0.0.1:7411')));
}

const picture = { ...notCached, width: 8, height: 8, progress: 1 };

/** Returns the script's event, or sometimes an event of the source or the media. */
function anyEventAt(number: number): ShowEvent {
  if (number % 17 === 3)
    return { type: 'sourceChanged', source: { freshness: number % 2 === 0 ? 'fresh' : 'stale', state: 'current' } };
  if (number % 13 === 5) {
    const url = `https://media.example/p${number % 12}`;
    return { type: 'mediaChanged', media: [[url, number % 3 === 0 ? null : { ...picture, name: `n${number}.jpg` }]] };
  }
  if (number % 41 === 7) {
    const list = { items: [], header: null };
    return { type: 'feedRolledBack', list, revision: 1, feed: 'main', by: null, at: '2026-11-20T18:00:00Z' };
  }
  return eventAt(number);
}

async function open(start: ShowState, persist = async () => {}): Promise<{ store: Store; recorder: Recorder }> {
  const store = createStore(start, persist, ports);
  const recorder = openRecorder(directory, { store, ports });
  await recorder.start();
  return { store, recorder };
}

it('recordings that cannot be opened are reported on the desk, and continue once they can be', async () => {
  await writeFile(join(directory, 'recordings'), 'in the way');
  const clock = createFakeClock();
  const store = createStore(emptyShow, async () => {}, { ...ports, clock });
  const recorder = openRecorder(directory, { store, ports: { ...ports, clock } });
  await recorder.start();
  await expect.poll(() => store.state().problems.map(({ code }) => code)).toEqual(['DISK_NOT_RECORDED']);
  await rm(join(directory, 'recordings'));
  clock.advance(2000);
  await expect.poll(() => store.state().problems).toEqual([]);
  await store.apply(eventAt(1));
  expect((await recorder.recordings()).length).toBe(1);
  await recorder.stop();
});

async function readNewest(recorder: Recorder): Promise<NonNullable<Awaited<ReturnType<Recorder['read']>>>> {
  const [recording] = await recorder.recordings();
  const show = await recorder.read(recording?.id ?? '');
  if (show === null) throw new Error('the recording should be readable');
  return show;
}

describe('a recorded show', () => {
  it('of 500 events, single and in bursts, replays to a byte-identical live.json at every step', async () => {
    const first = await open(emptyShow);
    for (let number = 0; number < 60; number += 1) await first.store.apply(anyEventAt(number));
    await first.recorder.stop();

    // The recording begins during a show, as after a restart.
    const { store, recorder } = await open(first.store.state());
    const served: string[][] = [];
    store.subscribe((change) => served.push(...change.steps.map(({ state }) => documents(state))));
    for (let number = 60; number < 560; ) {
      const burst = number % 5 === 0 ? 4 : 1;
      await Promise.all(Array.from({ length: burst }, (_, offset) => store.apply(anyEventAt(number + offset))));
      number += burst;
    }
    const { start, steps } = await readNewest(recorder);
    expect(documents(start)).toEqual(documents(first.store.state()));
    expect(steps.length).toBe(served.length);
    let state = start;
    for (const [index, step] of steps.entries()) {
      state = applyRecordedStep(state, step);
      expect(documents(state)).toEqual(served[index]);
    }
    expect(persistentText(state)).toBe(persistentText(store.state()));
    expect(new Set(served.flat()).size).toBeGreaterThan(100);
    await recorder.stop();
  });

  it('lists each operator separately when several press at the same time', async () => {
    const { store, recorder } = await open(play('live 1 abc').state);
    const presses = ['A block a', 'B block b', 'C clear'].map((command) => ({
      ...eventOf(command.slice(2)),
      by: command.slice(0, 1),
    }));
    await Promise.all(presses.map((press) => store.apply(press as ShowEvent)));
    const events = await summariseShow(await readNewest(recorder), () => true);
    expect(events?.map(({ by, words }) => [by, words])).toEqual([
      ['A', 'Block user-a'],
      ['B', 'Block user-b'],
      ['C', 'Clear'],
    ]);
    await recorder.stop();
  });

  it('has only the newest of several confirmations in a row, so that an idle show writes nothing', async () => {
    const { store, recorder } = await open(play('live 1 abc').state);
    const confirm = (second: number): Promise<unknown> =>
      store.apply({
        type: 'sourceChanged',
        source: {
          lastConfirmedAt: `2026-11-20T18:00:0${second}Z`,
          latencyMs: second,
          confirmations: {
            col_1: {
              freshness: 'fresh',
              confirmedAt: `2026-11-20T18:00:0${second}Z`,
              confirmedMonotonicMs: second * 1000,
            },
          },
        },
      });
    await store.apply({ type: 'sourceChanged', source: { state: 'current', freshness: 'fresh' } });
    await confirm(0);
    for (let second = 1; second < 6; second += 1) await confirm(second);
    expect((await readNewest(recorder)).steps).toHaveLength(2);
    await store.apply({ ...eventOf('hold'), by: 'A' } as ShowEvent);
    const { start, steps } = await readNewest(recorder);
    expect(steps).toHaveLength(4);
    expect(steps.reduce(applyRecordedStep, start).source).toEqual(store.state().source);
    await recorder.stop();
  });

  it('gets a new recording at each startup, listed newest first', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { store, recorder } = await open(emptyShow);
      await store.apply(eventAt(0));
      const found = await recorder.recordings();
      expect(found.map(({ isRunning }) => isRunning)).toEqual([true, ...Array.from({ length: round }, () => false)]);
      expect(found.every(({ startedAt, endedAt, bytes }) => bytes > 0 && endedAt >= startedAt)).toBe(true);
      await recorder.stop();
    }
    const { recorder } = await open(emptyShow);
    expect(await recorder.read('7')).toBeNull();
    await recorder.stop();
  });

  it('that is running ends now, also if nothing has happened for long', async () => {
    const clock = createFakeClock();
    const store = createStore(emptyShow, async () => {}, { ...ports, clock });
    const recorder = openRecorder(directory, { store, ports: { ...ports, clock } });
    await recorder.start();
    await store.apply(eventAt(0));
    await recorder.recordings();
    clock.advance(3_600_000);
    expect((await recorder.recordings())[0]).toMatchObject({ endedAt: new Date(clock.now()).toISOString() });
    await recorder.stop();
  });

  it('that was cut off by a crash plays up to that point', async () => {
    const { store, recorder } = await open(emptyShow);
    const states: string[] = [];
    for (let number = 0; number < 30; number += 1) {
      await store.apply(eventAt(number));
      states.push(persistentText(store.state()));
    }
    await recorder.stop();
    const [name = ''] = await readdir(join(directory, 'recordings'));
    const path = join(directory, 'recordings', name);
    const bytes = await readFile(path);
    for (const part of [0.3, 0.6, 0.9]) {
      await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * part)));
      const again = await open(emptyShow);
      const { start, steps } = await readNewest(again.recorder);
      expect(steps.length).toBeGreaterThan(2);
      expect(states).toContain(persistentText(steps.reduce(applyRecordedStep, start)));
      await again.recorder.stop();
    }
  });

  it('begins a new file after a disk failure, so that the replay matches the show', async () => {
    const disk = { isFull: false };
    const { store, recorder } = await open(emptyShow, async () => {
      if (disk.isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    });
    for (let number = 0; number < 40; number += 1) await store.apply(eventAt(number));
    disk.isFull = true;
    for (let number = 40; number < 60; number += 1) await store.apply(eventAt(number));
    disk.isFull = false;
    for (let number = 60; number < 90; number += 1) await store.apply(eventAt(number));
    const { start, steps } = await readNewest(recorder);
    expect(documents(steps.reduce(applyRecordedStep, start))).toEqual(documents(store.state()));
    expect((await recorder.recordings()).length).toBe(2);
    await recorder.stop();
  });
});
