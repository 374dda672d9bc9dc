/** Remembers the deliveries of the last days, on disk too, so that a copy that comes late changes nothing. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { makeDirectory, writeAtomic } from '../../disk/atomicFile.ts';
import { type Journal, JournalCorrupt, openJournal, writeRecord } from '../../disk/journal.ts';
import { setAside } from '../../disk/quarantine.ts';
import type { Cancel, Ports } from '../ports.ts';
import { createBehind } from '../record/behind.ts';
import type { Store } from '../store.ts';

/** Longer than any published schedule of retries. Milliseconds. */
export const keepMs = 4 * 24 * 60 * 60 * 1000;
export const keepCount = 10_000;

/** A disk that took nothing is tried again after this. Milliseconds. */
export const retryAfterMs = 15_000;

export type SeenDeliveries = {
  readonly has: (key: string) => boolean;
  /** Remembers it; on disk soon after. Losing the last few is harmless: versions never go back by a delivery. */
  readonly add: (key: string) => void;
  /** Resolves when what was added is on disk, or known not to be. */
  readonly close: () => Promise<void>;
};

/** What tells a delivery from all others: its very bytes. */
export function deliveryKey(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url');
}

/** A journal, and what stands in it of what is remembered. */
type Begun = { readonly journal: Journal; readonly written: ReadonlySet<string> };

/**
 * Opens the memory in the data directory. A damaged file is set aside. Where the disk takes nothing memory alone serves, a
 * person is told, and everything is written once the disk takes it again.
 */
export async function openSeen(
  dataDir: string,
  deps: { readonly store: Store; readonly ports: Pick<Ports, 'clock' | 'log'> },
): Promise<SeenDeliveries> {
  const { clock, log } = deps.ports;
  const path = join(dataDir, 'deliveries.log');
  const behind = createBehind('memory of deliveries', 'deliveries', path, deps);
  let keys = new Map<string, number>();
  let isRead = false;
  let isClosed = false;
  let journal: Journal | null = null;
  let beginning: Promise<void> = Promise.resolve();
  let stopRetry: Cancel = () => undefined;

  const writeAnew = async (): Promise<Begun> => {
    const written = [...keys];
    await writeAtomic(path, written.map(writeRecord).join(''));
    return { journal: (await openJournal(path)).journal, written: new Set(written.map(([key]) => key)) };
  };
  const readOnce = async (): Promise<Begun> => {
    await makeDirectory(dataDir);
    const found = await open(path, log);
    isRead = true;
    const oldestMs = clock.now() - keepMs;
    const records = found.records.filter(isRecord).filter(([, at]) => at >= oldestMs);
    keys = trim(new Map([...records, ...keys]));
    // Once most of it is forgotten it is written anew, so that it never grows for ever.
    if (found.records.length < 2 * keys.size + 1000)
      return { journal: found.journal, written: new Set(found.isFresh ? [] : records.map(([key]) => key)) };
    await found.journal.close();
    return writeAnew();
  };
  const begin = async (): Promise<void> => {
    try {
      const begun = isRead ? await writeAnew() : await readOnce();
      journal = begun.journal;
      const late = [...keys].filter(([key]) => !begun.written.has(key));
      if (late.length > 0) await begun.journal.append(late);
      behind.tell(null);
    } catch (error) {
      fail(error);
    }
  };
  const fail = (error: unknown): void => {
    // Nothing is known of the file's end any more: the next try writes another file.
    journal?.close().catch(() => undefined);
    journal = null;
    behind.tell(error);
    stopRetry();
    if (isClosed) return;
    stopRetry = clock.after(retryAfterMs, () => {
      beginning = begin();
    });
  };

  await begin();
  return {
    has: (key) => keys.has(key),
    add: (key) => {
      const at = clock.now();
      keys.set(key, at);
      trim(keys);
      const used = journal;
      used?.append([[key, at]]).catch((error: unknown) => {
        if (journal === used) fail(error);
      });
    },
    close: async () => {
      isClosed = true;
      stopRetry();
      await beginning;
      if (journal === null) await begin();
      await journal?.close().catch(() => undefined);
    },
  };
}

type Opened = {
  readonly journal: Journal;
  readonly records: readonly unknown[];
  /** The records come from a damaged file, and are not in this one. */
  readonly isFresh: boolean;
};

async function open(path: string, log: Ports['log']): Promise<Opened> {
  try {
    return { ...(await openJournal(path)), isFresh: false };
  } catch (error) {
    if (!(error instanceof JournalCorrupt)) throw error;
    const kept = await setAside(path);
    log('warn', 'DISK_FILE_CORRUPT', { file: 'deliveries.log', kept });
    return { journal: (await openJournal(path)).journal, records: error.records, isFresh: true };
  }
}

/** Drops the oldest beyond the count. A Map keeps the order in which keys came. */
function trim(keys: Map<string, number>): Map<string, number> {
  for (const key of keys.keys()) {
    if (keys.size <= keepCount) break;
    keys.delete(key);
  }
  return keys;
}

function isRecord(record: unknown): record is [string, number] {
  return Array.isArray(record) && typeof record[0] === 'string' && typeof record[1] === 'number';
}
