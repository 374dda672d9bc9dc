import { describe, expect, it } from 'vitest';
import { formatSlices } from '../../src/disk/jsonSlices.ts';
import { formatRecord, formatRecordInSlices } from '../../src/disk/recordBytes.ts';
import { fc } from '../properties.ts';

const long = Array.from({ length: 2300 }, (_, number) => ({ number, text: `“${number}” 👋\n`.repeat(40) }));

describe('a record formatted in slices', () => {
  it('is the same line as one formatted without a pause', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.nat(long.length), async (value, length) => {
        const elements = long.slice(0, length);
        for (const record of [
          value,
          { value, none: undefined, lists: [{ parts: [{ posts: elements }, value] }] },
          elements,
          [...elements, { values: elements }, value, ...elements],
        ])
          expect((await formatRecordInSlices(record)).toString()).toBe(formatRecord(record));
      }),
      { numRuns: 40 },
    );
  });

  it('has no slice with more posts than one of a plain list, even if a long list is an element of another', () => {
    const longest = (value: unknown): number => Math.max(...[...formatSlices(value)].map(({ length }) => length));
    const edits = long.slice(0, 501).map(({ number }) => ({ edit: [number, {}] }));
    expect(longest({ parts: [...edits, { values: long }] })).toBe(longest(long));
  });

  it('lets other work run before it is complete', async () => {
    let turns = 0;
    let isFormatting = true;
    const countTurns = (): void => {
      turns += 1;
      if (isFormatting) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    await formatRecordInSlices({ posts: long });
    isFormatting = false;
    expect(turns).toBeGreaterThan(1);
  });
});
