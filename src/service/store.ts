/** The only writer of collections, keys, webhooks and deliveries; each change is on disk before it resolves. */
import { randomUUID } from 'node:crypto';
import type { ChangeKind, ContentItem } from '../core/serviceDocument.ts';
import type { Splice } from '../core/splices.ts';
import { makeDirectory } from '../disk/atomicFile.ts';
import { lockDirectory } from '../disk/directoryLock.ts';
import { createSerialQueue } from '../disk/serialQueue.ts';
import type { DeliveryLog } from './store/deliveryLog.ts';
import { openDurableState, type StoreLog } from './store/durableState.ts';
import { type MediaStore, openMediaStore, type StoredMedia } from './store/mediaStore.ts';
import { computeNextTimestamp, computeNextVersion, emptyContents } from './store/nextVersion.ts';
import { applyPatch, type Contents, diffContents, isEmptyPatch, type Patch } from './store/patch.ts';
import type { Delivery, StoredWebhook, StoreRecord, TryRecord } from './store/records.ts';
import type { Registry, RegistryRecord } from './store/registry.ts';
import type { StoredCollection, StoredSummary } from './store/stored.ts';

/** A change as a pure function that returns the new contents or a refusal; created in store/edits.ts. */
export type Edit = {
  readonly kind: ChangeKind;
  readonly itemId: string | null;
  readonly apply: (before: Contents) => Contents | Refusal;
};

export type Refusal = {
  readonly refused: 'ITEM_NOT_FOUND' | 'ITEM_EXISTS' | 'ORDER_MISMATCH' | 'NOTHING_TO_UNDO' | 'LIST_FULL';
  readonly message: string;
};

/** A version, and the difference of its lists to the version before; none after an edit without effect. */
export type Changed = { readonly collection: StoredCollection; readonly splices: readonly Splice[] };

export type ChangeOutcome =
  | ({ readonly outcome: 'done' } & Changed)
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'conflict'; readonly collection: StoredCollection }
  | ({ readonly outcome: 'refused' } & Refusal);

export type NewCollection = {
  readonly name: string;
  readonly contentType: string;
  readonly staging: readonly ContentItem[];
  readonly live: readonly ContentItem[];
};

/** True if the current collection is the one the caller saw; `null` to skip the check. */
export type Precondition = ((current: StoredCollection) => boolean) | null;

/** A webhook endpoint. `organisation` is `null` if it was set at startup; it then receives every organisation’s changes. */
export type Endpoint = Omit<StoredWebhook, 'organisation'> & { readonly organisation: string | null };

export type StoreEvent =
  | ({ readonly type: 'collection'; readonly organisation: string } & Changed)
  | { readonly type: 'registry' }
  | { readonly type: 'delivery'; readonly organisation: string; readonly delivery: Delivery };

export type Store = {
  readonly organisations: () => readonly string[];
  readonly addOrganisation: (name: string) => Promise<void>;
  /** Oldest first, without deleted collections. */
  readonly summaries: (organisation: string) => readonly StoredSummary[];
  /** `null` if the collection does not exist, is deleted or belongs to another organisation. */
  readonly read: (organisation: string, collectionId: string) => Promise<StoredCollection | null>;
  readonly create: (organisation: string, draft: NewCollection) => Promise<StoredCollection>;
  /**
   * Applies one edit to the newest version; it is on disk when this resolves. An edit without effect returns the collection
   * unchanged. Rejects with StoreUnwritable if the write failed, and then changes nothing.
   */
  readonly change: (
    organisation: string,
    collectionId: string,
    precondition: Precondition,
    edit: Edit,
  ) => Promise<ChangeOutcome>;
  /** Reverses the last change that is not undone yet, including a deletion. */
  readonly undo: (organisation: string, collectionId: string, precondition: Precondition) => Promise<ChangeOutcome>;
  /** Stores a picture or video. Returns `null` if it is not a JPEG, PNG, GIF, WebP or MP4. */
  readonly addMedia: (bytes: Uint8Array) => Promise<StoredMedia | null>;
  readonly media: MediaStore;
  readonly registry: () => Registry;
  readonly changeRegistry: (record: RegistryRecord) => Promise<void>;
  /** The organisation’s own webhooks, then the ones set at startup. */
  readonly endpointsOf: (organisation: string) => readonly Endpoint[];
  readonly endpoints: () => readonly Endpoint[];
  readonly deliveries: Pick<DeliveryLog, 'find' | 'list' | 'nextFor' | 'pendingCount'>;
  /** Loads the collection version that the delivery carries; `null` if its file is lost. */
  readonly loadPayload: (delivery: Delivery) => Promise<StoredCollection | null>;
  readonly recordTry: (record: TryRecord) => Promise<void>;
  /** Queues a delivery of the current version. Resolves to false if the collection does not exist. */
  readonly requestRedelivery: (organisation: string, collectionId: string, webhookId: string) => Promise<boolean>;
  /** Time of last use by key id; saved at checkpoints only. */
  readonly keysUsedAt: Map<string, string>;
  /** Calls the listener after each change, in order. Returns a function that unsubscribes. */
  readonly onEvent: (listener: (event: StoreEvent) => void) => () => void;
  readonly close: () => Promise<void>;
};

export type StoreSettings = {
  readonly directory: string;
  /** Endpoints set at startup, for every organisation. */
  readonly startupEndpoints: readonly Endpoint[];
  /** Journal size that triggers a checkpoint, in bytes. */
  readonly checkpointBytes: number;
  /** Limit for all pictures and videos together. */
  readonly mediaQuotaBytes: number;
};

export type StorePorts = { readonly now: () => number; readonly log: StoreLog };

/** Opens or creates the directory and recovers from a crash. Rejects with DataDirLocked if another process uses it, or with the system’s error. */
export async function openStore(settings: StoreSettings, ports: StorePorts): Promise<Store> {
  await makeDirectory(settings.directory);
  const release = await lockDirectory(settings.directory);
  const durable = await openDurableState(settings.directory, settings.checkpointBytes, ports.log).catch(
    async (error: unknown) => {
      await release();
      throw error;
    },
  );
  /** Includes media of posts that an undo brings back, and of versions that wait for an endpoint. */
  const findUsedMedia = async (): Promise<ReadonlySet<string>> => {
    const used = new Set<string>();
    const addFrom = (collection: StoredCollection | null): void => {
      for (const [, name = ''] of JSON.stringify(collection).matchAll(/\/media\/([0-9a-f]{64}\.\w+)/g)) used.add(name);
    };
    for (const id of durable.summaries.keys()) addFrom(await durable.loadCollection(id));
    for (const seq of durable.deliveries.pendingSeqs()) addFrom(await durable.outbox.load(seq));
    return used;
  };
  const media = await openMediaStore(`${settings.directory}/media`, settings.mediaQuotaBytes, findUsedMedia);
  const listeners = new Set<(event: StoreEvent) => void>();
  const runInOrder = createSerialQueue();
  const emit = (event: StoreEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const endpoints = (): readonly Endpoint[] => [...durable.registry().webhooks, ...settings.startupEndpoints];
  const endpointsOf = (organisation: string): readonly Endpoint[] =>
    endpoints().filter((endpoint) => endpoint.organisation === null || endpoint.organisation === organisation);
  durable.deliveries.removeOrphans((webhookId) => endpoints().some((endpoint) => endpoint.id === webhookId));

  type StoreChange = {
    readonly kind: ChangeKind;
    readonly itemId: string | null;
    readonly isUndo: boolean;
    readonly patch: Patch;
  };
  const write = async (
    organisation: string,
    collectionId: string,
    before: StoredCollection | null,
    change: StoreChange,
  ): Promise<Changed> => {
    const record: Extract<StoreRecord, { type: 'collectionChanged' }> = {
      type: 'collectionChanged',
      seq: durable.nextSeq(),
      organisation,
      collectionId,
      version: (before?.version ?? 0) + 1,
      // A new collection is dated after all others, which keeps the list in creation order.
      at: computeNextTimestamp(
        before?.lastModifiedDate ?? durable.summariesOf(organisation).at(-1)?.createdDate ?? null,
        ports.now(),
      ),
      ...change,
      // Deletions are not delivered: their empty lists would take everything off air for webhook readers.
      to: change.patch.header.isDeleted === true ? [] : endpointsOf(organisation).map((endpoint) => endpoint.id),
    };
    const collection = computeNextVersion({ id: collectionId, organisation }, before, record);
    await durable.append(record, () => durable.putCollection(record.seq, collection, record.to));
    const changed = { collection, splices: change.patch.splices };
    emit({ type: 'collection', organisation, ...changed });
    return changed;
  };
  const loadCollection = async (
    organisation: string,
    collectionId: string,
    canReadDeleted: boolean,
  ): Promise<StoredCollection | null> => {
    const summary = durable.summaries.get(collectionId);
    if (summary === undefined || summary.organisation !== organisation) return null;
    if (summary.isDeleted && !canReadDeleted) return null;
    return durable.loadCollection(collectionId);
  };

  return {
    organisations: () => durable.registry().organisations,
    addOrganisation: (name) =>
      runInOrder(async () => {
        if (durable.registry().organisations.includes(name)) return;
        await durable.appendToRegistry({ type: 'organisationAdded', name });
        emit({ type: 'registry' });
      }),
    summaries: (organisation) => durable.summariesOf(organisation),
    read: (organisation, collectionId) => loadCollection(organisation, collectionId, false),
    create: (organisation, draft) =>
      runInOrder(async () => {
        const after = { ...draft, isDeleted: false };
        const patch = diffContents(emptyContents, after);
        const change = { kind: 'collectionCreated', itemId: null, isUndo: false, patch } as const;
        return (await write(organisation, `col_${randomUUID()}`, null, change)).collection;
      }),
    change: (organisation, collectionId, precondition, edit) =>
      runInOrder(async () => {
        const before = await loadCollection(organisation, collectionId, false);
        if (before === null) return { outcome: 'unknown' };
        if (precondition !== null && !precondition(before)) return { outcome: 'conflict', collection: before };
        const after = edit.apply(before);
        if ('refused' in after) return { outcome: 'refused', ...after };
        const patch = diffContents(before, after);
        if (isEmptyPatch(patch)) return { outcome: 'done', collection: before, splices: [] };
        const { kind, itemId } = edit;
        const change = { kind, itemId, isUndo: false, patch };
        return { outcome: 'done', ...(await write(organisation, collectionId, before, change)) };
      }),
    undo: (organisation, collectionId, precondition) =>
      runInOrder(async () => {
        const before = await loadCollection(organisation, collectionId, true);
        if (before === null) return { outcome: 'unknown' };
        if (precondition !== null && !precondition(before)) return { outcome: 'conflict', collection: before };
        const last = before.undo[0];
        if (last === undefined) {
          return { outcome: 'refused', refused: 'NOTHING_TO_UNDO', message: 'Nothing to undo.' };
        }
        const patch = diffContents(before, applyPatch(before, last.patch));
        const change = { kind: 'changeUndone', itemId: null, isUndo: true, patch } as const;
        return { outcome: 'done', ...(await write(organisation, collectionId, before, change)) };
      }),
    addMedia: (bytes) => media.add([bytes]),
    media,
    registry: durable.registry,
    changeRegistry: (record) =>
      runInOrder(async () => {
        await durable.appendToRegistry(record);
        durable.deliveries.removeOrphans((webhookId) => endpoints().some((endpoint) => endpoint.id === webhookId));
        emit({ type: 'registry' });
      }),
    endpointsOf,
    endpoints,
    deliveries: durable.deliveries,
    loadPayload: (delivery) => durable.outbox.load(delivery.seq),
    recordTry: (record) =>
      runInOrder(async () => {
        await durable.append({ type: 'deliveryTried', ...record }, () => durable.deliveries.recordTry(record));
        const delivery = durable.deliveries.find(record.id);
        if (delivery !== null) emit({ type: 'delivery', organisation: delivery.organisation, delivery });
      }),
    requestRedelivery: (organisation, collectionId, webhookId) =>
      runInOrder(async () => {
        const collection = await loadCollection(organisation, collectionId, false);
        if (collection === null) return false;
        const seq = durable.nextSeq();
        const record = { type: 'deliveryAsked', seq, organisation, collectionId, webhookId } as const;
        await durable.append(record, () => durable.enqueueDeliveries(seq, collection, [webhookId]));
        emit({ type: 'collection', organisation, collection, splices: [] });
        return true;
      }),
    keysUsedAt: durable.keysUsedAt,
    onEvent: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: () => runInOrder(() => durable.close().finally(release)),
  };
}
