/** The seven ways in which a file of the data directory is damaged. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '../../random.ts';

export type Damage = {
  readonly name: string;
  /** Damages the file, and returns the bytes that must not be lost; `null` if there are none or the file had them before. */
  readonly apply: (path: string, random: Random) => Promise<Buffer | null>;
};

function overwriteWith(name: string, change: (bytes: Buffer, random: Random) => Buffer): Damage {
  return {
    name,
    apply: async (path, random) => {
      const before = await readFile(path);
      const bytes = change(before, random);
      await writeFile(path, bytes);
      return bytes.length === 0 || bytes.equals(before) ? null : bytes;
    },
  };
}

/** Bytes without a line end. */
function createGarbage(length: number, random: Random): Buffer {
  return Buffer.from(Array.from({ length }, () => random.between(0x0b, 0xff)));
}

/** Inside a record: a log that ends between two records looks whole. */
function findMiddle(bytes: Buffer): number {
  const middle = Math.floor(bytes.length / 2);
  return bytes[middle - 1] === 0x0a ? middle - 1 : middle;
}

export const damages: readonly [Damage, ...Damage[]] = [
  overwriteWith('zeros', (bytes) => Buffer.alloc(bytes.length)),
  overwriteWith('garbage', (bytes, random) => createGarbage(bytes.length, random)),
  overwriteWith('half', (bytes) => bytes.subarray(0, findMiddle(bytes))),
  overwriteWith('nothing', () => Buffer.alloc(0)),
  overwriteWith('flipped bit', (bytes, random) => {
    const flipped = Buffer.from(bytes);
    const index = random.between(0, bytes.length - 1);
    flipped[index] = (flipped[index] ?? 0) ^ (1 << random.between(0, 7));
    return flipped;
  }),
  { name: 'missing', apply: async (path) => rm(path).then(() => null) },
  {
    // Root may read any file, but nobody can read a directory as a file.
    name: 'unreadable',
    apply: async (path) => {
      const bytes = await readFile(path);
      await rm(path);
      await mkdir(path);
      await writeFile(join(path, 'inside'), bytes);
      return bytes;
    },
  },
];

/** Returns where the last record of a journal begins. */
function findLastRecord(bytes: Buffer): number {
  return bytes.lastIndexOf(0x0a, bytes.length - 2) + 1;
}

/** Damage of a journal’s last record. */
export const lastRecordDamages: readonly [Damage, ...Damage[]] = [
  overwriteWith('a flipped bit in its last record', (bytes, random) => {
    const flipped = Buffer.from(bytes);
    const index = random.between(findLastRecord(bytes), bytes.length - 1);
    flipped[index] = (flipped[index] ?? 0) ^ (1 << random.between(0, 7));
    return flipped;
  }),
  overwriteWith('zeros for its last record', (bytes) => Buffer.from(bytes).fill(0, findLastRecord(bytes))),
  overwriteWith('half of its last record', (bytes) =>
    bytes.subarray(0, Math.floor((findLastRecord(bytes) + bytes.length) / 2)),
  ),
  overwriteWith('no last record', (bytes) => bytes.subarray(0, findLastRecord(bytes))),
];

/** The paths of all files in the directory, relative to it. */
export async function listFiles(directory: string): Promise<readonly string[]> {
  const names = (await readdir(directory, { recursive: true })).sort();
  const found: string[] = [];
  for (const name of names) if ((await stat(join(directory, name))).isFile()) found.push(name);
  return found;
}
