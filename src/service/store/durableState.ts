/** The store’s state in memory and on disk. Changes go to the journal first, and to the files at a checkpoint. */
import { join } from 'node:path';
import { makeDirectory } from '../../disk/atomicFile.ts';
import { openConfirmedMark } from '../../disk/confirmedMark.ts';
import type { Journal } from '../../disk/journal.ts';
import { openCollectionFiles } from './collectionFiles.ts';
import { createDeliveryLog, type DeliveryLog } from './deliveryLog.ts';
import { emptyIndex, readIndex, writeIndex } from './indexFile.ts';
import { beginJournal, hasJournals, journalName, openJournals, removeJournalsBefore } from './journals.ts';
import { computeNextVersion } from './nextVersion.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import type { IndexFile, StoreRecord } from './records.ts';
import { applyToRegistry, type Registry, type RegistryRecord } from './registry.ts';
import { type StoredCollection, type StoredSummary, summaryOf } from './stored.ts';

const markName = 'changes-confirmed';

/** Deleted collections kept for undo. */
const maxDeleted = 100;

/** A write to disk failed, so the change was not made. The next change tries to recover. */
export class StoreUnwritable extends Error {
  override readonly name = 'StoreUnwritable';
}

export type StoreLog = (
  level: 'debug' | 'info' | 'warn' | 'error',
  code: string,
  fields: Readonly<Record<string, string | number | boolean | null | undefined>>,
) => void;

export type DurableState = {
  readonly registry: () => Registry;
  readonly summaries: ReadonlyMap<string, StoredSummary>;
  readonly summariesOf: (organisation: string) => readonly StoredSummary[];
  readonly loadCollection: (id: string) => Promise<StoredCollection | null>;
  readonly deliveries: DeliveryLog;
  readonly outbox: Outbox;
  readonly keysUsedAt: Map<string, string>;
  readonly nextSeq: () => number;
  /** Writes the record, then applies it. Call one at a time. Rejects with StoreUnwritable without applying it. */
  readonly append: (record: StoreRecord, apply: () => void) => Promise<void>;
  readonly appendToRegistry: (record: RegistryRecord) => Promise<void>;
  readonly putCollection: (seq: number, collection: StoredCollection, to: readonly string[]) => void;
  readonly enqueueDeliveries: (seq: number, collection: StoredCollection, to: readonly string[]) => void;
  readonly close: () => Promise<void>;
};

export async function openDurableState(
  directory: string,
  checkpointBytes: number,
  log: StoreLog,
): Promise<DurableState> {
  await makeDirectory(directory);
  const files = await openCollectionFiles(`${directory}/collections`, (id, kept) =>
    log('error', 'DISK_FILE_CORRUPT', { file: `${id}.json`, kept }),
  );
  const outbox = await openOutbox(`${directory}/outbox`, (seq, kept) =>
    log('error', 'DISK_FILE_CORRUPT', { file: `outbox/${seq}.json`, kept }),
  );
  const { index, isRepaired, isNew } = await readIndex(directory, files, log);
  let registry: Registry = { organisations: index.organisations, keys: index.keys, webhooks: index.webhooks };
  const summaries = new Map<string, StoredSummary>(index.summaries.map((summary) => [summary.id, summary]));
  const keysUsedAt = new Map(Object.entries(index.keysUsedAt));
  const deliveries = createDeliveryLog(index.deliveries, outbox.release);
  let seq = index.seq;
  const reportedLost = new Set<string>();
  let summaryCache = new Map<string, readonly StoredSummary[]>();

  const enqueueDeliveries: DurableState['enqueueDeliveries'] = (recordSeq, collection, to) => {
    if (to.length === 0) return;
    outbox.add(recordSeq, collection);
    for (const webhookId of to) deliveries.enqueue(recordSeq, webhookId, collection);
  };
  const putCollection: DurableState['putCollection'] = (recordSeq, collection, to) => {
    files.put(collection);
    summaries.set(collection.id, summaryOf(collection));
    summaryCache = new Map();
    enqueueDeliveries(recordSeq, collection, to);
  };

  const replayChange = async (record: Extract<StoreRecord, { type: 'collectionChanged' }>): Promise<void> => {
    const before = await files.load(record.collectionId);
    const version = before?.version ?? 0;
    if (version >= record.version && before !== null) {
      // A crash stopped a checkpoint after it wrote the files, so they are newer than the index.
      const payload = (await outbox.load(record.seq)) ?? before;
      const delivered = { ...payload, version: record.version, lastModifiedDate: record.at };
      summaries.set(before.id, summaryOf(before));
      for (const webhookId of record.to) deliveries.enqueue(record.seq, webhookId, delivered);
      return;
    }
    if (version !== record.version - 1) {
      log('error', 'SERVICE_CHANGE_LOST', { collectionId: record.collectionId, version: record.version });
      return;
    }
    const identity = { id: record.collectionId, organisation: record.organisation };
    putCollection(record.seq, computeNextVersion(identity, before, record), record.to);
  };
  const replay = async (record: StoreRecord): Promise<void> => {
    switch (record.type) {
      case 'collectionChanged':
        seq = Math.max(seq, record.seq);
        return replayChange(record);
      case 'deliveryAsked': {
        seq = Math.max(seq, record.seq);
        const collection = await files.load(record.collectionId);
        if (collection !== null) enqueueDeliveries(record.seq, collection, [record.webhookId]);
        return;
      }
      case 'journalBegan':
        return;
      case 'deliveryTried':
        return deliveries.recordTry(record);
      default:
        registry = applyToRegistry(registry, record);
    }
  };

  const confirmed = await openConfirmedMark(join(directory, markName), !isNew || (await hasJournals(directory)));
  if (confirmed.kept !== null) log('error', 'DISK_FILE_CORRUPT', { file: markName, kept: confirmed.kept });
  const isEmptied = (exists: boolean): boolean => (isNew ? exists : index.journalsBegin);
  const opened = await openJournals(directory, index.generation, isEmptied, confirmed.before);
  if (opened.end !== null) confirmed.adopt(opened.end);
  if (opened.hasUnannounced) log('warn', 'DISK_CHANGE_DISCARDED', { file: journalName(opened.generation) });
  for (const notice of opened.notices) log('warn', notice.code, notice);
  for (const record of opened.records) await replay(record);
  let journal: Journal = opened.journal;
  let generation = opened.generation;
  let emptySize = opened.isEmpty ? journal.size() : 0;
  let isBroken = false;
  let isClosed = false;
  let checkpointing: Promise<void> = Promise.resolve();
  let isCheckpointing = false;

  /** Starts a new journal. Returns a function that writes everything before it to the files. */
  const startCheckpoint = async (): Promise<() => Promise<void>> => {
    const next = await beginJournal(`${directory}/${journalName(generation + 1)}`);
    const old = journal;
    journal = next;
    emptySize = next.size();
    generation += 1;
    const expired = deletedIdsBeyond(summaries, maxDeleted);
    for (const id of expired) summaries.delete(id);
    const unsaved = files.unsaved();
    const unsavedPayloads = outbox.unsaved();
    const pendingSeqs = deliveries.pendingSeqs();
    const snapshot: IndexFile = {
      ...emptyIndex,
      generation,
      seq,
      organisations: [...registry.organisations],
      keys: [...registry.keys],
      webhooks: [...registry.webhooks],
      summaries: [...summaries.values()],
      deliveries: deliveries.list().toReversed(),
      keysUsedAt: Object.fromEntries(keysUsedAt),
    };
    return async () => {
      await old.close().catch(() => undefined);
      // Payloads first: once a newer collection file is written, the journal can’t rebuild earlier versions.
      await outbox.save(unsavedPayloads);
      await files.save(unsaved);
      await writeIndex(directory, snapshot);
      await removeJournalsBefore(directory, snapshot.generation);
      for (const id of expired) await files.remove(id);
      await outbox.removeUnused(new Set([...pendingSeqs, ...deliveries.pendingSeqs()]));
    };
  };
  const checkpointInBackground = async (): Promise<void> => {
    if (isCheckpointing) return;
    isCheckpointing = true;
    try {
      const finishCheckpoint = await startCheckpoint();
      checkpointing = finishCheckpoint().catch((error: Error) => {
        log('error', 'DISK_WRITE_FAILED', { what: 'checkpoint', reason: error.message });
      });
      checkpointing = checkpointing.finally(() => {
        isCheckpointing = false;
      });
    } catch (error) {
      isCheckpointing = false;
      log('error', 'DISK_WRITE_FAILED', { what: 'journal', reason: error instanceof Error ? error.message : '' });
    }
  };

  const append: DurableState['append'] = async (record, apply) => {
    let markAnnounced: () => void;
    try {
      if (isBroken) {
        // The failed write may have left part of a record, so a full checkpoint replaces the journal.
        await checkpointing;
        await (await startCheckpoint())();
        isBroken = false;
      }
      await journal.append([record]);
      markAnnounced = await confirmed.allow({ file: generation, bytes: journal.size() });
    } catch (error) {
      isBroken = true;
      await confirmed.refuse();
      log('error', 'DISK_WRITE_FAILED', { what: 'journal', reason: error instanceof Error ? error.message : '' });
      throw new StoreUnwritable('The change could not be saved. Check the service’s disk, then try again.');
    }
    apply();
    markAnnounced();
    if (journal.size() > checkpointBytes) await checkpointInBackground();
  };

  if (isRepaired || opened.notices.length > 0) await (await startCheckpoint())();

  return {
    registry: () => registry,
    summaries,
    summariesOf: (organisation) => {
      const known = summaryCache.get(organisation);
      if (known !== undefined) return known;
      const own = [...summaries.values()]
        .filter((summary) => summary.organisation === organisation && !summary.isDeleted)
        .sort((a, b) => compareTexts(a.createdDate, b.createdDate) || compareTexts(a.id, b.id));
      summaryCache.set(organisation, own);
      return own;
    },
    loadCollection: async (id) => {
      const loaded = await files.load(id);
      const isLost = loaded === null && summaries.get(id)?.isDeleted === false;
      if (isLost && !reportedLost.has(id)) {
        reportedLost.add(id);
        log('error', 'SERVICE_COLLECTION_LOST', { collectionId: id });
      }
      return loaded;
    },
    deliveries,
    outbox,
    keysUsedAt,
    nextSeq: () => {
      seq += 1;
      return seq;
    },
    append,
    appendToRegistry: (record) =>
      append(record, () => {
        registry = applyToRegistry(registry, record);
      }),
    putCollection,
    enqueueDeliveries,
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await checkpointing;
      if (!isBroken && (journal.size() > emptySize || keysUsedAt.size > 0)) {
        await (await startCheckpoint())().catch((error: Error) =>
          log('error', 'DISK_WRITE_FAILED', { what: 'checkpoint', reason: error.message }),
        );
      }
      await journal.close();
      await confirmed.close();
    },
  };
}

/** Returns the ids of all but the `kept` most recently deleted collections. */
function deletedIdsBeyond(summaries: ReadonlyMap<string, StoredSummary>, kept: number): readonly string[] {
  return [...summaries.values()]
    .filter((summary) => summary.isDeleted)
    .sort((a, b) => compareTexts(b.lastModifiedDate, a.lastModifiedDate))
    .slice(kept)
    .map((summary) => summary.id);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
