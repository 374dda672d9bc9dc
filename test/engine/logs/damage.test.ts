/** Tests that damaged files of the logs are kept aside and reported, and that the readable entries are used. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ShowState } from '../../../src/core/show.ts';
import { openAsRun } from '../../../src/engine/logs/asRun.ts';
import { openHistory } from '../../../src/engine/logs/history.ts';
import { openRecorder } from '../../../src/engine/logs/recorder.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { createStore } from '../../../src/engine/store.ts';
import { eventOf, play } from '../../core/build.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

const ports = { clock: systemClock, log: () => undefined };
let dataDir = '';
beforeEach(() => {
  dataDir = createTemporaryFolder('damage');
});

/** Starts the three logs of a show. */
async function open(start: ShowState) {
  const store = createStore({ ...start, problems: [] }, async () => undefined, ports);
  const history = openHistory(dataDir, { store, ports, limits: { revisions: 5000, bytes: 200_000_000 } });
  const recorder = openRecorder(dataDir, { store, ports });
  const asRun = openAsRun(dataDir, { store, ports, consumersOf: () => 1 });
  const logs = [history, recorder, asRun];
  await Promise.all(logs.map((log) => log.start()));
  const stop = async (): Promise<void> => void (await Promise.all(logs.map((log) => log.stop())));
  /** The files that the desk is told of. */
  const reported = (): string[] =>
    store.state().problems.flatMap(({ code, about }) => (code === 'DISK_FILE_CORRUPT' ? [about] : []));
  return { store, history, asRun, stop, reported };
}

/** Plays a show of a few changes. */
async function playShow(start = play('live 1 ab').state): Promise<ShowState> {
  const { store, stop } = await open(start);
  for (const command of ['live 2 abc', 'block a', 'live 3 abcd', 'live 4 bcd', 'block c'])
    await store.apply(eventOf(command));
  await stop();
  return store.state();
}

const newestOf = async (folder: string): Promise<string> =>
  `${folder}/${(await readdir(join(dataDir, folder)))
    .filter((name) => name.endsWith('.journal'))
    .sort()
    .at(-1)}`;

const flipBit = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  copy[Math.floor(copy.length / 2)] = (copy[Math.floor(copy.length / 2)] ?? 0) ^ 1;
  return copy;
};

const ways: readonly (readonly [string, (bytes: Buffer) => Buffer | null])[] = [
  ['zeros', (bytes) => Buffer.alloc(bytes.length)],
  ['garbage', (bytes) => Buffer.alloc(bytes.length, 'garbage')],
  ['its first half', (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2))],
  ['nothing', () => Buffer.alloc(0)],
  ['one flipped bit', flipBit],
  ['a directory', () => null],
];

describe.each(['as-run', 'history/main', 'recordings'])('a damaged file of %s', (folder) => {
  it.each(ways)('that has %s is kept aside and reported', async (_, damage) => {
    const state = await playShow();
    const file = await newestOf(folder);
    const path = join(dataDir, file);
    const damaged = damage(await readFile(path));
    await rm(path);
    if (damaged === null) await mkdir(path);
    else await writeFile(path, damaged);
    const later = await open(state);
    expect(later.reported()).toEqual([file]);
    if (damaged !== null) expect(await readFile(`${path}.corrupt`)).toEqual(damaged);
    await later.store.apply(eventOf('live 5 bcde'));
    await later.stop();
    const again = await open(later.store.state());
    expect(again.reported()).toEqual([]);
    await again.stop();
  });
});

it.each(['as-run', 'history/main'])('an older damaged file of %s is reported when it is read', async (folder) => {
  const state = await playShow();
  const file = await newestOf(folder);
  const { store, history, asRun, stop, reported } = await open(state);
  await store.apply(eventOf('live 5 bcde'));
  await stop();
  const damaged = flipBit(await readFile(join(dataDir, file)));
  await writeFile(join(dataDir, file), damaged);
  expect(reported()).toEqual([]);
  const later = await open(store.state());
  expect(later.reported()).toEqual([]);
  const read = async (log: { history: typeof history; asRun: typeof asRun }): Promise<unknown[]> => [
    await log.history.list('main', null, 99),
    await log.asRun.rows({ feed: 'main', of: 'list', from: null, to: null }),
  ];
  const entries = await read(later);
  expect(later.reported()).toEqual([file]);
  expect(await readFile(join(dataDir, `${file}.corrupt`))).toEqual(damaged);
  expect(JSON.stringify(await read(later)).length).toBeGreaterThan(JSON.stringify(entries).length / 2);
  await later.stop();
});

it('a damaged time of the last heartbeat is kept aside and reported', async () => {
  const state = await playShow();
  await writeFile(join(dataDir, 'as-run', 'mark'), 'ha');
  const { stop, reported } = await open(state);
  expect(reported()).toEqual(['as-run/mark']);
  expect(await readFile(join(dataDir, 'as-run', 'mark.corrupt'), 'utf8')).toBe('ha');
  await stop();
});

it('a history that could not be opened at the start is opened later, with the lists announced meanwhile', async () => {
  await mkdir(join(dataDir, 'history'));
  await writeFile(join(dataDir, 'history', 'main'), 'in the way');
  const { store, history, stop } = await open(play('live 1 ab').state);
  await store.apply(eventOf('live 2 abc'));
  const isBehind = (): boolean => store.state().problems.some(({ code }) => code === 'DISK_LOG_BEHIND');
  await expect.poll(isBehind).toBe(true);
  await rm(join(dataDir, 'history', 'main'));
  await store.apply(eventOf('source'));
  const revisions = async (): Promise<unknown> =>
    (await history.list('main', null, 9).catch(() => null))?.map(({ revision }) => revision);
  await expect.poll(revisions).toEqual([2, 1]);
  await expect.poll(isBehind).toBe(false);
  await stop();
});
