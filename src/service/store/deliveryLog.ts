/** Waiting and finished deliveries, with one queue per endpoint in the order of the changes. */
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
  /** True while any endpoint is still waiting for this change. */
  readonly isPending: (seq: number) => boolean;
  readonly pendingSeqs: () => ReadonlySet<number>;
};

export function isSettled(delivery: Pick<Delivery, 'state'>): boolean {
  return delivery.state !== 'waiting' && delivery.state !== 'retrying';
}

export function createDeliveryLog(initial: readonly Delivery[]): DeliveryLog {
  const byId = new Map<string, Delivery>(initial.map((delivery) => [delivery.id, delivery]));
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
    if (count <= 0) pendingCounts.delete(seq);
    else pendingCounts.set(seq, count);
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
  for (const delivery of initial) {
    if (isSettled(delivery)) settledCount += 1;
    else put(delivery);
  }

  return {
    enqueue: (seq, webhookId, collection) =>
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
        state: 'waiting',
        lastTriedAt: null,
        lastStatus: null,
        lastFault: null,
        lastMs: null,
        nextTryAt: null,
      }),
    recordTry: (record) => {
      const known = byId.get(record.id);
      if (known === undefined || isSettled(known)) return;
      const tried = { ...known, ...record, tries: known.tries + 1 };
      byId.set(tried.id, tried);
      if (isSettled(tried)) settle(tried);
      else queueOf(tried.webhookId).set(tried.id, tried);
    },
    nextFor: (webhookId) => queues.get(webhookId)?.values().next().value ?? null,
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
    isPending: (seq) => pendingCounts.has(seq),
    pendingSeqs: () => new Set(pendingCounts.keys()),
  };
}
