/** The collection versions that waiting deliveries carry: in memory at first, in files after the next checkpoint. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory, readFileIfExists, writeAtomic } from '../../disk/atomicFile.ts';
import { formatChecked } from '../../disk/checkedJson.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
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

/** `onUnreadable` receives the new name of a damaged file. */
export async function openOutbox(
  directory: string,
  onUnreadable: (seq: number, quarantinedName: string) => void,
): Promise<Outbox> {
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
      const bytes = await readFileIfExists(pathOf(seq)).catch(() => Buffer.alloc(0));
      if (bytes === null) return null;
      const read = readCollectionFile(bytes);
      if (read === null) onUnreadable(seq, await quarantineFile(pathOf(seq)));
      return read;
    },
    release: (seq) => {
      inMemory.delete(seq);
    },
    unsaved: () => new Map(inMemory),
    save: async (versions) => {
      for (const [seq, collection] of versions) {
        if (!inMemory.has(seq)) continue;
        await writeAtomic(pathOf(seq), formatChecked({ ...collection, undo: [] }));
        inMemory.delete(seq);
      }
    },
    removeUnused: async (pendingSeqs) => {
      for (const name of await readdir(directory)) {
        const seq = /^(\d+)\.json$/.exec(name)?.[1];
        const isOurs = seq !== undefined || name.endsWith('.tmp');
        if (isOurs && !pendingSeqs.has(Number(seq))) await rm(join(directory, name), { force: true });
      }
    },
  };
}
