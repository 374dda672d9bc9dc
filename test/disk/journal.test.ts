import { appendFile, type FileHandle, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { JournalCorrupt, openJournal, readJournal } from '../../src/disk/journal.ts';
import { fc } from '../properties.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

let directory = '';
let path = '';

beforeEach(async () => {
  directory = createTemporaryFolder('journal');
  path = join(directory, 'a.journal');
});

async function write(...records: unknown[]): Promise<void> {
  const { journal } = await openJournal(path);
  for (const record of records) await journal.append([record]);
  await journal.close();
}

const threeRecords = [{ n: 1 }, { text: 'line\nfeed – ünïcode 👋' }, [3]];

describe('a journal', () => {
  it('keeps no beginning of a record that a full disk cut off', async () => {
    await writeFile(path, '');
    const probe = await open(path, 'r');
    const handles: FileHandle = Object.getPrototypeOf(probe);
    await probe.close();
    const { journal } = await openJournal(path);
    await journal.append([{ n: 1 }]);
    const size = journal.size();
    const writing = vi.spyOn(handles, 'write');
    writing.mockImplementationOnce(async () => {
      await appendFile(path, 'begin');
      return { bytesWritten: 5, buffer: '' };
    });
    writing.mockRejectedValueOnce(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    await expect(journal.append([{ n: 2 }])).rejects.toThrow('no space left');
    writing.mockRestore();
    expect((await readFile(path)).length).toBe(size + 5);
    await journal.close();
    expect(await readJournal(path)).toMatchObject({ records: [{ n: 1 }], droppedBytes: 0 });
  });

  it('returns all appended records in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 20 }), async (records) => {
        await rm(path, { force: true });
        await write(...records);
        expect((await openJournal(path).then(closeOpened)).records).toEqual(JSON.parse(JSON.stringify(records)));
      }),
      { numRuns: 40 },
    );
  });

  it('writes concurrent calls in order', async () => {
    const { journal } = await openJournal(path);
    await Promise.all(Array.from({ length: 50 }, (_, n) => journal.append([n, -n])));
    expect(journal.size()).toBe((await readFile(path)).length);
    await journal.close();
    expect((await readJournal(path)).records).toEqual(
      Array.from({ length: 50 }, (_, n) => [n, -n])
        .flat()
        .map((n) => n + 0),
    );
  });

  it('returns every record before a cut at any byte, and continues from there', async () => {
    await write(...threeRecords);
    const bytes = await readFile(path);
    for (let length = 0; length <= bytes.length; length += 1) {
      await writeFile(path, bytes.subarray(0, length));
      const whole = bytes.subarray(0, length).toString('latin1').split('\n').length - 1;
      const read = await readJournal(path);
      expect(read.records).toEqual(threeRecords.slice(0, whole));
      expect(read.droppedBytes > 0).toBe(length > 0 && bytes[length - 1] !== 10);
    }
    await truncate(path, bytes.length - 3);
    await write('next');
    expect((await readJournal(path)).records).toEqual([...threeRecords.slice(0, 2), 'next']);
  });

  it('never returns a record that was not written, even if any bit is flipped', async () => {
    await write(...threeRecords);
    const bytes = await readFile(path);
    const written = threeRecords.map((record) => JSON.stringify(record));
    for (let index = 0; index < bytes.length; index += 1) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(index) ^ (1 << (index % 8)), index);
      await writeFile(path, flipped);
      const read = await readJournal(path).catch((error: unknown) => error);
      const records =
        read instanceof JournalCorrupt || (read !== null && typeof read === 'object' && 'records' in read)
          ? (read as JournalCorrupt).records
          : null;
      expect(records?.length).toBeLessThan(3);
      for (const record of records ?? []) expect(written).toContain(JSON.stringify(record));
    }
  });

  it('is not opened if damaged before its end, and returns the readable records before and after the damage', async () => {
    await write(...threeRecords);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('ünï', 'uni'));
    await expect(openJournal(path)).rejects.toBeInstanceOf(JournalCorrupt);
    const error = await readJournal(path).catch((caught: unknown) => caught);
    expect(error instanceof JournalCorrupt ? error.records : null).toEqual([{ n: 1 }, [3]]);
  });

  it.each([
    ['zeros in place of everything', (bytes: Buffer) => Buffer.alloc(bytes.length), 0],
    ['other bytes in place of everything', (bytes: Buffer) => Buffer.alloc(bytes.length, 0xa5), 0],
    ['zeros in place of its end', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -9), Buffer.alloc(9)]), 2],
    ['zeros after its end', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(4096)]), 3],
    ['another last byte', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from('J')]), 2],
  ])('with %s is damaged, not cut: a crash leaves only the beginning of a record', async (_, damage, left) => {
    await write(...threeRecords);
    const damaged = damage(await readFile(path));
    await writeFile(path, damaged);
    const error = await openJournal(path).catch((caught: unknown) => caught);
    expect(error instanceof JournalCorrupt ? error.records : null).toEqual(threeRecords.slice(0, left));
    expect(error instanceof JournalCorrupt ? error.intactRecords : null).toBe(left);
    expect(await readFile(path)).toEqual(damaged);
  });

  it('is not changed by reading', async () => {
    await write(...threeRecords);
    await appendFile(path, 'beef');
    const before = await readFile(path);
    expect((await readJournal(path)).droppedBytes).toBe(4);
    expect(await readFile(path)).toEqual(before);
  });

  it('is empty if there is no file', async () => {
    expect(await readJournal(path)).toEqual({ records: [], ends: [], goodBytes: 0, droppedBytes: 0 });
  });
});

async function closeOpened(opened: Awaited<ReturnType<typeof openJournal>>): Promise<typeof opened> {
  await opened.journal.close();
  return opened;
}
