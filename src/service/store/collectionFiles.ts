/** Collection files with a memory cache: changed collections always stay in memory, unchanged ones up to a limit. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../../core/parseJson.ts';
import { makeDirectory, readFileIfExists, writeAtomic } from '../../disk/atomicFile.ts';
import { formatChecked, parseChecked } from '../../disk/checkedJson.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import { collectionFile } from './records.ts';
import type { StoredCollection } from './stored.ts';

/** Limit for the posts of all cached unchanged collections together. */
const maxCleanPosts = 100_000;

export type CollectionFiles = {
  /** Loads the newest version; `null` if there is none, or if its unreadable file was kept as `.corrupt`. */
  readonly load: (id: string) => Promise<StoredCollection | null>;
  /** Adds a new version; it stays in memory until saved. */
  readonly put: (collection: StoredCollection) => void;
  readonly unsaved: () => readonly StoredCollection[];
  readonly save: (collections: readonly StoredCollection[]) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Lists the ids of all files. Slow; only for rebuilding the index. */
  readonly ids: () => Promise<readonly string[]>;
};

/** `onUnreadable` receives the new name of a damaged file. */
export async function openCollectionFiles(
  directory: string,
  onUnreadable: (id: string, quarantinedName: string) => void,
): Promise<CollectionFiles> {
  await makeDirectory(directory);
  const changed = new Map<string, StoredCollection>();
  const clean = new Map<string, StoredCollection>();
  let cleanPosts = 0;
  const pathOf = (id: string): string => join(directory, `${id}.json`);

  const evictClean = (id: string): void => {
    const known = clean.get(id);
    if (known === undefined) return;
    clean.delete(id);
    cleanPosts -= cacheWeightOf(known);
  };
  const cacheClean = (collection: StoredCollection): void => {
    evictClean(collection.id);
    clean.set(collection.id, collection);
    cleanPosts += cacheWeightOf(collection);
    for (const oldest of clean.keys()) {
      if (cleanPosts <= maxCleanPosts || oldest === collection.id) break;
      evictClean(oldest);
    }
  };

  return {
    load: async (id) => {
      const known = changed.get(id) ?? clean.get(id);
      if (known !== undefined) {
        if (clean.has(id)) cacheClean(known);
        return known;
      }
      // A file that cannot be read is damaged too.
      const bytes = await readFileIfExists(pathOf(id)).catch(() => Buffer.alloc(0));
      if (bytes === null) return null;
      const read = readCollectionFile(bytes);
      if (read === null) {
        onUnreadable(id, await quarantineFile(pathOf(id)));
        return null;
      }
      // A change may have arrived while the file was read.
      const newer = changed.get(id);
      if (newer !== undefined) return newer;
      cacheClean(read);
      return read;
    },
    put: (collection) => {
      evictClean(collection.id);
      changed.set(collection.id, collection);
    },
    unsaved: () => [...changed.values()],
    save: async (collections) => {
      for (const collection of collections) {
        await writeAtomic(pathOf(collection.id), formatChecked(collection));
        if (changed.get(collection.id) !== collection) continue;
        changed.delete(collection.id);
        cacheClean(collection);
      }
    },
    remove: async (id) => {
      changed.delete(id);
      evictClean(id);
      await rm(pathOf(id), { force: true });
    },
    ids: async () =>
      (await readdir(directory)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length)),
  };
}

/** Parses a collection file; `null` if it is not valid. */
export function readCollectionFile(bytes: Buffer): StoredCollection | null {
  return collectionFile.safeParse(parseStored(bytes)).data ?? null;
}

/** Reads a file with its checksum, or a file of version 0.1, which has none. A damaged newer file has no known content. */
export function parseStored(bytes: Buffer): unknown {
  return parseChecked(bytes) ?? parseJson(bytes.toString('utf8'));
}

function cacheWeightOf(collection: StoredCollection): number {
  return 1 + collection.staging.length + collection.live.length;
}
