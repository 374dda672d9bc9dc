/** Tests that damaged files of the logs are kept aside and reported, and that the readable entries are used. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShowEvent, ShowState } from '../../../src/core/show.ts';
import { openAsRun } from '../../../src/engine/logs/asRun.ts';
import { openHistory } from '../../../src/engine/logs/history.ts';
import { openRecorder } from '../../../src/engine/logs/recorder.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { createStore, type Store } from '../../../src/engine/store.ts';
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
  const asRun = openAsRun(dataDir, { store, ports, consumersOf: () => 1, takeover: null });
  const logs = [history, recorder, asRun];
  await Promise.all(logs.map((log) => log.start([])));
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

it('an as-run log that could not be opened at the start is opened later, and has what happened meanwhile with its times', async () => {
  const state = await playShow();
  await rename(join(dataDir, 'as-run'), join(dataDir, 'aside'));
  await writeFile(join(dataDir, 'as-run'), 'in the way');
  const { store, asRun, stop } = await open(state);
  await store.apply({ ...eventOf('live 5 de'), at: new Date().toISOString() } as ShowEvent);
  const findProblem = () => store.state().problems.find(({ code }) => code === 'DISK_LOG_BEHIND');
  expect(findProblem()?.message).toContain('At most its last 1,000 entries wait in memory');
  const read = () => asRun.rows({ feed: 'main', of: 'list', from: null, to: null });
  await expect(read()).rejects.toThrow();
  await store.apply(eventOf('clear'));
  await rm(join(dataDir, 'as-run'));
  await rename(join(dataDir, 'aside'), join(dataDir, 'as-run'));
  await expect.poll(findProblem).toBeUndefined();
  await stop();
  const later = await open(store.state());
  const rows = await later.asRun.rows({ feed: 'main', of: 'list', from: null, to: null });
  expect(rows.map(({ itemId, off }) => [itemId, off !== null])).toContainEqual(['a', true]);
  expect(rows.map(({ itemId, offVerb }) => [itemId, offVerb])).toContainEqual(['e', 'clear']);
  await later.stop();
});

it('a damaged recording is named by its beginning, with the place where it is kept and what is missing', async () => {
  const state = await playShow();
  const file = await newestOf('recordings');
  const bytes = await readFile(join(dataDir, file));
  await writeFile(join(dataDir, file), bytes.subarray(0, bytes.length - 20));
  const half = await open(state);
  const sentenceOf = (store: Store) => store.state().problems.find(({ about }) => about === file)?.message;
  expect(sentenceOf(half.store)).toMatch(
    /^The recording that began at .* \(recordings\/\d+\.journal\) can’t be read\. It was kept as recordings\/\d+\.journal\.corrupt in the data directory\. Its readable events can be rehearsed\. The others are lost/,
  );
  await half.stop();
  const next = await newestOf('recordings');
  await writeFile(join(dataDir, next), 'garbage');
  const lost = await open(state);
  expect(lost.store.state().problems.find(({ about }) => about === next)?.message).toContain('It can’t be rehearsed.');
  await lost.stop();
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

describe('files of the logs that somebody removes while they are in use', () => {
  it('are reported within seconds, and new files have the posts that are on air', async () => {
    const { store, history, asRun, stop } = await open(play('live 1 ab').state);
    const codesOf = (folder: string): string[] =>
      store.state().problems.flatMap(({ code, about }) => (about.startsWith(folder) ? [code] : []));
    await store.apply(eventOf('live 2 abc'));
    expect(await asRun.rows({ feed: 'main', of: 'list', from: null, to: null })).toHaveLength(3);
    expect(await history.list('main', null, 10)).toHaveLength(2);
    await vi.waitFor(async () => expect(await readdir(join(dataDir, 'recordings'))).toHaveLength(1), 10_000);
    for (const folder of ['as-run', 'history', 'recordings']) await rm(join(dataDir, folder), { recursive: true });
    // No post goes on or off air, so that only the regular check can notice it.
    await vi.waitFor(() => expect(codesOf('as-run/')).toEqual(['DISK_LOG_REMOVED']), 10_000);
    await vi.waitFor(() => expect(codesOf('history/main/')).toEqual(['DISK_LOG_REMOVED']), 10_000);
    expect((await history.list('main', null, 10))?.map(({ revision }) => revision)).toEqual([2]);
    await store.apply(eventOf('block a'));
    await store.apply(eventOf('live 3 abcd'));
    await vi.waitFor(() => expect(codesOf('recordings/')).toEqual(['DISK_LOG_REMOVED']), 10_000);
    await vi.waitFor(
      () => expect(store.state().problems.map(({ code }) => code)).not.toContain('DISK_LOG_BEHIND'),
      10_000,
    );
    await stop();
    const again = await open(store.state());
    expect((await again.history.list('main', null, 10))?.map(({ revision }) => revision)).toEqual([4, 3, 2]);
    const rows = await again.asRun.rows({ feed: 'main', of: 'list', from: null, to: null });
    expect(rows.map(({ itemId, off }) => `${itemId} ${off === null ? 'on' : 'off'}`)).toEqual([
      'a off',
      'b on',
      'c on',
      'd on',
    ]);
    expect(again.reported()).toEqual([]);
    await again.stop();
  });

  it('are not written to a directory in place of a data directory that is missing', async () => {
    const { store, stop } = await open(play('live 1 ab').state);
    await store.apply(eventOf('live 2 abc'));
    // Again while a log still creates files in it.
    await rm(dataDir, { recursive: true, maxRetries: 10 });
    await store.apply(eventOf('block a'));
    await vi.waitFor(() => {
      const behind = store.state().problems.filter(({ code }) => code === 'DISK_LOG_BEHIND');
      expect(behind.map(({ about }) => about)).toContain('as-run');
    }, 10_000);
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
    await stop();
  });
});
