/** Everything the store holds in memory and on disk, and the two kept in step: the journal first, the files at a checkpoint. */

import { makeDirectory } from '../../disk/atomicFile.ts';
import { type Journal, openJournal } from '../../disk/journal.ts';
import { createDeliveryLog, type DeliveryLog } from './deliveryLog.ts';
import { evolve } from './evolve.ts';
import { emptyIndex, readIndex, writeIndex } from './indexFile.ts';
import { journalName, openJournals, removeJournalsBefore } from './journals.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import type { IndexFile, StoreRecord, TryRecord } from './record.ts';
import { applyToRegistry, type Registry, type RegistryRecord } from './registry.ts';
import { openShelf } from './shelf.ts';
import { type StoredCollection, type StoredSummary, summaryOf } from './stored.ts';

/** Deleted collections that can still be brought back. */
const keptDeleted = 100;

/** The disk refused a write. What was asked for is not done; it is tried anew at the next change. */
export class StoreUnwritable extends Error {
  override readonly name = 'StoreUnwritable';
}

export type RoomLog = (
  level: 'debug' | 'info' | 'warn' | 'error',
  code: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

export type Room = {
  readonly registry: () => Registry;
  readonly summaries: ReadonlyMap<string, StoredSummary>;
  readonly summariesOf: (organisation: string) => readonly StoredSummary[];
  readonly loadCollection: (id: string) => Promise<StoredCollection | null>;
  readonly deliveries: DeliveryLog;
  readonly outbox: Outbox;
  readonly keysUsedAt: Map<string, string>;
  readonly nextSeq: () => number;
  /** Applies the record once it is on disk, then resolves. One call at a time. Rejects with StoreUnwritable, nothing applied. */
  readonly append: (record: StoreRecord, apply: () => void) => Promise<void>;
  readonly appendToRegistry: (record: RegistryRecord) => Promise<void>;
  readonly putCollection: (seq: number, collection: StoredCollection, to: readonly string[]) => void;
  readonly owe: (seq: number, collection: StoredCollection, to: readonly string[]) => void;
  readonly recordTry: (record: TryRecord) => void;
  readonly close: () => Promise<void>;
};

export async function openRoom(directory: string, checkpointBytes: number, log: RoomLog): Promise<Room> {
  await makeDirectory(directory);
  const shelf = await openShelf(`${directory}/collections`, (id, kept) =>
    log('error', 'DISK_FILE_CORRUPT', { file: `${id}.json`, kept }),
  );
  const outbox = await openOutbox(`${directory}/outbox`);
  const { index, isMended } = await readIndex(directory, shelf, log);
  let registry: Registry = { organisations: index.organisations, keys: index.keys, webhooks: index.webhooks };
  const summaries = new Map<string, StoredSummary>(index.summaries.map((summary) => [summary.id, summary]));
  const keysUsedAt = new Map(Object.entries(index.keysUsedAt));
  const deliveries = createDeliveryLog(index.deliveries);
  let seq = index.seq;
  let listed = new Map<string, readonly StoredSummary[]>();

  const owe: Room['owe'] = (number, collection, to) => {
    if (to.length === 0) return;
    outbox.hold(number, collection);
    for (const webhookId of to) deliveries.enqueue(number, webhookId, collection);
  };
  const putCollection: Room['putCollection'] = (number, collection, to) => {
    shelf.put(collection);
    summaries.set(collection.id, summaryOf(collection));
    listed = new Map();
    owe(number, collection, to);
  };
  const recordTry = (record: TryRecord): void => {
    const known = deliveries.find(record.id);
    deliveries.recordTry(record);
    if (known !== null && !deliveries.isOwed(known.seq)) outbox.release(known.seq);
  };

  const replayChange = async (record: Extract<StoreRecord, { type: 'collectionChanged' }>): Promise<void> => {
    const before = await shelf.load(record.collectionId);
    const version = before?.version ?? 0;
    if (version >= record.version && before !== null) {
      // The files are ahead of the index: a checkpoint was cut short after it had written them.
      const kept = (await outbox.load(record.seq)) ?? before;
      const carried = { ...kept, version: record.version, lastModifiedDate: record.at };
      summaries.set(before.id, summaryOf(before));
      for (const webhookId of record.to) deliveries.enqueue(record.seq, webhookId, carried);
      return;
    }
    if (version !== record.version - 1) {
      log('error', 'SERVICE_CHANGE_LOST', { collectionId: record.collectionId, version: record.version });
      return;
    }
    const identity = { id: record.collectionId, organisation: record.organisation };
    putCollection(record.seq, evolve(identity, before, record), record.to);
  };
  const replay = async (record: StoreRecord): Promise<void> => {
    switch (record.type) {
      case 'collectionChanged':
        seq = Math.max(seq, record.seq);
        return replayChange(record);
      case 'deliveryAsked': {
        seq = Math.max(seq, record.seq);
        const collection = await shelf.load(record.collectionId);
        if (collection !== null) owe(record.seq, collection, [record.webhookId]);
        return;
      }
      case 'deliveryTried':
        return recordTry(record);
      default:
        registry = applyToRegistry(registry, record);
    }
  };

  const opened = await openJournals(directory, index.generation);
  for (const notice of opened.notices) log('warn', notice.code, notice);
  for (const record of opened.records) await replay(record);
  let journal: Journal = opened.journal;
  let generation = opened.generation;
  let isBroken = false;
  let isClosed = false;
  let folding: Promise<void> = Promise.resolve();
  let isFolding = false;

  /** Begins a new journal and answers how to fold everything before it into the files. */
  const turnOver = async (): Promise<() => Promise<void>> => {
    const next = await openJournal(`${directory}/${journalName(generation + 1)}`);
    const old = journal;
    journal = next.journal;
    generation += 1;
    const spare = deletedBeyond(summaries, keptDeleted);
    for (const id of spare) summaries.delete(id);
    const unsaved = shelf.unsaved();
    const held = outbox.unsaved();
    const owed = deliveries.owedSeqs();
    const image: IndexFile = {
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
      // What deliveries carry goes first: once a collection's file is newer, its earlier versions cannot be had from the journal.
      await outbox.save(held);
      await shelf.save(unsaved);
      await writeIndex(directory, image);
      await removeJournalsBefore(directory, image.generation);
      for (const id of spare) await shelf.remove(id);
      await outbox.tidy(new Set([...owed, ...deliveries.owedSeqs()]));
    };
  };
  const foldInBackground = async (): Promise<void> => {
    if (isFolding) return;
    isFolding = true;
    try {
      const fold = await turnOver();
      folding = fold().catch((error: Error) => {
        log('error', 'DISK_WRITE_FAILED', { what: 'checkpoint', reason: error.message });
      });
      folding = folding.finally(() => {
        isFolding = false;
      });
    } catch (error) {
      isFolding = false;
      log('error', 'DISK_WRITE_FAILED', { what: 'journal', reason: error instanceof Error ? error.message : '' });
    }
  };

  const append: Room['append'] = async (record, apply) => {
    try {
      if (isBroken) {
        // The old journal's end is unknown: only a whole new set of files makes it certain what is there.
        await folding;
        await (await turnOver())();
        isBroken = false;
      }
      await journal.append([record]);
    } catch (error) {
      isBroken = true;
      log('error', 'DISK_WRITE_FAILED', { what: 'journal', reason: error instanceof Error ? error.message : '' });
      throw new StoreUnwritable('The change could not be written to disk.');
    }
    apply();
    if (journal.size() > checkpointBytes) await foldInBackground();
  };

  if (isMended || opened.notices.length > 0) await (await turnOver())();

  return {
    registry: () => registry,
    summaries,
    summariesOf: (organisation) => {
      const known = listed.get(organisation);
      if (known !== undefined) return known;
      const mine = [...summaries.values()]
        .filter((summary) => summary.organisation === organisation && !summary.isDeleted)
        .sort((a, b) => compareTexts(a.createdDate, b.createdDate) || compareTexts(a.id, b.id));
      listed.set(organisation, mine);
      return mine;
    },
    loadCollection: shelf.load,
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
    owe,
    recordTry,
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await folding;
      if (!isBroken && (journal.size() > 0 || keysUsedAt.size > 0)) {
        await (await turnOver())().catch((error: Error) =>
          log('error', 'DISK_WRITE_FAILED', { what: 'checkpoint', reason: error.message }),
        );
      }
      await journal.close();
    },
  };
}

/** The deleted ones beyond so many, the longest deleted first. */
function deletedBeyond(summaries: ReadonlyMap<string, StoredSummary>, kept: number): readonly string[] {
  return [...summaries.values()]
    .filter((summary) => summary.isDeleted)
    .sort((a, b) => compareTexts(b.lastModifiedDate, a.lastModifiedDate))
    .slice(kept)
    .map((summary) => summary.id);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
