import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { noAction } from '../../../src/core/action.ts';
import { advance } from '../../../src/core/advance.ts';
import { emptyShow, type ShowState } from '../../../src/core/show.ts';
import { DataDirLocked } from '../../../src/disk/directoryLock.ts';
import { openJournal } from '../../../src/disk/journal.ts';
import { openOutsideMark } from '../../../src/disk/outsideMark.ts';
import { openUnsavedMark } from '../../../src/disk/unsavedMark.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { openRecord } from '../../../src/engine/show/record.ts';
import { loadShow } from '../../../src/engine/show/showFiles.ts';
import { compileCache } from '../../compileCache.ts';
import { missingNeedsSuffix } from '../../faults/needs.ts';
import { fc } from '../../properties.ts';
import { createRandom } from '../../random.ts';
import { seed } from '../../seed.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { copyRunning } from './copyRunning.ts';
import {
  eventAt,
  persistentPartOf,
  persistentText,
  persistentTextAfterLoss,
  persistentTextWithoutRevisions,
} from './script.ts';

const ports = { clock: systemClock, log: () => undefined };
let directory = '';

beforeEach(async () => {
  directory = createTemporaryFolder('record');
});

function statesUpTo(last: number): ShowState[] {
  const states = [emptyShow];
  for (let number = 0; number <= last; number += 1)
    states.push(advance(states.at(-1) ?? emptyShow, eventAt(number)).state);
  return states;
}

/** Writes the states one by one, as the store does, and closes the record cleanly. */
async function write(states: readonly ShowState[]): Promise<void> {
  const record = await openRecord(directory, ports);
  for (const state of states) await record.persist(state, 'files');
  await record.close();
}

async function read(): Promise<{ saved: ShowState | null; codes: string[] }> {
  const record = await openRecord(directory, ports);
  await record.close();
  return { saved: record.saved, codes: record.problems.map(({ code }) => code) };
}

async function showFiles(): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith('.journal')).sort();
}

describe('the record', () => {
  it('returns nothing from an empty directory', async () => {
    expect(await read()).toEqual({ saved: null, codes: [] });
  });

  it('returns any show exactly as it was saved', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5000), { minLength: 1, maxLength: 40 }), async (numbers) => {
        for (const name of await showFiles()) await rm(join(directory, name));
        const states = [advance(emptyShow, eventAt(0)).state];
        for (const number of numbers) states.push(advance(states.at(-1) ?? emptyShow, eventAt(number)).state);
        await write(states);
        const { saved, codes } = await read();
        expect(codes).toEqual([]);
        expect(saved === null ? null : persistentPartOf(saved)).toEqual(persistentPartOf(states.at(-1) ?? emptyShow));
      }),
      { numRuns: 20 },
    );
  });

  it('marks a feed as restored only if there was something to restore', async () => {
    await write(statesUpTo(0));
    expect((await read()).saved?.feeds.map((feed) => feed.isRestored)).toEqual([false, false]);
    await write(statesUpTo(60));
    expect((await read()).saved?.feeds.map((feed) => feed.isRestored)).toEqual([true, true]);
  });

  it('knows whether the last run marked its feeds, as earlier versions did not', async () => {
    const hasMarkedFeeds = async (): Promise<boolean> => {
      const record = await openRecord(directory, ports);
      await record.close();
      return record.hasMarkedFeeds;
    };
    await write(statesUpTo(60));
    expect(await hasMarkedFeeds()).toBe(true);
    await rm(join(directory, 'show-confirmed'));
    expect(await hasMarkedFeeds()).toBe(false);
  });

  it('writes nothing when only the source, media or problems changed', async () => {
    const record = await openRecord(directory, ports);
    const state = statesUpTo(40).at(-1) ?? emptyShow;
    await record.persist(state, 'files');
    const path = join(directory, (await showFiles())[0] ?? '');
    const before = await readFile(path);
    const next = advance(state, { type: 'sourceChanged', source: { state: 'stale' } }).state;
    await record.persist({ ...next, media: new Map() }, 'files');
    expect(await readFile(path)).toEqual(before);
    await record.close();
  });

  it('does not write a list again for an operator action', async () => {
    const record = await openRecord(directory, ports);
    const state = statesUpTo(40).at(-1) ?? emptyShow;
    await record.persist(state, 'files');
    const path = join(directory, (await showFiles())[0] ?? '');
    const before = (await readFile(path)).length;
    const press = { feed: 'main', by: null, at: '2026-11-20T20:00:00Z' } as const;
    const blocked = advance(state, { type: 'itemBlocked', itemId: 'p1', reason: null, ...press }).state;
    await record.persist(
      advance(blocked, { type: 'feedTaken', liveVersion: null, only: null, ...press }).state,
      'files',
    );
    const added = (await readFile(path)).toString('utf8').slice(before);
    expect(added).toContain('"itemId":"p1"');
    expect(added.match(/"message"/g), 'only of the blocked post').toHaveLength(1);
    await record.close();
  });

  it('writes only the edited post of a list', async () => {
    const record = await openRecord(directory, ports);
    const state = statesUpTo(60).at(-1) ?? emptyShow;
    await record.persist(state, 'files');
    const current = state.collections['col_1']?.collection;
    if (current === undefined) throw new Error('the script should have col_1 by now');
    const live = structuredClone(current.live).map((item, index) =>
      index === 1 ? { ...item, message: 'Edited' } : item,
    );
    const collection = { ...structuredClone(current), live, lastModifiedDate: '2027-01-01T00:00:00Z' };
    const at = '2027-01-01T00:00:00Z';
    const next = advance(state, { type: 'collectionArrived', collection, from: 'poll', accept: 'newer', at }).state;
    const path = join(directory, (await showFiles())[0] ?? '');
    const before = (await readFile(path)).length;
    await record.persist(next, 'files');
    const added = (await readFile(path)).toString('utf8').slice(before);
    expect(live.length).toBeGreaterThan(2);
    const described = next.feeds.flatMap(({ blocks }) => blocks.filter(({ post: known }) => known !== null));
    expect(added.match(/"message"/g)).toHaveLength(1 + described.length);
    await record.close();
    expect(persistentPartOf((await read()).saved ?? emptyShow)).toEqual(persistentPartOf(next));
  });

  it('begins a new file when the changes outgrow the show, and keeps the previous file', async () => {
    const states = statesUpTo(60);
    const record = await openRecord(directory, ports);
    for (let round = 0; round < 30; round += 1) {
      for (const state of states) await record.persist(state, 'files');
    }
    await record.close();
    const files = await showFiles();
    expect(files.length).toBe(2);
    expect(files).not.toContain('show-00000001.journal');
    expect(persistentPartOf((await read()).saved ?? emptyShow)).toEqual(persistentPartOf(states.at(-1) ?? emptyShow));
  });
});

describe('a record that was cut off', () => {
  it('at any byte returns a show that existed, and never less than the previous file', async () => {
    const states = statesUpTo(25);
    await write(states.slice(0, 8));
    await write(states);
    const [before = '', newest = ''] = await showFiles();
    const bytes = await readFile(join(directory, newest));
    const wanted = new Set(states.map((state) => persistentText(state)));
    const ends = [...bytes.entries()].flatMap(([offset, byte]) =>
      byte === 10 ? [offset - 1, offset, offset + 1] : [],
    );
    const between = Array.from({ length: 60 }, (_, part) => Math.floor((bytes.length * part) / 60));
    for (const length of [...ends, ...between]) {
      await writeFile(join(directory, newest), bytes.subarray(0, length));
      // Nothing after the last complete line was confirmed.
      const confirmed = { file: numberOf(newest), bytes: bytes.subarray(0, length).lastIndexOf(10) + 1 };
      const { show, isDamaged, problems } = await loadShow(directory, confirmed);
      expect((await readFile(join(directory, newest))).length).toBe(confirmed.bytes);
      expect(wanted).toContain(persistentText(show ?? emptyShow));
      expect(show).not.toBeNull();
      expect(isDamaged).toBe(false);
      expect(problems.map(({ code }) => code).filter((code) => code !== 'DISK_TAIL_TORN')).toEqual([]);
    }
    expect(before).not.toBe(newest);
  });

  it('after a confirmed change is damaged: it is quarantined whole, and never reported as an incomplete last record', async () => {
    const states = statesUpTo(25);
    await write(states.slice(0, 8));
    await write(states.slice(8));
    const [, newest = ''] = await showFiles();
    const bytes = await readFile(join(directory, newest));
    const wanted = new Set(states.map((state) => persistentText(state)));
    const lengths = Array.from({ length: 40 }, (_, part) => Math.floor((bytes.length * part) / 40));
    for (const confirmed of [{ file: numberOf(newest), bytes: bytes.length }, null]) {
      for (const length of lengths) {
        // Without a mark, a file that ends with a complete line can’t be told from a complete one.
        if (confirmed === null && bytes.subarray(0, length).at(-1) === 10) continue;
        const cut = bytes.subarray(0, length);
        await writeFile(join(directory, newest), cut);
        const { show, isDamaged, problems } = await loadShow(directory, confirmed);
        expect([isDamaged, problems.map(({ code }) => code)]).toEqual([true, ['DISK_FILE_CORRUPT']]);
        expect(wanted).toContain(persistentText(show ?? emptyShow));
        expect(await readFile(join(directory, `${newest}.corrupt`))).toEqual(cut);
        await rm(join(directory, `${newest}.corrupt`));
      }
    }
  });
});

const numberOf = (name: string): number => Number(/\d+/.exec(name)?.[0]);

describe('a record that was damaged', () => {
  it('is quarantined, and no flipped bit prevents startup, lowers a revision or puts a blocked post on air', async () => {
    const states = statesUpTo(60);
    await write(states.slice(0, 30));
    await write(states);
    const [, newest = ''] = await showFiles();
    const bytes = await readFile(join(directory, newest));
    const template = createTemporaryFolder('template');
    await cp(directory, template, { recursive: true });
    const last = states.at(-1) ?? emptyShow;
    for (let offset = 5; offset < bytes.length; offset += Math.ceil(bytes.length / 60)) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(offset) ^ 4, offset);
      await writeFile(join(directory, newest), flipped);
      const { saved, codes } = await read();
      expect(codes).toEqual(['DISK_FILE_CORRUPT']);
      expect(await readFile(join(directory, `${newest}.corrupt`))).toEqual(flipped);
      for (const [number, feed] of (saved?.feeds ?? []).entries()) {
        expect(feed.onAir.revision).toBeGreaterThan(last.feeds[number]?.onAir.revision ?? 0);
        const blocked = feed.blocks.map(({ itemId }) => itemId);
        expect(feed.onAir.items.filter(({ id }) => blocked.includes(id))).toEqual([]);
      }
      expect(saved?.feeds.length).toBe(2);
      await rm(directory, { recursive: true });
      await cp(template, directory, { recursive: true });
    }
  }, 30_000);

  it.each([
    ['zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
    ['other bytes', (bytes: Buffer) => Buffer.alloc(bytes.length, 0xa5)],
    ['nothing', () => Buffer.alloc(0)],
  ])('and has only %s is quarantined, and reported as damage', async (_, damage) => {
    await write(statesUpTo(30));
    const [name = ''] = await showFiles();
    const damaged = damage(await readFile(join(directory, name)));
    await writeFile(join(directory, name), damaged);
    expect(await read()).toEqual({ saved: null, codes: ['DISK_FILE_CORRUPT'] });
    expect(await readFile(join(directory, `${name}.corrupt`))).toEqual(damaged);
  });

  it('and cannot be opened is quarantined, and reported as damage', async () => {
    await write(statesUpTo(30));
    const [name = ''] = await showFiles();
    await rm(join(directory, name));
    await mkdir(join(directory, name));
    expect(await read()).toEqual({ saved: null, codes: ['DISK_FILE_CORRUPT'] });
    expect(await readdir(directory)).toContain(`${name}.corrupt`);
  });

  it('and is missing is reported as damage, and its number is not used again', async () => {
    const states = statesUpTo(60);
    await write(states.slice(0, 30));
    await write(states);
    const [, newest = ''] = await showFiles();
    await rm(join(directory, newest));
    const { saved, codes } = await read();
    expect(codes).toEqual(['DISK_SHOW_BEHIND']);
    const last = states[29] ?? emptyShow;
    expect(saved?.feeds.map(({ onAir }) => onAir.revision)).toEqual(
      last.feeds.map(({ onAir }) => onAir.revision + 1000),
    );
    expect((await showFiles()).at(-1)).toBe('show-00000003.journal');
  });

  it.each([
    ['zeros', () => Buffer.alloc(1000)],
    ['its first half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ])('is kept if it is an older one with %s, and nothing else is reported', async (_, damage) => {
    const states = statesUpTo(60);
    await write(states.slice(0, 30));
    await write(states);
    const [older = ''] = await showFiles();
    const damaged = damage(await readFile(join(directory, older)));
    await writeFile(join(directory, older), damaged);
    const { saved, codes } = await read();
    expect(codes).toEqual(['DISK_FILE_CORRUPT']);
    expect(persistentText(saved ?? emptyShow)).toBe(persistentText(states.at(-1) ?? emptyShow));
    expect(await readFile(join(directory, `${older}.corrupt`))).toEqual(damaged);
  });

  it('is not changed if a newer Greenroom wrote it', async () => {
    await write(statesUpTo(30));
    const [name = ''] = await showFiles();
    const newer = join(directory, 'show-00000777.journal');
    const { journal } = await openJournal(newer);
    await journal.append([{ greenroom: 'show', version: 999 }, { anything: true }]);
    await journal.close();
    const bytes = await readFile(newer);
    const { saved, codes } = await read();
    expect(codes).toEqual(['DISK_FILE_NEWER']);
    expect(saved?.feeds.length).toBe(2);
    const states = statesUpTo(40);
    await write(states);
    await write(states);
    await write(states);
    expect(await readFile(newer)).toEqual(bytes);
    expect(await showFiles()).not.toContain(name);
  });

  it.each(['show-v1.journal'])('of an older version (%s) is upgraded', async (name) => {
    const fixture = new URL(`../../fixtures/record/${name}`, import.meta.url);
    await copyFile(fixture, join(directory, 'show-00000001.journal'));
    const { saved, codes } = await read();
    expect(codes).toEqual([]);
    const written = statesUpTo(60).at(-1) ?? emptyShow;
    // Version 1 has no actions, no versions of guards, no posts of blocks and no moves of the play head, and gave a revision to a block of a post that was not on air.
    const feeds = written.feeds.map((feed, feedIndex) => ({
      ...feed,
      onAir: { ...feed.onAir, ...noAction },
      guards: { ...feed.guards, version: 0 },
      playHead: { ...feed.playHead, moves: 0 },
      blocks: feed.blocks.map((block, blockIndex) => ({
        ...block,
        post: null,
        offAirRevision: block.offAirRevision || (saved?.feeds[feedIndex]?.blocks[blockIndex]?.offAirRevision ?? 0),
      })),
    }));
    expect(persistentPartOf(saved ?? emptyShow)).toEqual(persistentPartOf({ ...written, feeds }));
  });
});

describe('a reopened record', () => {
  const states = statesUpTo(40);
  const last = states.at(-1) ?? emptyShow;
  const press = { feed: 'main', by: 'Ines', at: '2026-11-20T20:00:00Z' } as const;
  const announced = advance(last, { type: 'feedCleared', ...press }).state;
  const revisionsOf = (state: ShowState | null): number[] => (state?.feeds ?? []).map(({ onAir }) => onAir.revision);
  const raised = (state: ShowState): number[] => revisionsOf(state).map((revision) => revision + 1000);

  /** Copies the directory of an open record, as a crash would leave it, and opens the copy. */
  async function afterCrash(crashed: string): Promise<ShowState | null> {
    const copy = await copyRunning(crashed);
    try {
      const record = await openRecord(copy, ports);
      const secondCopy = await copyRunning(copy);
      const again = await openRecord(secondCopy, ports);
      await again.close();
      await rm(secondCopy, { recursive: true });
      // Raised revisions must be saved before the record is used.
      expect(revisionsOf(again.saved)).toEqual(revisionsOf(record.saved));
      await record.close();
      return record.saved;
    } finally {
      await rm(copy, { recursive: true });
    }
  }

  it('continues with the same revisions after a crash as after a clean stop', async () => {
    const record = await openRecord(directory, ports);
    await record.persist(last, 'files');
    const crashed = await afterCrash(directory);
    expect(persistentText(crashed ?? emptyShow)).toBe(persistentText(last));
    await record.close();
    expect(revisionsOf((await read()).saved)).toEqual(revisionsOf(last));
  });

  it('has announced changes once the files can be written again, with the revisions that were announced', async () => {
    const record = await openRecord(directory, ports);
    await record.persist(last, 'files');
    await record.persist(announced, 'mark');
    const later = advance(announced, { type: 'itemBlocked', itemId: 'p3', reason: null, ...press }).state;
    await record.persist(later, 'files');
    const saved = await afterCrash(directory);
    expect(saved?.feeds[0]?.blocks.some(({ itemId }) => itemId === 'p3')).toBe(true);
    expect(revisionsOf(saved)).toEqual(revisionsOf(later));
    await record.close();
    expect((await read()).codes).toEqual([]);
  });

  it('has the announced changes if only closing saved them', async () => {
    const record = await openRecord(directory, ports);
    await record.persist(last, 'files');
    await record.persist(announced, 'mark');
    await record.close();
    const { saved, codes } = await read();
    expect(persistentText(saved ?? emptyShow)).toBe(persistentText(announced));
    expect(codes).toEqual([]);
  });

  it('has the saved show after announced changes were lost, with a problem and revisions above theirs', async () => {
    const record = await openRecord(directory, ports);
    await record.persist(last, 'files');
    await record.persist(announced, 'mark');
    const crashed = await afterCrash(directory);
    const isCleared = announced.feeds.map(({ gate }) => gate === 'cleared');
    // A clear is not lost, and has a revision of its own.
    expect(revisionsOf(crashed)).toEqual(raised(last).map((revision, index) => revision + Number(isCleared[index])));
    const gates = last.feeds.map(({ gate }, index) => (isCleared[index] === true ? 'cleared' : gate));
    expect(crashed?.feeds.map(({ gate }) => gate)).toEqual(gates);
    // A directory with this name prevents a new file.
    await mkdir(join(directory, 'show-00000002.journal'));
    await record.close();
    await rm(join(directory, 'show-00000002.journal'), { recursive: true });
    const reread = await read();
    expect(reread.codes).toEqual([]);
    expect(new Set(reread.saved?.feeds.map(({ loss }) => loss))).toEqual(new Set(['unsaved']));
  });

  it('raises the revisions once for each run that left changes unsaved', async () => {
    await write([last]);
    for (const _ of [1, 2])
      await (await openUnsavedMark(join(directory, 'unsaved'), await openOutsideMark(directory))).set(1);
    const { saved } = await read();
    expect(revisionsOf(saved)).toEqual(revisionsOf(last).map((revision) => revision + 2000));
  });
});

describe('a show whose files were removed or replaced while Greenroom runs', () => {
  const states = statesUpTo(60);
  const middle = states[30] ?? emptyShow;
  const last = states[60] ?? emptyShow;

  it('is written whole again with the next change, also a transient one', async () => {
    for (const next of [last, { ...middle, source: { ...middle.source } }]) {
      const record = await openRecord(directory, ports);
      await record.persist(middle, 'files');
      for (const name of await readdir(directory)) if (name !== 'lock') await rm(join(directory, name));
      await record.persist(next, 'files');
      const copy = await copyRunning(directory);
      await record.close();
      const restarted = await openRecord(copy, ports);
      await restarted.close();
      expect(persistentText(restarted.saved ?? emptyShow)).toEqual(persistentText(next));
      directory = createTemporaryFolder('record');
    }
  });

  it('is not confirmed as saved while its directory is missing, and is written whole when it is back', async () => {
    const record = await openRecord(directory, ports);
    await record.persist(middle, 'files');
    await rm(directory, { recursive: true });
    await expect(record.persist(last, 'files')).rejects.toMatchObject({ code: 'ENOENT' });
    await mkdir(directory);
    await record.persist(last, 'files');
    await record.close();
    expect(persistentText((await read()).saved ?? emptyShow)).toEqual(persistentText(last));
  });

  it('starts with a higher revision and a loss after changes were announced while its directory was away', async () => {
    const record = await openRecord(directory, ports);
    await record.persist(middle, 'files');
    await rename(directory, `${directory}-away`);
    await expect(record.persist(last, 'files')).rejects.toMatchObject({ code: 'ENOENT' });
    // The mark of the clear is in the directory.
    await record.persist(last, 'mark').catch(() => undefined);
    await record.close();
    await rm(directory, { recursive: true, force: true });
    await rename(`${directory}-away`, directory);
    const { saved } = await read();
    const [feed, lastFeed] = [saved?.feeds[0], last.feeds[0]];
    expect([feed?.loss, (feed?.onAir.revision ?? 0) > (lastFeed?.onAir.revision ?? 0)]).toEqual(['unsaved', true]);
    expect((await read()).saved?.feeds[0]?.onAir.revision).toBe(feed?.onAir.revision);
  });

  it('is newer than every file of an older copy that was put in its place', async () => {
    const record = await openRecord(directory, ports);
    await record.persist(middle, 'files');
    await rename(directory, `${directory}-before`);
    await cp(`${directory}-before`, directory, { recursive: true });
    const [name = ''] = await showFiles();
    await copyFile(join(directory, name), join(directory, 'show-00000009.journal'));
    await record.persist(last, 'files');
    await record.close();
    expect(persistentText((await read()).saved ?? emptyShow)).toEqual(persistentText(last));
  });
});

describe('the directory', () => {
  it('belongs to one process at a time', async () => {
    const first = await openRecord(directory, ports);
    await expect(openRecord(directory, ports)).rejects.toBeInstanceOf(DataDirLocked);
    await first.close();
    await (await openRecord(directory, ports)).close();
  });
});

const skipSuffix = missingNeedsSuffix(['strace']);

describe('a disk that cannot be written', () => {
  it
    .skipIf(skipSuffix !== '')
    .each(['fdatasync:error=ENOSPC', 'fdatasync:error=EIO', 'pwrite64:error=ENOSPC', 'openat:error=EROFS'])(
    `for a while (%s) does not stop the store, which saves everything when writing works again${skipSuffix}`,
    async (fault) => {
      const call = fault.split(':')[0] ?? '';
      // Only the files of the show: Node itself opens and writes others.
      const path = Array.from({ length: 30 }, (_, number) => [
        '-P',
        join(directory, `show-${String(number).padStart(8, '0')}.journal`),
      ]);
      const script = join(import.meta.dirname, 'failingWriter.ts');
      const faults = [
        '-f',
        '-qq',
        '-o',
        '/dev/null',
        '-e',
        `trace=${call}`,
        ...path.flat(),
        '-e',
        `inject=${fault}:when=${call === 'openat' ? '2' : '4..9'}`,
      ];
      const child = spawn('strace', [...faults, process.execPath, script, directory], {
        stdio: ['ignore', 'pipe', 'inherit'],
        // strace counts calls separately for each thread.
        env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
      });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
      await endOf(child);
      const { refused, problemsDuring, problems, persistent } = JSON.parse(output);
      expect(refused).toBeGreaterThan(0);
      expect(problemsDuring).toContain('DISK_WRITE_FAILED');
      expect(problems).toEqual([]);
      expect(persistentText((await read()).saved ?? emptyShow)).toBe(persistent);
    },
    30_000,
  );
});

const kills = Number(process.env['GREENROOM_KILLS'] ?? 20);

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('close', () => resolve()));
}

describe('a process that is killed', () => {
  it(
    `${kills} times at random moments leaves every confirmed change, and nothing else (seed ${seed})`,
    async () => {
      const random = createRandom(seed);
      let at = 0;
      let before: readonly number[] = [];
      let hasLoss = false;
      const states = statesUpTo(0);
      for (let kill = 0; kill < kills; kill += 1) {
        const script = join(import.meta.dirname, 'killedWriter.ts');
        const child = spawn(process.execPath, [script, directory, String(at)], {
          stdio: ['ignore', 'pipe', 'inherit'],
          env: { ...process.env, ...compileCache },
        });
        let output = '';
        const begun = new Promise<void>((resolve) => {
          child.stdout.on('data', (chunk: Buffer) => {
            output += chunk.toString();
            resolve();
          });
        });
        const ended = endOf(child);
        await Promise.race([begun, ended]);
        await new Promise((resolve) => setTimeout(resolve, random.next() * 60));
        child.kill('SIGKILL');
        await ended;
        const confirmed = Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1));
        for (let number = states.length - 1; number <= confirmed + 1; number += 1)
          states.push(advance(states.at(-1) ?? emptyShow, eventAt(number)).state);
        const { saved } = await read();
        // A late disk gives the removals of a change a revision of their own.
        // On a slow disk, it is also marked as announced before it is saved, and a start after such a kill reports a loss.
        hasLoss ||= (saved?.feeds ?? []).some(({ loss }) => loss === 'unsaved');
        const textOf = hasLoss ? persistentTextAfterLoss : persistentTextWithoutRevisions;
        const found = textOf(saved ?? emptyShow);
        const possible = states.slice(-2).map((state) => textOf(state));
        expect(possible).toContain(found);
        const revisions = (saved?.feeds ?? []).map(({ onAir }) => onAir.revision);
        expect(revisions.every((revision, index) => revision >= (before[index] ?? 0))).toBe(true);
        before = revisions;
        at = possible[1] === found ? confirmed + 2 : confirmed + 1;
      }
      expect(at).toBeGreaterThan(kills);
    },
    120_000 + kills * 1000,
  );
});
