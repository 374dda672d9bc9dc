/** The collection versions that waiting deliveries carry: in memory at first, in files after the next checkpoint. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory, readFileIfExists, writeAtomic } from '../../disk/atomicFile.ts';
import { readCollectionFile } from './collectionFiles.ts';
import type { StoredCollection } from './stored.ts';

export type Outbox = {
  readonly add: (seq: number, collection: StoredCollection) => void;
  /** `null` if its file is missing or unreadable. */
  readonly load: (seq: number) => Promise<StoredCollection | null>;
  readonly release: (seq: number) => void;
  /** Returns a copy of the versions that are only in memory. */
  readonly unsaved: () => ReadonlyMap<number, StoredCollection>;
  readonly save: (versions: ReadonlyMap<number, StoredCollection>) => Promise<void>;
  /** Removes files that no delivery needs. */
  readonly removeUnused: (pendingSeqs: ReadonlySet<number>) => Promise<void>;
};

export async function openOutbox(directory: string): Promise<Outbox> {
  await makeDirectory(directory);
  const inMemory = new Map<number, StoredCollection>();
  const pathOf = (seq: number): string => join(directory, `${seq}.json`);
  return {
    add: (seq, collection) => {
      inMemory.set(seq, collection);
    },
    load: async (seq) => {
      const known = inMemory.get(seq);
      if (known !== undefined) return known;
      const bytes = await readFileIfExists(pathOf(seq));
      return bytes === null ? null : readCollectionFile(bytes);
    },
    release: (seq) => {
      inMemory.delete(seq);
    },
    unsaved: () => new Map(inMemory),
    save: async (versions) => {
      for (const [seq, collection] of versions) {
        if (!inMemory.has(seq)) continue;
        await writeAtomic(pathOf(seq), JSON.stringify({ ...collection, undo: [] }));
        inMemory.delete(seq);
      }
    },
    removeUnused: async (pendingSeqs) => {
      for (const name of await readdir(directory)) {
        const seq = /^(\d+)\.json$/.exec(name)?.[1];
        if (seq === undefined || !pendingSeqs.has(Number(seq))) await rm(join(directory, name), { force: true });
      }
    },
  };
}
