import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyShow, type ShowEvent, type ShowState } from '../../../src/core/show.ts';
import { type AsRun, openAsRun } from '../../../src/engine/logs/asRun.ts';
import { type History, openHistory } from '../../../src/engine/logs/history.ts';
import { readLastList } from '../../../src/engine/logs/lastKnown.ts';
import { createStore, type Store } from '../../../src/engine/store.ts';
import { eventOf, play } from '../../core/build.ts';
import { createFakeClock, type FakeClock } from '../../fakeClock.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

const startMs = Date.UTC(2026, 10, 20, 18);
const hourMs = 3_600_000;

type Logs = {
  readonly store: Store;
  readonly asRun: AsRun;
  readonly history: History;
  readonly stop: () => Promise<void>;
};

let directory = '';
let clock: FakeClock;
let running: readonly Logs[] = [];
beforeEach(() => {
  directory = createTemporaryFolder('clock-set');
  clock = createFakeClock(startMs);
});
afterEach(async () => {
  for (const { stop } of running) await stop();
  running = [];
});

async function open(state: ShowState): Promise<Logs> {
  const ports = { clock, log: () => undefined };
  const store = createStore(state, async () => undefined, ports);
  const asRun = openAsRun(directory, { store, ports, consumersOf: () => 1, takeover: null });
  const history = openHistory(directory, { store, ports, limits: { revisions: 5000, bytes: 200_000_000 } });
  await Promise.all([history.start([]), asRun.start([])]);
  let isOpen = true;
  const stop = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await asRun.stop();
    await history.stop();
  };
  const logs = { store, asRun, history, stop };
  running = [...running, logs];
  return logs;
}

/** Applies a command now, and lets time pass. */
async function press({ store }: Logs, command: string, thenMs: number): Promise<void> {
  await store.apply({ ...eventOf(command), at: new Date(clock.now()).toISOString() } as ShowEvent);
  clock.advance(thenMs);
}

/** Seconds since the show began, in which the clock was not set. */
const secondsOf = (time: string | null): number | null => (time === null ? null : (Date.parse(time) - startMs) / 1000);

async function listRows({ asRun }: Logs, from: string | null = null, to: string | null = null) {
  const rows = await asRun.rows({ feed: 'main', of: 'list', from, to });
  return rows.map(({ itemId, on, off, seconds }) => [itemId, secondsOf(on), secondsOf(off), seconds]);
}

/** Oldest first. */
async function listRevisions({ history }: Logs, before: number | null = null) {
  const rows = (await history.list('main', before, 100)) ?? [];
  return rows.toReversed().map(({ revision, at, until }) => [revision, secondsOf(at), secondsOf(until)]);
}

/** Lets both logs write what they still have to write. */
async function settle(logs: Logs): Promise<void> {
  await listRows(logs);
  await listRevisions(logs);
}

describe('after the clock was set', () => {
  it('counts the time of a post on air truly when the clock was three hours fast', async () => {
    const logs = await open(play().state);
    await press(logs, 'live 1 ab', 4000);
    clock.jump(-3 * hourMs);
    clock.advance(6000);
    await press(logs, 'block a', 5000);
    await press(logs, 'block b', 5000);
    const hours = -3 * 3600;
    expect(await listRows(logs)).toEqual([
      ['a', hours, hours + 10, 10],
      ['b', hours, hours + 15, 15],
    ]);
    expect((await listRevisions(logs)).slice(-3)).toEqual([
      [1, hours, hours + 10],
      [2, hours + 10, hours + 15],
      [3, hours + 15, null],
    ]);
  });

  it('counts the time of a post on air truly when the clock was set forward', async () => {
    const logs = await open(play().state);
    await press(logs, 'live 1 a', 3000);
    clock.jump(25 * hourMs);
    clock.advance(2000);
    await press(logs, 'block a', 5000);
    const day = 25 * 3600;
    expect(await listRows(logs)).toEqual([['a', day, day + 5, 5]]);
    expect((await listRevisions(logs)).slice(-2)).toEqual([
      [1, day, day + 5],
      [2, day + 5, null],
    ]);
  });

  it('leaves the times of posts that went off air before as the clock showed them', async () => {
    const logs = await open(play().state);
    await press(logs, 'live 1 ab', 10_000);
    await press(logs, 'block a', 10_000);
    await settle(logs);
    clock.jump(-hourMs);
    await press(logs, 'live 2 bc', 10_000);
    expect(await listRows(logs)).toEqual([
      ['a', 0, 10, 10],
      ['b', -3600, null, 30],
      ['c', -3580, null, 10],
    ]);
    expect((await listRevisions(logs)).slice(-3)).toEqual([
      [1, 0, 10],
      [2, -3590, -3580],
      [3, -3580, null],
    ]);
  });

  it('shows in both logs the new time of a post that stays on air, also without another change', async () => {
    const logs = await open(play().state);
    await press(logs, 'live 1 a', 4000);
    clock.jump(-3 * hourMs);
    clock.advance(1000);
    expect(await listRows(logs)).toEqual([['a', -10_800, null, 5]]);
    expect((await listRevisions(logs)).at(-1)).toEqual([1, -10_800, null]);
  });

  it('goes on truly after a restart, and after an end without a last write', async () => {
    const first = await open(play().state);
    await press(first, 'live 1 ab', 4000);
    clock.jump(-3 * hourMs);
    clock.advance(6000);
    await first.stop();
    clock.advance(2000);
    const second = await open(first.store.state());
    await press(second, 'block a', 5000);
    await settle(second);
    const third = await open(second.store.state());
    await press(third, 'block b', 5000);
    const hours = -3 * 3600;
    expect(await listRows(third)).toEqual([
      ['a', hours, hours + 12, 12],
      ['b', hours, hours + 17, 17],
    ]);
    expect((await listRevisions(third)).slice(-3)).toEqual([
      [1, hours, hours + 12],
      [2, hours + 12, hours + 17],
      [3, hours + 17, null],
    ]);
  });

  it('continues the posts that were on air when the clock is set back while Greenroom does not run', async () => {
    const first = await open(play().state);
    await press(first, 'live 1 a', 10_000);
    await first.stop();
    clock.jump(-3 * hourMs);
    const second = await open(first.store.state());
    clock.advance(5000);
    await press(second, 'block a', 5000);
    expect(await listRows(second)).toEqual([['a', -10_800, -10_785, 15]]);
    expect((await listRevisions(second)).slice(-2)).toEqual([
      [1, -10_800, -10_785],
      [2, -10_785, null],
    ]);
    for (const [, at, until] of await listRevisions(second))
      expect(Number(until ?? at)).toBeGreaterThanOrEqual(Number(at));
  });

  it('counts the time of a post on air truly when the clock is set forward while Greenroom does not run', async () => {
    const first = await open(play().state);
    await press(first, 'live 1 a', 10_000);
    await first.stop();
    clock.jump(3 * hourMs);
    clock.advance(20_000);
    const second = await open(first.store.state());
    clock.advance(5000);
    await press(second, 'block a', 5000);
    expect(await listRows(second)).toEqual([['a', 10_800, 10_835, 35]]);
    expect((await listRevisions(second)).slice(-2)).toEqual([
      [1, 10_800, 10_835],
      [2, 10_835, null],
    ]);
  });

  it('ends the posts that were on air when Greenroom stopped for long, on the clock as it is set now', async () => {
    const first = await open(play().state);
    await press(first, 'live 1 a', 10_000);
    await first.stop();
    clock.jump(-3 * hourMs);
    clock.advance(300_000);
    const second = await open(first.store.state());
    clock.advance(5000);
    expect(await listRows(second)).toEqual([
      ['a', -10_800, -10_790, 10],
      ['a', -10_490, null, 5],
    ]);
  });

  it('claims no time on air when the clock is later after a restart of the machine', async () => {
    const first = await open(play().state);
    await press(first, 'live 1 a', 10_000);
    await first.stop();
    clock.jump(3 * hourMs);
    clock.advance(20_000);
    clock.reboot();
    const second = await open(first.store.state());
    clock.advance(5000);
    expect(await listRows(second)).toEqual([
      ['a', 0, 10, 10],
      ['a', 10_830, null, 5],
    ]);
  });

  it('keeps every revision readable when it is set again and again between restarts', async () => {
    let logs = await open(play().state);
    await press(logs, 'live 1 a', 1000);
    for (let restart = 0; restart < 3; restart += 1) {
      await logs.stop();
      logs = await open(logs.store.state());
      clock.jump(-hourMs);
      clock.advance(1000);
    }
    await settle(logs);
    // Otherwise the next start would hold the feed after a loss that never happened.
    expect(await readLastList(directory, 'main', null)).toMatchObject({ revision: 1, isIntact: true });
    await press(logs, 'live 2 b', 1000);
    await press(logs, 'live 3 c', 1000);
    const at = -3 * 3600;
    expect((await listRevisions(logs)).slice(-3)).toEqual([
      [1, at, at + 4],
      [2, at + 4, at + 5],
      [3, at + 5, null],
    ]);
    expect((await listRevisions(logs, 2)).at(-1)).toEqual([1, at, at + 4]);
    expect((await listRevisions(logs, 3)).at(-1)).toEqual([2, at + 4, at + 5]);
    for (const revision of [1, 2, 3]) expect((await logs.history.find('main', revision))?.revision).toBe(revision);
    expect(secondsOf((await logs.history.find('main', 1))?.at ?? null)).toBe(at);
    const files = await readdir(join(directory, 'history', 'main'));
    expect(new Set(files).size).toBe(files.length);
  });

  it('keeps the names of removed posts in the revision that stays on air', async () => {
    const first = await open(play('live 1 ab').state);
    await press(first, 'live 2 b', 1000);
    await first.stop();
    const logs = await open(first.store.state());
    clock.jump(-hourMs);
    clock.advance(1000);
    const [newest] = (await logs.history.list('main', null, 1)) ?? [];
    expect(newest).toMatchObject({ revision: 2, removed: ['a'], names: { a: null } });
  });

  it('dates the confirmation of a blocked post on the clock that dated its end', async () => {
    const logs = await open(play().state);
    await press(logs, 'live 1 ab', 6000);
    await press(logs, 'block a', 1000);
    await settle(logs);
    clock.jump(-2 * hourMs);
    clock.advance(3000);
    await press(logs, 'confirm a', 1000);
    const [row] = await logs.asRun.rows({ feed: 'main', of: 'list', from: null, to: null });
    expect([row?.itemId, secondsOf(row?.off ?? null), secondsOf(row?.confirmedOffAirAt ?? null)]).toEqual(['a', 6, 10]);
  });

  it('returns every row of a range whose times came twice', async () => {
    const logs = await open(play().state);
    await press(logs, 'live 1 a', 1_800_000);
    await press(logs, 'live 2 b', 1_800_000);
    await settle(logs);
    clock.jump(-hourMs);
    await press(logs, 'live 3 c', 60_000);
    await press(logs, 'live 4 d', 60_000);
    const at = (seconds: number): string => new Date(startMs + seconds * 1000).toISOString();
    const idsIn = async (from: number, to: number): Promise<string> =>
      (await listRows(logs, at(from), at(to))).map(([id]) => id).join();
    expect(await idsIn(10, 70)).toBe('a,c,d');
    expect(await idsIn(-1000, -1)).toBe('b');
    await logs.stop();
    clock.advance(1000);
    const again = await open(logs.store.state());
    expect((await listRows(again, at(10), at(70))).map(([id]) => id).join()).toBe('a,c,d');
  });

  it('names no file of the as-run log after an earlier time than the file before it', async () => {
    const logs = await open(play().state);
    await press(logs, 'live 1 a', 5000);
    await logs.stop();
    const second = await open(logs.store.state());
    clock.jump(-3 * hourMs);
    clock.advance(1000);
    await press(second, 'live 2 b', 1000);
    await second.stop();
    const files = (await readdir(join(directory, 'as-run'))).filter((name) => name !== 'mark').toSorted();
    expect(files.length).toBeGreaterThan(1);
    const [first] = files;
    expect(files.every((name) => name >= String(first))).toBe(true);
  });
});

describe('a machine that sleeps', () => {
  it('is no clock that was set: posts were on air all the time', async () => {
    const logs = await open(play().state);
    await press(logs, 'live 1 a', 4000);
    clock.sleep(8 * hourMs);
    clock.advance(6000);
    await press(logs, 'block a', 5000);
    const seconds = 8 * 3600 + 10;
    expect(await listRows(logs)).toEqual([['a', 0, seconds, seconds]]);
    expect((await listRevisions(logs)).slice(-2)).toEqual([
      [1, 0, seconds],
      [2, seconds, null],
    ]);
  });

  it('can have its clock set meanwhile', async () => {
    const logs = await open(play().state);
    await press(logs, 'live 1 a', 4000);
    await settle(logs);
    clock.sleep(2 * hourMs);
    clock.jump(-hourMs);
    clock.advance(6000);
    await press(logs, 'block a', 5000);
    expect((await listRows(logs)).map(([id, , , seconds]) => [id, seconds])).toEqual([['a', 2 * 3600 + 10]]);
  });
});

describe('a show without a change of the clock', () => {
  it('has the same times in both logs', async () => {
    const logs = await open(emptyShow);
    await logs.store.apply({
      type: 'feedsConfigured',
      feeds: [{ slug: 'main', collectionId: 'col_1' }],
      at: new Date(clock.now()).toISOString(),
    });
    await press(logs, 'live 1 a', 4000);
    await press(logs, 'live 2 b', 4000);
    expect(await listRows(logs)).toEqual([
      ['a', 0, 4, 4],
      ['b', 4, null, 4],
    ]);
    expect((await listRevisions(logs)).slice(-2)).toEqual([
      [1, 0, 4],
      [2, 4, null],
    ]);
  });
});
