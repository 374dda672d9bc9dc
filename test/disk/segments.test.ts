import {
  type FileHandle,
  mkdir,
  open as openFile,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { segmentPath } from '../../src/disk/segmentFiles.ts';
import type { SegmentLimits } from '../../src/disk/segmentLimits.ts';
import { openSegments, type Segments } from '../../src/disk/segments.ts';
import { createFakeClock } from '../fakeClock.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

let directory = '';
const faults: unknown[] = [];
const damaged: string[] = [];
const clock = createFakeClock();
const wideLimits: SegmentLimits = {
  fileBytes: 1e6,
  fileRecords: 3,
  totalBytes: 1e9,
  totalRecords: null,
  maxKeyAge: null,
  maxBufferedRecords: 0,
};

beforeEach(async () => {
  directory = createTemporaryFolder('segments');
  faults.length = 0;
  damaged.length = 0;
});

function open(limits = wideLimits): Promise<Segments> {
  const reportDamage = (file: string, kept: string | null): void => void damaged.push(kept ?? `removed ${file}`);
  return openSegments(directory, limits, (error) => faults.push(error), reportDamage, clock.after);
}

/** Adds numbers as records; a star marks the first of a file. */
function add(segments: Segments, ...numbers: number[]): void {
  for (const number of numbers) segments.add(number, (isFirst) => `${isFirst ? '*' : ''}${number}`);
}

async function listFiles(segments: Segments): Promise<string> {
  const files: string[] = [];
  for (const { key } of segments.files()) files.push(`${key}: ${(await segments.read(key)).join(' ')}`);
  return files.join(' | ');
}

describe('a segmented log', () => {
  it('never has an empty file, so that a crash in between is not taken for a loss', async () => {
    const segments = await open();
    const sizes = new Set<number>();
    let isDone = false;
    const watching = (async () => {
      while (!isDone)
        for (const name of await readdir(directory))
          if (name.endsWith('.journal'))
            sizes.add((await stat(join(directory, name)).catch(() => ({ size: -1 }))).size);
    })();
    for (let number = 1; number <= 300; number += 1) {
      add(segments, number);
      if (number % 3 === 0) await segments.flush();
    }
    isDone = true;
    await watching;
    expect(sizes.size).toBeGreaterThan(0);
    expect(sizes).not.toContain(0);
    await segments.close();
    await writeFile(join(directory, '000000000000999.journal.tmp'), 'the beginning of a rec');
    const again = await open();
    expect(await listFiles(again)).toContain('1: *1 2 3');
    await again.close();
    expect(damaged).toEqual([]);
    expect((await readdir(directory)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('begins a new file when one is full, and marks the first record of each', async () => {
    const segments = await open();
    add(segments, 1, 2, 3, 4, 5, 6, 7);
    expect(await listFiles(segments)).toBe('1: *1 2 3 | 4: *4 5 6 | 7: *7');
    await segments.close();
  });

  it('continues in a new file after a restart, and reads the old ones', async () => {
    const first = await open();
    add(first, 1, 2);
    await first.close();
    const second = await open();
    expect(await second.readNewest()).toEqual(['*1', '2']);
    add(second, 3);
    expect(await listFiles(second)).toBe('1: *1 2 | 3: *3');
    await second.close();
  });

  it('gives each file a higher key than the one before, even if a lower one is requested', async () => {
    const segments = await open();
    add(segments, 9);
    segments.startNewFile();
    add(segments, 5);
    expect(await listFiles(segments)).toBe('9: *9 | 10: *5');
    await segments.close();
  });

  it('deletes the oldest files by bytes, by records and by age, but never the newest', async () => {
    const byRecords = await open({ ...wideLimits, totalRecords: 5 });
    add(byRecords, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    await byRecords.flush();
    expect(await listFiles(byRecords)).toBe('7: *7 8 9');
    await byRecords.close();
    const byBytes = await open({ ...wideLimits, totalBytes: 1 });
    add(byBytes, 10);
    await byBytes.flush();
    expect(await listFiles(byBytes)).toBe('10: *10');
    await byBytes.close();
    const byAge = await open({ ...wideLimits, fileRecords: 1, maxKeyAge: 5 });
    add(byAge, 11, 12, 17, 18);
    await byAge.flush();
    expect(await listFiles(byAge)).toBe('12: *12 | 17: *17 | 18: *18');
    await byAge.close();
  });

  it('keeps records added while the oldest files are being deleted', async () => {
    const segments = await open({ ...wideLimits, fileRecords: 1, totalRecords: 1 });
    add(segments, 1, 2);
    const isDeleting = (): boolean => segments.files().every(({ key }) => key !== 1);
    // The timeout of the test ends this loop; a slow disk may need many turns.
    while (!isDeleting()) await new Promise((resolve) => setImmediate(resolve));
    add(segments, 3);
    await segments.flush();
    expect(await listFiles(segments)).toBe('3: *3');
    await segments.close();
  });

  it.skipIf(process.platform !== 'linux')('keeps only the last file open (Linux only)', async () => {
    const segments = await open({ ...wideLimits, fileRecords: 2 });
    for (let key = 1; key <= 9; key += 1) {
      add(segments, key);
      await segments.flush();
    }
    const links = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    expect(links.filter((path) => path.startsWith(directory))).toEqual([segmentPath(directory, 9)]);
    await segments.close();
  });

  it('deletes nothing when keys jump', async () => {
    const first = await open({ ...wideLimits, totalRecords: 9 });
    add(first, 1, 2, 3, 4);
    await first.close();
    const second = await open({ ...wideLimits, totalRecords: 9 });
    add(second, 1004, 1005);
    await second.flush();
    expect(await listFiles(second)).toBe('1: *1 2 3 | 4: *4 | 1004: *1004 1005');
    await second.close();
  });

  it('keeps a last file without a complete record aside', async () => {
    const first = await open();
    add(first, 1, 2, 3, 4);
    await first.close();
    await truncate(segmentPath(directory, 4), 5);
    const second = await open();
    expect(await second.readNewest()).toEqual(['*1', '2', '3']);
    expect(await readdir(directory)).toEqual(['000000000000001.journal', '000000000000004.journal.corrupt']);
    expect(damaged).toEqual(['000000000000004.journal.corrupt']);
    await second.close();
  });

  it('reports a write error, and continues in a new file', async () => {
    const segments = await open();
    await mkdir(segmentPath(directory, 1));
    add(segments, 1, 2);
    await segments.flush();
    expect(faults.length).toBe(1);
    await rm(segmentPath(directory, 1), { recursive: true });
    add(segments, 3, 4);
    expect((await listFiles(segments)).split(' | ').at(-1)).toBe('3: *3 4');
    await segments.close();
  });

  it('buffers records that cannot be written, returns them meanwhile, and writes them in order later', async () => {
    const segments = await open({ ...wideLimits, maxBufferedRecords: 3 });
    add(segments, 1);
    await segments.flush();
    segments.startNewFile();
    for (const key of [2, 3]) await mkdir(segmentPath(directory, key));
    add(segments, 2, 3);
    await segments.flush();
    expect(faults.length).toBe(1);
    expect(await listFiles(segments)).toBe('1: *1 | 2: *2 3');
    add(segments, 4, 5);
    expect(await listFiles(segments)).toBe('1: *1 | 3: *3 4 5');
    expect(faults.length).toBe(1);
    for (const key of [2, 3]) await rm(segmentPath(directory, key), { recursive: true });
    add(segments, 6);
    await segments.flush();
    expect(faults).toHaveLength(2);
    expect(faults[1]).toBeNull();
    expect(await listFiles(segments)).toBe('1: *1 | 4: *4 5 6');
    add(segments, 7);
    expect(await listFiles(segments)).toBe('1: *1 | 4: *4 5 6 | 7: *7');
    await segments.close();
    const again = await open();
    expect(await listFiles(again)).toBe('1: *1 | 4: *4 5 6 | 7: *7');
    await again.close();
  });

  it('reports a file that was removed or replaced, and writes its last records again to a new one', async () => {
    const segments = await open({ ...wideLimits, maxBufferedRecords: 10 });
    add(segments, 1);
    await segments.flush();
    await rm(segmentPath(directory, 1));
    add(segments, 2);
    await segments.flush();
    await segments.flush();
    expect(damaged).toEqual(['removed 000000000000001.journal']);
    expect(faults.map((fault) => (fault as { code?: string } | null)?.code ?? null)).toEqual(['ENOENT', null]);
    await writeFile(segmentPath(directory, 2), 'x'.repeat(1000));
    add(segments, 3);
    await segments.flush();
    await segments.flush();
    expect(damaged).toHaveLength(2);
    await segments.close();
    const again = await open();
    expect(await again.read(3)).toEqual(['*3']);
    await again.close();
  });

  it('notices a removed file without another record, also with its directory', async () => {
    const segments = await open({ ...wideLimits, maxBufferedRecords: 10 });
    add(segments, 1);
    expect(await segments.checkFile()).toBe(false);
    await rm(directory, { recursive: true });
    expect(await segments.checkFile()).toBe(true);
    expect(await segments.checkFile()).toBe(false);
    add(segments, 3);
    await segments.flush();
    expect(damaged).toHaveLength(1);
    expect(await listFiles(segments)).toBe('3: *3');
    await segments.close();
  });

  it('survives a power cut two seconds after a record, and continues in a new file when the disk refuses', async () => {
    const probe = await openFile(directory, 'r');
    const handles: FileHandle = Object.getPrototypeOf(probe);
    await probe.close();
    const sync = vi.spyOn(handles, 'datasync');
    const segments = await open();
    add(segments, 1);
    await segments.flush();
    clock.advance(1999);
    expect(sync).not.toHaveBeenCalled();
    clock.advance(1);
    await vi.waitFor(() => expect(sync).toHaveBeenCalledTimes(1));
    sync.mockRejectedValueOnce(new Error('EIO'));
    add(segments, 2);
    await segments.flush();
    clock.advance(2000);
    await vi.waitFor(() => expect(faults.map(String)).toEqual(['Error: EIO']));
    add(segments, 3);
    expect(await listFiles(segments)).toBe('1: *1 2 | 3: *3');
    clock.advance(2000);
    await vi.waitFor(() => expect(faults.at(-1)).toBeNull());
    await segments.close();
    vi.restoreAllMocks();
  });

  it('returns the readable records of a damaged file', async () => {
    const first = await open();
    add(first, 1, 2, 3);
    await first.close();
    const path = segmentPath(directory, 1);
    await writeFile(path, (await readFile(path, 'utf8')).replace('"2"', '"8"'));
    const second = await open();
    for (let read = 0; read < 2; read += 1) expect(await second.read(1)).toEqual(['*1', '3']);
    expect(damaged).toEqual(['000000000000001.journal.corrupt']);
    await second.close();
  });
});
