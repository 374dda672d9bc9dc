/** The seven ways in which a file of the data directory is damaged. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Damage = {
  readonly name: string;
  /** Damages the file, and returns the bytes that must not be lost; `null` if there are none. */
  readonly apply: (path: string) => Promise<Buffer | null>;
};

function overwriteWith(name: string, change: (bytes: Buffer) => Buffer): Damage {
  return {
    name,
    apply: async (path) => {
      const bytes = change(await readFile(path));
      await writeFile(path, bytes);
      return bytes.length === 0 ? null : bytes;
    },
  };
}

/** Bytes without a line end, always the same. */
function createGarbage(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, index) => 0x80 + ((index * 37) % 0x70)));
}

export const damages: readonly Damage[] = [
  overwriteWith('zeros', (bytes) => Buffer.alloc(bytes.length)),
  overwriteWith('garbage', (bytes) => createGarbage(bytes.length)),
  overwriteWith('half', (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2))),
  overwriteWith('nothing', () => Buffer.alloc(0)),
  overwriteWith('flipped bit', (bytes) => {
    const flipped = Buffer.from(bytes);
    const middle = Math.floor(bytes.length / 2);
    flipped[middle] = (flipped[middle] ?? 0) ^ 4;
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

/** The paths of all files in the directory, relative to it. */
export async function listFiles(directory: string): Promise<readonly string[]> {
  const names = (await readdir(directory, { recursive: true })).sort();
  const found: string[] = [];
  for (const name of names) if ((await stat(join(directory, name))).isFile()) found.push(name);
  return found;
}
