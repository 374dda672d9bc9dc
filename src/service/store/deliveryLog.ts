/** Waiting and finished deliveries, with one queue per endpoint in the order of the changes. An endpoint that is away gets only the newest version of each collection. */
import type { Delivery, TryRecord } from './records.ts';
import type { StoredCollection } from './stored.ts';

/** Finished deliveries kept for display. */
const maxSettled = 1000;

export type DeliveryLog = {
  /** Appends a delivery to the endpoint’s queue. */
  readonly enqueue: (seq: number, webhookId: string, collection: StoredCollection) => void;
  readonly recordTry: (record: TryRecord) => void;
  /** The endpoint’s next delivery; `null` if none is waiting. */
  readonly nextFor: (webhookId: string) => Delivery | null;
  readonly pendingCount: (webhookId: string) => number;
  /** Discards waiting deliveries of deleted endpoints. */
  readonly removeOrphans: (isKnown: (webhookId: string) => boolean) => void;
  readonly find: (id: string) => Delivery | null;
  /** Newest first. */
  readonly list: () => readonly Delivery[];
  readonly pendingSeqs: () => ReadonlySet<number>;
};

export function isSettled(delivery: Pick<Delivery, 'state'>): boolean {
  return delivery.state !== 'waiting' && delivery.state !== 'retrying';
}

/** The newest deliveries of a collection to an endpoint that nothing sends again, so that the endpoint lacks that version. `deliveries` are newest first. */
export function listLost(deliveries: readonly Delivery[]): readonly Delivery[] {
  const seen = new Set<string>();
  return deliveries.filter(({ webhookId, collectionId, state }) => {
    const key = `${webhookId} ${collectionId}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return state === 'failed' || state === 'gaveUp';
  });
}

/** `onReleased` is called when no endpoint waits for a change any more. */
export function createDeliveryLog(initial: readonly Delivery[], onReleased: (seq: number) => void): DeliveryLog {
  let byId = new Map<string, Delivery>(initial.map((delivery) => [delivery.id, delivery]));
  const queues = new Map<string, Map<string, Delivery>>();
  const pendingCounts = new Map<number, number>();
  let settledCount = 0;

  const queueOf = (webhookId: string): Map<string, Delivery> => {
    const queue = queues.get(webhookId) ?? new Map<string, Delivery>();
    queues.set(webhookId, queue);
    return queue;
  };
  const adjustPending = (seq: number, change: 1 | -1): void => {
    const count = (pendingCounts.get(seq) ?? 0) + change;
    if (count > 0) pendingCounts.set(seq, count);
    else if (pendingCounts.delete(seq)) onReleased(seq);
  };
  const put = (delivery: Delivery): void => {
    byId.set(delivery.id, delivery);
    queueOf(delivery.webhookId).set(delivery.id, delivery);
    adjustPending(delivery.seq, 1);
  };
  const settle = (delivery: Delivery): void => {
    queueOf(delivery.webhookId).delete(delivery.id);
    adjustPending(delivery.seq, -1);
    settledCount += 1;
    if (settledCount > 2 * maxSettled) prune();
  };
  const prune = (): void => {
    let excess = settledCount - maxSettled;
    for (const delivery of byId.values()) {
      if (excess <= 0) break;
      if (!isSettled(delivery)) continue;
      byId.delete(delivery.id);
      settledCount -= 1;
      excess -= 1;
    }
  };
  /** Once a try has failed, keeps only the newest version of each collection, in the place of the oldest. */
  const mergeVersions = (webhookId: string): void => {
    const queue = queueOf(webhookId);
    if (headOf(webhookId)?.state !== 'retrying') return;
    const oldestIds = new Map<string, string>();
    const kept = new Map<string, Delivery>();
    for (const delivery of queue.values()) {
      const oldestId = oldestIds.get(delivery.collectionId) ?? delivery.id;
      oldestIds.set(delivery.collectionId, oldestId);
      const older = kept.get(oldestId);
      if (older !== undefined) adjustPending(older.seq, -1);
      kept.set(oldestId, older === undefined ? delivery : replaceVersion(older, delivery));
    }
    if (kept.size === queue.size) return;
    queues.set(webhookId, new Map([...kept.values()].map((delivery) => [delivery.id, delivery])));
    const entries = [...byId].flatMap(([id, delivery]): [string, Delivery][] => {
      const replacement = kept.get(id);
      if (replacement !== undefined) return [[replacement.id, replacement]];
      return queue.has(id) ? [] : [[id, delivery]];
    });
    byId = new Map(entries);
  };
  const headOf = (webhookId: string): Delivery | null => queues.get(webhookId)?.values().next().value ?? null;
  /** The version that replaced a failed one while it was sent. */
  const replacementOf = ({ id, state }: TryRecord): Delivery | null => {
    const webhookId = /^dlv_\d+_(.+)$/.exec(id)?.[1];
    return webhookId === undefined || state !== 'retrying' ? null : headOf(webhookId);
  };
  for (const delivery of initial) {
    if (isSettled(delivery)) settledCount += 1;
    else put(delivery);
  }

  return {
    enqueue: (seq, webhookId, collection) => {
      put({
        id: `dlv_${seq}_${webhookId}`,
        seq,
        webhookId,
        organisation: collection.organisation,
        collectionId: collection.id,
        collectionName: collection.name,
        version: collection.version,
        eventAt: collection.lastModifiedDate,
        tries: 0,
        superseded: 0,
        state: 'waiting',
        lastTriedAt: null,
        lastStatus: null,
        lastFault: null,
        lastMs: null,
        nextTryAt: null,
      });
      mergeVersions(webhookId);
    },
    recordTry: (record) => {
      const known = byId.get(record.id) ?? replacementOf(record);
      if (known === null || isSettled(known)) return;
      const tried = { ...known, ...record, id: known.id, tries: known.tries + 1 };
      byId.set(tried.id, tried);
      if (isSettled(tried)) return settle(tried);
      queueOf(tried.webhookId).set(tried.id, tried);
      mergeVersions(tried.webhookId);
    },
    nextFor: headOf,
    pendingCount: (webhookId) => queues.get(webhookId)?.size ?? 0,
    removeOrphans: (isKnown) => {
      for (const [webhookId, queue] of queues) {
        if (isKnown(webhookId)) continue;
        for (const delivery of queue.values()) {
          byId.delete(delivery.id);
          adjustPending(delivery.seq, -1);
        }
        queues.delete(webhookId);
      }
    },
    find: (id) => byId.get(id) ?? null,
    list: () => [...byId.values()].reverse(),
    pendingSeqs: () => new Set(pendingCounts.keys()),
  };
}

/** Keeps the retry schedule, so that a change does not cause another try. */
function replaceVersion(older: Delivery, newer: Delivery): Delivery {
  const { tries, state, lastTriedAt, lastStatus, lastFault, lastMs, nextTryAt } = older;
  const superseded = older.superseded + newer.superseded + 1;
  return { ...newer, tries, state, lastTriedAt, lastStatus, lastFault, lastMs, nextTryAt, superseded };
}
