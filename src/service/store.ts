/** The service's one writer: collections, keys, webhooks and deliveries, each change on disk before it is answered. */
import { randomUUID } from 'node:crypto';
import { makeDirectory } from '../disk/atomicFile.ts';
import { lockDirectory } from '../disk/directoryLock.ts';
import type { ContentItem } from './document.ts';
import type { DeliveryLog } from './store/deliveryLog.ts';
import { evolve, laterThan, nothing } from './store/evolve.ts';
import { type KeptMedia, type MediaShelf, openMediaShelf } from './store/media.ts';
import { applyPatch, diffContents, isEmptyPatch, type Patch } from './store/patch.ts';
import type { Delivery, StoredWebhook, StoreRecord, TryRecord } from './store/record.ts';
import type { Registry, RegistryRecord } from './store/registry.ts';
import { openRoom } from './store/room.ts';
import type { ChangeKind, Contents, StoredCollection, StoredSummary } from './store/stored.ts';

/** A change as a pure function: the contents after it, or why it cannot be. Made by the functions of store/edits.ts. */
export type Edit = {
  readonly kind: ChangeKind;
  readonly itemId: string | null;
  readonly apply: (before: Contents) => Contents | Refusal;
};

export type Refusal = {
  readonly refused: 'ITEM_NOT_FOUND' | 'ITEM_EXISTS' | 'ORDER_MISMATCH' | 'NOTHING_TO_UNDO' | 'LIST_FULL';
  readonly message: string;
};

export type ChangeOutcome =
  | { readonly outcome: 'done'; readonly collection: StoredCollection }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'movedOn'; readonly collection: StoredCollection }
  | ({ readonly outcome: 'refused' } & Refusal);

export type Draft = {
  readonly name: string;
  readonly contentType: string;
  readonly staging: readonly ContentItem[];
  readonly live: readonly ContentItem[];
};

/** Whether the caller's picture is the present one; null asks for none. */
export type Expectation = ((present: StoredCollection) => boolean) | null;

/** An endpoint as deliveries are made to it. `organisation` null: given at start, told of every organisation. */
export type Endpoint = Omit<StoredWebhook, 'organisation'> & { readonly organisation: string | null };

export type StoreEvent =
  | { readonly type: 'collection'; readonly organisation: string; readonly collection: StoredCollection }
  | { readonly type: 'registry' }
  | { readonly type: 'delivery'; readonly organisation: string; readonly delivery: Delivery };

export type Store = {
  readonly organisations: () => readonly string[];
  readonly addOrganisation: (name: string) => Promise<void>;
  /** Oldest first; never the deleted ones. */
  readonly summaries: (organisation: string) => readonly StoredSummary[];
  /** Null: there is none, it is another organisation's, or it is deleted. */
  readonly read: (organisation: string, collectionId: string) => Promise<StoredCollection | null>;
  readonly create: (organisation: string, draft: Draft) => Promise<StoredCollection>;
  /**
   * One change: computed on the newest version, on disk when it resolves. An edit that changes nothing answers the collection as it
   * is. Rejects with StoreUnwritable when the disk failed; nothing is changed then.
   */
  readonly change: (
    organisation: string,
    collectionId: string,
    isExpected: Expectation,
    edit: Edit,
  ) => Promise<ChangeOutcome>;
  /** Takes back the last change that is not yet taken back; a deletion too. */
  readonly undo: (organisation: string, collectionId: string, isExpected: Expectation) => Promise<ChangeOutcome>;
  /** Keeps a picture or film; `mediaUrl` is `/media/NAME`, good as it is in a post. Null: not JPEG, PNG, GIF, WebP or MP4. */
  readonly addMedia: (bytes: Uint8Array) => Promise<KeptMedia | null>;
  readonly media: MediaShelf;
  readonly registry: () => Registry;
  readonly changeRegistry: (record: RegistryRecord) => Promise<void>;
  /** Those registered by the organisation, then those given at start. */
  readonly endpointsOf: (organisation: string) => readonly Endpoint[];
  readonly endpoints: () => readonly Endpoint[];
  readonly deliveries: Pick<DeliveryLog, 'find' | 'list' | 'headOf' | 'pendingCount'>;
  /** What the delivery carries: the collection as it stood at that change. Null: lost with its file. */
  readonly contentsOf: (delivery: Delivery) => Promise<StoredCollection | null>;
  readonly recordTry: (record: TryRecord) => Promise<void>;
  /** Owes an endpoint the collection as it is now. False: there is no such collection. */
  readonly askDelivery: (organisation: string, collectionId: string, webhookId: string) => Promise<boolean>;
  /** When each key was last used, by its id; saved now and then. */
  readonly keysUsedAt: Map<string, string>;
  /** Told after each change, in its order; answers how to stop being told. */
  readonly onEvent: (listener: (event: StoreEvent) => void) => () => void;
  readonly close: () => Promise<void>;
};

export type StoreSettings = {
  readonly directory: string;
  /** Endpoints given at start, for every organisation. */
  readonly given: readonly Endpoint[];
  /** A journal longer than this is folded into the files. Bytes. */
  readonly checkpointBytes: number;
};

export type StorePorts = {
  readonly now: () => number;
  readonly log: (
    level: 'debug' | 'info' | 'warn' | 'error',
    code: string,
    fields: Readonly<Record<string, unknown>>,
  ) => void;
};

/** Opens the directory, making it when there is none, and mends what a crash left. Rejects with DataDirLocked while another has it open, or the system's error. */
export async function openStore(settings: StoreSettings, ports: StorePorts): Promise<Store> {
  await makeDirectory(settings.directory);
  const release = await lockDirectory(settings.directory);
  const room = await openRoom(settings.directory, settings.checkpointBytes, ports.log).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const media = await openMediaShelf(`${settings.directory}/media`);
  const listeners = new Set<(event: StoreEvent) => void>();
  let lane: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
    const done = lane.then(job);
    lane = done.catch(() => undefined);
    return done;
  };
  const tell = (event: StoreEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const endpoints = (): readonly Endpoint[] => [...room.registry().webhooks, ...settings.given];
  const endpointsOf = (organisation: string): readonly Endpoint[] =>
    endpoints().filter((endpoint) => endpoint.organisation === null || endpoint.organisation === organisation);
  room.deliveries.forget((webhookId) => endpoints().some((endpoint) => endpoint.id === webhookId));

  type Step = {
    readonly kind: ChangeKind;
    readonly itemId: string | null;
    readonly isUndo: boolean;
    readonly patch: Patch;
  };
  const write = async (
    organisation: string,
    collectionId: string,
    before: StoredCollection | null,
    step: Step,
  ): Promise<StoredCollection> => {
    const record: Extract<StoreRecord, { type: 'collectionChanged' }> = {
      type: 'collectionChanged',
      seq: room.nextSeq(),
      organisation,
      collectionId,
      version: (before?.version ?? 0) + 1,
      // One that is made is later than those that are there, so that the list keeps the order in which they were made.
      at: laterThan(
        before?.lastModifiedDate ?? room.summariesOf(organisation).at(-1)?.createdDate ?? null,
        ports.now(),
      ),
      ...step,
      // A deletion is told to nobody: with no lists in it, a reader by webhook would blank what is on air. Readers get 404 and hold.
      to: step.patch.header.isDeleted === true ? [] : endpointsOf(organisation).map((endpoint) => endpoint.id),
    };
    const collection = evolve({ id: collectionId, organisation }, before, record);
    await room.append(record, () => room.putCollection(record.seq, collection, record.to));
    tell({ type: 'collection', organisation, collection });
    return collection;
  };
  const present = async (
    organisation: string,
    collectionId: string,
    isDeletedToo: boolean,
  ): Promise<StoredCollection | null> => {
    const summary = room.summaries.get(collectionId);
    if (summary === undefined || summary.organisation !== organisation) return null;
    if (summary.isDeleted && !isDeletedToo) return null;
    return room.loadCollection(collectionId);
  };

  return {
    organisations: () => room.registry().organisations,
    addOrganisation: (name) =>
      inTurn(async () => {
        if (room.registry().organisations.includes(name)) return;
        await room.appendToRegistry({ type: 'organisationAdded', name });
        tell({ type: 'registry' });
      }),
    summaries: (organisation) => room.summariesOf(organisation),
    read: (organisation, collectionId) => present(organisation, collectionId, false),
    create: (organisation, draft) =>
      inTurn(() => {
        const after = { ...draft, isDeleted: false };
        const patch = diffContents(nothing, after);
        const step = { kind: 'collectionCreated', itemId: null, isUndo: false, patch } as const;
        return write(organisation, `col_${randomUUID()}`, null, step);
      }),
    change: (organisation, collectionId, isExpected, edit) =>
      inTurn(async () => {
        const before = await present(organisation, collectionId, false);
        if (before === null) return { outcome: 'unknown' };
        if (isExpected !== null && !isExpected(before)) return { outcome: 'movedOn', collection: before };
        const after = edit.apply(before);
        if ('refused' in after) return { outcome: 'refused', ...after };
        const patch = diffContents(before, after);
        if (isEmptyPatch(patch)) return { outcome: 'done', collection: before };
        const { kind, itemId } = edit;
        const step = { kind, itemId, isUndo: false, patch };
        return { outcome: 'done', collection: await write(organisation, collectionId, before, step) };
      }),
    undo: (organisation, collectionId, isExpected) =>
      inTurn(async () => {
        const before = await present(organisation, collectionId, true);
        if (before === null) return { outcome: 'unknown' };
        if (isExpected !== null && !isExpected(before)) return { outcome: 'movedOn', collection: before };
        const last = before.undo[0];
        if (last === undefined) {
          return { outcome: 'refused', refused: 'NOTHING_TO_UNDO', message: 'There is no change to take back.' };
        }
        const patch = diffContents(before, applyPatch(before, last.patch));
        const step = { kind: 'changeUndone', itemId: null, isUndo: true, patch } as const;
        return { outcome: 'done', collection: await write(organisation, collectionId, before, step) };
      }),
    addMedia: (bytes) => media.add([bytes]),
    media,
    registry: room.registry,
    changeRegistry: (record) =>
      inTurn(async () => {
        await room.appendToRegistry(record);
        room.deliveries.forget((webhookId) => endpoints().some((endpoint) => endpoint.id === webhookId));
        tell({ type: 'registry' });
      }),
    endpointsOf,
    endpoints,
    deliveries: room.deliveries,
    contentsOf: (delivery) => room.outbox.load(delivery.seq),
    recordTry: (record) =>
      inTurn(async () => {
        await room.append({ type: 'deliveryTried', ...record }, () => room.recordTry(record));
        const delivery = room.deliveries.find(record.id);
        if (delivery !== null) tell({ type: 'delivery', organisation: delivery.organisation, delivery });
      }),
    askDelivery: (organisation, collectionId, webhookId) =>
      inTurn(async () => {
        const collection = await present(organisation, collectionId, false);
        if (collection === null) return false;
        const seq = room.nextSeq();
        const record = { type: 'deliveryAsked', seq, organisation, collectionId, webhookId } as const;
        await room.append(record, () => room.owe(seq, collection, [webhookId]));
        tell({ type: 'collection', organisation, collection });
        return true;
      }),
    keysUsedAt: room.keysUsedAt,
    onEvent: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: () => inTurn(() => room.close().finally(release)),
  };
}
