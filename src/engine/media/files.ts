/** The cache's files: named by their content, listed in an index that outlasts the program, the least used going first. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { makeDirectory, readWhole, syncDirectory, writeAtomic } from '../../disk/atomicFile.ts';
import { setAside } from '../../disk/quarantine.ts';
import type { MediaKind } from './kind.ts';

const entrySchema = z.strictObject({
  url: z.string(),
  name: z.string().regex(/^[0-9a-f]{64}\.(?:jpg|png|gif|webp|mp4)$/),
  size: z.int().min(0),
  width: z.int().min(0),
  height: z.int().min(0),
  durationMs: z.int().min(0).nullable(),
  /** Epoch milliseconds of the last use. */
  usedAt: z.number(),
});
const indexSchema = z.strictObject({ version: z.literal(1), entries: z.array(entrySchema) });

/** One address and the file that was fetched from it. Several addresses may have the same file. */
export type Entry = Readonly<z.infer<typeof entrySchema>>;

export type Files = {
  readonly byUrl: (url: string) => Entry | null;
  readonly has: (name: string) => boolean;
  readonly pathOf: (name: string) => string;
  /** A name for a file that is being fetched. */
  readonly newPath: (unique: string) => string;
  /** Takes a fetched file in under its content's name. Resolves when it is on disk under that name. */
  readonly keep: (fetchedPath: string, entry: Entry) => Promise<void>;
  /** Whether the file is there and still has the content of its name. Remembered until the file changes. */
  readonly isWhole: (name: string) => Promise<boolean>;
  readonly used: (name: string, at: number) => void;
  /** Forgets these addresses at once, and removes the files that no other address has. */
  readonly forget: (urls: readonly string[]) => Promise<void>;
  /** Addresses of the least used files that have to go to fit the bytes; pinned ones never. */
  readonly overflow: (mostBytes: number, isPinned: (url: string) => boolean) => readonly string[];
  /** Bytes of the files that may not go. */
  readonly pinnedBytes: (isPinned: (url: string) => boolean) => number;
  readonly urlsOf: (name: string) => readonly string[];
  /** Removes a fetched file that is not kept. */
  readonly discard: (fetchedPath: string) => Promise<void>;
  /** Writes the index now. */
  readonly save: () => Promise<void>;
};

/** Where a kind stands in a name. */
export function fileName(sha256: string, kind: MediaKind): string {
  return `${sha256}.${kind}`;
}

/** Opens the folder, making it when there is none. An index that cannot be read is set aside; files that it does not name go. */
export async function openFiles(folder: string): Promise<{ readonly files: Files; readonly kept: string | null }> {
  const indexPath = join(folder, 'index.json');
  const incoming = join(folder, 'incoming');
  await rm(incoming, { recursive: true, force: true });
  await makeDirectory(incoming);
  await makeDirectory(join(folder, 'files'));
  const { entries, kept } = await readIndex(indexPath);
  const byUrl = new Map(entries.map((entry) => [entry.url, entry]));
  await removeStrays(join(folder, 'files'), new Set(entries.map((entry) => entry.name)));
  return { files: keepFiles(folder, indexPath, byUrl), kept };
}

function keepFiles(folder: string, indexPath: string, byUrl: Map<string, Entry>): Files {
  /** How many addresses have each file. */
  const holders = new Map<string, number>();
  for (const { name } of byUrl.values()) holders.set(name, (holders.get(name) ?? 0) + 1);
  const checked = new Map<string, string>();
  const lastUse = new Map<string, number>();
  const pathOf = (name: string): string => join(folder, 'files', name.slice(0, 2), name);
  const put = (entry: Entry): void => {
    drop(entry.url);
    byUrl.set(entry.url, entry);
    holders.set(entry.name, (holders.get(entry.name) ?? 0) + 1);
  };
  const drop = (url: string): string | null => {
    const entry = byUrl.get(url);
    if (entry === undefined) return null;
    byUrl.delete(url);
    const left = (holders.get(entry.name) ?? 1) - 1;
    if (left > 0) {
      holders.set(entry.name, left);
      return null;
    }
    holders.delete(entry.name);
    checked.delete(entry.name);
    return entry.name;
  };

  return {
    byUrl: (url) => byUrl.get(url) ?? null,
    has: (name) => holders.has(name),
    pathOf,
    newPath: (unique) => join(folder, 'incoming', unique),
    keep: async (fetchedPath, entry) => {
      const path = pathOf(entry.name);
      const directory = join(folder, 'files', entry.name.slice(0, 2));
      await makeDirectory(directory);
      await rename(fetchedPath, path);
      await syncDirectory(directory);
      const now = await fingerprint(path);
      put(entry);
      checked.set(entry.name, now);
    },
    isWhole: async (name) => {
      const path = pathOf(name);
      try {
        const now = await fingerprint(path);
        if (checked.get(name) === now) return true;
        const digest = createHash('sha256');
        await pipeline(createReadStream(path), digest);
        if (digest.digest('hex') !== name.slice(0, 64)) return false;
        checked.set(name, now);
        return true;
      } catch {
        return false;
      }
    },
    used: (name, at) => void lastUse.set(name, at),
    forget: async (urls) => {
      // A file that was kept again in the meantime is somebody's again, and stays.
      const names = urls.map(drop).filter((name) => name !== null);
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true }).catch(() => undefined)));
    },
    overflow: (mostBytes, isPinned) => {
      let bytes = totalBytes(byUrl.values());
      if (bytes <= mostBytes) return [];
      const usedAt = (entry: Entry): number => Math.max(entry.usedAt, lastUse.get(entry.name) ?? 0);
      const pinned = new Set([...byUrl.values()].filter(({ url }) => isPinned(url)).map(({ name }) => name));
      const loose = [...byUrl.values()].filter(({ name }) => !pinned.has(name)).sort((a, b) => usedAt(a) - usedAt(b));
      const going = new Set<string>();
      for (const entry of loose) {
        if (bytes <= mostBytes) break;
        if (going.has(entry.name)) continue;
        going.add(entry.name);
        bytes -= entry.size;
      }
      return loose.filter(({ name }) => going.has(name)).map(({ url }) => url);
    },
    pinnedBytes: (isPinned) => totalBytes([...byUrl.values()].filter(({ url }) => isPinned(url))),
    urlsOf: (name) => [...byUrl.values()].filter((entry) => entry.name === name).map(({ url }) => url),
    discard: (fetchedPath) => rm(fetchedPath, { force: true }),
    save: () => {
      const entries = [...byUrl.values()].map((entry) => ({
        ...entry,
        usedAt: Math.max(entry.usedAt, lastUse.get(entry.name) ?? 0),
      }));
      return writeAtomic(indexPath, JSON.stringify({ version: 1, entries }));
    },
  };
}

/** What changes about a file when somebody else writes to it. */
async function fingerprint(path: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(path);
  return `${size} ${mtimeMs} ${ino}`;
}

function totalBytes(entries: Iterable<Entry>): number {
  const sizes = new Map<string, number>();
  for (const { name, size } of entries) sizes.set(name, size);
  let bytes = 0;
  for (const size of sizes.values()) bytes += size;
  return bytes;
}

async function readIndex(path: string): Promise<{ readonly entries: readonly Entry[]; readonly kept: string | null }> {
  const bytes = await readWhole(path);
  if (bytes === null) return { entries: [], kept: null };
  try {
    return { entries: indexSchema.parse(JSON.parse(bytes.toString())).entries, kept: null };
  } catch {
    return { entries: [], kept: await setAside(path) };
  }
}

/** Files of a fetch whose index entry was never written, or of an index that was lost: they are fetched again. */
async function removeStrays(folder: string, names: ReadonlySet<string>): Promise<void> {
  for (const directory of await readdir(folder)) {
    const inside = await readdir(join(folder, directory)).catch(() => []);
    for (const name of inside) if (!names.has(name)) await rm(join(folder, directory, name), { force: true });
  }
}
