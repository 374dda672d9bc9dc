/** Tests that a log whose sync failed is written again, and is reported until then. */
import { mkdir, open as openFile, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import { segmentPath } from '../../src/disk/segmentFiles.ts';
import { openSegments, type Segments } from '../../src/disk/segments.ts';
import { controlSyncs, type Disk } from '../failingSyncs.ts';
import { createFakeClock } from '../fakeClock.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

const limits = {
  ...{ fileBytes: 1e6, fileRecords: 10, totalBytes: 1e9, totalRecords: null },
  ...{ maxKeyAge: null, maxBufferedRecords: 10 },
};
const clock = createFakeClock();
let directory = '';
let faults: (string | null)[] = [];
let damaged: (string | null)[] = [];
let onFault = (): void => undefined;

beforeEach(() => {
  directory = createTemporaryFolder('failed-syncs');
  faults = [];
  damaged = [];
  onFault = () => undefined;
});

function open(): Promise<Segments> {
  return openSegments(
    directory,
    limits,
    (error) => {
      faults.push(error === null ? null : (error as { code: string }).code);
      onFault();
    },
    (_, kept) => damaged.push(kept),
    clock.after,
  );
}

async function add(segments: Segments, ...numbers: number[]): Promise<void> {
  for (const number of numbers) segments.add(number, () => number);
  await segments.flush();
}

/** Opens a log with the records 1 and 2, whose sync has failed. */
async function openFailed(): Promise<{ readonly disk: Disk; readonly segments: Segments }> {
  const disk = await controlSyncs();
  const segments = await open();
  await add(segments, 1, 2);
  disk.make('fail');
  clock.advance(2000);
  await expect.poll(() => faults).toEqual(['EIO']);
  return { disk, segments };
}

it('is saved as soon as the disk works again, without another record', async () => {
  const { disk, segments } = await openFailed();
  disk.make('work');
  clock.advance(2000);
  await expect.poll(() => faults).toEqual(['EIO', null]);
  expect(await segments.read(1)).toEqual([1, 2]);
  await segments.close();
  expect([damaged, await readdir(directory)]).toEqual([[], ['000000000000001.journal']]);
});

it('stays reported while the disk refuses it, also after another record was written', async () => {
  const { disk, segments } = await openFailed();
  disk.make('work');
  await add(segments, 3);
  disk.make('fail');
  clock.advance(2000);
  await expect.poll(() => faults.length).toBeGreaterThan(1);
  await segments.flush();
  expect(faults).not.toContain(null);
  disk.make('work');
  await expect
    .poll(() => {
      clock.advance(2000);
      return faults.at(-1);
    })
    .toBeNull();
  expect([await segments.read(1), await segments.read(3)]).toEqual([[1, 2], [3]]);
  await segments.close();
});

it('is saved by a stop', async () => {
  const { disk, segments } = await openFailed();
  disk.make('work');
  await segments.close();
  expect(faults.at(-1)).toBeNull();
  expect(clock.timerCount()).toBe(0);
});

it('is kept aside and reported if the system dropped records that it could not save', async () => {
  const { disk, segments } = await openFailed();
  const file = await openFile(segmentPath(directory, 1), 'r+');
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size / 2), 0, size / 2, size / 2);
  await file.close();
  disk.make('work');
  clock.advance(2000);
  await expect.poll(() => faults).toEqual(['EIO', null]);
  expect(damaged).toEqual(['000000000000001.journal.corrupt']);
  expect(await segments.read(1)).toEqual([1]);
  await segments.close();
});

it('is written as soon as the disk takes records again, without another record', async () => {
  const disk = await controlSyncs();
  const segments = await open();
  disk.make('fail');
  // A new file is not there before its directory is synced.
  await add(segments, 1);
  expect(faults).toEqual(['EIO']);
  disk.make('work');
  clock.advance(2000);
  await expect.poll(() => faults).toEqual(['EIO', null]);
  expect(await segments.read(1)).toEqual([1]);
  await segments.close();
});

it('is written without another record also if the disk hung again at the time for that', async () => {
  const { disk, segments } = await openFailed();
  disk.make('hang');
  segments.add(3, () => 3);
  await expect.poll(() => readdir(directory)).toContain('000000000000003.journal');
  clock.advance(2000);
  onFault = () => disk.make('hang');
  disk.make('fail');
  await expect.poll(() => faults).toEqual(['EIO', 'EIO']);
  onFault = () => undefined;
  clock.advance(2000);
  disk.make('work');
  await expect
    .poll(() => {
      clock.advance(2000);
      return faults.at(-1);
    })
    .toBeNull();
  expect([await segments.read(1), await segments.read(3)]).toEqual([[1, 2], [3]]);
  await segments.close();
  expect(clock.timerCount()).toBe(0);
});

it('tries again to delete an old file, and is reported until that has worked, without another record', async () => {
  const segments = await open();
  await add(segments, 1);
  segments.startNewFile();
  await add(segments, 2);
  const oldest = segmentPath(directory, 1);
  await rm(oldest);
  // It can’t be deleted like a file.
  await mkdir(oldest);
  segments.setLimits({ fileBytes: 1e6, totalBytes: 1, totalRecords: null });
  await add(segments, 3);
  expect(faults).toEqual(['ERR_FS_EISDIR']);
  await rmdir(oldest);
  await writeFile(oldest, '');
  clock.advance(2000);
  await expect.poll(() => faults).toEqual(['ERR_FS_EISDIR', null]);
  expect(await readdir(directory)).toEqual(['000000000000002.journal']);
  await segments.close();
});
