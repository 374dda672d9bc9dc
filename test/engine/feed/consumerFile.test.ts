/** Tests what a crash leaves of the consumers, on a disk that can be full. */
import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Problem } from '../../../src/core/problem.ts';
import { openConsumerFile } from '../../../src/engine/feed/consumerFile.ts';
import { readConsumerRevisions } from '../../../src/engine/feed/readConsumerFile.ts';
import { nothingRestored, type SavedFeed, type SavedReader } from '../../../src/engine/feed/savedReaders.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { quietPorts } from './showHarness.ts';

const disk = vi.hoisted(() => ({
  isFull: false,
  isDirectoryLocked: false,
  isReadOnly: false,
  isHung: false,
  writeCount: 0,
}));
vi.mock('../../../src/disk/atomicFile.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../src/disk/atomicFile.ts')>();
  const writeAtomic: typeof original.writeAtomic = async (...written) => {
    disk.writeCount += 1;
    if (disk.isHung) await new Promise(() => undefined);
    if (disk.isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    return original.writeAtomic(...written);
  };
  const overwriteFile: typeof original.overwriteFile = async (...written) => {
    if (disk.isReadOnly) throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    return original.overwriteFile(...written);
  };
  return { ...original, writeAtomic, overwriteFile };
});
vi.mock('../../../src/disk/renameFile.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../src/disk/renameFile.ts')>();
  const renameFile: typeof original.renameFile = async (...names) => {
    if (disk.isDirectoryLocked) throw Object.assign(new Error('not permitted'), { code: 'EACCES' });
    return original.renameFile(...names);
  };
  return { ...original, renameFile };
});

let folder = '';
beforeEach(() => {
  Object.assign(disk, { isFull: false, isDirectoryLocked: false, isReadOnly: false, isHung: false, writeCount: 0 });
  folder = createTemporaryFolder('consumers');
});

function reader(name: string): SavedReader {
  return {
    ...{ key: name, client: name, page: null, program: 'OBS', protocol: 'socket', address: '127.0.0.1', name },
    ...{ firstRevision: 4, readRevision: 4, paintedRevision: 4, lastRevision: 0, isAmbiguous: false },
    ...{ lostForMs: null, isLastSeenKnown: true, showsNothing: false },
  };
}

const clock = createFakeClock();
const has = (name: string): boolean => existsSync(join(folder, name));

/** Opens the file as a start does. A run that does not stop it was killed. */
async function openFile(isNewShow = false, leavesFile = true) {
  const before = { isNewShow, leavesFile };
  const problems: (Problem | null)[] = [];
  const file = await openConsumerFile(folder, { ...quietPorts, clock }, before, (problem) => problems.push(problem));
  const memory = file.memoryOf('main');
  const readers: SavedReader[] = [...memory.restored.readers];
  memory.onSave((): SavedFeed => ({ ...nothingRestored, readers }));
  const join = (name: string): void => {
    readers.push(reader(name));
    memory.save();
  };
  const { restored } = memory;
  return { file, join, problems, isComplete: restored.isComplete, names: restored.readers.map(({ name }) => name) };
}

/** Opens the file of an earlier run, so that nothing is being written. */
async function openAgain() {
  await (await openFile(true)).file.stop();
  return openFile();
}

const isSaved = async (name: string) => (await readFile(join(folder, 'consumers.json'), 'utf8')).includes(name);
/** Waits with the clock, because writes follow each other at intervals. */
const waitUntilLater = (expectation: string, condition: () => boolean | Promise<boolean>) =>
  waitUntil(expectation, () => {
    clock.advance(200);
    return condition();
  });

it('saves a consumer that joins without waiting for a timer', async () => {
  const { join } = await openAgain();
  join('Card');
  await waitUntil('it is saved', () => isSaved('Card'));
  const after = await openFile();
  expect([after.names, after.isComplete]).toEqual([['Card'], true]);
});

it('saves each of a few consumers that join within a fifth of a second without waiting for a timer', async () => {
  const { join } = await openAgain();
  for (const name of ['Card', 'Wall', 'Ticker']) {
    join(name);
    await waitUntil(`${name} is saved`, () => isSaved(name));
  }
  join('Caspar 1');
  join('Caspar 2');
  await waitUntil('both are saved', () => isSaved('Caspar 2'));
});

it('writes a few times for a thousand consumers that join together, and saves them all', async () => {
  const { join } = await openAgain();
  disk.writeCount = 0;
  for (let count = 1; count <= 1000; count += 1) {
    join(`Page ${count}.`);
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(disk.writeCount).toBeLessThanOrEqual(10);
  await waitUntilLater('the last is saved', () => isSaved('Page 1000.'));
  expect((await openFile()).names).toHaveLength(1000);
});

it('reports that consumers can’t be saved, and after a crash knows that some may be missing', async () => {
  const { join, problems } = await openAgain();
  join('Card');
  await waitUntilLater('it is saved', () => isSaved('Card'));
  disk.isFull = true;
  join('Frozen');
  await waitUntilLater('it is reported', () => problems.length > 0);
  expect(problems.map((problem) => problem?.code)).toEqual(['CONSUMERS_NOT_SAVED']);
  await waitUntilLater('the file is marked', () => has('consumers.incomplete.json'));
  expect((await readConsumerRevisions(folder)).get('main')).toBe(4);
  const after = await openFile();
  expect([after.names, after.isComplete]).toEqual([['Card'], false]);
});

it('knows everything again after a later save', async () => {
  const { join, problems } = await openAgain();
  join('Card');
  await waitUntilLater('it is saved', () => isSaved('Card'));
  disk.isFull = true;
  join('Frozen');
  await waitUntilLater('the file is marked', () => has('consumers.incomplete.json'));
  disk.isFull = false;
  await waitUntilLater('the problem is cleared', () => problems.at(-1) === null);
  expect(has('consumers.incomplete.json')).toBe(false);
  const after = await openFile();
  expect([after.names, after.isComplete]).toEqual([['Card', 'Frozen'], true]);
});

it('knows over further restarts, until it ran for a day, that some may be missing, also if the clock is set', async () => {
  const first = await openFile();
  expect(first.isComplete).toBe(false);
  first.join('Card');
  await waitUntilLater('it is saved', () => isSaved('Card'));
  clock.jump(3 * 86_400_000);
  const second = await openFile();
  expect(second.isComplete).toBe(false);
  clock.advance(86_500_000);
  second.join('Wall');
  await waitUntilLater('it is saved', () => isSaved('Wall'));
  expect((await openFile()).isComplete).toBe(true);
});

it('reports a missing file, unless nothing was ever saved', async () => {
  expect((await openFile(true)).file.problems).toEqual([]);
  await (await openAgain()).file.stop();
  expect((await openFile()).file.problems).toEqual([]);
  folder = createTemporaryFolder('consumers');
  const { file, isComplete } = await openFile();
  expect(file.problems).toMatchObject([{ code: 'DISK_FILE_MISSING', about: 'consumers.json' }]);
  expect(file.problems[0]?.message).toContain('none can confirm that a post from then is off screen');
  expect(isComplete).toBe(false);
});

it('knows that consumers may be missing, and reports no missing file, after a version that did not always leave it', async () => {
  const { file, isComplete } = await openFile(false, false);
  expect([file.problems, isComplete]).toEqual([[], false]);
});

it('saves a consumer also if the directory can’t be written any more', async () => {
  const { join, problems } = await openAgain();
  Object.assign(disk, { isFull: true, isDirectoryLocked: true });
  join('Frozen');
  await waitUntilLater('it is saved', () => isSaved('Frozen'));
  Object.assign(disk, { isFull: false, isDirectoryLocked: false });
  const after = await openFile();
  expect([after.names, after.isComplete, problems]).toEqual([['Frozen'], true, []]);
});

it('knows after a crash or a stop that some may be missing if nothing in the directory could be written', async () => {
  for (const isStopped of [false, true]) {
    folder = createTemporaryFolder('consumers');
    const { file, join, problems } = await openAgain();
    join('Card');
    await waitUntilLater('it is saved', () => isSaved('Card'));
    Object.assign(disk, { isFull: true, isDirectoryLocked: true, isReadOnly: true });
    join('Frozen');
    await waitUntilLater('it is reported', () => problems.length > 0);
    if (isStopped) await file.stop();
    Object.assign(disk, { isFull: false, isDirectoryLocked: false, isReadOnly: false });
    const after = await openFile();
    expect([after.names, after.isComplete]).toEqual([['Card'], false]);
    // The mark is in the system's temporary folder until everything is saved.
    await after.file.stop();
    expect((await openFile()).isComplete).toBe(false);
  }
});

it('knows after a crash or a stop that some may be missing if the directory was away, also once it is back', async () => {
  for (const isStopped of [false, true]) {
    folder = createTemporaryFolder('consumers');
    const { file, join, problems } = await openAgain();
    join('Card');
    await waitUntilLater('it is saved', () => isSaved('Card'));
    await rename(folder, `${folder}-away`);
    join('Frozen');
    await waitUntilLater('it is reported', () => problems.length > 0);
    if (isStopped) await file.stop();
    await rename(`${folder}-away`, folder);
    const after = await openFile();
    expect([after.names, after.isComplete]).toEqual([['Card'], false]);
    await after.file.stop();
  }
});

it('does not keep a start waiting for a disk that hangs, and a crash after it does not leave the list of the run before as the last', async () => {
  await (await openFile(true)).file.stop();
  disk.isHung = true;
  const opening = openFile();
  await waitUntil('it writes', () => disk.writeCount > 1 && clock.timersSetFor(2000) === 1);
  clock.advance(2000);
  const { isComplete, problems } = await opening;
  expect([isComplete, problems.map((problem) => problem?.code)]).toEqual([true, ['CONSUMERS_NOT_SAVED']]);
  disk.isHung = false;
  expect((await openFile()).isComplete).toBe(false);
});
