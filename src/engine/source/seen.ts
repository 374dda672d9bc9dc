/** Remembers the deliveries of the last days, on disk too, so that a copy that comes late changes nothing. */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../../disk/atomicFile.ts';
import { type Journal, JournalCorrupt, openJournal } from '../../disk/journal.ts';
import { setAside } from '../../disk/quarantine.ts';
import type { Ports } from '../ports.ts';

/** Longer than any published schedule of retries. Milliseconds. */
export const keepMs = 4 * 24 * 60 * 60 * 1000;
export const keepCount = 10_000;

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

/** Opens the memory in the data directory. A damaged file is set aside; where the disk takes nothing, memory alone serves. */
export async function openSeen(dataDir: string, ports: Pick<Ports, 'clock' | 'log'>): Promise<SeenDeliveries> {
  const path = join(dataDir, 'deliveries.log');
  const keys = new Map<string, number>();
  const oldestMs = ports.clock.now() - keepMs;
  const opened = await open(path, ports);
  for (const record of opened.records) {
    if (isRecord(record) && record[1] >= oldestMs) keys.set(record[0], record[1]);
  }
  trim(keys);
  const journal = await renew(path, opened, keys, ports);
  let isBroken = false;
  return {
    has: (key) => keys.has(key),
    add: (key) => {
      const at = ports.clock.now();
      keys.set(key, at);
      trim(keys);
      if (journal === null || isBroken) return;
      journal.append([[key, at]]).catch((error: unknown) => {
        isBroken = true;
        ports.log('warn', 'DISK_WRITE_FAILED', { what: 'deliveries.log', error: String(error) });
      });
    },
    close: async () => {
      await journal?.close().catch(() => undefined);
    },
  };
}

type Opened = { readonly journal: Journal | null; readonly records: readonly unknown[] };

async function open(path: string, ports: Pick<Ports, 'log'>): Promise<Opened> {
  try {
    await makeDirectory(join(path, '..'));
    return await openJournal(path);
  } catch (error) {
    if (error instanceof JournalCorrupt) {
      const kept = await setAside(path).catch(() => null);
      ports.log('warn', 'DISK_FILE_CORRUPT', { file: 'deliveries.log', kept });
      const fresh = kept === null ? null : await openJournal(path).catch(() => null);
      return { journal: fresh?.journal ?? null, records: error.records };
    }
    ports.log('warn', 'DISK_WRITE_FAILED', { what: 'deliveries.log', error: String(error) });
    return { journal: null, records: [] };
  }
}

/** Writes the journal anew once most of it is forgotten, so that it never grows for ever. */
async function renew(
  path: string,
  opened: Opened,
  keys: ReadonlyMap<string, number>,
  ports: Pick<Ports, 'log'>,
): Promise<Journal | null> {
  if (opened.journal === null || opened.records.length < 2 * keys.size + 1000) return opened.journal;
  try {
    await opened.journal.close();
    await rm(path);
    const { journal } = await openJournal(path);
    await journal.append([...keys]);
    return journal;
  } catch (error) {
    ports.log('warn', 'DISK_WRITE_FAILED', { what: 'deliveries.log', error: String(error) });
    return null;
  }
}

/** Drops the oldest beyond the count. A Map keeps the order in which keys came. */
function trim(keys: Map<string, number>): void {
  for (const key of keys.keys()) {
    if (keys.size <= keepCount) return;
    keys.delete(key);
  }
}

function isRecord(record: unknown): record is [string, number] {
  return Array.isArray(record) && typeof record[0] === 'string' && typeof record[1] === 'number';
}
