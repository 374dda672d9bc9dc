import { appendFile, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readJournalParts } from '../../src/disk/journalParts.ts';
import { formatRecord } from '../../src/disk/recordBytes.ts';
import { fc } from '../properties.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

let path = '';
beforeEach(() => {
  path = join(createTemporaryFolder('journal-parts'), 'a.journal');
});

async function readParts(): Promise<(readonly unknown[])[]> {
  const parts: (readonly unknown[])[] = [];
  for await (const part of readJournalParts(path)) parts.push(part);
  return parts;
}

const long = (length: number): string => '👋'.repeat(length / 4);

describe('a journal read in parts', () => {
  it('has the same records as when read whole, long and short', async () => {
    const record = fc.oneof(fc.jsonValue(), fc.integer({ min: 1, max: 60_000 }).map(long));
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 20 }), async (records) => {
        await writeFile(path, records.map(formatRecord).join(''));
        expect((await readParts()).flat()).toEqual(JSON.parse(JSON.stringify(records)));
      }),
      { numRuns: 40 },
    );
  });

  it('has many parts when it is long', async () => {
    await writeFile(path, Array.from({ length: 1000 }, () => formatRecord(long(1000))).join(''));
    const parts = await readParts();
    expect(parts.length).toBeGreaterThan(50);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(20);
  });

  it('leaves out damaged records and an incomplete last one', async () => {
    const lines = [1, long(40_000), 3, 4].map(formatRecord);
    await writeFile(path, lines.join(''));
    await appendFile(path, formatRecord(5).slice(0, -1));
    const file = await open(path, 'r+');
    await file.write('x', (lines[0]?.length ?? 0) + 1000);
    await file.close();
    expect((await readParts()).flat()).toEqual([1, 3, 4]);
  });

  it('is refused when it does not exist', async () => {
    await rm(path, { force: true });
    await expect(readParts()).rejects.toThrow('ENOENT');
  });
});
