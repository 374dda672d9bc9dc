import { expect, it } from 'vitest';
import type { Collection } from '../../../src/core/collection.ts';
import { createBytesRelease, findKnownLists, keepLists } from '../../../src/engine/http/knownLists.ts';
import type { LongJson } from '../../../src/engine/http/longJson.ts';
import { collection } from '../feed/showHarness.ts';

function readVersion(): { readonly version: Collection; readonly bytes: Buffer } {
  const [version, bytes] = [collection([]), Buffer.alloc(10_000, 'a')];
  const list = { length: 0, parts: [], scanned: { bytes } };
  const partedLists = new Map(['liveContents', 'stagingContents'].map((name) => [name, list]));
  const json = { value: null, partedLists } as unknown as LongJson;
  keepLists({ collection: version, problems: [], doubtedCount: null, isDoubtful: false }, json);
  return { version, bytes };
}

it('frees the bytes of a version once it is replaced, but not those of the current one while newer ones are refused', () => {
  const versions = Array.from({ length: 5 }, readVersion);
  let current: readonly Collection[] = [];
  const release = createBytesRelease(() => current);
  const lengthsAfter = (read: number, isApplied: boolean): readonly number[] => {
    const { version } = versions[read] ?? readVersion();
    release(version);
    if (isApplied) current = [version];
    return versions.map(({ bytes }) => bytes.length / 1000);
  };
  expect(lengthsAfter(0, true)).toEqual([10, 10, 10, 10, 10]);
  expect(lengthsAfter(1, true)).toEqual([10, 10, 10, 10, 10]);
  expect(lengthsAfter(2, false)).toEqual([0, 10, 10, 10, 10]);
  expect(lengthsAfter(3, false)).toEqual([0, 10, 0, 10, 10]);
  expect(lengthsAfter(4, true)).toEqual([0, 10, 0, 0, 10]);
  expect(versions.map(({ version }) => findKnownLists(version).size)).toEqual([0, 2, 0, 0, 2]);
});
