/** Stores cached files by content hash, with an index on disk; the least recently used are removed first. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaKind } from '../../core/mediaKind.ts';
import { makeDirectory } from '../../disk/atomicFile.ts';
import { renameFile } from '../../disk/renameFile.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import { derivedKey, isPoster, originalOf, variants } from './derivedFile.ts';
import { type Entry, type IndexDamage, openIndex, writeIndex } from './fileIndex.ts';
import { addressKey, type FileKey, idOf, ownKey } from './fileKey.ts';

/** Of a file that Greenroom made itself. */
export const noRequest = { etag: null, lastModified: null, checkedFor: null } as const;

export type Files = {
  /** The file of an address. */
  readonly byUrl: (url: string) => Entry | null;
  readonly byKey: (key: FileKey) => Entry | null;
  readonly has: (name: string) => boolean;
  readonly pathOf: (name: string) => string;
  /** Path for a file that is being fetched. */
  readonly incomingPath: (unique: string) => string;
  /**
   * Moves a fetched file to its final name. After a power cut it can be missing, and is then fetched again. The files that the address had
   * before are kept for readers that still have their names.
   */
  readonly add: (fetchedPath: string, entry: Entry) => Promise<void>;
  /** Keeps the file under another key too. */
  readonly keepAs: (key: FileKey, entry: Entry) => void;
  /** Keeps the file for readers that still have its name, as an earlier file of the address. */
  readonly keepAsReplaced: (url: string, entry: Entry) => Promise<void>;
  /** Replaces the facts about an address whose file is the same. */
  readonly update: (entry: Entry) => void;
  /** True if the file exists and its content matches its name. Cached until the file changes. */
  readonly isIntact: (name: string) => Promise<boolean>;
  readonly markUsed: (name: string, at: number) => void;
  /** Forgets these addresses immediately, and removes files that no other address uses, with the files made from them. */
  readonly forget: (urls: readonly string[]) => Promise<void>;
  /** The same for other keys too. */
  readonly forgetKeys: (keys: readonly FileKey[]) => Promise<void>;
  /** Forgets the files that the addresses had before. */
  readonly forgetReplaced: (urls: readonly string[]) => Promise<void>;
  /** Returns the keys of the least recently used files beyond `maxBytes`, never pinned ones. A poster stays as long as its video. */
  readonly findOverflow: (maxBytes: number, isPinned: (key: FileKey) => boolean) => readonly FileKey[];
  readonly totalBytes: () => number;
  /** Total size of pinned files. */
  readonly pinnedBytes: (isPinned: (key: FileKey) => boolean) => number;
  /** Number of the files that have a matching key, and their total size with the files made from them. */
  readonly measure: (isCounted: (key: FileKey) => boolean) => { readonly files: number; readonly bytes: number };
  /** Keys of all files but those made from others. */
  readonly keys: () => readonly FileKey[];
  readonly keysOf: (name: string) => readonly FileKey[];
  /** Of the addresses that use the file. */
  readonly entriesOf: (name: string) => readonly Entry[];
  /** Removes a fetched file that was not added. */
  readonly discard: (fetchedPath: string) => Promise<void>;
  /** Number of all keys, those of files made from others included. */
  readonly countKeys: () => number;
  /** Writes the index. */
  readonly save: () => Promise<void>;
};

export type OpenedFiles = IndexDamage & { readonly files: Files };

export function fileNameOf(sha256: string, kind: MediaKind): string {
  return `${sha256}.${kind}`;
}

/**
 * Creates the folder if needed. Quarantines an unreadable index and uses the one before it, also if the index is missing. Removes files that
 * an intact index does not list.
 */
export async function openFiles(folder: string): Promise<OpenedFiles> {
  const incoming = join(folder, 'incoming');
  await rm(incoming, { recursive: true, force: true });
  await makeDirectory(incoming);
  await makeDirectory(join(folder, 'files'));
  const { entries, ...damage } = await openIndex(folder);
  const byId = new Map(entries.map((entry) => [idOf(entry), entry]));
  return { files: createFiles(folder, byId), ...damage };
}

function createFiles(folder: string, byId: Map<string, Entry>): Files {
  /** Ids of the keys that use each file. */
  const idsByName = new Map<string, Set<string>>();
  /** Of each file once. */
  let totalBytes = 0;
  const insert = (entry: Entry): void => {
    byId.set(idOf(entry), entry);
    const ids = idsByName.get(entry.name) ?? new Set();
    if (ids.size === 0) totalBytes += entry.size;
    idsByName.set(entry.name, ids.add(idOf(entry)));
  };
  for (const entry of byId.values()) insert(entry);
  /** Fingerprint of each file when it was last found intact. */
  const intact = new Map<string, string>();
  const lastUsedAt = new Map<string, number>();
  const saveInTurn = createSerialQueue();
  const pathOf = (name: string): string => join(folder, 'files', name.slice(0, 2), name);
  /** Returns the names of the files that no key uses any more. */
  const remove = (key: FileKey): readonly string[] => {
    const entry = byId.get(idOf(key));
    if (entry === undefined) return [];
    byId.delete(idOf(key));
    const ids = idsByName.get(entry.name);
    ids?.delete(idOf(key));
    if (ids !== undefined && ids.size > 0) return [];
    idsByName.delete(entry.name);
    totalBytes -= entry.size;
    intact.delete(entry.name);
    return [entry.name, ...variants.flatMap((variant) => remove(derivedKey(entry.name, variant)))];
  };
  const removeFiles = async (names: readonly string[]): Promise<void> => {
    await Promise.all(names.map((name) => rm(pathOf(name), { force: true }).catch(() => undefined)));
  };
  const findReplaced = (urls: readonly string[]): readonly FileKey[] => {
    const addresses = new Set(urls);
    return [...byId.values()].filter((key) => {
      const address = addressOfReplaced(key);
      return address !== null && addresses.has(address);
    });
  };
  const keepAsReplaced = async (url: string, entry: Entry): Promise<void> => {
    const key = replacedKeyOf(url, entry.name);
    // The newest is the last.
    byId.delete(idOf(key));
    insert({ ...entry, ...key });
    await removeFiles(findReplaced([url]).slice(0, -maxReplaced).flatMap(remove));
  };

  const byKey = (key: FileKey): Entry | null => byId.get(idOf(key)) ?? null;
  const keysOf = (name: string): readonly Entry[] =>
    [...(idsByName.get(name) ?? [])].flatMap((id) => byId.get(id) ?? []);
  const forgetKeys = (keys: readonly FileKey[]): Promise<void> => removeFiles(keys.flatMap(remove));

  return {
    byUrl: (url) => byKey(addressKey(url)),
    byKey,
    has: (name) => idsByName.has(name),
    pathOf,
    incomingPath: (unique) => join(folder, 'incoming', unique),
    add: async (fetchedPath, entry) => {
      const path = pathOf(entry.name);
      // The directory is missing for its first file, or another program removed it.
      await renameFile(fetchedPath, path).catch(async () => {
        await makeDirectory(join(folder, 'files', entry.name.slice(0, 2)));
        await renameFile(fetchedPath, path);
      });
      const fingerprint = await readFingerprint(path);
      const before = byKey(entry);
      const isReplaced = before !== null && before.name !== entry.name;
      const kept = isReplaced && !entry.isOwn ? keepAsReplaced(entry.url, before) : null;
      if (isReplaced) remove(entry);
      insert(entry);
      intact.set(entry.name, fingerprint);
      await kept;
    },
    keepAs: (key, entry) => insert({ ...entry, url: key.url, isOwn: key.isOwn }),
    keepAsReplaced,
    update: (entry) => void byId.set(idOf(entry), entry),
    isIntact: async (name) => {
      const path = pathOf(name);
      try {
        const fingerprint = await readFingerprint(path);
        if (intact.get(name) === fingerprint) return true;
        const digest = createHash('sha256');
        await pipeline(createReadStream(path), digest);
        if (digest.digest('hex') !== name.slice(0, 64)) return false;
        intact.set(name, fingerprint);
        return true;
      } catch {
        return false;
      }
    },
    markUsed: (name, at) => void lastUsedAt.set(name, at),
    forget: (urls) => forgetKeys([...urls.map(addressKey), ...findReplaced(urls)]),
    forgetKeys,
    forgetReplaced: (urls) => forgetKeys(findReplaced(urls)),
    findOverflow: (maxBytes, isPinned) => {
      let bytes = totalBytes;
      if (bytes <= maxBytes) return [];
      const usedAt = (entry: Entry): number => Math.max(entry.usedAt, lastUsedAt.get(entry.name) ?? 0);
      const pinned = new Set([...byId.values()].filter(isPinned).map(({ name }) => name));
      const unpinned = [...byId.values()]
        .filter((entry) => !pinned.has(entry.name) && !isPoster(entry))
        .sort((a, b) => usedAt(a) - usedAt(b));
      const removed = new Set<string>();
      for (const entry of unpinned) {
        if (bytes <= maxBytes) break;
        if (removed.has(entry.name)) continue;
        removed.add(entry.name);
        bytes -= entry.size;
      }
      return unpinned.filter(({ name }) => removed.has(name));
    },
    totalBytes: () => totalBytes,
    pinnedBytes: (isPinned) => sumBytes([...byId.values()].filter(isPinned)),
    measure: (isCounted) => {
      const fetched = new Set<string>();
      const all = new Set<string>();
      const counted: Entry[] = [];
      // A file that is made from another comes after it.
      for (const entry of byId.values()) {
        const original = originalOf(entry);
        if (original === null ? !isCounted(entry) : !all.has(original)) continue;
        if (original === null) fetched.add(entry.name);
        all.add(entry.name);
        counted.push(entry);
      }
      return { files: fetched.size, bytes: sumBytes(counted) };
    },
    keys: () => [...byId.values()].filter((key) => originalOf(key) === null),
    keysOf,
    entriesOf: (name) => keysOf(name).filter(({ isOwn }) => !isOwn),
    discard: (fetchedPath) => rm(fetchedPath, { force: true }),
    countKeys: () => byId.size,
    save: () =>
      saveInTurn(async () => {
        const entries = [...byId.values()].map((entry) => ({
          ...entry,
          usedAt: Math.max(entry.usedAt, lastUsedAt.get(entry.name) ?? 0),
        }));
        await writeIndex(folder, entries);
      }),
  };
}

/** An address is requested at most every 30 seconds, so these are more than it had within the 3 minutes that the feed serves them. */
const maxReplaced = 8;

/** The key of a file that an address had before. */
function replacedKeyOf(url: string, name: string): FileKey {
  return ownKey(`replaced:${name}:${url}`);
}

/** `null` if it is another key. An index of an earlier version has one such key for each address, without the file’s name. */
function addressOfReplaced({ url, isOwn }: FileKey): string | null {
  return !isOwn ? null : (/^replaced:(?:[0-9a-f]{64}\.[a-z0-9]+:)?(.*)$/s.exec(url)?.[1] ?? null);
}

/** Differs after another program has written to the file. */
async function readFingerprint(path: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(path);
  return `${size} ${mtimeMs} ${ino}`;
}

function sumBytes(entries: Iterable<Entry>): number {
  const sizes = new Map([...entries].map(({ name, size }) => [name, size]));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
