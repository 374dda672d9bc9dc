import { spawn } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import type { AirEntry } from '../../../src/core/asRun.ts';
import type { AirLog } from '../../../src/core/openRows.ts';
import { emptyShow, type ShowEvent, type ShowState } from '../../../src/core/show.ts';
import { openSegments } from '../../../src/disk/segments.ts';
import { type AsRun, openAsRun } from '../../../src/engine/logs/asRun.ts';
import { openHistory } from '../../../src/engine/logs/history.ts';
import type { Clock } from '../../../src/engine/ports.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { openRecord } from '../../../src/engine/show/record.ts';
import { createStore, type Store } from '../../../src/engine/store.ts';
import { compileCache } from '../../compileCache.ts';
import { eventOf, mainOf, play } from '../../core/build.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { createRandom } from '../../random.ts';
import { seed } from '../../seed.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

let directory = '';
beforeEach(async () => {
  directory = createTemporaryFolder('asrun');
});

const start = Date.UTC(2026, 10, 20, 18);

async function open(
  clock: Clock,
  state: ShowState,
  past: readonly ShowState[] = [],
): Promise<{ store: Store; asRun: AsRun }> {
  const ports = { clock, log: () => undefined };
  const store = createStore(state, async () => undefined, ports);
  const asRun = openAsRun(directory, { store, ports, consumersOf: () => 3, takeover: null });
  await asRun.start(past);
  return { store, asRun };
}

async function press(store: Store, clock: Clock, command: string): Promise<void> {
  const event: ShowEvent = { ...eventOf(command), at: new Date(clock.now()).toISOString() } as ShowEvent;
  await store.apply(event);
}

async function listRows(
  asRun: AsRun,
  of: AirLog,
  from: string | null = null,
  to: string | null = null,
): Promise<string[]> {
  const seconds = (time: string | null): string => (time === null ? '-' : String((Date.parse(time) - start) / 1000));
  const rows = await asRun.rows({ feed: 'main', of, from, to });
  return rows.map(({ itemId, on, off, onCause, offCause, offBy }) =>
    `${itemId} ${seconds(on)}..${seconds(off)} ${onCause} ${offCause ?? ''}${offBy === null ? '' : ` ${offBy}`}`.trim(),
  );
}

describe('the as-run log', () => {
  it('lists each post on air with its times, its causes and its operator', async () => {
    const clock = createFakeClock();
    const { store, asRun } = await open(clock, play().state);
    for (const command of ['live 1 ab', 'block a', 'live 2 ABc', 'clear', 'back']) {
      await press(store, clock, command);
      clock.advance(10_000);
    }
    expect(await listRows(asRun, 'list')).toEqual([
      'a 0..10 service operator Ines',
      'b 0..20 service service',
      'b 20..30 service operator Ines',
      'c 20..30 service operator Ines',
      'b 40..- operator',
      'c 40..- operator',
    ]);
    const [first] = await asRun.rows({ feed: 'main', of: 'list', from: null, to: null });
    expect(first).toMatchObject({ author: 'user-a', message: 'Message of a', seconds: 10, revision: 1, consumers: 3 });
    await asRun.stop();
  });

  it('lists who confirmed that a blocked post is off screen, and when, also long after it went off air', async () => {
    const clock = createFakeClock();
    const { store, asRun } = await open(clock, play().state);
    for (const command of ['live 1 abc', 'block a', 'block b', 'confirm a', 'unblock b']) {
      await press(store, clock, command);
      clock.advance(10_000);
    }
    const before = new Date(start + 15_000).toISOString();
    const rows = await asRun.rows({ feed: 'main', of: 'list', from: null, to: before });
    expect(rows.map((row) => [row.itemId, row.confirmedOffAirBy, row.confirmedOffAirAt])).toEqual([
      ['a', 'Ines', new Date(start + 30_000).toISOString()],
      ['b', null, null],
      ['c', null, null],
    ]);
    await asRun.stop();
  });

  it('lists the actions that put a post on air and took it off', async () => {
    const clock = createFakeClock();
    const { store, asRun } = await open(clock, play().state);
    for (const command of ['live 1 abc', 'block a', 'guard edited', 'live 2 aBc', 'unblock a', 'next', 'clear']) {
      await press(store, clock, command);
      clock.advance(10_000);
    }
    const actionLines = async (of: AirLog): Promise<string[]> =>
      (await asRun.rows({ feed: 'main', of, from: null, to: null })).map((row) =>
        [row.itemId, row.onVerb, row.onAbout, row.offCause, row.offVerb, row.offAbout].join(' '),
      );
    expect(await actionLines('list')).toEqual([
      'a   operator block a',
      'b   rule guard word edited',
      'c   operator clear ',
      'a unblock a operator clear ',
    ]);
    // The play head stays on its post when another one is added before it.
    expect(await actionLines('playhead')).toEqual([
      'a   operator block a',
      'b block a rule guard word edited',
      'c   operator clear ',
    ]);
    await asRun.stop();
  });

  it('names the operator of each post when several press at the same time', async () => {
    const clock = createFakeClock();
    const { store, asRun } = await open(clock, play().state);
    await press(store, clock, 'live 1 abcd');
    clock.advance(10_000);
    const at = new Date(clock.now()).toISOString();
    const presses = ['A block a', 'B block b', 'C cue d', 'B unblock a', 'C block c'].map((command) => ({
      ...eventOf(command.slice(2)),
      by: command.slice(0, 1),
      at,
    }));
    await Promise.all(presses.map((event) => store.apply(event as ShowEvent)));
    const operatorLines = async (of: AirLog): Promise<string[]> =>
      (await asRun.rows({ feed: 'main', of, from: null, to: null })).map((row) =>
        [row.itemId, row.onBy, row.onVerb, row.revision, row.offBy, row.offVerb, row.offAbout].join(' '),
      );
    expect(await operatorLines('list')).toEqual([
      'a   1 A block a',
      'b   1 B block b',
      'c   1 C block c',
      'd   1   ',
      'a B unblock 4   ',
    ]);
    expect(await operatorLines('playhead')).toEqual([
      'a   1 A block a',
      'b A block 2 B block b',
      'c B block 3 C cue d',
      'd C cue 3   ',
    ]);
    await asRun.stop();
  });

  it('reads files of version 1, which have no actions', async () => {
    await cp(new URL('../../fixtures/record/past-v1/as-run', import.meta.url), join(directory, 'as-run'), {
      recursive: true,
    });
    const clock = createFakeClock();
    clock.advance(60_000);
    const { store, asRun } = await open(
      clock,
      play('live 1 abc', 'block b', 'guard edited', 'live 2 Abc', 'unblock b').state,
    );
    await press(store, clock, 'block c');
    expect(await listRows(asRun, 'list')).toEqual([
      'b 0..10 service operator Ines',
      'a 0..30 service service',
      'c 0..60 service operator Ines',
      'b 40..- operator',
    ]);
    const rows = await asRun.rows({ feed: 'main', of: 'list', from: null, to: null });
    expect(rows.map(({ onVerb, offVerb }) => [onVerb, offVerb])).toEqual([
      [null, null],
      [null, null],
      [null, 'block'],
      [null, null],
    ]);
    await asRun.stop();
  });

  it('lists the post at the play head with the operator who moved it', async () => {
    const clock = createFakeClock();
    const { store, asRun } = await open(clock, play().state);
    for (const command of ['live 1 abc', 'next', 'rotate 5', 'elapsed b', 'live 2 ab', 'block b']) {
      await press(store, clock, command);
      clock.advance(10_000);
    }
    expect(await listRows(asRun, 'playhead')).toEqual([
      'a 0..10 service operator Ines',
      'b 10..30 operator rule',
      'c 30..40 rule service',
      'b 40..50 service operator Ines',
      'a 50..- operator',
    ]);
    await asRun.stop();
  });

  it('returns the rows that were on air in the requested time', async () => {
    const clock = createFakeClock();
    const { store, asRun } = await open(clock, play().state);
    for (const command of ['live 1 a', 'live 2 b', 'live 3 c']) {
      await press(store, clock, command);
      clock.advance(10_000);
    }
    const at = (seconds: number): string => new Date(start + seconds * 1000).toISOString();
    expect(await listRows(asRun, 'list', at(11), at(19))).toEqual(['b 10..20 service service']);
    expect(await listRows(asRun, 'list', at(15))).toEqual(['b 10..20 service service', 'c 20..- service']);
    expect(await listRows(asRun, 'list', null, at(5))).toEqual(['a 0..10 service service']);
    await asRun.stop();
  });

  it('returns a row that ends many files after it began, and no row twice', async () => {
    const limits = {
      fileBytes: 1e6,
      fileRecords: 2,
      totalBytes: 1e9,
      totalRecords: null,
      maxKeyAge: null,
      maxBufferedRecords: 0,
    };
    const segments = await openSegments(
      join(directory, 'as-run'),
      limits,
      () => undefined,
      () => undefined,
      systemClock.after,
    );
    const timeOf = (second: number): string => new Date(start + second * 1000).toISOString();
    const rowOf = (id: string, second: number) => ({
      ...{ feed: 'main', of: 'list', itemId: id, author: '', message: '', on: timeOf(second), onCause: 'service' },
      ...{ onBy: null, onVerb: null, onAbout: null, revision: second, consumers: 0 },
    });
    const offOf = (id: string, second: number) => ({
      ...{ feed: 'main', of: 'list', itemId: id, at: timeOf(second), cause: 'service', by: null },
      ...{ verb: null, about: null },
    });
    const long = rowOf('long', 0);
    // `long` is on air for 30 s, while a short post begins and ends every two seconds.
    for (let second = 0; second < 40; second += 2) {
      const off = [offOf(`p${second - 2}`, second), ...(second === 30 ? [offOf('long', second)] : [])];
      const on = [rowOf(`p${second}`, second), ...(second === 0 ? [long] : [])];
      const openRows = [rowOf(`p${second - 2}`, second - 2), ...(second > 0 && second <= 30 ? [long] : [])];
      segments.add(start + second * 1000, (isFirst) => ({ open: isFirst ? openRows : null, off, on }));
    }
    await segments.close();
    const { asRun } = await open(createFakeClock(), emptyShow);
    const idsOf = async (from: number, to: number): Promise<string> =>
      (await listRows(asRun, 'list', timeOf(from), timeOf(to))).map((row) => row.split(' ')[0]).join();
    expect(await idsOf(3, 5)).toBe('long,p2,p4');
    expect(await idsOf(31, 33)).toBe('p30,p32');
    await asRun.stop();
  });

  it('continues rows over a short restart, and ends them at the last heartbeat before a long one', async () => {
    const clock = createFakeClock();
    const first = await open(clock, play().state);
    await press(first.store, clock, 'live 1 ab');
    clock.advance(10_000);
    await first.asRun.stop();
    clock.advance(20_000);
    const second = await open(clock, first.store.state());
    expect(await listRows(second.asRun, 'list')).toEqual(['a 0..- service', 'b 0..- service']);
    await press(second.store, clock, 'block a');
    clock.advance(5000);
    await second.asRun.stop();
    clock.advance(3_600_000);
    const third = await open(clock, second.store.state());
    expect(await listRows(third.asRun, 'list')).toEqual([
      'a 0..30 service operator Ines',
      'b 0..35 service rule',
      'b 3635..- rule',
    ]);
    const [, before, after] = await third.asRun.rows({ feed: 'main', of: 'list', from: null, to: null });
    expect([before?.offVerb, after?.onVerb, after?.onBy]).toEqual(['restart', 'restart', null]);
    await third.asRun.stop();
  });

  it('adds what the last run lost, from the show', async () => {
    const clock = createFakeClock();
    const first = await open(clock, play().state);
    await press(first.store, clock, 'live 1 ab');
    await first.asRun.stop();
    const past = [first.store.state()];
    for (const command of ['live 2 bc', 'block c', 'live 3 bd']) {
      clock.advance(100);
      const event = { ...eventOf(command), at: new Date(clock.now()).toISOString() } as ShowEvent;
      past.push(advance(past.at(-1) ?? emptyShow, event).state);
    }
    const state = past.at(-1) ?? emptyShow;
    clock.advance(2000);
    const second = await open(clock, state, past);
    expect(await listRows(second.asRun, 'list')).toEqual([
      'a 0..0.1 service service',
      'b 0..- service',
      'c 0.1..0.2 service operator Ines',
      'd 0.3..- service',
    ]);
    await second.asRun.stop();
  });

  it('ends the rows of an older copy of the log when they were last known, not when the show goes on', async () => {
    const clock = createFakeClock();
    const first = await open(clock, play().state);
    await press(first.store, clock, 'live 1 ab');
    await first.asRun.stop();
    clock.advance(3_600_000);
    const event = { ...eventOf('live 2 bc'), at: new Date(clock.now()).toISOString() } as ShowEvent;
    const { state } = advance(first.store.state(), event);
    clock.advance(2000);
    const second = await open(clock, state, [state]);
    expect(await listRows(second.asRun, 'list')).toEqual([
      'a 0..0 service rule',
      'b 0..0 service rule',
      'b 3600..- service',
      'c 3600..- service',
    ]);
    await second.asRun.stop();
  });

  it('does not stop the show when it cannot be written', async () => {
    await writeFile(join(directory, 'as-run'), 'a file');
    const clock = createFakeClock();
    const { store, asRun } = await open(clock, play().state);
    await press(store, clock, 'live 1 ab');
    await expect(listRows(asRun, 'list')).rejects.toThrow('is not a directory');
    await asRun.stop();
  });
});

/** A run of the killed process: the revision that it found, and the newest that must be in the history; 0 when it was short. */
type Run = { readonly first: number; readonly kept: number };

const kills = Number(process.env['GREENROOM_KILLS'] ?? 50);
/** A log follows within 250 ms; the rest is for a busy machine. */
const mayBeLostMs = 1000;

describe('the logs of a killed process', () => {
  it(`have no gap over a second and no overlap after ${kills} kills at random moments, and lose revisions only just before a kill (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const runs: Run[] = [];
    let before: readonly number[] = [];
    const mustBeKept = new Set<number>();
    for (let kill = 0; kill < kills; kill += 1) {
      const script = join(import.meta.dirname, '../show/killedShow.ts');
      const child = spawn(process.execPath, [script, directory, String(random.between(0, 1_000_000))], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, ...compileCache },
      });
      const ended = new Promise((resolve) => child.once('close', resolve));
      const revisions = readRevisions(child.stdout);
      // Most kills follow a start closely; every tenth ends a run with revisions that must be in the history.
      const lastedMs = kill % 10 === 0 ? mayBeLostMs * 1.2 : 0;
      await Promise.race([revisions.waitForSteps(random.between(1, 20), lastedMs), ended]);
      await new Promise((resolve) => setTimeout(resolve, random.next() * 10));
      const killedAtMs = performance.now();
      child.kill('SIGKILL');
      await ended;
      const [first, ...later] = revisions.read();
      const kept = later.filter(({ atMs }) => atMs < killedAtMs - mayBeLostMs).map(({ revision }) => revision);
      for (const revision of kept) mustBeKept.add(revision);
      // The next start adds the revisions that a kill cost the logs, from the show.
      if (kept.length > 0) for (const revision of before) mustBeKept.add(revision);
      before = [first, ...later].flatMap((printed) => printed?.revision ?? []).filter((revision) => revision > 0);
      if (first !== undefined && later.length > 0) runs.push({ first: first.revision, kept: kept.at(-1) ?? 0 });
    }
    const ports = { clock: systemClock, log: () => undefined };
    for (const revision of before) mustBeKept.add(revision);
    const record = await openRecord(directory, ports);
    const past = record.takePast();
    const store = createStore(record.saved ?? emptyShow, record.persist, ports);
    const asRun = openAsRun(directory, { store, ports, consumersOf: () => 0, takeover: null });
    const history = openHistory(directory, { store, ports, limits: { revisions: 5000, bytes: 200_000_000 } });
    await asRun.start(past);
    await history.start(past);
    const query = { feed: 'main', from: null, to: null };
    const rows = await asRun.rows({ ...query, of: 'playhead' });
    expect(rows.length).toBeGreaterThan(kills);
    expect(gapsMs(rows).filter((gapMs) => gapMs < 0 || gapMs > 1000)).toEqual([]);
    const list = await asRun.rows({ ...query, of: 'list' });
    for (const id of ['p0', 'p1', 'p2', 'p3']) {
      expect(gapsMs(list.filter((row) => row.itemId === id)).filter((gapMs) => gapMs < 0)).toEqual([]);
    }
    expect(list.filter((row) => row.itemId === 'p0').length).toBe(1);

    const { revision } = mainOf(store.state()).onAir;
    const entries = (await history.list('main', null, 100_000)) ?? [];
    expect(entries[0]?.revision).toBe(revision);
    expect(runs).toHaveLength(kills);
    expect(mustBeKept.size).toBeGreaterThan(kills / 10);
    const kept = new Set(entries.map((entry) => entry.revision));
    expect([...mustBeKept].filter((one) => !kept.has(one))).toEqual([]);
    const gaps = entries.slice(1).flatMap((older, index) => {
      const newer = entries[index]?.revision ?? 0;
      return newer === older.revision + 1 ? [] : [{ after: older.revision, until: newer }];
    });
    // The history follows the show, so a kill can lose the last revisions of a run, and those of a short run before it.
    const losses = runs.map(({ first, kept }, index) => ({
      until: runs[index + 1]?.first ?? revision,
      after: Math.max(kept, runs[index - 1]?.first ?? first),
    }));
    expect(gaps.filter((gap) => !losses.some(({ after, until }) => gap.until === until && gap.after >= after))).toEqual(
      [],
    );
    await asRun.stop();
    await history.stop();
    await record.close();
  }, 300_000);
});

type PrintedRevision = { readonly revision: number; readonly atMs: number };

/** Reads the revisions that the child prints, one a line: the first is the one it found at its start. */
function readRevisions(output: Readable): {
  readonly read: () => readonly PrintedRevision[];
  /** Resolves once the child has printed this many steps and run for this long. */
  readonly waitForSteps: (steps: number, lastedMs: number) => Promise<void>;
} {
  const printed: PrintedRevision[] = [];
  let onPrinted = (): void => {};
  let rest = '';
  output.on('data', (data: Buffer) => {
    const lines = (rest + data.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) printed.push({ revision: Number(line), atMs: performance.now() });
    onPrinted();
  });
  return {
    read: () => printed,
    waitForSteps: (steps, lastedMs) =>
      new Promise((resolve) => {
        onPrinted = () => {
          const [first] = printed;
          const newest = printed.at(-1);
          if (first === undefined || newest === undefined || printed.length <= steps) return;
          if (newest.atMs - first.atMs >= lastedMs) resolve();
        };
      }),
  };
}

/** Milliseconds between the end of each row and the start of the next one. */
function gapsMs(rows: readonly AirEntry[]): number[] {
  return rows.slice(1).map((row, index) => Date.parse(row.on) - Date.parse(rows[index]?.off ?? row.on));
}
