/** Collections on disk, a file each, and those of them that are in memory: the changed ones always, the others while there is room. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory, readWhole, writeAtomic } from '../../disk/atomicFile.ts';
import { setAside } from '../../disk/quarantine.ts';
import { collectionFile } from './record.ts';
import type { StoredCollection } from './stored.ts';

/** Posts that unchanged collections may hold in memory together. */
const keptPosts = 100_000;

export type Shelf = {
  /** The newest version; null when there is none, or its file could not be read and was set aside. */
  readonly load: (id: string) => Promise<StoredCollection | null>;
  /** A new version; it stays in memory until it is saved. */
  readonly put: (collection: StoredCollection) => void;
  readonly unsaved: () => readonly StoredCollection[];
  readonly save: (collections: readonly StoredCollection[]) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Every id that has a file. Slow: for mending a lost index only. */
  readonly ids: () => Promise<readonly string[]>;
};

/** `onUnreadable` is told the name that a damaged file is kept under. */
export async function openShelf(directory: string, onUnreadable: (id: string, kept: string) => void): Promise<Shelf> {
  await makeDirectory(directory);
  const changed = new Map<string, StoredCollection>();
  const clean = new Map<string, StoredCollection>();
  let cleanPosts = 0;
  const pathOf = (id: string): string => join(directory, `${id}.json`);

  const forgetClean = (id: string): void => {
    const known = clean.get(id);
    if (known === undefined) return;
    clean.delete(id);
    cleanPosts -= weight(known);
  };
  const keepClean = (collection: StoredCollection): void => {
    forgetClean(collection.id);
    clean.set(collection.id, collection);
    cleanPosts += weight(collection);
    for (const oldest of clean.keys()) {
      if (cleanPosts <= keptPosts || oldest === collection.id) break;
      forgetClean(oldest);
    }
  };

  return {
    load: async (id) => {
      const known = changed.get(id) ?? clean.get(id);
      if (known !== undefined) {
        if (clean.has(id)) keepClean(known);
        return known;
      }
      const bytes = await readWhole(pathOf(id));
      if (bytes === null) return null;
      const read = readCollectionFile(bytes);
      if (read === null) {
        onUnreadable(id, await setAside(pathOf(id)));
        return null;
      }
      // A change may have come in while the file was read.
      const overtaken = changed.get(id);
      if (overtaken !== undefined) return overtaken;
      keepClean(read);
      return read;
    },
    put: (collection) => {
      forgetClean(collection.id);
      changed.set(collection.id, collection);
    },
    unsaved: () => [...changed.values()],
    save: async (collections) => {
      for (const collection of collections) {
        await writeAtomic(pathOf(collection.id), JSON.stringify(collection));
        if (changed.get(collection.id) !== collection) continue;
        changed.delete(collection.id);
        keepClean(collection);
      }
    },
    remove: async (id) => {
      changed.delete(id);
      forgetClean(id);
      await rm(pathOf(id), { force: true });
    },
    ids: async () =>
      (await readdir(directory)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length)),
  };
}

/** The collection that the bytes hold, or null when they hold none. */
export function readCollectionFile(bytes: Buffer): StoredCollection | null {
  try {
    return collectionFile.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}

function weight(collection: StoredCollection): number {
  return 1 + collection.staging.length + collection.live.length;
}
