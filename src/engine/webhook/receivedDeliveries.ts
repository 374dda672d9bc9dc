/** Remembers the deliveries of the last four days, also on disk, so that a late copy changes nothing. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { say } from '../../core/language/say.ts';
import { makeDirectory, writeAtomic } from '../../disk/atomicFile.ts';
import { appendInTurn, type Journal, JournalCorrupt, openJournal } from '../../disk/journal.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import { formatRecord } from '../../disk/recordBytes.ts';
import { createLogHealth } from '../logs/logHealth.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { Store } from '../store.ts';

/** Longer than any published retry schedule. Milliseconds. */
const keepMs = 4 * 24 * 60 * 60 * 1000;
const maxKept = 10_000;

/** Delay before a failed write is retried. Milliseconds. */
export const writeRetryMs = 15_000;

export type ReceivedDeliveries = {
  readonly has: (key: string) => boolean;
  /** How many versions of its collection were accepted when this delivery’s was the current one; `null` if it never was, or in older files. */
  readonly appliedAs: (key: string) => number | null;
  /**
   * `atMs` is when its version was applied or compared with the current one, epoch milliseconds. `appliedAs`: see above. Written soon after, without waiting for
   * the disk. Losing the last few is harmless: a delivery can never bring back an older version.
   */
  readonly add: (key: string, atMs: number, appliedAs: number | null) => void;
  /** Resolves once everything is written or the write has failed. */
  readonly close: () => Promise<void>;
};

/** Identifies a delivery by its content. */
export function createDeliveryKey(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url');
}

/** Key, epoch milliseconds, and the count of versions at which it was applied. Older files have `true` or nothing there. */
type DeliveryRecord = readonly [key: string, atMs: number, appliedAs?: number | boolean | null];

/** A journal and the remembered keys it already contains. */
type StartedJournal = { readonly journal: Journal; readonly written: ReadonlySet<string> };

/**
 * Opens `deliveries.log` in the data directory. A damaged file is quarantined. If the disk can't be written, a problem is raised.
 * Deliveries are then kept in memory, and written once the disk works again.
 */
export async function openReceivedDeliveries(
  dataDir: string,
  deps: { readonly store: Store; readonly ports: Pick<Ports, 'clock' | 'log'> },
): Promise<ReceivedDeliveries> {
  const { clock, log } = deps.ports;
  const path = join(dataDir, 'deliveries.log');
  const logHealth = createLogHealth(() => say('record of received deliveries'), 'deliveries', path, maxKept, deps);
  let kept = new Map<string, DeliveryRecord>();
  let hasRead = false;
  let isClosed = false;
  let journal: Journal | null = null;
  let starting: Promise<void> = Promise.resolve();
  let cancelRetry: Cancel = () => undefined;

  const rewrite = async (): Promise<StartedJournal> => {
    const written = [...kept.values()];
    await writeAtomic(path, written.map(formatRecord).join(''));
    return { journal: (await openJournal(path)).journal, written: new Set(written.map(([key]) => key)) };
  };
  const readExisting = async (): Promise<StartedJournal> => {
    await makeDirectory(dataDir);
    const existing = await openOrQuarantine(path, log);
    hasRead = true;
    const oldestMs = clock.now() - keepMs;
    const records = existing.records.filter(isRecord).filter(([, atMs]) => atMs >= oldestMs);
    kept = dropOldest(new Map([...records.map((record) => [record[0], record] as const), ...kept]));
    // Rewritten once most records have expired, so that the file can't grow without limit.
    if (existing.records.length < 2 * kept.size + 1000)
      return { journal: existing.journal, written: new Set(existing.isNewFile ? [] : records.map(([key]) => key)) };
    await existing.journal.close();
    return rewrite();
  };
  const start = async (): Promise<void> => {
    try {
      const started = hasRead ? await rewrite() : await readExisting();
      journal = started.journal;
      const unwritten = [...kept.values()].filter(([key]) => !started.written.has(key));
      if (unwritten.length > 0) await appendInTurn(started.journal, unwritten);
      logHealth.report(null);
    } catch (error) {
      handleWriteError(error);
    }
  };
  const handleWriteError = (error: unknown): void => {
    // The end of the file is unknown after a failed write, so the retry writes a new file.
    journal?.close().catch(() => undefined);
    journal = null;
    logHealth.report(error);
    cancelRetry();
    if (isClosed) return;
    cancelRetry = clock.after(writeRetryMs, () => {
      starting = start();
    });
  };

  await start();
  return {
    has: (key) => kept.has(key),
    appliedAs: (key) => {
      const [, , appliedAs] = kept.get(key) ?? [];
      return typeof appliedAs === 'number' ? appliedAs : null;
    },
    add: (key, atMs, appliedAs) => {
      const record: DeliveryRecord = [key, atMs, appliedAs];
      kept.set(key, record);
      dropOldest(kept);
      const current = journal;
      current?.appendUnsynced([record]).catch((error: unknown) => {
        if (journal === current) handleWriteError(error);
      });
    },
    close: async () => {
      isClosed = true;
      cancelRetry();
      await starting;
      if (journal === null) await start();
      await journal?.close().catch(() => undefined);
    },
  };
}

type ReadJournal = {
  readonly journal: Journal;
  readonly records: readonly unknown[];
  /** The file was damaged, so the journal is new and does not contain `records` yet. */
  readonly isNewFile: boolean;
};

async function openOrQuarantine(path: string, log: Ports['log']): Promise<ReadJournal> {
  try {
    return { ...(await openJournal(path)), isNewFile: false };
  } catch (error) {
    if (!(error instanceof JournalCorrupt)) throw error;
    const kept = await quarantineFile(path);
    log('warn', 'DISK_FILE_CORRUPT', { file: 'deliveries.log', kept });
    return { journal: (await openJournal(path)).journal, records: error.records, isNewFile: true };
  }
}

/** Drops the oldest above the limit; a Map keeps insertion order. */
function dropOldest(kept: Map<string, DeliveryRecord>): Map<string, DeliveryRecord> {
  for (const key of kept.keys()) {
    if (kept.size <= maxKept) break;
    kept.delete(key);
  }
  return kept;
}

function isRecord(record: unknown): record is DeliveryRecord {
  return Array.isArray(record) && typeof record[0] === 'string' && typeof record[1] === 'number';
}
